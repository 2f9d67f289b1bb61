"""The built-in recipes, in the order of lists: one more is one more entry here, or `RECIPES.add(...)` from outside."""

from __future__ import annotations

from typing import Final

from adjudge.core.problems import NO_SUCH_RECIPE
from adjudge.core.recipes.recipe import Aggregate, Clusters, Filters, Recipe, Standardise, Test
from adjudge.core.registry import Registry

#: The default: a rule that picks a recipe for the data at hand, and says which and why.
RECOMMENDED: Final = "recommended"

#: The built-in recipes. One more is one more entry here, or `RECIPES.add(...)` from outside.
RECIPES: Final = Registry(
    NO_SUCH_RECIPE,
    (
        Recipe(
            "wmt-da",
            "official WMT direct assessment on MTurk, 2018 to 2022",
            "Knowles 2021, section 3; WMT findings papers 2018-2022",
            test=Test("rank-sum", alternative="greater"),
            clusters=Clusters("wins"),
        ),
        Recipe(
            "wmt-appraise-da",
            "the same with z-scores by session, as WMT did with Appraise data",
            "Knowles 2021, footnote 12; Knowles and Lo 2022, section 3.1",
            standardise=Standardise("session"),
            test=Test("rank-sum", alternative="greater"),
            clusters=Clusters("wins"),
        ),
        Recipe(
            "knowles-2021",
            "WMT scores with the stated line rule and the p-values of SciPy up to 1.6, which ignore the direction",
            "Knowles 2021, section 3 and footnotes 4, 7, 8",
            test=Test("rank-sum", alternative="halved"),
        ),
        Recipe(
            "knowles-lo-2022-hansard",
            "English-Inuktitut Hansard: z by annotator, no degraded rows in mean and sd",
            "Knowles and Lo 2022, section 3.1, Table 3",
            standardise=Standardise("annotator", "counting"),
            test=Test("rank-sum", alternative="halved"),
        ),
        Recipe(
            "knowles-lo-2022-news",
            "English-Inuktitut News: mean and sd from the one system that every annotator judged",
            "Knowles and Lo 2022, section 3.2, Table 4",
            standardise=Standardise("annotator", "anchor"),
            test=Test("rank-sum", alternative="halved"),
        ),
        Recipe(
            "graham-2020",
            "z by annotator over all rows, averages without repeats, two-sided test on distinct translations",
            "Graham, Haddow and Koehn 2020, Tables 1 and 3",
            aggregate=Aggregate(("system",)),
            test=Test("rank-sum", alternative="two-sided"),
        ),
        Recipe(
            "wmt24-esa",
            "error span annotation 2024: raw means of last judgements, two-sided signed-rank test",
            "WMT24 findings; organisers' scripts",
            filters=Filters(revisions="keep-last"),
            standardise=Standardise("none"),
            aggregate=Aggregate(("system",)),
            test=Test("signed-rank", alternative="two-sided"),
            clusters=Clusters("strict"),
        ),
        Recipe(
            "wmt25-esa",
            "error span annotation 2025: raw means, one-sided signed-rank test in the observed direction",
            "WMT25 findings; organisers' scripts",
            filters=Filters(revisions="keep-last"),
            standardise=Standardise("none"),
            aggregate=Aggregate(("system",)),
            test=Test("signed-rank", alternative="greater"),
            clusters=Clusters("strict"),
        ),
        Recipe(
            "mixed-model",
            "a linear mixed model of the raw scores, contrasts corrected by Holm",
            "after Bates et al. 2015",
            filters=Filters(revisions="keep-last", after_degraded="drop"),
            standardise=Standardise("none"),
            aggregate=Aggregate(estimate="mixed"),
            test=Test("mixed", alternative="two-sided", correction="holm"),
        ),
    ),
)


def recipe_names() -> list[str]:
    """All names that `recipe=` takes, the default first."""
    return [RECOMMENDED, *RECIPES]
