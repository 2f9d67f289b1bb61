"""Where something stands in a campaign file, for messages."""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.core.campaign.lines import line_of
from adjudge.core.campaign.reading import place_of


@dataclass(frozen=True)
class Places:
    """The text of a campaign file.

    Args:
        toml: its text; none for a campaign that was not read from a file.
        source: its name.
    """

    toml: str | None = None
    source: str = "campaign.toml"

    def of(self, *path: str) -> str:
        """A key with its line, such as `campaign.toml, line 7`; without a file the key alone, such as `work.waves`.

        Args:
            path: keys from the outside inwards.
        """
        return place_of(self.toml, self.source, path) if self.toml else ".".join(path)

    def of_first(self, *paths: tuple[str, ...]) -> str:
        """The first of several keys that stands in the file, because defaults stand nowhere.

        Args:
            paths: keys, the one that is meant before those that come next.
        """
        held = (path for path in paths if self.toml and line_of(self.toml, path) is not None)
        return self.of(*next(held, paths[0]))
