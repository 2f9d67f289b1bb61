"""Models of scores and of comparisons, and the standard errors of their estimates.

Fields were verified in reference lists of public documentation and code; `checked` names the list, or says that
several independent ones agree.
"""

from __future__ import annotations

from typing import Final

from adjudge.core.bibliography.source import Source

_LISTS: Final = "several independent reference lists in public code, which agree"
_JASA: Final = "Journal of the American Statistical Association"

STATISTICAL_MODELS: Final = (
    Source(
        "bates-etal-2015-fitting",
        "article",
        ("Bates et al. 2015",),
        ("Bates, Douglas", "Mächler, Martin", "Bolker, Ben", "Walker, Steve"),
        "Fitting Linear Mixed-Effects Models Using lme4",
        2015,
        {
            "journal": "Journal of Statistical Software",
            "volume": "67",
            "number": "1",
            "pages": "1-48",
            "doi": "10.18637/jss.v067.i01",
        },
        'citation("lme4") of R',
    ),
    Source(
        "bell-mccaffrey-2002-bias",
        "article",
        ("Bell and McCaffrey 2002",),
        ("Bell, Robert M.", "McCaffrey, Daniel F."),
        "Bias Reduction in Standard Errors for Linear Regression with Multi-Stage Samples",
        2002,
        {"journal": "Survey Methodology", "volume": "28", "number": "2", "pages": "169-181"},
        _LISTS,
    ),
    Source(
        "boos-1992-generalized",
        "article",
        ("Boos 1992",),
        ("Boos, Dennis D.",),
        "On Generalized Score Tests",
        1992,
        {
            "journal": "The American Statistician",
            "volume": "46",
            "number": "4",
            "pages": "327-333",
            "doi": "10.2307/2685328",
        },
        _LISTS,
    ),
    Source(
        "bradley-terry-1952-rank",
        "article",
        ("Bradley and Terry 1952",),
        ("Bradley, Ralph Allan", "Terry, Milton E."),
        "Rank Analysis of Incomplete Block Designs: {I}. The Method of Paired Comparisons",
        1952,
        {"journal": "Biometrika", "volume": "39", "number": "3/4", "pages": "324-345", "doi": "10.2307/2334029"},
        _LISTS,
    ),
    Source(
        "burnham-anderson-2002-model",
        "book",
        ("Burnham and Anderson 2002",),
        ("Burnham, Kenneth P.", "Anderson, David R."),
        "Model Selection and Multimodel Inference: A Practical Information-Theoretic Approach",
        2002,
        {"edition": "2nd", "publisher": "Springer", "address": "New York", "doi": "10.1007/b97636"},
        _LISTS,
    ),
    Source(
        "cameron-miller-2015-practitioner",
        "article",
        ("Cameron and Miller 2015",),
        ("Cameron, A. Colin", "Miller, Douglas L."),
        "A Practitioner's Guide to Cluster-Robust Inference",
        2015,
        {
            "journal": "Journal of Human Resources",
            "volume": "50",
            "number": "2",
            "pages": "317-372",
            "doi": "10.3368/jhr.50.2.317",
        },
        _LISTS,
    ),
    Source(
        "chen-etal-2013-pairwise",
        "inproceedings",
        ("Chen et al. 2013",),
        ("Chen, Xi", "Bennett, Paul N.", "Collins-Thompson, Kevyn", "Horvitz, Eric"),
        "Pairwise Ranking Aggregation in a Crowdsourced Setting",
        2013,
        {
            "booktitle": "Proceedings of the Sixth {ACM} International Conference on Web Search and Data Mining",
            "pages": "193-202",
            "doi": "10.1145/2433396.2433420",
        },
        _LISTS,
    ),
    Source(
        "davidson-1970-extending",
        "article",
        ("Davidson 1970",),
        ("Davidson, Roger R.",),
        "On Extending the {Bradley-Terry} Model to Accommodate Ties in Paired Comparison Experiments",
        1970,
        {
            "journal": _JASA,
            "volume": "65",
            "number": "329",
            "pages": "317-328",
            "doi": "10.1080/01621459.1970.10481082",
        },
        _LISTS,
    ),
    Source(
        "davidson-beaver-1977-extending",
        "article",
        ("Davidson and Beaver 1977",),
        ("Davidson, Roger R.", "Beaver, Robert J."),
        "On Extending the {Bradley-Terry} Model to Incorporate Within-Pair Order Effects",
        1977,
        {"journal": "Biometrics", "volume": "33", "number": "4", "pages": "693-702", "doi": "10.2307/2529467"},
        _LISTS,
    ),
    Source(
        "ford-1957-solution",
        "article",
        ("Ford 1957",),
        ("Ford, Jr., L. R.",),
        "Solution of a Ranking Problem from Binary Comparisons",
        1957,
        {
            "journal": "The American Mathematical Monthly",
            "volume": "64",
            "number": "8, Part 2",
            "pages": "28-33",
            "doi": "10.2307/2308513",
        },
        _LISTS,
    ),
    Source(
        "liang-zeger-1986-longitudinal",
        "article",
        ("Liang and Zeger 1986",),
        ("Liang, Kung-Yee", "Zeger, Scott L."),
        "Longitudinal Data Analysis Using Generalized Linear Models",
        1986,
        {"journal": "Biometrika", "volume": "73", "number": "1", "pages": "13-22", "doi": "10.1093/biomet/73.1.13"},
        "documentation of statsmodels; several independent reference lists in public code",
    ),
    Source(
        "rao-kupper-1967-ties",
        "article",
        ("Rao and Kupper 1967",),
        ("Rao, P. V.", "Kupper, Lawrence L."),
        "Ties in Paired-Comparison Experiments: A Generalization of the {Bradley-Terry} Model",
        1967,
        {"journal": _JASA, "volume": "62", "number": "317", "pages": "194-204"},
        f"{_LISTS}; not on the doi, which is left out",
    ),
    Source(
        "rao-scott-1981-analysis",
        "article",
        ("Rao and Scott 1981",),
        ("Rao, J. N. K.", "Scott, A. J."),
        "The Analysis of Categorical Data from Complex Sample Surveys: Chi-Squared Tests for Goodness of Fit and "
        "Independence in Two-Way Tables",
        1981,
        {"journal": _JASA, "volume": "76", "number": "374", "pages": "221-230"},
        _LISTS,
    ),
)
