"""The counts behind a datasheet as lines of a table."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.auditing.datasheet.facts import Facts, Spread

_EXPOSURES = {
    "within": "every evaluator judged every system",
    "between": "every evaluator judged one system",
    "mixed": "not every evaluator judged every system",
}


def count_rows(facts: Facts) -> Iterator[tuple[str, str]]:
    """Name and value of every count that is known."""
    yield f"{facts.noun}s", f"{facts.judgements:,}"
    if facts.whole_documents:
        yield "of these, of whole documents", f"{facts.whole_documents:,}"
    yield "systems", f"{len(facts.outputs):,}"
    if any(facts.outputs.values()):
        counts = list(facts.outputs.values())
        fewest, most = min(counts), max(counts)
        yield "outputs per system", f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"
    for name in ("segments", "documents", "evaluators", "sessions"):
        value = getattr(facts, name)
        if value is not None:
            yield name, f"{value:,}"
    yield from _by_evaluator(facts)
    if facts.kinds:
        yield "scored items by kind", ", ".join(f"{kind} {n:,}" for kind, n in facts.kinds.items())
    for name, values in (
        ("source language", facts.source_langs),
        ("target language", facts.target_langs),
        ("domains", facts.domains),
    ):
        if values:
            yield name, ", ".join(values)
    if len(set(facts.outputs.values())) > 1:
        yield "outputs of each system", ", ".join(f"{system} {n:,}" for system, n in facts.outputs.items())


def _by_evaluator(facts: Facts) -> Iterator[tuple[str, str]]:
    spreads: dict[str, Spread | None] = {
        f"{facts.noun}s of one evaluator": facts.judgements_by,
        "systems of one evaluator": facts.systems_by,
    }
    yield from ((name, str(spread)) for name, spread in spreads.items() if spread is not None)
    if facts.exposure is not None:
        yield "who judged what", _EXPOSURES[facts.exposure]
    if facts.unattributed:
        yield f"{facts.noun}s without an evaluator", f"{facts.unattributed:,}"
