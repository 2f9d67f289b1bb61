"""Designs as arrays: what systems, annotators and documents in common tell about differences of systems."""
