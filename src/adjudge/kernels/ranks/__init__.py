"""What follows from who beats whom: letters, confidence sets of ranks, agreement of two orders."""
