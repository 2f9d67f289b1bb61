"""What a reader should know of a test by sign flips; the sentences are in the catalogue."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.core.recipes.recipe import Test
from adjudge.ranking.catalogue import FEW_ANNOTATORS, TASTES, UNSETTLED
from adjudge.ranking.ratings import catalogue as say
from adjudge.ranking.ratings.flips.evidence import MIN_ANNOTATORS
from adjudge.ranking.ratings.flips.flip_precision import is_stated
from adjudge.ranking.ratings.flips.flip_tests import FlipTests
from adjudge.ranking.ratings.model import ModelRanking

Flags = NDArray[np.bool_]
#: If leniency leaves more of the variance of a difference than this, more ratings of the same kind hardly help.
WEAK: Final = 0.3
#: An estimated variance above so many of its standard errors is more than chance gives (one-sided, at .05).
CLEAR: Final = 1.645


def of_flips(tests: FlipTests, model: ModelRanking, test: Test) -> list[Finding]:
    """What limits the test: annotators, random draws.

    Args:
        tests: of all pairs.
        model: they rest on.
        test: level, unit and correction.
    """
    return [
        *_annotators(model),
        *_weak_links(model),
        *_unsettled(tests, test),
    ]


def out_of_reach(systems: list[str], tests: FlipTests, model: ModelRanking, test: Test) -> list[Finding]:
    """Whether there are enough units to separate any pair, and every pair.

    Args:
        systems: best first.
        tests: of all pairs.
        model: they rest on.
        test: level and unit.
    """
    upper = np.triu(np.ones_like(tests.reachable), 1)
    words: dict[str, Any] = {"unit": test.unit, "level": test.level}
    if tests.reachable[upper].any() and not tests.reachable[upper].all():
        return [say.SOME_TOO_FEW_UNITS(pairs=_named(systems, upper & ~tests.reachable), **words)]
    reachable = bool(tests.reachable[upper].all())
    if reachable and (is_stated(tests)[upper].any() or (tests.familywise < test.level)[upper].all()):
        return []
    words |= {"units": int(model.evidence.units.max()), "_model": None, "_pairs": model.contrasts.height}
    if "system:document" not in model.fit.dropped:  # else the contrasts would take segments as independent
        words["_model"] = str(int((model.contrasts["p_holm"] < test.level).sum()))
    if reachable:
        return [say.HARDLY_ENOUGH_UNITS(**words)]
    return [say.TOO_FEW_UNITS(least=2.0 ** (1 - words["units"]), **words)]


def _annotators(model: ModelRanking) -> list[Finding]:
    evidence, known = model.evidence, model.fit.annotators
    findings = []
    annotators = evidence.annotators or int(model.fit.has_one_annotator)
    if 0 < annotators < MIN_ANNOTATORS:
        who = "the one annotator" if annotators == 1 else f"these {annotators} annotators"
        findings.append(FEW_ANNOTATORS(annotators=annotators, _who=who, _fewest=MIN_ANNOTATORS))
    if evidence.tastes is not None and evidence.tastes.variance > CLEAR * evidence.tastes.error:
        findings.append(TASTES(deviation=math.sqrt(evidence.tastes.variance)))
    single = known.filter(known["judgements"] == 1)["annotator"].to_list()
    return [*findings, say.ANNOTATOR_OF_ONE(annotators=single)] if single else findings


def _weak_links(model: ModelRanking) -> list[Finding]:
    share = float(np.median(model.evidence.leniency_shares))
    return [say.WEAK_LINKS(share=share)] if share > WEAK else []


def _unsettled(tests: FlipTests, test: Test) -> list[Finding]:
    pairs = int(np.triu(tests.unsettled, 1).sum())
    return [UNSETTLED(pairs=pairs, level=test.level, draws=tests.draws)] if pairs else []


def _named(systems: list[str], pairs: Flags) -> list[list[str]]:
    return [[systems[i], systems[j]] for i, j in zip(*np.nonzero(pairs), strict=True)]
