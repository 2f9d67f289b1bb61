"""Would the answer survive? Checks of judgements and rankings: agreement of annotators, and more to come."""
