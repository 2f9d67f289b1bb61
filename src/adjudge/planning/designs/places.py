"""Where something stands in a campaign file, for messages."""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.core.campaign.reading import place_of


@dataclass(frozen=True)
class Places:
    """The text of a campaign file.

    Args:
        toml: its text; None for a campaign that was not read from a file.
        source: its name.
    """

    toml: str | None = None
    source: str = "campaign.toml"

    def of(self, *path: str) -> str:
        """A key with its line, such as `campaign.toml, line 7`; without a file the key alone, such as `work.waves`.

        Args:
            path: keys from the outside inwards.
        """
        return ".".join(path) if self.toml is None else place_of(self.toml, self.source, path)
