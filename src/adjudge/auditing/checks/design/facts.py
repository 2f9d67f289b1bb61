"""Facts about the design: who judged what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from adjudge.auditing.checks.fact import Fact, NotCheckableError

if TYPE_CHECKING:
    from adjudge.auditing.checks.facts import Facts


def _layout(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.auditing.checks.design.layout import Layout

    counting = facts["counting"]
    if counting.is_empty():
        raise NotCheckableError("judgements of systems, with a score")
    return Layout.of(counting)


def _judges(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.auditing.checks.design.judges import Judges

    judges = Judges.of(facts["counting"])
    if judges is None:
        raise NotCheckableError("values of 'annotator' or 'session'")
    return judges


def _cells(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.auditing.documents.adjusted import fit_cells

    return fit_cells(facts["counting"])


FACTS: Final = (
    Fact("layout", "which segments were judged for which systems, as arrays", _layout),
    Fact("cells", "mean scores of systems on documents, and the sum of two effects fitted to them", _cells),
    Fact("judges", "how often every annotator, or session, judged every system", _judges),
)
