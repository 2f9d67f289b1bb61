"""The tables of Lopez 2012 as printed."""

from __future__ import annotations

from typing import Final

#: Table 1: task -> systems without the reference, implicit pairwise judgements with it.
TASKS: Final = {
    "wmt10.Czech-English": (12, 5375),
    "wmt10.English-Czech": (17, 13538),
    "wmt10.English-French": (19, 7962),
    "wmt10.English-German": (18, 13694),
    "wmt10.English-Spanish": (16, 5174),
    "wmt10.French-English": (24, 8294),
    "wmt10.German-English": (25, 10424),
    "wmt10.Spanish-English": (14, 11307),
    "wmt11.Czech-English.combo": (4, 2602),
    "wmt11.Czech-English.individual": (8, 4922),
    "wmt11.English-Czech.combo": (2, 2686),
    "wmt11.English-Czech.individual": (10, 17875),
    "wmt11.English-French.combo": (2, 880),
    "wmt11.English-French.individual": (17, 9086),
    "wmt11.English-German.combo": (4, 4374),
    "wmt11.English-German.individual": (22, 12996),
    "wmt11.English-Spanish.combo": (4, 5930),
    "wmt11.English-Spanish.individual": (15, 11130),
    "wmt11.French-English.combo": (6, 3000),
    "wmt11.French-English.individual": (18, 6986),
    "wmt11.German-English.combo": (8, 3844),
    "wmt11.German-English.individual": (20, 9079),
    "wmt11.Spanish-English.combo": (6, 4156),
    "wmt11.Spanish-English.individual": (15, 5652),
    "wmt11.Urdu-English.tunablemetrics": (8, 6257),
}

#: Table 2: three orders of WMT11 English-Czech, and the weight printed below each.
ENGLISH_CZECH: Final = {
    "Eq. 1": [
        "online-B",
        "cu-bojar",
        "cu-marecek",
        "cu-tamchyna",
        "uedin",
        "cu-popel",
        "commercial2",
        "commercial1",
        "jhu",
        "cu-zeman",
    ],
    "MFAS": [
        "cu-marecek",
        "online-B",
        "cu-bojar",
        "cu-tamchyna",
        "cu-popel",
        "uedin",
        "commercial1",
        "commercial2",
        "jhu",
        "cu-zeman",
    ],
    "Eq. 3": [
        "online-B",
        "cu-bojar",
        "cu-marecek",
        "cu-tamchyna",
        "cu-popel",
        "uedin",
        "commercial2",
        "commercial1",
        "jhu",
        "cu-zeman",
    ],
}
ENGLISH_CZECH_COSTS: Final = {"Eq. 1": 38, "MFAS": 0, "Eq. 3": 69}

#: Table 3, left and right: WMT10 French-English.
FRENCH_ENGLISH_OPTIMAL: Final = [
    "onlineB",
    "rwth-combo",
    "cmu-hyposel-combo",
    "cambridge",
    "lium",
    "dcu-combo",
    "cmu-heafield-combo",
    "upv-combo",
    "nrc",
    "uedin",
    "jhu",
    "limsi",
    "jhu-combo",
    "lium-combo",
    "rali",
    "lig",
    "bbn-combo",
    "rwth",
    "cmu-statxfer",
    "onlineA",
    "huicong",
    "dfki",
    "cu-zeman",
    "geneva",
]
FRENCH_ENGLISH_WMT: Final = [
    "rwth-combo",
    "cmu-hyposel-combo",
    "dcu-combo",
    "onlineB",
    "lium",
    "cmu-heafield-combo",
    "upv-combo",
    "nrc",
    "cambridge",
    "uedin",
    "jhu-combo",
    "limsi",
    "rali",
    "lium-combo",
    "bbn-combo",
    "jhu",
    "rwth",
    "lig",
    "onlineA",
    "cmu-statxfer",
    "huicong",
    "dfki",
    "geneva",
    "cu-zeman",
]
#: Table 3, middle: winner, loser, weight of every majority that the optimal order contradicts.
FRENCH_ENGLISH_VIOLATED: Final = (
    ("lium", "onlineB", 1),
    ("upv-combo", "cambridge", 6),
    ("jhu", "cambridge", 1),
    ("limsi", "uedin", 1),
    ("limsi", "cmu-hyposel-combo", 1),
    ("lium-combo", "cambridge", 1),
    ("lium-combo", "nrc", 3),
    ("rali", "uedin", 1),
    ("rali", "upv-combo", 4),
    ("rali", "jhu", 1),
    ("rali", "lium", 3),
    ("lig", "uedin", 6),
    ("bbn-combo", "nrc", 3),
    ("bbn-combo", "uedin", 5),
    ("bbn-combo", "upv-combo", 5),
    ("bbn-combo", "jhu", 4),
    ("rwth", "upv-combo", 3),
    ("cmu-statxfer", "jhu", 1),
    ("cmu-statxfer", "lig", 1),
    ("onlineA", "rwth", 1),
    ("onlineA", "jhu", 2),
    ("huicong", "lig", 3),
    ("dfki", "rwth", 3),
    ("dfki", "cmu-statxfer", 1),
)

#: Table 4: WMT11 tunable metrics; the caption names the contradicted majorities.
TUNABLE_OPTIMAL: Final = [
    "cmu-bleu",
    "cmu-bleu-single",
    "cu-sempos-bleu",
    "rwth-cder",
    "cmu-meteor",
    "stanford-dcp",
    "nus-tesla-f",
    "sheffield-rose",
]
TUNABLE_HEURISTIC_2: Final = [
    "cu-sempos-bleu",
    "nus-tesla-f",
    "cmu-bleu",
    "cmu-bleu-single",
    "stanford-dcp",
    "cmu-meteor",
    "rwth-cder",
    "sheffield-rose",
]
TUNABLE_VIOLATED: Final = (("cmu-meteor", "cmu-bleu"), ("stanford-dcp", "cmu-bleu-single"))

#: Section 5.2: violated weight over all tasks. Section 5.1: tasks without a cycle.
TOTALS: Final = {"MFAS": 396, "Eq. 1": 1140, "Eq. 2": 1215, "Eq. 3": 979}
ACYCLIC: Final = 9

#: Not in the paper: orders that cost as little as the best one; a single one in all other tasks.
OPTIMAL_ORDERS: Final = {
    "wmt10.English-French": 5,
    "wmt10.English-German": 2,
    "wmt10.French-English": 8,
    "wmt10.German-English": 2,
    "wmt11.English-Spanish.individual": 4,
    "wmt11.French-English.individual": 26,
    "wmt11.German-English.individual": 2,
    "wmt11.Urdu-English.tunablemetrics": 2,
}
