"""What checks need beside the rows: texts, and rankings of the rows. Each fact is found once, when first asked for."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from adjudge.auditing.checks.comparisons import facts as comparisons
from adjudge.auditing.checks.design import facts as design
from adjudge.auditing.checks.fact import Fact, NotCheckableError
from adjudge.auditing.checks.orders import facts as orders
from adjudge.auditing.checks.people import facts as people
from adjudge.auditing.checks.tasks import facts as tasks
from adjudge.auditing.checks.texts import facts as texts
from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Table, Texts
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.scoring.filters import scored_segments


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
            NotCheckableError: if the data do not give it.
        """
        if name not in self._known:
            try:
                self._known[name] = FACTS[name].find(self)
            except NotCheckableError as error:
                self._known[name] = error
            except AdjudgeError as error:  # what cannot be ranked can still be looked at
                problem = error.problems[0]
                self._known[name] = NotCheckableError(f"judgements that can be ranked ({problem.code}: {problem.what})")
        value = self._known[name]
        if isinstance(value, NotCheckableError):
            raise value
        return value


def _counting(facts: Facts) -> pl.DataFrame:
    return scored_segments(facts.table.frame, ("system", "repeat"))


def _texts(facts: Facts) -> pl.DataFrame:
    if facts.texts is None:
        raise NotCheckableError("the texts: name their file with `texts=`")
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
        raise NotCheckableError("a value of 'annotator' or 'session' in every row")
    analysis = facts["analysis"].with_recipe(RECIPES[units[known[0]]])
    analysis.estimate  # noqa: B018 - refused here rather than in every check
    return analysis


#: By name. `analysis` and `ranking` are by the default recipe or method.
FACTS: Final[dict[str, Fact]] = {
    fact.name: fact
    for fact in (
        Fact("counting", "judgements of segments that count: kinds `system` and `repeat`, with a score", _counting),
        Fact("texts", "source, reference and outputs, as a frame of the table `Texts`", _texts),
        Fact("analysis", "the analysis by `recommended`, which can be asked for each of its steps", _analysis),
        Fact("ranking", "the ranking by `recommended`", _ranking),
        Fact("published", "the analysis as WMT published it: z-scores, rank-sum test, wins", _published),
        *people.FACTS,
        *tasks.FACTS,
        *design.FACTS,
        *orders.FACTS,
        *texts.FACTS,
        *comparisons.FACTS,
    )
}
