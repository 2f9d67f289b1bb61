"""Tables of systems crossed with documents or sessions: additive fits, residuals of cells, balance of draws."""
