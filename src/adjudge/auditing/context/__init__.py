"""Whether scores fall after a deliberately degraded segment (Knowles and Lo 2024, section 5)."""
