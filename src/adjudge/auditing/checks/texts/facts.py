"""Facts about the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from adjudge.auditing.checks.fact import Fact, NotCheckableError

if TYPE_CHECKING:
    from adjudge.auditing.checks.facts import Facts


def _outputs(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.auditing.checks.texts.outputs import Outputs

    outputs = Outputs(facts["texts"])
    if not outputs.systems:
        raise NotCheckableError("texts with the outputs of systems")
    return outputs


def _with_reference(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    outputs = facts["outputs"]
    if not outputs.has_reference:
        raise NotCheckableError("texts with a reference")
    return outputs


FACTS: Final = (
    Fact("outputs", "source, reference and outputs, blanks evened out", _outputs),
    Fact("outputs with reference", "the same, if there is a reference", _with_reference),
)
