"""What a section of a report is made of, before it is set: words, figures, tables, findings, and text to copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudge.core.errors import Problem
from adjudge.core.findings import Finding
from adjudge.reporting.audits.page import AuditSection
from adjudge.reporting.figures import CaptionedTable, Figure


@dataclass(frozen=True)
class Words:
    """A paragraph.

    Args:
        text: what stands in backticks is set as code.
        small: whether it only explains.
    """

    text: str
    small: bool = False


@dataclass(frozen=True)
class FindingList:
    """Findings of one severity.

    Args:
        findings: in the order in which they are read.
        folded: whether they are opened by a click.
        heading: above them.
    """

    findings: Sequence[Finding]
    heading: str
    folded: bool = False


@dataclass(frozen=True)
class ToCopy:
    """Text that is pasted elsewhere.

    Args:
        heading: what it is.
        text: line by line.
        prose: whether it is set like text, not like code.
    """

    heading: str
    text: str
    prose: bool = False


@dataclass(frozen=True)
class Beside:
    """Two columns on a wide screen.

    Args:
        left: blocks of the wider column.
        right: blocks of the other one.
    """

    left: tuple[Block, ...]
    right: tuple[Block, ...]


@dataclass(frozen=True)
class Part:
    """A part of a section under a heading of its own.

    Args:
        key: unique in its section.
        heading: a few words.
        blocks: what stands below.
    """

    key: str
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Missing:
    """Why there is nothing to show.

    Args:
        problem: what is wrong, what was expected, and what to do.
    """

    problem: Problem


Block = Words | Figure | CaptionedTable | FindingList | ToCopy | Beside | Part | Missing


@dataclass(frozen=True)
class Section:
    """A section of a report.

    Args:
        key: unique among the sections of a group.
        heading: a few words.
        blocks: in the order in which they are read.
    """

    key: str
    heading: str
    blocks: tuple[Block, ...]

    def figures(self) -> Iterator[Figure]:
        """All figures in it."""
        return (one for one in _all(self.blocks) if isinstance(one, Figure))

    def tables(self) -> Iterator[CaptionedTable]:
        """All tables in it, also those behind figures."""
        for one in _all(self.blocks):
            if isinstance(one, CaptionedTable):
                yield one
            elif isinstance(one, Figure) and one.numbers is not None:
                yield one.numbers


def _all(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if isinstance(block, Beside):
            yield from _all((*block.left, *block.right))
        elif isinstance(block, Part):
            yield from _all(block.blocks)
        else:
            yield block


def parts_of(sections: Sequence[AuditSection]) -> tuple[Part, ...]:
    """The sections of the page of an audit as parts of one section."""
    return tuple(
        Part(
            f"part-{i}",
            one.heading,
            (*([Words(one.text)] if one.text else []), *one.figures, *one.tables),
        )
        for i, one in enumerate(sections, 1)
    )
