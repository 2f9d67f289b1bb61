"""Agreement of annotators on comparisons of systems, between them and with themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final, Literal, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.catalogue import FEW_JUDGED_TWICE, LEFT_OUT_COMPARISONS, UNKNOWN_JUDGEMENTS
from adjudge.core.catalogue import counted
from adjudge.core.checking.identity import TEXT, present
from adjudge.core.findings import Finding
from adjudge.core.results import Result
from adjudge.core.selecting.selection import conditions_as_text, require_blind, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.suspicions.registry import suspect
from adjudge.core.tables import Comparisons
from adjudge.kernels.paired_comparison import agreement as kernel
from adjudge.ranking.comparisons.catalogue import NOT_COMPARISONS
from adjudge.ranking.rank import as_table

#: `recommended`: the order of the two systems does not matter, `inter` is between different annotators only, chance
#: from judgements that have a partner. `wmt`: as WMT counted; A against B and B against A are different items, and
#: `inter` takes pairs of one annotator, too. `wmt-unordered`: the same, but the order of the two does not matter.
Form = Literal["recommended", "wmt", "wmt-unordered"]
Between = Literal["inter", "intra"]
FORMS: Final[tuple[Form, ...]] = ("recommended", "wmt", "wmt-unordered")
#: With fewer pairs the standard error of observed agreement can exceed .05 (binomial, at one half).
ENOUGH_PAIRS: Final = 100
_SYSTEMS: Final = ("system_a", "system_b")
_OUTCOME: Final = {"a": 1, "tie": 0, "b": -1}


@dataclass(frozen=True)
class AgreementRow:
    """One kind of agreement, counted in one way.

    Args:
        form: the way of counting.
        between: `inter` (annotators) or `intra` (one annotator, twice).
        observed: share of comparable pairs that agree, pA; None if there are none.
        expected: agreement by chance, pE.
        kappa: (pA - pE) / (1 - pE); None if it cannot be computed.
        agree: pairs of judgements of one item with the same outcome.
        comparable: pairs of judgements of one item.
        ties: ties among the judgements behind pE.
        total: judgements behind pE.
    """

    form: Form
    between: Between
    observed: float | None
    expected: float | None
    kappa: float | None
    agree: int
    comparable: int
    ties: int
    total: int


@dataclass(frozen=True, repr=False)
class AgreementResult(Result):
    """Agreement in every form.

    Args:
        rows: `inter` and `intra` of the recommended form first.
    """

    schema: ClassVar[str] = "adjudge.agreement/1"

    rows: tuple[AgreementRow, ...]

    def row(self, between: Between, form: Form = "recommended") -> AgreementRow:
        """One row of the table."""
        return next(row for row in self.rows if (row.between, row.form) == (between, form))

    def to_frame(self) -> pl.DataFrame:
        """One row per form and kind of agreement."""
        types = dict.fromkeys(("observed", "expected", "kappa"), pl.Float64)
        return pl.DataFrame([asdict(row) for row in self.rows], schema_overrides=types)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "rows": [asdict(row) for row in self.rows],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(**cls._common_parts(data), rows=tuple(AgreementRow(**row) for row in data["rows"]))

    def summary(self) -> str:
        """Agreement of the recommended form in two sentences."""
        inter, intra = self.row("inter"), self.row("intra")
        return f"Different annotators {_in_words(inter)}. Annotators with themselves {_in_words(intra)}."


def _in_words(row: AgreementRow) -> str:
    if row.observed is None:
        return "cannot be compared: no item has two such judgements"
    kappa = "undefined" if row.kappa is None else f"{row.kappa:.3f}"
    return f"agree on {row.observed:.1%} of {counted(row.comparable, 'pair')} of judgements (kappa {kappa})"


def agreement(table: object) -> AgreementResult:
    """How far annotators agree with each other and with themselves.

    An item is two systems on one segment; judgements agree if both prefer the same system, or both see a tie. Weights
    are not used: agreement is a matter of single judgements. Where outputs that are equal were judged once and the
    comparison copied to every system that wrote them, each copy counts, which flatters agreement (WMT15
    Finnish-English: kappa .72 with the copies and .39 without, in the form of WMT); collapse such systems first.

    Args:
        table: comparisons with annotators, or any frame with their columns; rows without annotator, or without segment
            and document, are left out and counted.

    Raises:
        InputError: AJ020 for another table, AJ034 if no row has both.
    """
    held = as_table(table, columns=None, scale=None, comparisons=True)
    if not isinstance(held, Comparisons):
        raise NOT_COMPARISONS(held=held.noun)
    frame = known_judgements(held)
    left_out, rows = len(held) - frame.height, tuple(_rows(frame))
    missing = (LEFT_OUT_COMPARISONS(left_out=left_out, comparisons=len(held)),) if left_out else ()
    return AgreementResult(
        signature=Signature.of({"agreement": "+".join(FORMS), "chance": "ties"} | selection_choices(held)),
        settings={"forms": list(FORMS), "chance": "ties", "where": conditions_as_text(held)},
        findings=(*suspect(held), *missing, *_few_judged_twice(rows)),
        rows=rows,
    )


def known_judgements(table: Comparisons) -> pl.DataFrame:
    """Rows with an annotator and a text.

    Raises:
        InputError: AJ034 if there are none.
    """
    require_blind(table)
    known = pl.col("annotator").is_not_null() & _text_known(table.frame)
    frame = table.frame.filter(known) if "annotator" in table.frame.columns else table.frame.clear()
    if frame.is_empty():
        raise UNKNOWN_JUDGEMENTS(comparisons=len(table))
    return frame


def unordered_items(frame: pl.DataFrame) -> pl.DataFrame:
    """Judgements with `_item`, two systems on one text whatever their order, and `_turned`, which of them is better.

    The outcome is 1 for the first in the alphabet, -1 for the second, 0 for a tie.
    """
    text = present(TEXT, frame)
    swapped = pl.col("system_a") > pl.col("system_b")
    outcome = pl.col("outcome").replace_strict(_OUTCOME, return_dtype=pl.Int64)
    systems = (pl.min_horizontal(*_SYSTEMS), pl.max_horizontal(*_SYSTEMS))
    return frame.with_columns(
        _item=pl.Series(_codes(frame.with_columns(_low=systems[0], _high=systems[1]), [*text, "_low", "_high"])),
        _turned=pl.when(swapped).then(-outcome).otherwise(outcome),
    )


def _few_judged_twice(rows: Sequence[AgreementRow]) -> list[Finding]:
    """Whether so few judgements can be compared that agreement says little."""
    words = {"inter": "different annotators", "intra": "annotators with themselves"}
    pairs: dict[str, int] = {row.between: row.comparable for row in rows if row.form == "recommended"}
    few = [f"{words[between]} ({n:,})" for between, n in pairs.items() if 0 < n < ENOUGH_PAIRS]
    return [FEW_JUDGED_TWICE(inter=pairs["inter"], intra=pairs["intra"], _enough=ENOUGH_PAIRS, _few=few)] if few else []


def _text_known(frame: pl.DataFrame) -> pl.Expr:
    names = [name for name in ("segment", "document") if name in frame.columns]
    return pl.coalesce(names).is_not_null() if names else pl.lit(False)


def _rows(frame: pl.DataFrame) -> Iterator[AgreementRow]:
    """Agreement between annotators and with themselves, in every form."""
    text, annotators = _codes(frame, present(TEXT, frame)), _codes(frame, ["annotator"])
    names = pl.Enum(pl.concat([frame["system_a"], frame["system_b"]]).unique().sort())
    first, second = (frame[name].cast(names).to_physical().to_numpy().astype(np.intp) for name in _SYSTEMS)
    outcomes = frame["outcome"].replace_strict(_OUTCOME, return_dtype=pl.Int64).to_numpy().astype(np.intp)
    low, high, turned = np.minimum(first, second), np.maximum(first, second), np.where(first > second, -1, 1) * outcomes
    n = len(names.categories)
    printed, unordered = (text * n + first) * n + second, (text * n + low) * n + high
    yield _row("recommended", "inter", kernel.inter_annotator(unordered, annotators, turned))
    yield _row("recommended", "intra", kernel.intra_annotator(unordered, annotators, turned))
    yield _row("wmt", "inter", kernel.inter_annotator_wmt(printed, outcomes))
    yield _row("wmt", "intra", kernel.intra_annotator_wmt(printed, text, annotators, outcomes))
    yield _row("wmt-unordered", "inter", kernel.inter_annotator_wmt(unordered, turned))
    yield _row("wmt-unordered", "intra", kernel.intra_annotator_wmt(unordered, text, annotators, turned))


def _codes(frame: pl.DataFrame, names: Sequence[str]) -> NDArray[np.intp]:
    """A number for each combination of values; a missing value is one, too."""
    return frame.select(pl.struct(names).rank("dense")).to_series().to_numpy().astype(np.intp)


def _row(form: Form, between: Between, found: kernel.Agreement) -> AgreementRow:
    return AgreementRow(
        form=form,
        between=between,
        observed=found.observed,
        expected=found.expected,
        kappa=found.kappa,
        **asdict(found),
    )
