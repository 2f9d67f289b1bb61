"""Which codes of the linter say what the planted faults call their symptoms.

The faults and what follows from them are written in words of their own (`benchmarks.audits.faults`), by reasoning about
the fault. This table alone connects them with the checks.
"""

from __future__ import annotations

from typing import Final

CODES: Final[dict[str, tuple[str, ...]]] = {
    "annotators are sessions": ("AJ402",),
    "annotators unknown": ("AJ402", "AJ412"),
    "one annotator": ("AJ410",),
    "no spread": ("AJ401",),
    "narrow range": ("AJ404",),
    "discretised": ("AJ405",),
    "drift": ("AJ406",),
    "no agreement": ("AJ407", "AJ497"),
    "against the others": ("AJ174",),
    "failed control": ("AJ416",),
    "failed control of one pair": ("AJ409",),
    "inconsistent": ("AJ417",),
    "too fast": ("AJ413",),
    "same scores in a document": ("AJ415",),
    "few systems met": ("AJ442",),
    "moments without rows": ("AJ137",),
    "unequal work": ("AJ411", "AJ493"),
    "sessions differ": ("AJ429",),
    "fatigue": ("AJ419",),
    "shared sessions": ("AJ430",),
    "unequal sessions": ("AJ431",),
    "nothing judged twice": ("AJ418",),
    # Where showings are known, documents are recovered from them, which is said (AJ227).
    "documents unknown": ("AJ464", "AJ227"),
    "segments of one system": ("AJ468",),
    "references in some sessions": ("AJ421", "AJ420"),  # a reference is a human translation too
    "degraded in some sessions": ("AJ422",),
    "controls in basis": ("AJ424",),
    "repeats after degraded": ("AJ425",),
    "no order": ("AJ414",),
    "no times": ("AJ414",),
    "not connected": ("AJ443", "AJ496"),
    "different documents": ("AJ440",),
    "luck with documents": ("AJ467",),
    "low coverage": ("AJ441", "AJ444"),
    "raw against z": ("AJ456", "AJ428"),
    "few segments, many judgements": ("AJ451",),
    "uncorrected tests": ("AJ453",),
    "no power": ("AJ452", "AJ465"),
    "order against ranks": ("AJ454",),
    "outlier system": ("AJ445",),
    "zero system": ("AJ446",),
    "long documents": ("AJ426", "AJ423"),
    "mixed collections": ("AJ427",),
    "reverse-created": ("AJ450",),
    "copies source": ("AJ447",),
    "copies reference": ("AJ448",),
    "copies a system": ("AJ449",),
    "empty output": ("AJ461",),
    "wrapped quotes": ("AJ459",),
    "encoding damage": ("AJ460",),
    "odd lengths": ("AJ462",),
    "other script": ("AJ463",),
    "odd document": ("AJ466",),
    "position bias": ("AJ490",),
    "contradictions": ("AJ491",),
    "unequal opponents": ("AJ492",),
    "too many ties": ("AJ498",),
    "cycles": ("AJ494",),
    "one outcome": ("AJ495",),
    "unstable": ("AJ455", "AJ457", "AJ458"),
}
