"""The rules there are, in the order of the table."""

from __future__ import annotations

from typing import Final

from adjudge.planning.certificate.rules import controls, design, sample, work
from adjudge.planning.certificate.rules.rule import Rule

RULES: Final[tuple[Rule, ...]] = (*design.RULES, *sample.RULES, *controls.RULES, *work.RULES)
