"""What a ranking assumes about sessions, control items and collections."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.assumptions import told
from adjudge.auditing.assumptions.assumption import Assumption

ASSUMPTIONS: Final = (
    Assumption(
        "sessions-alike",
        "Every session represents the campaign: all systems, and the same kinds of items, in like shares.",
        "Within a session scores are relative to what stood beside: good company lowers a z-score, bad company raises "
        "it.",
        "Knowles 2021, sections 4, 5.1 and 5.4; Knowles and Lo 2022, footnote 5",
        ("ratings",),
        checks=("AJ429", "AJ431", "AJ423"),
        if_present=("AJ420", "AJ421", "AJ422"),
        notes_against=("AJ420", "AJ421", "AJ422", "AJ423"),
        eased=dict.fromkeys(("AJ420", "AJ421", "AJ422", "AJ423", "AJ429", "AJ431"), told.not_by_session),
        eases_warnings=False,  # these are for annotators who met another mix themselves
    ),
    Assumption(
        "controls-apart",
        "Control items do not move the scores of the outputs beside them.",
        "Where they are part of the mean and the spread of an annotator, they move everything that this annotator "
        "judged.",
        "Knowles 2021, section 3; Knowles and Lo 2022, section 3.2",
        ("ratings",),
        checks=("AJ424",),
        eased={"AJ424": told.not_standardised},
    ),
    Assumption(
        "undamaged-context",
        "Nothing that counts was judged after a degraded item of the same text, repeats included.",
        "The same outputs score lower after a degraded item, whatever their own quality.",
        "Knowles and Lo 2024, sections 5.2 to 5.4",
        ("ratings",),
        checks=("AJ425",),
        eased={"AJ425": told.left_out_after_damage},
    ),
    Assumption(
        "poolable-collections",
        "Collections that are ranked together were gathered in the same way, with the same kinds of items.",
        "Scores of two collections are on one scale only if what they were compared with was the same.",
        "Knowles and Lo 2022, sections 2.1 and 3.2",
        ("ratings",),
        checks=("AJ427",),
        findings=("AJ205", "AJ219"),
    ),
    Assumption(
        "role-of-humans",
        "A human translation has one role throughout, as a system or as a control, and is the work of a human.",
        "A reference that is a system here and a control there moves scores in one place only, and being close to a "
        "post-edited translation is no human parity.",
        "Knowles 2021, section 3; Knowles and Lo 2022, section 2.1; Graham et al. 2020, section 4.1",
        ("ratings",),
        checks=("AJ427",),
        findings=("AJ218", "AJ219"),
    ),
)
