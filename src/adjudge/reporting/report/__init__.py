"""Parts of the report on an evaluation as a whole: the verdict, the assumptions, what could not be separated."""
