"""One analysis of a bundle as plain data: enough to run it again, whoever wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, Self, cast

from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.io.bundles.fields import Fields
from adjudge.io.bundles.manifest import Manifest
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.corrections import CorrectionName
from adjudge.ranking.ratings.claims import Claims

Kind = Literal["rank", "check"]
_KINDS: Final = ("rank", "check")


@dataclass(frozen=True)
class AnalysisCall:
    """One call of `adjudge.rank`, `adjudge.rank_by` or `adjudge.check` on the judgements of a bundle.

    Args:
        analysis: which function; a ranking with `by` is one of groups.
        result: path of the file of its result.
        seed: for what is random.
        recipe: path of a recipe, or `recommended`, which is a rule and no recipe; the recipes that it picked lie beside
            the others.
        method: for comparisons.
        weights: path of the weights of marked errors.
        by: a column whose values are ranked one by one.
        hide: systems that take no part in drawing lines.
        level: of the tests.
        correction: for the number of pairs.
        claims: fields of `Claims`.
        keep_kinds: kinds of rows that enter the averages.
        settings: fields of `ComparisonSettings` that were chosen.
    """

    analysis: Kind
    result: str
    seed: int = 0
    recipe: str | None = None
    method: str | None = None
    weights: str | None = None
    by: str | None = None
    hide: tuple[str, ...] = ()
    level: float | None = None
    correction: str | None = None
    claims: Mapping[str, Any] | None = None
    keep_kinds: tuple[str, ...] = ()
    settings: Mapping[str, Any] | None = None

    @property
    def title(self) -> str:
        """What it is, for people."""
        if self.analysis == "check":
            return "the checks of `adjudge.check`"
        chosen = f"method {self.method}" if self.method else f"recipe {self.recipe}"
        return f"ranking by the {chosen}" + (f", one for each {self.by}" if self.by else "")

    def to_dict(self) -> dict[str, Any]:
        """The call as plain data, without what was left out."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None and value != ()}

    @classmethod
    def parse(cls, data: Mapping[str, Any], source: str, number: int) -> Self:
        """The call that a manifest holds.

        Args:
            data: one of its analyses.
            source: name of the bundle, for messages.
            number: of the analysis.

        Raises:
            InputError: AJ068 if it is not what `to_dict` gives.
        """
        given = Fields(data, source, f"analysis {number}")
        given.require_known([field.name for field in fields(cls)])
        kind = given.text("analysis")
        if kind not in _KINDS:
            raise given.wrong(f"is of the unknown kind {kind[:60]!r}")
        return cls(
            analysis=cast("Kind", kind),
            result=given.text("result"),
            seed=given.whole("seed"),
            recipe=given.maybe_text("recipe"),
            method=given.maybe_text("method"),
            weights=given.maybe_text("weights"),
            by=given.maybe_text("by"),
            hide=given.texts("hide"),
            level=given.maybe_number("level"),
            correction=given.maybe_text("correction"),
            claims=_known(given, "claims", Claims),
            keep_kinds=given.texts("keep_kinds"),
            settings=_known(given, "settings", ComparisonSettings),
        )

    def arguments(self) -> dict[str, Any]:
        """Arguments of `rank` besides the table, the recipe and the weights.

        Raises:
            UsageError: AJ040 if one of them cannot be used.
        """
        correction = cast("CorrectionName | None", self.correction)
        return {
            "method": self.method,
            "seed": self.seed,
            "hide": self.hide,
            "level": self.level,
            "correction": correction,
            "claims": None if self.claims is None else Claims(**self.claims),
            "keep_kinds": self.keep_kinds,
            "settings": None if self.settings is None else ComparisonSettings(**self.settings),
        }


def _known(given: Fields, name: str, kind: type[Claims | ComparisonSettings]) -> dict[str, Any] | None:
    """The fields of an object, which must be those of a class and fit it."""
    chosen = given.maybe_object(name)
    if chosen is None:
        return None
    try:
        kind(**chosen)
    except TypeError:
        raise given.wrong(f"has {name!r} that cannot be used") from None
    return chosen


def parse_calls(manifest: Manifest, source: str) -> tuple[AnalysisCall, ...]:
    """The analyses of a bundle, which use nothing but files of the bundle.

    Raises:
        InputError: AJ068 if an analysis is not what we write, or uses a file that is not listed.
    """
    calls = tuple(AnalysisCall.parse(data, source, number) for number, data in enumerate(manifest.analyses, 1))
    if not calls:
        raise Fields({}, source, "it").wrong("holds no analysis")
    listed = {entry.path: entry.role for entry in manifest.files}
    for number, call in enumerate(calls, 1):
        used = {"result": call.result, "weights": call.weights}
        used |= {"recipe": None if call.recipe == RECOMMENDED else call.recipe}
        for role, path in used.items():
            if path is not None and listed.get(path) != role:
                raise Fields({}, source, f"analysis {number}").wrong(f"uses {path[:60]!r}, which is no {role} in it")
    return calls
