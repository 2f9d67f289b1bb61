"""Words of Appraise for the items of a task, in its batches and in its results alike."""

from __future__ import annotations

from typing import Final

import polars as pl

_KINDS: Final = {"TGT": "system", "CHK": "repeat", "BAD": "degraded", "REF": "reference"}
_SCOPES: Final = {"True": "document", "False": "segment"}
#: Endings of document names: a degraded copy, a whole copy, and a part that fills up a task.
_COPY: Final = r"(#(bad|dup|incomplete))+$"
_REPEATED: Final = r"#(dup|incomplete)"


def kind(item_type: str = "kind") -> pl.Expr:
    """Our kind from the item type, the system and the document; unknown types stay, for the checks to report."""
    plain = pl.col(item_type).str.replace(r"^BAD\..*", "BAD")
    return (
        pl.when(pl.col("system").str.contains("tutorial"))
        .then(pl.lit("tutorial"))
        # A copy of a document that is judged whole elsewhere, to fill a task: never a first judgement.
        .when(pl.col("document").str.contains(_REPEATED) & (plain == "TGT"))
        .then(pl.lit("repeat"))
        .otherwise(plain.replace(_KINDS))
    )


def scope(complete: str = "complete") -> pl.Expr:
    """Whether the item asks for the score of a whole document; unknown words stay, for the checks to report."""
    return pl.col(complete).str.to_titlecase().replace(_SCOPES)


def document() -> pl.Expr:
    """The document without the ending that marks a copy."""
    return pl.col("document").str.replace(_COPY, "")
