"""What a ranking assumes about its order, its tests and its lines."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.assumptions import told
from adjudge.auditing.assumptions.assumption import Assumption

ASSUMPTIONS: Final = (
    Assumption(
        "other-systems",
        "Of two systems that differ significantly, the same one is better whichever others took part.",
        "If not, the order is one of the company that systems kept, and not of their quality.",
        "Knowles 2021, section 5.2; Knowles and Lo 2022, footnote 14",
        ("ratings",),
        checks=("AJ457", "AJ445"),
        eased=dict.fromkeys(("AJ457", "AJ445"), told.not_standardised),
    ),
    Assumption(
        "standardisation",
        "Systems that differ significantly stand in the same order however scores are standardised.",
        "Raw means and z-scores agree where annotators met the same mix; where they differ, one of them is wrong.",
        "Knowles and Lo 2022, section 3.2; Knowles 2021, section 5",
        ("ratings",),
        checks=("AJ456", "AJ458"),
    ),
    Assumption(
        "one-direction",
        "The test looks at what the order is by, and in its direction.",
        "Otherwise a line can be drawn below a system that the test itself finds worse.",
        "Knowles and Lo 2022, Table 3; Knowles 2021, footnotes 7 and 8",
        ("ratings",),
        checks=("AJ454", "AJ455"),
        findings=("AJ211",),
        eased={"AJ454": told.order_and_test_alike},
        not_about={"AJ455": told.not_halved},
    ),
    Assumption(
        "independent-units",
        "What the test takes as independent is independent.",
        "Judgements of one text go together: taken as independent, they make differences significant that are not.",
        "Lopez 2012, section 6; Graham et al. 2020, section 2",
        ("ratings", "comparisons"),
        checks=("AJ464", "AJ451"),
        findings=("AJ209", "AJ311"),
        notes_against=("AJ464",),
        told=told.units_of_the_test,
    ),
    Assumption(
        "corrected-tests",
        "The number of tests was corrected for.",
        "Of many tests some are significant by chance, and these are then published as findings.",
        "Lopez 2012, section 6",
        ("ratings", "comparisons"),
        if_present=("AJ453",),
        findings=("AJ212", "AJ248"),
        told=told.pairs_corrected,
    ),
)
