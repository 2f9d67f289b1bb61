"""What `adjudge power --pilot` shows: the scenarios, and the pairs that the pilot leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from adjudge.cli.catalogue import NOT_WITH_PILOT, ONLY_WITH_PILOT
from adjudge.cli.options.typed import typed_options
from adjudge.cli.output.audits import AuditView
from adjudge.cli.output.progress import progress

if TYPE_CHECKING:
    from pathlib import Path

    from adjudge.cli.options.pilot import Pilot
    from adjudge.planning.pilot.result import PilotResult
    from adjudge.reporting.printed_tables import PrintedTable

#: Options that change nothing but the form.
_FORMS: Final = ("as_json", "as_csv", "as_latex", "as_markdown", "html")
#: Options that say something of a pilot.
_OWN: Final = ("more_segments", "more_documents", "more_annotators", "draws", "seed", "pair")


class PilotView(AuditView["PilotResult"]):
    """A prediction with its tables."""

    def __init__(self, result: PilotResult, source: str) -> None:
        from adjudge.reporting.power.pilot_page import pilot_page

        super().__init__(result, _tables, pilot_page, source)

    def to_latex(self) -> str:
        """The scenarios for LaTeX."""
        from adjudge.reporting.files.latex import table_latex
        from adjudge.reporting.power.pilot_page import pilot_item

        return table_latex(pilot_item(self.result))

    def to_markdown(self) -> str:
        """The scenarios as Markdown."""
        from adjudge.reporting.files.markdown import table_markdown
        from adjudge.reporting.power.pilot_page import pilot_item

        return table_markdown(pilot_item(self.result))


def pilot_view(pilot: Pilot, path: Path) -> PilotView:
    """Predict from the pilot in a file.

    Raises:
        UsageError: AJ040 if options of a planned test were given, too.
        AdjudgeError: what is wrong with the file or the prediction.
    """
    from adjudge.io.reading import read
    from adjudge.planning.pilot.pilot_power import DRAWS, pilot_power

    refuse_others()
    table = read(path, pair=pilot.pair)
    with progress("Simulating campaigns") as show_share:
        draws = DRAWS if pilot.draws is None else pilot.draws
        result = pilot_power(
            table,
            more_segments=pilot.more_segments,
            more_documents=pilot.more_documents,
            more_annotators=pilot.more_annotators,
            draws=draws,
            seed=pilot.seed,
            progress=show_share,
        )
    return PilotView(result, path.name)


def refuse_others() -> None:
    """Refuse options of a planned test beside a pilot: what they say is estimated from it."""
    others = [option for name, option in typed_options().items() if name not in ("pilot", *_OWN, *_FORMS)]
    if others:
        raise NOT_WITH_PILOT(options=others)


def require_pilot() -> None:
    """Refuse options of a pilot without one."""
    given = [option for name, option in typed_options().items() if name in _OWN]
    if given:
        raise ONLY_WITH_PILOT(options=given)


def _tables(result: PilotResult) -> Sequence[tuple[str, PrintedTable]]:
    from adjudge.reporting.power import pilot_page

    return [("What is separated:", pilot_page.scenario_table(result)), ("Pairs:", pilot_page.pair_table(result))]
