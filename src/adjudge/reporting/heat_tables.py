"""Heat tables of pages: chart and table in one, with a number in every cell and a class for each part of the scale.

A cell takes about 25 bytes, a tenth of what it takes as a picture, and can be read out, copied and searched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from adjudge.ranking.result import RankingResult
from adjudge.reporting.charts.drawing import labels
from adjudge.reporting.charts.heatmap import scale_class, scale_classes, short_number
from adjudge.reporting.charts.pairs import P_CLASSES, p_class, short_p
from adjudge.reporting.printed_tables import printable

if TYPE_CHECKING:
    from markupsafe import Markup

#: Shades of the four classes of p-values among the six of the scale.
_SHADES_OF_P: Final = (0, 2, 4, 5)
#: Characters of a head of a column that need not be turned.
_UPRIGHT: Final = 4


def heat_table(
    cells: Mapping[tuple[str, str], float],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    name: str,
    caption: str,
    title: str,
    digits: int = 0,
    bounds: tuple[float, float] | None = None,
) -> Markup:
    """What `heat_map` draws, as a table of a page.

    Args:
        cells: values by row and column; what is missing stays blank.
        rows: names from top to bottom.
        columns: names from left to right.
        name: prefix of the ids, unique in the page.
        caption: a few words above the table.
        title: what the values are, for the legend.
        digits: decimals of the printed values.
        bounds: least and largest value of the scale; those of the cells if left out.
    """
    from markupsafe import Markup

    low, high = bounds or (min(cells.values()), max(cells.values()))
    shown = {place: (scale_class(value, low, high), short_number(value, digits)) for place, value in cells.items()}
    lines = {row: Markup("<br>").join(label.split("\n")) for row, label in labels(rows).items()}
    heads = {column: Markup("<br>").join(label.split("\n")) for column, label in labels(columns).items()}
    legend = list(enumerate(dict.fromkeys(scale_classes(low, high, digits))))
    return _framed(_table(shown, lines, heads), name=name, caption=caption, title=title, legend=legend)


def pair_table(result: RankingResult, *, name: str, caption: str) -> Markup:
    """What `pair_chart` draws, as a table of a page.

    Args:
        result: a ranking.
        name: prefix of the ids, unique in the page.
        caption: a few words above the table.
    """
    from markupsafe import Markup

    order, ranks = result.order(), {system.system: str(system.rank) for system in result.systems}
    shown = {
        (pair.a, pair.b): (_SHADES_OF_P[p_class(pair.p, significant=pair.significant)], short_p(pair.p))
        for pair in result.pairs
    }
    names = labels(order)
    lines = {row: Markup("{} {}").format(ranks[row], names[row].replace("\n", "")) for row in order[:-1]}
    heads = {column: Markup("{}").format(ranks[column]) for column in order[1:]}
    legend = list(zip(_SHADES_OF_P, P_CLASSES, strict=True))
    return _framed(_table(shown, lines, heads), name=name, caption=caption, title="p-value", legend=legend)


def _table(
    cells: Mapping[tuple[str, str], tuple[int, str]], rows: Mapping[str, Markup], columns: Mapping[str, Markup]
) -> Markup:
    """Head and body; a cell has a shade and a text, a head its full name where it prints something shorter."""
    from markupsafe import Markup

    def cell(row: str, column: str) -> Markup:
        held = cells.get((row, column))
        return Markup("<td></td>") if held is None else Markup('<td class="h{}">{}</td>').format(*held)

    turned = any(len(name) > _UPRIGHT for name in columns.values())
    heads = Markup("").join(_head("col", column, text) for column, text in columns.items())
    lines = Markup("\n").join(
        Markup("<tr>{}{}</tr>").format(
            _head("row", row, text), Markup("").join(cell(row, column) for column in columns)
        )
        for row, text in rows.items()
    )
    head = Markup("<thead{}><tr><td></td>{}</tr></thead>").format(Markup(' class="turned"') if turned else "", heads)
    return Markup("{}\n<tbody>\n{}\n</tbody>").format(head, lines)


def _head(scope: str, name: str, text: Markup) -> Markup:
    from markupsafe import Markup

    full = printable(name)
    title = "" if text.striptags().replace(" ", "") == full.replace(" ", "") else Markup(' title="{}"').format(full)
    return Markup('<th scope="{}"{}><span>{}</span></th>').format(scope, title, text)


def _framed(body: Markup, *, name: str, caption: str, title: str, legend: Sequence[tuple[int, str]]) -> Markup:
    """The table in a frame that scrolls, and the parts of the scale."""
    from markupsafe import Markup

    parts = Markup(" ").join(Markup('<span class="h{}">{}</span>').format(*part) for part in legend)
    return Markup(
        '<div class="scroll" role="group" aria-labelledby="{name}-caption" tabindex="0">\n<table class="heat">\n'
        '<caption id="{name}-caption">{caption}</caption>\n{body}\n</table>\n</div>\n'
        '<p class="small heat-key">{title}: {parts}</p>'
    ).format(name=name, caption=caption, body=body, title=title, parts=parts)
