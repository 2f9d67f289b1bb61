"""What a plan judges of the texts that it could judge: parts and snippets, and what is left out altogether."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudge.core.catalogue import FindingEntry, counted
from adjudge.core.findings import Finding
from adjudge.planning.designs.catalogue import CUT_INTO_PARTS, NOT_ASKED_FOR, NOT_JUDGED, SNIPPETS
from adjudge.planning.sampling.sample import Sample
from adjudge.planning.sampling.units import Piece


def judged_findings(sample: Sample, *, asked: bool) -> Iterator[Finding]:
    """Notes on documents that are judged in parts, and a warning about texts that the hours leave out.

    Args:
        sample: what is judged.
        asked: whether no more were asked for; if not, it is the hours that leave some out.
    """
    planned, documents = sample.planned, sample.documents
    cut = [piece for piece in planned if piece.length < documents[piece.document]]
    if cut and sample.unit != "segment":
        yield _snippets(cut, documents) if sample.unit == "snippet" else _parts(cut)
    left = set(sample.pieces) - set(planned)
    if left:
        yield _not_judged(left, planned, documents, NOT_ASKED_FOR if asked else NOT_JUDGED)


def _parts(cut: Collection[Piece]) -> Finding:
    lengths = [piece.length for piece in cut]
    long = {piece.document for piece in cut}
    return CUT_INTO_PARTS(documents=len(long), parts=len(cut), shortest=min(lengths), longest=max(lengths))


def _snippets(cut: Collection[Piece], documents: dict[str, int]) -> Finding:
    unjudged = sum(documents[piece.document] - piece.length for piece in cut)
    return SNIPPETS(documents=len(cut), longest=max(piece.length for piece in cut), unjudged=unjudged)


def _not_judged(
    left: Collection[Piece], planned: Collection[Piece], documents: dict[str, int], entry: FindingEntry
) -> Finding:
    judged, of_left = {piece.document for piece in planned}, {piece.document for piece in left}
    never, in_part = of_left - judged, of_left & judged
    told = [f"{len(never):,} {'is' if len(never) == 1 else 'are'} not judged at all"] if never else []
    told += [f"{len(in_part):,} only in part"] if in_part else []
    return entry(
        texts=len(left),
        total=len(left) + len(planned),
        segments=sum(piece.length for piece in left),
        documents=len(never),
        in_part=len(in_part),
        _documents=f"of {counted(len(documents), 'document')} {' and '.join(told)}",
    )
