"""Planning: sample sizes, equivalence, designs, and what an estimate from a pilot can be trusted with.

Fields were verified in reference lists of public documentation and code; `checked` names the list, or says that
several independent ones agree.
"""

from __future__ import annotations

from typing import Final

from adjudge.core.bibliography.source import Source

_LISTS: Final = "several independent reference lists in public code, which agree"

PLANNING: Final = (
    Source(
        "dixon-mood-1946-sign",
        "article",
        ("Dixon and Mood 1946",),
        ("Dixon, W. J.", "Mood, A. M."),
        "The Statistical Sign Test",
        1946,
        {
            "journal": "Journal of the American Statistical Association",
            "volume": "41",
            "number": "236",
            "pages": "557-566",
            "doi": "10.1080/01621459.1946.10501898",
        },
        _LISTS,
    ),
    Source(
        "efron-morris-1975-data",
        "article",
        ("Efron and Morris 1975",),
        ("Efron, Bradley", "Morris, Carl"),
        "Data Analysis Using {Stein}'s Estimator and Its Generalizations",
        1975,
        {
            "journal": "Journal of the American Statistical Association",
            "volume": "70",
            "number": "350",
            "pages": "311-319",
            "doi": "10.1080/01621459.1975.10479864",
        },
        _LISTS,
    ),
    Source(
        "gelman-carlin-2014-beyond",
        "article",
        ("Gelman and Carlin 2014",),
        ("Gelman, Andrew", "Carlin, John"),
        "Beyond Power Calculations: Assessing Type {S} (Sign) and Type {M} (Magnitude) Errors",
        2014,
        {
            "journal": "Perspectives on Psychological Science",
            "volume": "9",
            "number": "6",
            "pages": "641-651",
            "doi": "10.1177/1745691614551642",
        },
        _LISTS,
    ),
    Source(
        "graham-etal-2016-crowd",
        "article",
        ("Graham et al. 2016", "Graham, Baldwin, Moffat and Zobel 2016"),
        ("Graham, Yvette", "Baldwin, Timothy", "Moffat, Alistair", "Zobel, Justin"),
        "Can Machine Translation Systems Be Evaluated by the Crowd Alone",
        2016,
        {
            "journal": "Natural Language Engineering",
            "volume": "23",
            "number": "1",
            "pages": "3-30",
            "doi": "10.1017/S1351324915000339",
            "note": "online in January 2016, in the volume of 2017",
        },
        "entry of the authors with their code, for the year; several independent reference lists for the volume",
    ),
    Source(
        "john-williams-1995-cyclic",
        "book",
        ("John and Williams 1995",),
        ("John, J. A.", "Williams, E. R."),
        "Cyclic and Computer Generated Designs",
        1995,
        {"publisher": "Chapman and Hall", "address": "London"},
        "documentation of the R packages blocksdesign and agridat",
    ),
    Source(
        "kish-1965-survey",
        "book",
        ("Kish 1965",),
        ("Kish, Leslie",),
        "Survey Sampling",
        1965,
        {"publisher": "John Wiley & Sons", "address": "New York"},
        _LISTS,
    ),
    Source(
        "lehmann-1975-nonparametrics",
        "book",
        ("Lehmann 1975",),
        ("Lehmann, E. L.",),
        "Nonparametrics: Statistical Methods Based on Ranks",
        1975,
        {"publisher": "Holden-Day", "address": "San Francisco"},
        _LISTS,
    ),
    Source(
        "shieh-etal-2006-power",
        "article",
        ("Shieh et al. 2006", "Shieh, Jan and Randles 2006"),
        ("Shieh, Gwowen", "Jan, Show-Li", "Randles, Ronald H."),
        "On Power and Sample Size Determinations for the {Wilcoxon-Mann-Whitney} Test",
        2006,
        {
            "journal": "Journal of Nonparametric Statistics",
            "volume": "18",
            "number": "1",
            "pages": "33-43",
            "doi": "10.1080/10485250500473099",
        },
        "documentation of the R package wmwpow",
    ),
    Source(
        "shieh-etal-2007-power",
        "article",
        ("Shieh et al. 2007", "Shieh, Jan and Randles 2007"),
        ("Shieh, Gwowen", "Jan, Show-Li", "Randles, Ronald H."),
        "Power and Sample Size Determinations for the {Wilcoxon} Signed-Rank Test",
        2007,
        {
            "journal": "Journal of Statistical Computation and Simulation",
            "volume": "77",
            "number": "8",
            "pages": "717-724",
            "doi": "10.1080/10629360600635245",
        },
        "a reference list in public code",
    ),
    Source(
        "wellek-2010-testing",
        "book",
        ("Wellek 2010",),
        ("Wellek, Stefan",),
        "Testing Statistical Hypotheses of Equivalence and Noninferiority",
        2010,
        {"edition": "2nd", "publisher": "Chapman & Hall/CRC", "address": "Boca Raton"},
        _LISTS,
    ),
)
