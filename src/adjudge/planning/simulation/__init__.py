"""Campaigns with known truth: texts, systems, annotators, sessions, and the judgements they give."""
