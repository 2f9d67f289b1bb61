"""Checks of who judged what: documents, systems and annotators in their combinations, and what that does to scores."""
