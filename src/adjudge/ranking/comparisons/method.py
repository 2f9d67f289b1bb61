"""What a method for comparisons is: one object that says how it orders, how it tests, and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from adjudge.core.seeds import Seeds
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.ordering import Ordering
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.comparisons.tally import Tally

#: Called with the share of the work that is done.
Progress = Callable[[float], None]
#: `direct`: tests on the comparisons of the two systems. `model`: tests of the difference of two estimates of a model.
TestKind = Literal["direct", "model"]
#: Settings that concern every ranking, whatever the method.
COMMON_SETTINGS: Final = ("reference", "rank_reference", "arcs", "both_bad", "level", "correction")


@dataclass(frozen=True)
class MethodRun:
    """How a method is run.

    Args:
        settings: choices besides the method.
        seeds: for what is random.
        progress: called with the share of the work that is done.
    """

    settings: ComparisonSettings
    seeds: Seeds
    progress: Progress | None = None


@dataclass(frozen=True, eq=False)
class MethodInput:
    """What a method works on.

    Args:
        tally: comparisons of the systems that are ranked.
        with_reference: the same with those of the reference, if there is one.
        dependence: which comparisons are dependent.
        settings: choices, complete as far as the method takes them.
        seeds: for what is random.
        progress: called with the share of the work that is done.
    """

    tally: Tally
    with_reference: Tally
    dependence: Dependence
    settings: ComparisonSettings
    seeds: Seeds = field(default_factory=Seeds)
    progress: Progress | None = None

    def report(self, share: float) -> None:
        """Say how much of the work is done."""
        if self.progress is not None:
            self.progress(share)


@dataclass(frozen=True, eq=False)
class Method:
    """One way from comparisons to an order.

    Args:
        name: as users write it.
        title: one line for lists.
        source: who published it.
        page: anchor of its section in `docs/reference/methods.md`.
        order: puts the systems in order.
        test: how two systems are tested; a method with `model` hands over estimates.
        takes: settings that only some methods take, with their values if they are left out.
        reference_is_opponent: whether comparisons with the reference count for the order; they are left out otherwise.
    """

    name: str
    title: str
    source: str
    page: str
    order: Callable[[MethodInput], Ordering]
    test: TestKind = "direct"
    takes: Mapping[str, Any] = field(default_factory=dict)
    reference_is_opponent: bool = False

    @property
    def settings(self) -> tuple[str, ...]:
        """Names of all settings that it takes."""
        return (*COMMON_SETTINGS, *self.takes)

    def complete(self, settings: ComparisonSettings) -> ComparisonSettings:
        """The settings that it takes, with values for those that were left out."""
        own = settings.only(self.settings)
        return replace(own, **{name: value for name, value in self.takes.items() if name not in own.given})
