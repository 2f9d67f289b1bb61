"""Generalisability: how much of the variance of ratings is due to systems, and how reliable another design would be."""
