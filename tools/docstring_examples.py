"""Griffe reads `Examples:` as code; our docstrings say `Example:`, because there is one. The manual needs the first."""

from __future__ import annotations

import re
from typing import Any

import griffe


class OneExample(griffe.Extension):
    """Renames the section of every docstring before it is parsed."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:  # noqa: ANN401, ARG002 - as griffe calls it
        """Called for every object that was read."""
        if obj.docstring is not None:
            obj.docstring.value = re.sub(r"^Example:$", "Examples:", obj.docstring.value, flags=re.MULTILINE)
