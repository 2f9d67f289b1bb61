"""Before a campaign: what to judge, by whom, and how much; and simulated campaigns whose truth is known."""
