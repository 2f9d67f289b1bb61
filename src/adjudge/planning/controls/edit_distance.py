"""The edit distance of two sequences: the fewest pieces to insert, remove or replace."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def edit_distance(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    """Levenshtein's distance, by the bit vectors of Myers 1999 in the form of Hyyrö 2003: one step for each piece.

    Checked against: the table of Wagner and Fischer 1974 (`tests/laws`).

    Example:
        >>> edit_distance("kitten", "sitting")
        3
    """
    if not first:
        return len(second)
    places: dict[Hashable, int] = {}
    for place, piece in enumerate(first):
        places[piece] = places.get(piece, 0) | 1 << place
    ones, last = (1 << len(first)) - 1, 1 << (len(first) - 1)
    up, down, distance = ones, 0, len(first)
    for piece in second:
        equal = places.get(piece, 0)
        vertical = equal | down
        horizontal = (((equal & up) + up) ^ up) | equal
        rise = down | ~(horizontal | up) & ones
        fall = up & horizontal
        distance += bool(rise & last) - bool(fall & last)
        rise = (rise << 1 | 1) & ones
        fall = fall << 1 & ones
        up = fall | ~(vertical | rise) & ones
        down = rise & vertical
    return distance
