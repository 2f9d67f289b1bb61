"""Rules of the sample: enough segments and documents, scored by segments, first written in the source language."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.planning.certificate import catalogue as say
from adjudge.planning.certificate.counted import CountedPlan
from adjudge.planning.certificate.coverage import coverage_rows, fewest_documents, votes_of_pairs
from adjudge.planning.certificate.precision import FEWEST_SEPARATING
from adjudge.planning.certificate.rules.rule import Rule, Verdict
from adjudge.planning.sampling.documents import same_language

#: Graham et al. (2020), Table 2: finds P = .44 with power .8.
SEGMENTS: Final = 385
SEGMENTS_EFFECT: Final = 0.442
#: Votes of one pair that find the same with the same power by the exact test, `adjudge.power(test="comparisons")`.
VOTES: Final = 608
#: Our choice.
DOCUMENTS: Final = 20


def _segments(plan: CountedPlan) -> Verdict | None:
    if not plan.one_by_one:
        return None
    least = min(coverage_rows(plan), key=lambda row: (row.segments, row.system))
    if least.segments >= SEGMENTS:
        return Verdict(least.segments, SEGMENTS)
    found = say.SMALL_SAMPLE(system=least.system, segments=least.segments, limit=SEGMENTS, _effect=1 - SEGMENTS_EFFECT)
    return Verdict(least.segments, SEGMENTS, found)


def _votes(plan: CountedPlan) -> Verdict | None:
    if plan.one_by_one or len(plan.systems) < 2:
        return None
    least = min(votes_of_pairs(plan), key=lambda pair: (pair.votes, pair.a, pair.b))
    if least.votes >= VOTES:
        return Verdict(least.votes, VOTES)
    systems = [least.a, least.b]
    found = say.FEW_VOTES(
        systems=systems, votes=least.votes, limit=VOTES, _pair=" and ".join(systems), _effect=1 - SEGMENTS_EFFECT
    )
    return Verdict(least.votes, VOTES, found)


def _documents(plan: CountedPlan) -> Verdict | None:
    if not plan.work.documents_known:
        return None
    least = fewest_documents(plan)
    if least.documents >= DOCUMENTS:
        return Verdict(least.documents, DOCUMENTS)
    found = say.FEW_DOCUMENTS(
        system=least.system,
        documents=least.documents,
        limit=DOCUMENTS,
        separating=FEWEST_SEPARATING if least.documents < FEWEST_SEPARATING else None,
    )
    return Verdict(least.documents, DOCUMENTS, found)


def _first_wave(plan: CountedPlan) -> Verdict | None:
    if len(plan.waves) < 2 or not plan.work.documents_known:
        return None
    least = fewest_documents(plan.until(plan.waves[0]))
    if least.documents >= FEWEST_SEPARATING:
        return Verdict(least.documents, FEWEST_SEPARATING)
    found = say.FEW_AT_FIRST(
        system=least.system,
        documents=least.documents,
        separating=FEWEST_SEPARATING,
        enough=next((wave for wave in plan.waves if _can_separate(plan.until(wave))), None),
    )
    return Verdict(least.documents, FEWEST_SEPARATING, found)


def _can_separate(plan: CountedPlan) -> bool:
    return fewest_documents(plan).documents >= FEWEST_SEPARATING


def _scored_wholes(plan: CountedPlan) -> Verdict:
    counting = plan.counting
    whole = counting.filter(pl.col("scope") == "document")
    share = whole.height / max(counting.height, 1)
    if not share:
        return Verdict(0.0, 0.0)
    return Verdict(share, 0.0, say.WHOLE_DOCUMENTS(share=share, documents=whole["document"].n_unique()))


def _origins(plan: CountedPlan) -> Verdict | None:
    texts = plan.work.texts.frame
    if "origin" not in texts.columns or texts["origin"].null_count() == texts.height:
        return None
    origins = texts.select("document", "segment", "origin").unique(["document", "segment"])
    rows = plan.counting.join(origins, on=["document", "segment"], how="left", nulls_equal=True)
    found_in = rows["origin"].drop_nulls().unique().to_list()
    foreign = [origin for origin in found_in if not same_language(origin, plan.campaign.source_lang)]
    other, unknown = rows.filter(pl.col("origin").is_in(foreign)), rows.filter(pl.col("origin").is_null())
    share = (other.height + unknown.height) / max(rows.height, 1)
    if not share:
        return Verdict(0.0, 0.0)
    found = say.OTHER_ORIGIN(
        share=share,
        language=plan.campaign.source_lang,
        origins=other["origin"].unique().sort().to_list(),
        unknown=unknown.select("document", "segment").unique().height,
    )
    return Verdict(share, 0.0, found)


RULES: Final = (
    Rule(
        "enough-segments",
        "every system is judged on enough distinct segments",
        "distinct segments of the system with fewest",
        "least",
        "385: the rank-sum test then finds P = .44 with power .8",
        "Graham, Haddow and Koehn 2020, section 4, Table 2",
        say.SMALL_SAMPLE,
        _segments,
        needs="a protocol that shows one output at a time",
    ),
    Rule(
        "enough-votes",
        "every two systems are compared often enough",
        "items that show both systems of a pair, of the pair with fewest",
        "least",
        "608: the exact test of votes then finds P = .44 with power .8",
        "the power of the test, `adjudge power`",
        say.FEW_VOTES,
        _votes,
        needs="two systems or more, and a protocol that shows several outputs at once",
    ),
    Rule(
        "enough-documents",
        "every system is judged on enough documents",
        "documents of the system with fewest; all parts of one are one document",
        "least",
        "20, our choice; with fewer than 6 the signs of documents cannot separate anything",
        "our choice",
        say.FEW_DOCUMENTS,
        _documents,
        needs="the document of every segment",
    ),
    Rule(
        "first-wave-separates",
        "systems can be separated if the campaign stops after its first wave",
        "documents of the system with fewest in the first wave",
        "least",
        "6: with fewer the signs of documents cannot separate anything",
        "Knowles and Lo 2022, section 2.2; the smallest p-value of signs of D documents is 2^(1 - D)",
        say.FEW_AT_FIRST,
        _first_wave,
        needs="two waves or more, and the document of every segment",
    ),
    Rule(
        "segments-scored",
        "segments are scored, not documents as wholes",
        "share of what counts that are scores of whole documents",
        "most",
        "0: documents as wholes are a small sample; 55 find P = .47 with power .081",
        "Graham, Haddow and Koehn 2020, section 4, Table 2",
        say.WHOLE_DOCUMENTS,
        _scored_wholes,
    ),
    Rule(
        "forward-texts",
        "texts were first written in the source language",
        "share of what counts that was first written in another language, or in an unknown one",
        "most",
        "0",
        "Graham, Haddow and Koehn 2020, sections 3 and 5",
        say.OTHER_ORIGIN,
        _origins,
        needs="texts whose original language is known",
    ),
)
