"""The entry point: a lazy table of commands, and the one place where errors become messages and exit codes.

Only the standard library and click are imported here, so that `adjudge --help` starts in well under 150 ms.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import click

from adjudge import __version__
from adjudge.cli.catalogue import (
    INTERNAL_ERROR,
    NO_SUCH_COMMAND,
    NOT_PRINTED,
    OUT_OF_MEMORY,
    STOPPED,
    TOO_DEEP,
    USAGE,
)
from adjudge.cli.options.environment import require_thread_counts
from adjudge.cli.output.streams import close_streams, open_streams, say_error
from adjudge.cli.spelling import spelled_problems
from adjudge.core.checking.near import nearest
from adjudge.core.errors import AdjudgeError, Problem

#: name -> (module that holds `command`, one line of help). A test compares the lines with the commands' own.
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "demo": ("adjudge.cli.demo", "Simulate a campaign with known truth, rank it, write a report."),
    "rank": ("adjudge.cli.rank", "Rank systems by ratings or comparisons."),
    "check": ("adjudge.cli.check", "Find what speaks against trusting an evaluation."),
    "report": ("adjudge.cli.publishing.report", "Write one page with the ranking and all that it rests on."),
    "stability": ("adjudge.cli.stability", "Show whether a ranking survives other systems, recipes and samples."),
    "compare": ("adjudge.cli.publishing.compare", "Show what moved between two rankings or reports, and why."),
    "annotators": ("adjudge.cli.annotators", "Describe annotators: use of the scale, agreement, consistency."),
    "context": ("adjudge.cli.context", "Show whether scores fall after a degraded item."),
    "origin": ("adjudge.cli.origin", "Compare forward and reverse created text."),
    "composition": ("adjudge.cli.composition", "Show what sessions were made of."),
    "documents": ("adjudge.cli.documents", "Show coverage, difficulty and luck by document."),
    "pseudo-annotation": ("adjudge.cli.pseudo_annotation", "Put a metric in the place of the annotators."),
    "datasheet": ("adjudge.cli.publishing.datasheet", "Fill in a HEDS 3.0 datasheet from judgements and results."),
    "plan": ("adjudge.cli.planning.plan", "Plan who judges what, with a certificate of its worth."),
    "power": ("adjudge.cli.planning.power", "Plan how much to judge: power, size, smallest effect."),
    "next-pairs": ("adjudge.cli.next_pairs", "Choose the comparisons to collect next."),
    "simulate": ("adjudge.cli.simulate", "Write judgements whose true ranking is known."),
    "convert": ("adjudge.cli.convert", "Convert judgements between formats."),
    "bundle": ("adjudge.cli.publishing.bundle", "Write data, recipes and results into one file."),
    "reproduce": ("adjudge.cli.reproduce", "Compare the figures of a paper or a bundle with computed ones."),
}

#: What click says of a number that it cannot read.
_DECIMAL_COMMA: Final = re.compile(r"'([+-]?\d*,\d+)' is not a valid float")

_REFUSED: Final = 2
_INTERNAL_ERROR: Final = 3
_INTERRUPTED: Final = 130
#: What a shell reports of a program that writes to a pipe nobody reads (128 + SIGPIPE).
_READER_LEFT: Final = 141


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """End quietly when nobody reads any more; click would end with 1, which says that something was found."""
    try:
        yield
    except BrokenPipeError:
        raise click.exceptions.Exit(_READER_LEFT) from None


class LazyGroup(click.Group):
    """Lists commands from the table and imports a module only when its command runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of a campaign, not of the alphabet."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        del ctx
        if cmd_name not in COMMANDS:
            raise NO_SUCH_COMMAND(name=cmd_name, known=", ".join(COMMANDS), near=nearest(cmd_name, COMMANDS))
        command = import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)  # noqa: S101 - a mistake in the table above
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:  # noqa: ANN401 - passed on
        """Parse the line, which prints help."""
        with _reader_may_leave():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - whatever a command returns
        """Run a command."""
        with _reader_may_leave():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list without importing anything."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="adjudge")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Human evaluation of translation systems: rankings that can be defended.

    \b
    Start here:
      adjudge demo                      a simulated campaign, ranked, with a report
      adjudge rank judgements.csv       ratings: columns system, segment, score, and if known
                                        annotator, session, document
      adjudge rank comparisons.csv      comparisons: columns system_a, system_b, outcome
      adjudge check judgements.csv      what speaks against trusting them
      adjudge report judgements.csv -o report.html   one page with all of it
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 findings of severity error, 2 a mistake in input or usage."""
    open_streams()
    code = run(sys.argv[1:] if argv is None else argv)
    close_streams()
    sys.exit(code)


def run(argv: Sequence[str]) -> int:
    """Run one command and return its exit code; no stack trace reaches the user."""
    try:
        require_thread_counts()
        code = cli.main(list(argv), prog_name="adjudge", standalone_mode=False)
        sys.stdout.flush()
    except SystemExit:  # completion of the shell
        raise
    except BrokenPipeError:
        return _READER_LEFT
    except (click.Abort, KeyboardInterrupt):
        say_error(STOPPED)
        return _INTERRUPTED
    except BaseException as error:  # a panic inside of a library is no `Exception`
        problems = _problems(error, argv)
        if problems:
            return _refuse(*problems)
        if os.environ.get("ADJUDGE_DEBUG"):
            raise
        say_error(INTERNAL_ERROR.format(type=type(error).__name__, message=error))
        return _INTERNAL_ERROR
    return code if isinstance(code, int) else 0


def _problems(error: BaseException, argv: Sequence[str]) -> list[Problem]:
    """What a user can do something about; nothing if the mistake is ours."""
    match error:
        case AdjudgeError():
            return spelled_problems(error)
        case click.ClickException():
            return [_usage_problem(error, argv)]
        case MemoryError():
            return [OUT_OF_MEMORY.problem(detail=str(error))]
        case RecursionError():
            return [TOO_DEEP.problem()]
        case OSError():
            return [NOT_PRINTED.problem(place=error.filename, reason=error.strerror or error)]
    return []


def _refuse(*problems: Problem) -> int:
    for problem in problems:
        say_error(problem.text())
    return _REFUSED


def _usage_problem(error: click.ClickException, argv: Sequence[str]) -> Problem:
    """What click has to say, in our form."""
    context = getattr(error, "ctx", None) or _context_of(argv)
    path = context.command_path if context else "adjudge"
    usage = context.get_usage().removeprefix("Usage: ") if context else "adjudge COMMAND ..."
    message = error.format_message().rstrip(".")
    comma = _DECIMAL_COMMA.search(message)
    return USAGE.problem(
        message=message[:1].lower() + message[1:],
        usage=" ".join(usage.split()),
        command=path,
        number=comma and comma[1],
        point=comma and comma[1].replace(",", "."),
    )


def _context_of(argv: Sequence[str]) -> click.Context | None:
    """The context of the command that was typed: click does not know it where an option lacks its value."""
    if not argv or argv[0] not in COMMANDS:
        return None
    parent = click.Context(cli, info_name="adjudge")
    command = cli.get_command(parent, argv[0])
    return None if command is None else click.Context(command, parent, info_name=argv[0])
