"""One thing that checks can ask for beside the rows; those there are stand in the folders of their subjects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudge.auditing.checks.facts import Facts


class NotCheckableError(Exception):
    """What a check needs and these data do not give; raised by a fact, or by the check itself.

    Args:
        needs: what they would have to hold, to be read after "needs".
    """

    def __init__(self, needs: str) -> None:
        super().__init__(needs)
        self.needs = needs


@dataclass(frozen=True)
class Fact:
    """One thing that checks can ask for.

    Args:
        name: as checks name it.
        title: what it is, one line for documentation.
        find: gives it, from all facts.
    """

    name: str
    title: str
    find: Callable[[Facts], Any]
