"""What checks need beside the rows: texts, and rankings of the rows. Each fact is found once, when first asked for."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from adjudge.auditing.checks.comparisons import facts as comparisons
from adjudge.auditing.checks.design import facts as design
from adjudge.auditing.checks.fact import Fact, UnknownFactError
from adjudge.auditing.checks.orders import facts as orders
from adjudge.auditing.checks.texts import facts as texts
from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Table, Texts
from adjudge.ranking.comparisons.settings import ComparisonSettings


class Facts:
    """The facts of one table.

    Args:
        table: judgements of one language pair.
        texts: source, reference and outputs, if they are known.
        seed: for what is random.

    Example:
        >>> import polars as pl
        >>> rows = {"system": ["a", "a", "b", "b"], "segment": ["1", "2", "1", "2"], "score": [90, 80, 20, 10]}
        >>> Facts(Ratings.check(pl.DataFrame(rows)))["ranking"].order()
        ['a', 'b']
    """

    def __init__(self, table: Table, *, texts: Texts | None = None, seed: int = 0) -> None:
        self.table = table
        self.texts = texts
        self.seed = seed
        self._known: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - a fact may be anything
        """The fact of this name.

        Raises:
            UnknownFactError: if the data do not give it.
        """
        if name not in self._known:
            try:
                self._known[name] = FACTS[name].find(self)
            except UnknownFactError as error:
                self._known[name] = error
            except AdjudgeError as error:  # what cannot be ranked can still be looked at
                problem = error.problems[0]
                self._known[name] = UnknownFactError(f"judgements that can be ranked ({problem.code}: {problem.what})")
        value = self._known[name]
        if isinstance(value, UnknownFactError):
            raise value
        return value


def _counting(facts: Facts) -> pl.DataFrame:
    from adjudge.core.suspicions.counting import counting

    rows = counting(facts.table.frame)
    return rows.filter(pl.col("scope") == "segment") if "scope" in rows.columns else rows


def _texts(facts: Facts) -> pl.DataFrame:
    if facts.texts is None:
        raise UnknownFactError("the texts: name their file with `texts=`")
    return facts.texts.frame


def _analysis(facts: Facts) -> Any:  # noqa: ANN401 - of ratings or of comparisons
    if isinstance(facts.table, Comparisons | PairCounts):
        from adjudge.ranking.comparisons.analysis import ComparisonAnalysis

        return ComparisonAnalysis(facts.table, settings=ComparisonSettings(), seed=facts.seed)
    from adjudge.ranking.ratings.pipeline import analyse

    assert isinstance(facts.table, Ratings)  # noqa: S101 - spans have been scored
    return analyse(facts.table, seed=facts.seed)


def _ranking(facts: Facts) -> Any:  # noqa: ANN401 - of ratings or of comparisons
    return facts["analysis"].result()


def _published(facts: Facts) -> Any:  # noqa: ANN401 - an analysis
    """As WMT ranked: z-scores per annotator, or per session where annotators are unknown."""
    frame = facts.table.frame
    units = {"annotator": "wmt-da", "session": "wmt-appraise-da"}
    known = [unit for unit in units if unit in frame.columns and not frame[unit].null_count()]
    if not known:
        raise UnknownFactError("a value of 'annotator' or 'session' in every row")
    analysis = facts["analysis"].with_recipe(RECIPES[units[known[0]]])
    analysis.estimate  # noqa: B018 - refused here rather than in every check
    return analysis


def _people(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.auditing.checks.people.persons import find_people

    people = find_people(facts.table.frame)
    if people is None:
        raise UnknownFactError("a value of 'annotator' or 'session' in nearly every row")
    return people


def _order(facts: Facts) -> Any:  # noqa: ANN401 - an array
    order = facts["people"].order
    if order is None:
        raise UnknownFactError("the time or the position of every judgement")
    return order


def _times(facts: Facts) -> list[str]:
    frame = facts["people"].frame
    known = [name for name in ("started", "ended") if name in frame.columns and not frame[name].null_count()]
    if not known:
        raise UnknownFactError("the start or the end time of every judgement")
    return known


def _unit(facts: Facts) -> str:
    """As `published` standardises."""
    frame = facts.table.frame
    known = [name for name in ("annotator", "session") if not frame[name].null_count()]
    if not known:
        raise UnknownFactError("a value of 'annotator' or 'session' in every row")
    return known[0]


def _showings(facts: Facts) -> pl.DataFrame:
    from adjudge.auditing.context.showings import find_showings

    if not (facts.table.frame["kind"] == "degraded").any():
        raise UnknownFactError("items of kind 'degraded'")
    assert isinstance(facts.table, Ratings)  # noqa: S101 - no other table has kinds
    try:
        return find_showings(facts.table).frame
    except AdjudgeError as error:
        raise UnknownFactError(error.problems[0].expected) from None


def _of_segments(facts: Facts) -> pl.DataFrame:
    frame = facts.table.frame.drop_nulls("score")
    return frame.filter(pl.col("scope") == "segment") if "scope" in frame.columns else frame


def _repeats(facts: Facts) -> pl.DataFrame:
    from adjudge.scoring.quality import control_pairs

    pairs = control_pairs(_of_segments(facts), "repeat")
    if pairs.is_empty():
        raise UnknownFactError("items of kind 'repeat' that the same person judged before, in the same session")
    return pairs


def _quality(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.core.recipes.recipe import Filters
    from adjudge.scoring.quality import check_quality

    unit = facts["people"].unit
    rows = _of_segments(facts).drop_nulls(unit)
    if not (rows["kind"] == "degraded").any():
        raise UnknownFactError("items of kind 'degraded'")
    return check_quality(rows, Filters(quality="degraded", quality_unit=unit))


#: By name. `analysis` and `ranking` are by the default recipe or method.
FACTS: Final[dict[str, Fact]] = {
    fact.name: fact
    for fact in (
        Fact("counting", "judgements of segments that count: kinds `system` and `repeat`, with a score", _counting),
        Fact("texts", "source, reference and outputs, as a frame of the table `Texts`", _texts),
        Fact("analysis", "the analysis by `recommended`, which can be asked for each of its steps", _analysis),
        Fact("ranking", "the ranking by `recommended`", _ranking),
        Fact("people", "judgements of outputs by annotator, or by session where annotators are unknown", _people),
        Fact("order", "the place of each of these judgements in the work of its person, from 0 to 1", _order),
        Fact("times", "which of the columns `started` and `ended` are known for all of them", _times),
        Fact("scored", "judgements of segments of every kind, with a score", _of_segments),
        Fact("showings", "the same in order, each with its showing, where there are degraded items", _showings),
        Fact("unit", "what published recipes standardise by: `annotator`, or `session` where those are unknown", _unit),
        Fact("known texts", "the texts, or None", lambda facts: facts.texts.frame if facts.texts else None),
        Fact("repeats", "repeated items with the first judgement of the same item by the same person", _repeats),
        Fact("quality", "for each of them the test of degraded items against their originals", _quality),
        Fact("published", "the analysis as WMT published it: z-scores, rank-sum test, wins", _published),
        *design.FACTS,
        *orders.FACTS,
        *texts.FACTS,
        *comparisons.FACTS,
    )
}
