"""Segments of one document, or votes of one person, count for less than as many independent ones."""

from __future__ import annotations


def design_effect(size: float, icc: float) -> float:
    """How many of the judgements carry as much information as one independent one: 1 + (L - 1) icc.

    Source: Kish 1965. Groups of less than one are groups of one.

    Args:
        size: segments of a document, votes of a person.
        icc: correlation within them.
    """
    return 1 + (max(size, 1.0) - 1) * icc


def effective_in_documents(n: float, documents: int, icc: float) -> float:
    """Independent segments that n segments are worth when they come from so many documents: n / design effect."""
    return n / design_effect(n / documents, icc)


def most_effective(documents: int, icc: float) -> float:
    """What the segments of so many documents are worth at most, however many they are: documents / icc."""
    return documents / icc if icc else float("inf")
