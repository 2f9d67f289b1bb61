"""One group of rows, looked at from every side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

import polars as pl

from adjudge.auditing.annotators.describe import annotators
from adjudge.auditing.checks.check import check
from adjudge.auditing.composition.audit import composition
from adjudge.auditing.context.context import context
from adjudge.auditing.documents.audit import documents
from adjudge.auditing.origin.directions import Origins
from adjudge.auditing.origin.origin import origin
from adjudge.auditing.report.group import NotMade, ReportedGroup
from adjudge.auditing.report.raw_and_z import raw_and_z
from adjudge.auditing.report.scenarios import study_stability
from adjudge.auditing.stability.running import run_all
from adjudge.core.errors import AdjudgeError, UsageError
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.core.recipes.files import recipe_from_dict
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.results import Result
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans, Texts
from adjudge.ranking.comparisons.registry import require_taken, settings_for
from adjudge.ranking.rank import rank
from adjudge.ranking.result import Kind, RankingResult
from adjudge.scoring.spans import score_spans
from adjudge.scoring.weights.built_in import MQM

Value = TypeVar("Value")
Judgements = Ratings | Spans | Comparisons | PairCounts
#: Beside the main ranking, if nothing is asked for: the first of each row that the data allow.
OTHER_RECIPES: Final = (("wmt-da", "wmt-appraise-da"), ("wmt25-esa",))
OTHER_METHODS: Final = (("mfas",), ("expected-wins",))
#: An exact order of more systems may take minutes.
MOST_SYSTEMS_EXACTLY: Final = 30


@dataclass(frozen=True, eq=False)
class ReportChoices:
    """What to look at, and how.

    Args:
        recipes: by name, for ratings; the usual ones if empty.
        methods: for comparisons; the usual ones if empty.
        scenarios: of stability; by the size of the data if empty.
        texts: source, reference and outputs.
        origin: where texts come from, as for `adjudge.origin`.
        ranking: further arguments of `rank`.
        draws: samples of scenarios that draw judgements again.
        seed: for everything that is random.
        workers: analyses at a time.
    """

    recipes: Mapping[str, str | Recipe] = field(default_factory=dict)
    methods: Sequence[str] = ()
    scenarios: Sequence[str] = ()
    texts: Texts | None = None
    origin: Origins = None
    ranking: Mapping[str, Any] = field(default_factory=dict)
    draws: int = 100
    seed: int = 0
    workers: int = 2


def examine(
    table: Judgements, name: str, choices: ReportChoices, progress: Callable[[float], None] | None = None
) -> ReportedGroup:
    """Everything about one group of rows; what cannot be made is kept with its reason.

    Args:
        table: judgements of one language pair.
        name: of the group.
        choices: what to look at.
        progress: called with the share of the work that is done.

    Raises:
        UsageError: if an argument does not belong to this kind of table.
    """
    made = _Made()
    kind: Kind = "comparisons" if isinstance(table, Comparisons | PairCounts) else "ratings"
    rankings = dict(_rankings(table, kind, choices, made))
    main = next(iter(rankings.values()), None)
    audits = _audits(table, main, choices)

    def run(part: str) -> Result | None:
        return made.of(part, audits[part])

    def report(done: int) -> None:
        if progress is not None:
            progress((done + 2) / (len(audits) + 2))

    report(0)
    found = dict(zip(audits, run_all(run, list(audits), workers=choices.workers, progress=report), strict=True))
    return ReportedGroup(
        name=name,
        kind=kind,
        facts=_facts(table.frame, kind, main),
        rankings=rankings,
        raw_and_z=raw_and_z(rankings),
        not_made=tuple(
            sorted(made.refused, key=lambda one: [*audits, ""].index(one.part if one.part in audits else ""))
        ),
        **found,  # type: ignore[arg-type]
    )


class _Made:
    """Runs analyses, and keeps why some could not be made."""

    def __init__(self) -> None:
        self.refused: list[NotMade] = []

    def of(self, part: str, run: Callable[[], Value]) -> Value | None:
        """What it gives; None if it cannot be made from these data."""
        try:
            return run()
        except UsageError:
            raise
        except AdjudgeError as error:
            self.refused.append(NotMade(part, error.problems[0]))
            return None


def _rankings(
    table: Judgements, kind: Kind, choices: ReportChoices, made: _Made
) -> Iterator[tuple[str, RankingResult]]:
    """The main ranking and those beside it, each by its name."""
    compared = kind == "comparisons"
    word = "method" if compared else "recipe"
    asked: Mapping[str, Any] = dict.fromkeys(choices.methods) if compared else choices.recipes
    # What belongs to the other kind of table goes to `rank` all the same, which refuses it.
    wrong = {"recipe": next(iter(choices.recipes))} if compared and choices.recipes else {}
    wrong |= {"method": choices.methods[0]} if not compared and choices.methods else {}
    calls = [{name: given} for name, given in asked.items()]
    if not asked:
        others = OTHER_METHODS if compared else OTHER_RECIPES
        calls = [{RECOMMENDED: None}, *(dict.fromkeys(row) for row in others)]
    if compared and choices.ranking.get("settings") is not None:
        require_taken([name for row in calls for name in row], choices.ranking["settings"])
    systems = _systems(table)
    for number, row in enumerate(calls):
        for name, given in row.items():
            if name == "mfas" and not asked and systems > MOST_SYSTEMS_EXACTLY:
                continue
            chosen = {word: given or name, **wrong, **_taken(name, choices.ranking, compared=compared)}
            result = made.of(f"{word}:{name}", partial(rank, table, seed=choices.seed, **chosen))
            if result is not None:
                yield name, result
                break
        else:
            if number == 0:
                return  # what the main ranking refuses, the others do not stand for


def _taken(method: str, ranking: Mapping[str, Any], *, compared: bool) -> Mapping[str, Any]:
    """Arguments of `rank`; of the settings of comparisons those that the method takes."""
    settings = ranking.get("settings")
    if settings is None or not compared:
        return ranking
    return {**ranking, "settings": settings_for(method, settings)}


def _systems(table: Judgements) -> int:
    columns = [name for name in ("system", "system_a", "system_b") if name in table.frame.columns]
    return pl.concat([table.frame[name].alias("system") for name in columns]).n_unique()


def _audits(
    table: Judgements, main: RankingResult | None, choices: ReportChoices
) -> dict[str, Callable[[], Result | None]]:
    """What to run, by the name of the field; the longest first, because two run at a time."""
    seed = choices.seed
    audits: dict[str, Callable[[], Result | None]] = {
        "stability": lambda: None if main is None else study_stability(table, main, choices),
        "check": lambda: check(table, texts=choices.texts, seed=seed),
    }
    if isinstance(table, PairCounts):
        return audits
    audits["annotators"] = lambda: annotators(table) if isinstance(table, Comparisons) else annotators(table, seed=seed)
    if isinstance(table, Comparisons):
        return audits
    ratings = score_spans(table, MQM) if isinstance(table, Spans) else table
    audits |= {
        "documents": lambda: documents(ratings),
        "composition": lambda: composition(ratings, unit=_unit(ratings), seed=seed),
        "context": lambda: context(ratings),
    }
    known = "origin" in ratings.frame.columns and ratings.frame["origin"].null_count() < len(ratings)
    if choices.origin is not None or known:
        recipe = RECOMMENDED if main is None else recipe_from_dict(main.settings["recipe"])
        audits["origin"] = lambda: origin(ratings, choices.origin, recipe=recipe, seed=seed)
    return audits


def _unit(ratings: Ratings) -> Any:  # noqa: ANN401 - a unit of `composition`
    """Sessions where they are known, else all that one annotator judged: the page says which."""
    frame = ratings.frame
    known = {name for name in ("session", "annotator") if name in frame.columns and not frame[name].null_count()}
    return "annotator" if known == {"annotator"} else "session"


def _facts(frame: pl.DataFrame, kind: Kind, main: RankingResult | None) -> dict[str, int]:
    """How many there are of everything that the rows name."""
    facts = {"systems": len(main.systems)} if main is not None else {}
    facts |= {"ratings" if kind == "ratings" else "comparisons": frame.height if main is None else main.judgements}
    keys = {"segments": ["document", "segment"], "documents": ["document"]}
    keys |= {"annotators": ["annotator"], "sessions": ["session"]}
    for noun, names in keys.items():
        held = [name for name in names if name in frame.columns and frame[name].null_count() < frame.height]
        if names[-1] in held:
            facts[noun] = frame.select(held).drop_nulls(names[-1]).n_unique()
    return facts
