"""What the organiser of a campaign knows and the ratings do not say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudge.core.arguments import require_names, require_number
from adjudge.ranking.ratings.catalogue import BAD_MARGIN


@dataclass(frozen=True)
class Claims:
    """What the organiser knows and the data does not say.

    Args:
        margin: differences below it count as equal; fixed before looking, in the unit of the score.
        post_edited: systems that are post-edited machine translations.
        merge: whether collections with different kinds of items may be pooled.

    Raises:
        UsageError: AJ040 if the margin is not a positive number.
    """

    margin: float | None = None
    post_edited: Sequence[str] = field(default_factory=tuple)
    merge: bool = False

    def __post_init__(self) -> None:
        require_number("margin", self.margin)
        object.__setattr__(self, "post_edited", require_names("post_edited", self.post_edited))
        if self.margin is not None and not 0 < self.margin < float("inf"):
            raise BAD_MARGIN(margin=self.margin)

    def to_dict(self) -> dict[str, Any]:
        """The claims as plain data."""
        return {"margin": self.margin, "post_edited": list(self.post_edited), "merge": self.merge}

    def choices(self) -> dict[str, str]:
        """Parts of the signature, where anything is claimed."""
        parts = {"margin": f"{self.margin:g}"} if self.margin is not None else {}
        return parts | ({"merge": "yes"} if self.merge else {})
