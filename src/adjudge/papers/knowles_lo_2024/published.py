"""Published figures of Knowles and Lo 2024, "Calibration and context in human evaluation of machine translation"."""

from __future__ import annotations

from typing import Final

#: Different outputs, documents, systems; lowest, median and highest number of segments per document and system.
TABLE_1: Final = {
    "eng-ces": (93, 8, 6, 10, 10.0, 11),
    "eng-deu": (93, 9, 6, 10, 10.0, 11),
    "eng-hrv": (100, 13, 7, 4, 7.0, 11),
    "eng-jpn": (95, 9, 7, 10, 11.0, 11),
    "eng-zho": (100, 14, 8, 2, 5.0, 11),
    "zho-eng": (100, 15, 12, 1, 5.0, 11),
}
#: Annotators; lowest, median and highest number of further HITs, and of further segments.
TABLE_2: Final = {
    "eng-ces": (16, 1, 4.5, 29, 200, 900.0, 5800),
    "eng-deu": (14, 1, 6.0, 17, 200, 1200.0, 3400),
    "eng-hrv": (13, 2, 6.0, 26, 388, 1200.0, 5154),
    "eng-jpn": (17, 1, 4.0, 33, 200, 800.0, 6600),
    "eng-zho": (8, 2, 18.0, 32, 400, 3600.0, 6400),
    "zho-eng": (12, 2, 7.0, 26, 400, 1400.0, 5200),
}
#: Of every correlation: lowest, its p, median, highest.
TABLE_3: Final = {
    "eng-ces": {
        "spearman": (0.12, 0.25, 0.48, 0.80),
        "pearson": (0.21, 0.04, 0.53, 0.81),
        "kendall": (0.08, 0.26, 0.34, 0.61),
    },
    "eng-deu": {
        "spearman": (-0.19, 0.06, 0.19, 0.51),
        "pearson": (-0.11, 0.31, 0.35, 0.77),
        "kendall": (-0.10, 0.08, 0.11, 0.35),
    },
    "eng-hrv": {
        "spearman": (0.20, 0.04, 0.40, 0.63),
        "pearson": (0.21, 0.03, 0.55, 0.77),
        "kendall": (0.14, 0.05, 0.26, 0.44),
    },
    "eng-jpn": {
        "spearman": (-0.10, 0.35, 0.25, 0.69),
        "pearson": (-0.21, 0.04, 0.27, 0.75),
        "kendall": (-0.06, 0.37, 0.17, 0.50),
    },
    "eng-zho": {
        "spearman": (-0.10, 0.34, 0.14, 0.58),
        "pearson": (-0.12, 0.22, 0.15, 0.52),
        "kendall": (-0.07, 0.33, 0.10, 0.42),
    },
    "zho-eng": {
        "spearman": (0.03, 0.77, 0.40, 0.75),
        "pearson": (-0.27, 0.01, 0.38, 0.73),
        "kendall": (0.03, 0.72, 0.29, 0.57),
    },
}
#: Section 3.6: documents that two systems translated, and these systems.
SHARED_DOCUMENTS: Final = {
    "eng-ces": {"ecommerce_en_44#1-10": "HUMAN-B and Online-W"},
    "eng-zho": {
        "en_zh-TW_CLIENT-05_2020-12-20-24_doc0#1-5": "Online-B and Online-Y",
        "en_fr_CLIENT-02_default_2020-12-27-46_doc0#1-5": "Lan-Bridge and Online-W",
    },
    "zho-eng": {"en_zh-TW_CLIENT-05_2020-12-20-24_doc0#1-5": "JDExploreAcademy and Online-W"},
}
#: Section 3.6: annotators who did not finish the calibration set.
INCOMPLETE: Final = {"eng-ces": 1, "eng-deu": 0, "eng-hrv": 0, "eng-jpn": 1, "eng-zho": 1, "zho-eng": 1}
#: Section 4.1: scores of annotator engjpn1614, lowest and highest of each group.
CLUSTERS: Final = {(98, 100): 53, (66, 69): 31, (31, 34): 14, (41, 41): 1, (49, 49): 1}
#: Section 4.1: scores of the annotator with five of them.
FIVE_SCORES: Final = {83: 2, 84: 18, 85: 51, 86: 27, 87: 2}
