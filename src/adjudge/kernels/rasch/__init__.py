"""Many-facet Rasch models of ratings in categories, and how well annotators and items fit them."""
