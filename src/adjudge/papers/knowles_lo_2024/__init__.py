"""Knowles and Lo 2024, on calibration and context: its published figures, and how they are computed."""
