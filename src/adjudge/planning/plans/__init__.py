"""From a campaign file and its texts to sessions: sampling, design, controls and certificate in one pure function."""
