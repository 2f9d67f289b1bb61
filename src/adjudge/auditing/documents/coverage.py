"""Coverage: how much of the test set was judged for each system, and how long its documents are (X2, D12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import polars as pl

from adjudge.auditing.documents.judged import counting_rows

_PLACE: Final = ["document", "segment"]


@dataclass(frozen=True)
class TestSet:
    """The segments that could have been judged.

    Args:
        segments: `document` and `segment` of each, once; further columns such as `domain` where known.
        given: whether a map of the test set was given; otherwise it is all that was judged for any system.
        unknown: judged segments that the map does not hold; they do not count.
    """

    __test__ = False  # the name is not a test case

    segments: pl.DataFrame
    given: bool
    unknown: int = 0


def known_test_set(rows: pl.DataFrame, segments: pl.DataFrame | None = None) -> TestSet:
    """The test set of some judgements.

    Args:
        rows: judgements that count.
        segments: the map of the test set: `document`, `segment`, perhaps `domain`; of the domains in it only those
            count of which anything was judged. Without it, all that was judged for any system.
    """
    judged = rows.select(_PLACE).unique()
    if segments is None:
        columns = [*_PLACE, *(["domain"] if _is_known(rows, "domain") else [])]
        return TestSet(rows.select(columns).unique(_PLACE, maintain_order=True).sort(_PLACE), given=False)
    if "domain" in segments.columns:
        touched = segments.join(judged.select("document").unique(), on="document", how="semi", nulls_equal=True)
        segments = segments.filter(pl.col("domain").is_in(touched["domain"].unique().to_list()))
    unique = segments.unique(_PLACE, maintain_order=True)
    unknown = judged.join(unique, on=_PLACE, how="anti", nulls_equal=True).height
    return TestSet(unique, given=True, unknown=unknown)


def _is_known(rows: pl.DataFrame, name: str) -> bool:
    return name in rows.columns and rows[name].null_count() == 0


def coverage_by_system(frame: pl.DataFrame, segments: pl.DataFrame | None = None) -> pl.DataFrame:
    """How much of the test set was judged for each system (Knowles and Lo 2022, section 5.2).

    Checked against: the shares and counts of that section (tests/published), and a count by sets (tests/laws).

    Args:
        frame: ratings; only scored judgements of segments of the kinds `system` and `repeat` count.
        segments: the map of the test set, see `known_test_set`.

    Returns:
        One row per system, by name: `system`, `segments` judged, `total` segments of the test set, `share`,
        `documents` with any judgement, `whole_documents` with all their segments judged, `total_documents`.
    """
    rows = counting_rows(frame)
    test = known_test_set(rows, segments)
    sizes = test.segments.group_by("document").agg(_size=pl.len())
    judged = rows.select("system", *_PLACE).unique().join(test.segments, on=_PLACE, how="semi", nulls_equal=True)
    cells = judged.group_by("system", "document").agg(_n=pl.len()).join(sizes, on="document", nulls_equal=True)
    known = pl.col("document").is_not_null()
    found = cells.group_by("system").agg(
        segments=pl.col("_n").sum(),
        documents=known.sum(),
        whole_documents=(known & (pl.col("_n") == pl.col("_size"))).sum(),
    )
    all_systems = rows.select(pl.col("system").unique().sort())
    total = test.segments.height
    return all_systems.join(found, on="system", how="left", maintain_order="left").select(
        "system",
        pl.col("segments").fill_null(0).cast(pl.Int64),
        total=pl.lit(total, dtype=pl.Int64),
        share=pl.col("segments").fill_null(0) / total,
        documents=pl.col("documents").fill_null(0).cast(pl.Int64),
        whole_documents=pl.col("whole_documents").fill_null(0).cast(pl.Int64),
        total_documents=pl.lit(test.segments["document"].drop_nulls().n_unique(), dtype=pl.Int64),
    )


def documents_of_all_systems(frame: pl.DataFrame) -> list[str]:
    """Documents with at least one judgement of every system, by name."""
    rows = counting_rows(frame).filter(pl.col("document").is_not_null())
    systems = rows.group_by("document").agg(pl.col("system").n_unique())
    return systems.filter(pl.col("system") == rows["system"].n_unique())["document"].sort().to_list()


@dataclass(frozen=True)
class DocumentLengths:
    """Lengths of the documents of a test set, in segments (D12).

    Args:
        domain: of the documents; None for all.
        documents: their number.
        min: the shortest.
        max: the longest.
        mean: of all lengths.
        sd: with n in the denominator, as Knowles and Lo (2022, section 2) print it.
        sample_sd: with n - 1; None for a single document.
        median: of all lengths.
    """

    domain: str | None
    documents: int
    min: int
    max: int
    mean: float
    sd: float
    sample_sd: float | None
    median: float


def document_lengths(segments: pl.DataFrame) -> list[DocumentLengths]:
    """Lengths of documents, for each domain if domains are known, otherwise for all.

    Checked against: section 2 of Knowles and Lo 2022 (tests/published).

    Args:
        segments: `document` and `segment` of the test set, each once, perhaps with `domain`.
    """
    known = segments.filter(pl.col("document").is_not_null())
    if "domain" in known.columns and known["domain"].null_count() == 0:
        groups = [(str(name), known.filter(pl.col("domain") == name)) for name in known["domain"].unique().sort()]
    else:
        groups = [("", known)]
    return list(_lengths(groups))


def _lengths(groups: list[tuple[str, pl.DataFrame]]) -> Iterator[DocumentLengths]:
    for domain, part in groups:
        if part.is_empty():
            continue
        sizes = part.group_by("document").len()["len"].cast(pl.Float64)
        row = sizes.to_frame("n").select(
            min=pl.col("n").min().cast(pl.Int64),
            max=pl.col("n").max().cast(pl.Int64),
            mean=pl.col("n").mean(),
            sd=pl.col("n").std(ddof=0),
            sample_sd=pl.col("n").std(ddof=1),
            median=pl.col("n").median(),
        )
        yield DocumentLengths(domain=domain or None, documents=len(sizes), **row.row(0, named=True))
