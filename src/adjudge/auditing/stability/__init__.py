"""Would the ranking survive: systems removed or changed, other recipes, judgements drawn again."""
