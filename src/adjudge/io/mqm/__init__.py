"""MQM annotations, scores and professional ratings, in the forms of their releases."""
