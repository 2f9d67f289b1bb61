"""Every kind of page, from small simulated campaigns and from rankings with names that break things."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import polars as pl

import adjudge
from adjudge.cli.main import run
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.ranking.orders import Rankings
from adjudge.reporting.heat_tables import heat_table
from adjudge.reporting.page import page_environment, ranking_page
from tests.unit.reporting.builder import HOSTILE, compared, cycle, model, ranking

LONG: Final = ("x" * 200, "a name of many words, " * 12, "\u202eturned", *HOSTILE)
#: Names as participants give them, 40 characters each.
USUAL: Final = [f"Organisation-{i:02}_Constrained-Large-EnDe-v{i % 10}" for i in range(30)]
MANY: Final = [f"system-{i:02}" for i in range(40)]
RANKINGS: Final[dict[str, dict[str, Any]]] = {
    "one-recipe": {"wmt-da": ranking([["A"], ["B", "C"]])},
    "one-system": {"wmt-da": ranking([["A"]])},
    "long-names": {"wmt-da": ranking([LONG]), "mfas": compared([LONG[::-1]], scores=False)},
    "several-methods": {
        "recommended (davidson)": compared([["p"], ["q", "r"]], method="davidson", model=model("p", "q", "r")),
        "mfas": cycle(),
        "bojar": compared([["r", "q", "p"]], method="bojar"),
    },
    "usual-names": {"recommended": ranking([USUAL[:4], USUAL[4:]]), "wmt-da": ranking([USUAL])},
    "many-systems": {"davidson": compared([MANY], method="davidson", model=model(*MANY))},
}
#: Commands by the name of their page; what they read is made by `make_pages`.
COMMANDS: Final = {
    "demo": "demo --out {folder}/demo",
    "composition": "composition {ratings}",
    "documents": "documents {ratings}",
    "annotators": "annotators {ratings}",
    "context": "context {ratings}",
    "origin": "origin {ratings} --origin {origins} --metrics {metric}",
    "pseudo-annotation": "pseudo-annotation {ratings} --metrics {metric}",
    "stability": "stability {ratings}",
    "power": "power --effect 0.45",
    "power-of-votes": "power --n 300 --test comparisons --systems 4 --ties 0.2",
    "power-table": "power --table",
    "certificate": "plan {campaign}",
    "designs": "plan {campaign} --compare --campaigns 2 --design blocks --design side-by-side --workers 1",
}
#: Reports, likewise.
REPORTS: Final = {
    "report": "report {ratings} --origin {origins} --scenario remove:human --scenario divide:human",
    "report-of-votes": "report {votes} --scenario remove:best",
    "report-in-tabs": "report {ratings} {votes} --recipe wmt-da --scenario remove:best",
    "report-of-one-system": "report {alone}",
    "report-with-hostile-names": "report {hostile} --scenario remove:best",
}
#: Pages made of the same parts as others; the slow tests look at them.
LIKE_OTHERS: Final = frozenset(
    {"one-recipe", "usual-names", "many-systems", "annotators", "context", "pseudo-annotation", "power", "power-table"}
)
PAGES: Final = [*RANKINGS, *COMMANDS, *REPORTS, "hostile-heat", "tabs"]
SMALL: Final = {"systems.count": "5", "texts.documents": "20", "sessions.count": "40", "annotators.count": "14"}

_TABS: Final = """
{% extends "layout.html.j2" %}
{% import "parts.html.j2" as parts %}
{% block contents %}{% endblock %}
{% block main %}
{{ parts.tabs([("part-1", "First"), ("part-2", "Second"), ("part-3", "Third")]) }}
{% for number in (1, 2, 3) %}
{% call parts.part("part-" ~ number, "Part " ~ number) %}
<p id="inside-{{ number }}">Words of part {{ number }}.</p>
{% endcall %}
{% endfor %}
{% endblock %}
"""
_FIGURE: Final = """
{% extends "layout.html.j2" %}
{% block main %}{{ figure }}{% endblock %}
"""


def make_pages(folder: Path) -> None:
    """Write every page into a folder."""
    for name, results in RANKINGS.items():
        _write(folder, name, ranking_page(Rankings(results), title="Title", lede="Lede."))
    files = _campaign(folder)
    for name, command in COMMANDS.items():
        page = [] if name == "demo" else ["--html", str(folder / f"{name}.html")]
        assert run([*command.format(folder=folder, **files).split(), *page]) == 0
    for name, command in REPORTS.items():
        ranked = name != "report-of-one-system"  # its page says why, and so does the exit code
        assert run([*command.format(**files).split(), "-o", str(folder / f"{name}.html")]) == (0 if ranked else 2)
    (folder / "demo" / "report.html").rename(folder / "demo.html")
    cells = {(row, column): float(i * j - 20) for i, row in enumerate(LONG) for j, column in enumerate(LONG)}
    heat = heat_table(cells, rows=LONG, columns=LONG, name="heat", caption="Heat", title="score")
    words = {"title": "Title", "lede": "Lede.", "facts": {}}
    _write(folder, "hostile-heat", page_environment().from_string(_FIGURE).render(figure=heat, **words))
    _write(folder, "tabs", page_environment().from_string(_TABS).render(**words))


def _write(folder: Path, name: str, html: str) -> None:
    (folder / f"{name}.html").write_text(html, encoding="utf-8")


def _campaign(folder: Path) -> dict[str, Path]:
    """Ratings, origins of their documents, scores of a metric, votes, one system alone, names that break things."""
    assert run(["plan", "--new", str(folder / "example")]) == 0
    table = adjudge.simulate(with_settings(preset("wmt20"), SMALL), seed=4).table
    files = {name: folder / f"{name}.csv" for name in ("ratings", "origins", "metric", "votes", "alone", "hostile")}
    adjudge.write(table, files["ratings"])
    documents = table.frame["document"].unique().sort()
    origins = ["forward" if i % 2 else "reverse" for i in range(len(documents))]
    pl.DataFrame({"document": documents, "origin": origins}).write_csv(files["origins"])
    counted = table.frame.filter(pl.col("kind") == "system")
    scores = counted.group_by("system", "document", "segment").agg(pl.col("score").mean()).sort(pl.all())
    scores.with_columns(metric=pl.lit("echo")).write_csv(files["metric"])
    votes = {"protocol": "rankings", "systems.count": "5", "rankings.count": "150", "annotators.count": "5"}
    adjudge.write(adjudge.simulate(with_settings(preset("balanced"), votes), seed=4).table, files["votes"])
    table.frame.filter(pl.col("system") == "system-1").write_csv(files["alone"])
    breaking = dict(
        zip(table.frame["system"].unique().sort(), (*LONG, "\U0001f642 \u0645\u0631\u062d\u0628\u0627"), strict=False)
    )
    people = pl.format("<b>{}</b> & 50%", "annotator")
    texts = pl.format("</script><i>{}", "document")
    named = table.frame.with_columns(pl.col("system").replace(breaking), annotator=people, document=texts)
    named.write_csv(files["hostile"])
    return files | {"campaign": folder / "example" / "campaign.toml"}
