"""Error spans to scores: weights per severity and category, summed over a segment (MQM, Freitag et al. 2021).

Weights are data, like recipes: a list of rules of which the first that fits an error gives its weight, with a TOML
form. A severity without a weight is a mistake that is reported, never a silent zero.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import polars as pl

from adjudge.core.errors import Problem, RecipeError
from adjudge.core.recipes.files import unknown_keys
from adjudge.core.tables import Ratings, Spans
from adjudge.core.toml_files import parse_toml
from adjudge.io.catalogue import PARQUET_NOT_TOML
from adjudge.io.source import open_source
from adjudge.scoring.catalogue import (
    BAD_WEIGHT,
    BAD_WEIGHT_TEXT,
    MISSING_WEIGHT,
    NO_FITTING_WEIGHT,
    NO_WEIGHT,
    NO_WEIGHTS,
    UNNAMED_WEIGHTS,
    WEIGHT_FOR_NOTHING,
    WEIGHT_WITHOUT_EFFECT,
)

#: Penalties have no lower bound, a scale has: a thousand points are two hundred major errors in one segment. It is
#: fixed, not taken from the data, so that files scored apart can be ranked together.
SCALE: Final = "-1000..0"
#: What tells judgements of a segment apart; all marks of one judgement are summed.
_JUDGEMENT: Final = (
    "annotator",
    "session",
    "system",
    "document",
    "segment",
    "showing",
    "started",
    "source_lang",
    "target_lang",
    "collection",
)
#: Sums of .1 differ in the 17th digit with the order of the rows.
_DECIMALS: Final = 9
_KEYS: Final = ("severity", "category", "weight")


@dataclass(frozen=True)
class Rule:
    """The weight of some errors.

    Args:
        weight: points taken off for each of them.
        severity: the severity they have, in lower case; None for any.
        category: how their category begins, such as `Fluency/Punctuation`; None for any.
    """

    weight: float
    severity: str | None = None
    category: str | None = None

    def fits(self) -> pl.Expr:
        """Whether the rule applies to a row of spans; upper and lower case are the same."""
        fits = pl.lit(value=True)
        if self.severity is not None:
            fits &= pl.col("severity").str.to_lowercase() == self.severity.lower()
        if self.category is not None:
            category = pl.col("category").fill_null("").str.to_lowercase()
            fits &= category.str.starts_with(self.category.lower())
        return fits


@dataclass(frozen=True)
class Weights:
    """How errors become points: the first rule that fits an error gives its weight.

    Args:
        name: short name, as in signatures and messages.
        rules: from the most special to the most general.
    """

    name: str
    rules: tuple[Rule, ...]

    def to_toml(self) -> str:
        """The weights as TOML text; `weights_from_toml` is the inverse."""
        lines = [f"name = {json.dumps(self.name, ensure_ascii=False)}"]
        for rule in self.rules:
            lines += ["", "[[weight]]"]
            values = {key: getattr(rule, key) for key in _KEYS}
            lines += [f"{key} = {json.dumps(v, ensure_ascii=False)}" for key, v in values.items() if v is not None]
        return "\n".join(lines) + "\n"


#: Freitag et al. 2021: minor punctuation hardly counts, a translation that is none counts as five major errors.
MQM: Final = Weights(
    "mqm",
    (
        Rule(25, category="Non-translation"),
        Rule(0.1, "minor", "Fluency/Punctuation"),
        Rule(5, "major"),
        Rule(1, "minor"),
        Rule(0, "neutral"),
        Rule(0, "no-error"),
    ),
)


def score_spans(spans: Spans, weights: Weights = MQM) -> Ratings:
    """One score per judged segment: minus the sum of the weights of its errors, so that more is better.

    Definition: score(system, segment, annotator) = - sum of w(severity, category) over the marked errors; 0 for a
    segment that was judged and has none (a row of severity `no-error`). A segment without any row was not judged and
    has no score. The result goes the way of all ratings: average per segment, then per system, with a recipe that
    does not standardise.

    Checked against: the 7,406 released segment scores and the 14 system scores of the WMT21 TED talks,
    English-German (tests/published).

    Args:
        spans: marked errors.
        weights: what an error costs.

    Returns:
        Ratings of kind `system` on the scale `-1000..0`.

    Raises:
        RecipeError: AJ032 if some errors have no weight.
        TableError: AJ013 if a sum falls below the scale.

    Example:
        >>> import polars as pl
        >>> marks = {"system": ["a", "a", "b"], "segment": ["1"] * 3, "severity": ["major", "minor", "no-error"]}
        >>> score_spans(Spans.check(pl.DataFrame(marks))).frame["score"].to_list()
        [-6.0, 0.0]
    """
    cost = pl.coalesce(pl.when(rule.fits()).then(pl.lit(float(rule.weight))) for rule in weights.rules)
    known = spans.frame if "category" in spans.frame.columns else spans.frame.with_columns(category=pl.lit(""))
    costed = known.with_columns(_cost=cost)
    _require_weights(costed, weights)
    key = [name for name in _JUDGEMENT if name in costed.columns]
    points = pl.col("_cost").sum().round(_DECIMALS)
    frame = (
        costed.group_by(key, maintain_order=True)
        # A faultless segment has 0 and not -0, which polars makes of 0.0 - 0.0.
        .agg(score=pl.when(points > 0).then(-points).otherwise(0.0))
        .with_columns(kind=pl.lit("system"), scale=pl.lit(SCALE))
    )
    if "session" not in frame.columns:
        frame = frame.with_columns(session=pl.lit(None, dtype=pl.String))
    return Ratings.check(frame).with_findings(*spans.findings)


def _require_weights(costed: pl.DataFrame, weights: Weights) -> None:
    without = costed.filter(pl.col("_cost").is_null())
    if without.is_empty():
        return
    known = list(dict.fromkeys(rule.severity for rule in weights.rules if rule.severity))
    raise (NO_WEIGHT if known else NO_FITTING_WEIGHT)(
        weights=weights.name,
        severities=[repr(severity) for severity in without["severity"].unique().sort()],
        known=known,
        wrong=without.height,
        rows=costed.height,
    )


def load_weights(path: str | Path) -> Weights:
    """Weights from a TOML file.

    Raises:
        AdjudgeError: if the file is missing, or malformed (AJ031).
    """
    source = open_source(path)
    if source.is_parquet:
        raise PARQUET_NOT_TOML(source=source.name, needed="weights")
    return weights_from_toml(source.data.decode(), source=source.name)


def weights_from_toml(text: str, *, source: str = "weights") -> Weights:
    """Read weights.

    Args:
        text: TOML with a `name` and one `[[weight]]` for each rule, the most special first:
            `severity` and `category`, at least one of them, and `weight`.
        source: name of the file, for messages.

    Raises:
        RecipeError: AJ031 for every unknown key, wrong value, missing part and rule without effect.
    """
    data = parse_toml(text, source=source)
    problems = unknown_keys(data, ("name", "weight"), source)
    if not isinstance(data.get("name"), str):
        problems.append(UNNAMED_WEIGHTS.problem(source=source))
    entries = data.get("weight")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, Mapping) for entry in entries):
        raise RecipeError(*problems, NO_WEIGHTS.problem(source=source))
    for number, entry in enumerate(entries, 1):
        problems += _entry_problems(entry, f"{source}, weight {number}")
    if problems:
        raise RecipeError(*problems)
    rules = tuple(Rule(float(e["weight"]), severity=e.get("severity"), category=e.get("category")) for e in entries)
    _require_effect(rules, source)
    return Weights(data["name"], rules)


def _entry_problems(entry: Mapping[str, Any], place: str) -> list[Problem]:
    problems = unknown_keys(entry, _KEYS, place)
    weight = entry.get("weight")
    if "weight" not in entry:
        problems.append(MISSING_WEIGHT.problem(place=place))
    elif isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight < math.inf:
        problems.append(BAD_WEIGHT.problem(place=place, value=json.dumps(weight, default=str)))
    for key in ("severity", "category"):
        if key in entry and not (isinstance(entry[key], str) and entry[key].strip()):
            value = json.dumps(entry[key], default=str)
            problems.append(BAD_WEIGHT_TEXT.problem(place=place, key=key, value=value))
    if not {"severity", "category"} & set(entry):
        problems.append(WEIGHT_FOR_NOTHING.problem(place=place))
    return problems


def _require_effect(rules: tuple[Rule, ...], source: str) -> None:
    """A rule below a more general one never applies: a likely slip of order."""
    hidden = [
        (i + 1, j + 1)
        for i, rule in enumerate(rules)
        for j, earlier in enumerate(rules[:i])
        if _covers(earlier.severity, rule.severity, prefix=False) and _covers(earlier.category, rule.category)
    ]
    if hidden:
        later, earlier = hidden[0]
        n = len({place for place, _ in hidden})
        raise WEIGHT_WITHOUT_EFFECT(source=source, later=later, earlier=earlier, n=n)


def _covers(general: str | None, special: str | None, *, prefix: bool = True) -> bool:
    if general is None:
        return True
    if special is None:
        return False
    return special.lower().startswith(general.lower()) if prefix else special.lower() == general.lower()
