"""Exports of crowdsourcing platforms: they know who worked when, and the user says what was judged."""
