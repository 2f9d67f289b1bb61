"""The figures of Knowles 2021, and those computed independently on the data at hand.

Tables 2 and 3 are the counts of the authors' released reference output; the text of the paper at hand lost the tables,
except for the three fractions that section 5.2 names.
"""

from __future__ import annotations

from typing import Final

#: Section 5: raw scores of a task, and the z-score of 50 among them.
TOY: Final[dict[tuple[int, ...], float]] = {
    (25, 50, 50, 75): 0.0,
    (0, 25, 50, 75): 0.39,
    (25, 50, 75, 100): -0.39,
}
#: Rows of each kind, `types` in expected.json; the Wikipedia task has no control items.
ITEMS: Final[dict[str, dict[str, int]]] = {
    "cs-en": {"system": 17663, "repeat": 2431, "reference": 2483, "degraded": 2493},
    "zh-en": {"system": 24546, "repeat": 3574, "reference": 3613, "degraded": 3570},
    "bn-hi": {"system": 4461, "repeat": 0, "reference": 0, "degraded": 0},
    "hi-bn": {"system": 4512, "repeat": 0, "reference": 0, "degraded": 0},
    "xh-zu": {"system": 2968, "repeat": 0, "reference": 0, "degraded": 0},
    "zu-xh": {"system": 2502, "repeat": 0, "reference": 0, "degraded": 0},
}
#: Whether order, clusters and both changed, `stability` in expected.json.
STABILITY: Final[dict[str, dict[str, tuple[bool, bool, bool]]]] = {
    "cs-en": {
        "remove:human": (True, True, True),
        "remove:worst": (True, False, False),
        "remove:best": (False, False, False),
        "divide:human:1.25": (True, True, True),
        "divide:human:1.5": (False, True, False),
        "divide:human:2": (False, True, False),
        "divide:human:4": (False, True, False),
        "divide:human:10": (False, True, False),
    },
    "zh-en": {
        "remove:human": (True, True, True),
        "remove:worst": (False, False, False),
        "remove:best": (True, True, True),
        "divide:human:1.25": (True, True, True),
        "divide:human:1.5": (True, True, True),
        "divide:human:2": (True, False, False),
        "divide:human:4": (True, True, True),
        "divide:human:10": (True, True, True),
    },
    "bn-hi": {"remove:worst": (False, False, False), "remove:best": (True, False, False)},
    "hi-bn": {"remove:worst": (True, True, True), "remove:best": (False, False, False)},
    "xh-zu": {"remove:worst": (False, True, False), "remove:best": (False, False, False)},
    "zu-xh": {"remove:worst": (False, False, False), "remove:best": (False, False, False)},
}
#: `clusters_halved_two_sided` in expected.json.
CLUSTERS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "cs-en": (
        ("Online-W.2",),
        (
            "CUNI-DocTransformer.6",
            "Lan-Bridge.1",
            "Online-B.0",
            "JDExploreAcademy.8",
            "Online-A.10",
            "CUNI-Transformer.7",
            "Online-G.9",
            "SHOPLINE-PL.5",
        ),
        ("Online-Y.4",),
        ("HUMAN-C", "ALMAnaCH-Inria.3"),
    ),
    "zh-en": (
        ("HUMAN-B.12",),
        (
            "JDExploreAcademy.6",
            "HuaweiTSC.2",
            "AISP-SJTU.0",
            "LanguageX.10",
            "Online-A.11",
            "DLUT.4",
            "Online-B.5",
            "Online-G.8",
            "Online-W.1",
            "Lan-Bridge.7",
            "Online-Y.3",
            "NiuTrans.9",
        ),
    ),
    "bn-hi": (
        ("GTCOM.0", "Online-B.5"),
        ("TRANSSION.3", "MS-EgDC.8", "UEdin.4", "Online-Y.2", "HuaweiTSC.1", "Online-A.6"),
        ("Online-G.7",),
    ),
    "hi-bn": (
        ("HuaweiTSC.1", "Online-A.6", "GTCOM.0", "UEdin.4"),
        ("Online-Y.2", "TRANSSION.3"),
        ("Online-B.5",),
        ("MS-EgDC.8",),
        ("Online-G.7",),
    ),
    "xh-zu": (("HuaweiTSC.2", "TRANSSION.3", "GTCOM.1"), ("MS-EgDC.5", "FJDMATH.0"), ("Online-G.4",)),
    "zu-xh": (("TRANSSION.2",), ("HuaweiTSC.0", "MS-EgDC.4", "GTCOM.3"), ("Online-G.1",)),
}
#: Table 1: rows of each kind in the files of 2018 to 2020.
TABLE_1: Final[dict[str, int]] = {
    "newstest2018-humaneval, SYSTEM": 265387,
    "newstest2018-humaneval, REPEAT": 26489,
    "newstest2018-humaneval, REF": 26003,
    "newstest2018-humaneval, BAD_REF": 36924,
    "appraise-doclevel-humaneval-newstest2019, SYSTEM": 194625,
    "appraise-doclevel-humaneval-newstest2019, REPEAT": 0,
    "appraise-doclevel-humaneval-newstest2019, REF": 0,
    "appraise-doclevel-humaneval-newstest2019, BAD_REF": 0,
    "mturk-sntlevel-humaneval-newstest2019, SYSTEM": 92164,
    "mturk-sntlevel-humaneval-newstest2019, REPEAT": 13266,
    "mturk-sntlevel-humaneval-newstest2019, REF": 13177,
    "mturk-sntlevel-humaneval-newstest2019, BAD_REF": 13113,
    "turkle-sntlevel-humaneval-newstest2019, SYSTEM": 47799,
    "turkle-sntlevel-humaneval-newstest2019, REPEAT": 0,
    "turkle-sntlevel-humaneval-newstest2019, REF": 0,
    "turkle-sntlevel-humaneval-newstest2019, BAD_REF": 0,
    "appraise-doclevel-humaneval-newstest2020, SYSTEM": 186663,
    "appraise-doclevel-humaneval-newstest2020, REPEAT": 0,
    "appraise-doclevel-humaneval-newstest2020, REF": 0,
    "appraise-doclevel-humaneval-newstest2020, BAD_REF": 26856,
    "mturk-sntlevel-humaneval-newstest2020, SYSTEM": 26262,
    "mturk-sntlevel-humaneval-newstest2020, REPEAT": 3741,
    "mturk-sntlevel-humaneval-newstest2020, REF": 3746,
    "mturk-sntlevel-humaneval-newstest2020, BAD_REF": 3773,
    "mturk-doclevel-humaneval-newstest2020, SYSTEM": 93777,
    "mturk-doclevel-humaneval-newstest2020, REPEAT": 12887,
    "mturk-doclevel-humaneval-newstest2020, REF": 12939,
    "mturk-doclevel-humaneval-newstest2020, BAD_REF": 12965,
}
#: Language pairs with a change, of those of each style of collection.
TABLES_2_AND_3: Final[dict[str, dict[str, str]]] = {
    "Table 2": {
        "human and REF removed, SR-DC, rank": "4/21",
        "human and REF removed, SR-DC, cluster": "1/21",
        "human and REF removed, SR-DC, both": "0/21",
        "human and REF removed, SR+DC, rank": "18/25",
        "human and REF removed, SR+DC, cluster": "12/25",
        "human and REF removed, SR+DC, both": "8/25",
    },
    "Table 3": {
        "lowest removed, SR-DC, rank": "4/21",
        "lowest removed, SR-DC, cluster": "3/21",
        "lowest removed, SR-DC, both": "1/21",
        "lowest removed, SR+DC, rank": "18/25",
        "lowest removed, SR+DC, cluster": "10/25",
        "lowest removed, SR+DC, both": "7/25",
        "highest removed, SR-DC, rank": "0/21",
        "highest removed, SR-DC, cluster": "1/21",
        "highest removed, SR-DC, both": "0/21",
        "highest removed, SR+DC, rank": "17/25",
        "highest removed, SR+DC, cluster": "10/25",
        "highest removed, SR+DC, both": "5/25",
    },
}
#: Section 5.1: who met which items.
COMPOSITION: Final[dict[str, float]] = {
    "workers with REF in 2018, lowest (en-et), %": 4.9,
    "workers with REF in 2018, en-cs, %": 25.8,
    "workers with REF in 2018, en-fi, %": 47.4,
    "workers with REF in 2018, highest (zh-en), %": 98.8,
    "workers with human references in 2019, en-de, %": 37.8,
    "workers with human references in 2019, en-kk, %": 61.5,
    "Appraise sessions with BAD_REF in 2020, en-iu, %": 95.8,
    "Appraise sessions with human references in 2020, en-iu, %": 8.3,
    "Appraise sessions with human references in 2020, en-zh, %": 73.4,
}
#: What is drawn, or printed in the appendix.
CURVES: Final[dict[str, str]] = {
    "Table 4": "replication of the official rankings",
    "Figure 1": "share of language pairs with a change, by divisor",
    "Figure 2": "ranks for en-de 2020, by divisor",
    "Figure 3": "ranks for zh-en 2020, by divisor",
    "Figure 4": "systems that share a task",
    "Figure 5": "mean scores of documents and systems, en-lt 2019",
}
