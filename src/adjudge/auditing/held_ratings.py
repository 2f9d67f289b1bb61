"""The ratings that an audit looks at: of a table or of any frame, chosen rows, one language pair."""

from __future__ import annotations

from collections.abc import Mapping

from adjudge.auditing.documents.catalogue import NOT_RATINGS
from adjudge.core.arguments import require_text
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.selecting.conditions import Where
from adjudge.core.tables import Ratings
from adjudge.ranking.rank import as_table, chosen_rows


def held_ratings(
    table: object,
    *,
    where: Where | None,
    columns: Mapping[str, str] | None,
    scale: str | None,
    pair: str | None,
) -> Ratings:
    """The ratings of one language pair in a table or a frame.

    Args:
        table: `Ratings`, or any frame with their columns.
        where: the rows to use, as for `adjudge.rank`.
        columns: for a frame with other names: our name -> name in the frame.
        scale: for a frame: the scale of the scores.
        pair: the language pair, needed if the table holds several.

    Raises:
        AdjudgeError: AJ063 if the table holds no ratings; what is wrong with the frame.
    """
    require_text("pair", pair, example="eng-deu")
    held = chosen_rows(as_table(table, columns=columns, scale=scale, comparisons=False), where)
    if not isinstance(held, Ratings):
        raise NOT_RATINGS(held=held.noun)
    return choose_language_pair(held, pair)
