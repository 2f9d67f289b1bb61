"""Words of Appraise for the items of a task, in its batches and in its results alike."""

from __future__ import annotations

from typing import Final

import polars as pl

_KINDS: Final = {"TGT": "system", "CHK": "repeat", "BAD": "degraded", "REF": "reference"}
_SCOPES: Final = {"True": "document", "False": "segment"}
#: Endings of document names: a degraded copy, a whole copy, the beginning of a document that fills up a task, and in
#: batches of ours a part of a document.
_ENDING: Final = r"(#(bad|dup|incomplete|part\d+))+$"
_REPEATED: Final = r"#dup(#|$)"
_TUTORIAL: Final = r"^[a-z]{2,3}-?[a-z]{2,3}-tutorial\d*($|[_#])"
_FILLER: Final = r"#incomplete(#|$)"


def kind(item_type: str = "kind") -> pl.Expr:
    """Our kind from the item type, the system and the document; unknown types stay, for the checks to report."""
    plain = pl.col(item_type).str.replace(r"^BAD\..*", "BAD")
    return (
        pl.when(is_tutorial())
        .then(pl.lit("tutorial"))
        # The same document again in the same task.
        .when(pl.col("document").str.contains(_REPEATED) & (plain == "TGT"))
        .then(pl.lit("repeat"))
        # The beginning of a document that somebody else judges whole: a first judgement, but of less context, and
        # only some systems get it. In wave 3 of WMT24 none of 382 such rows has an original in its account.
        .when(pl.col("document").str.contains(_FILLER) & (plain == "TGT"))
        .then(pl.lit("filler"))
        .otherwise(plain.replace(_KINDS))
    )


def is_tutorial() -> pl.Expr:
    """Whether the item is practice: its system or its document is called so; a text may be about tutorials."""
    named = pl.col("document").str.contains(_TUTORIAL).fill_null(value=False)
    return pl.col("system").str.contains("tutorial") | named


def scope(complete: str = "complete") -> pl.Expr:
    """Whether the item asks for the score of a whole document; unknown words stay, for the checks to report."""
    return pl.col(complete).str.to_titlecase().replace(_SCOPES)


def document() -> pl.Expr:
    """The document without the ending that marks a copy or a part."""
    return pl.col("document").str.replace(_ENDING, "")


def is_copy() -> pl.Expr:
    """Whether the name of the document says that it was shown before in the same task."""
    return pl.col("document").str.contains(_REPEATED)
