"""One simulated campaign: planned, collected, ranked by every recipe, and compared with the truth."""

from __future__ import annotations

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Ratings
from adjudge.kernels.threads import one_thread
from adjudge.planning.certificate.counted import CountedPlan
from adjudge.planning.comparing_designs.outcomes import Outcome, Recovered
from adjudge.planning.comparing_designs.settings import DesignComparison, Job
from adjudge.planning.plans.plan import plan_work
from adjudge.planning.plans.result import PlannedWork
from adjudge.planning.simulation.planned import collect
from adjudge.planning.simulation.recovery import check_against_truth
from adjudge.planning.simulation.repeated_campaigns import true_quality
from adjudge.ranking.rank import rank


def run_job(comparison: DesignComparison, job: Job) -> Outcome:
    """Plan, collect and rank one campaign. The same job gives the same outcome on every machine.

    Args:
        comparison: what is compared.
        job: the campaign.
    """
    with one_thread():  # sums in another order would change last digits
        campaign = campaign_of(comparison.campaign, job)
        try:
            work = plan_work(campaign, comparison.texts, tutorial=comparison.tutorial, metrics=comparison.metrics)
        except AdjudgeError as error:
            return Outcome(job, 0, 0, 0, 0.0, whole=False, recovered={}, refused=_code(error))
        return _simulate(work, comparison, job)


def campaign_of(campaign: Campaign, job: Job) -> Campaign:
    """The campaign with the design, the hours and the seed of a job; everybody gets the same share of the hours."""
    people = campaign.annotators
    each = None if job.hours is None else job.hours / len(campaign.annotator_names)
    annotators = people.model_copy(update={"hours": each, "spare_hours": True})
    return campaign.model_copy(update={"design": job.design, "seed": job.seed, "annotators": annotators})


def _simulate(work: PlannedWork, comparison: DesignComparison, job: Job) -> Outcome:
    collected = collect(work, comparison.spec, seed=job.seed)
    quality = true_quality(collected)
    kinds = work.batches.frame["kind"]
    recovered = {}
    for name in comparison.recipes:
        key = "recipe" if isinstance(collected.table, Ratings) else "method"
        try:
            result = rank(collected.table, seed=job.seed, **{key: name})  # type: ignore[call-overload]
        except AdjudgeError as error:
            recovered[name] = Recovered(None, 0, 0, 0, refused=_code(error))
            continue
        check = check_against_truth(result, quality)
        recovered[name] = Recovered(check.kendall, check.pairs, check.found, check.false)
    return Outcome(
        job,
        judgements=len(kinds),
        counting=int((kinds == "system").sum()),
        units=CountedPlan(work).counting["unit"].n_unique(),
        hours=hours_of(work),
        whole=work.whole,
        recovered=recovered,
    )


def hours_of(work: PlannedWork) -> float:
    """Hours that all items of a plan take, control items among them, by the pace of its campaign."""
    pace = work.campaign.pace
    key = ["document", "segment"]
    words = work.segments.select(*key, "words").unique(key, keep="first")
    rows = work.batches.frame.select("session", "item", *key).join(words, on=key, how="left", nulls_equal=True)
    items = rows.select("session", "item").n_unique()
    return (pace.per_item * items + pace.per_word * float(rows["words"].fill_null(0).sum())) / 3600


def _code(error: AdjudgeError) -> str:
    return error.problems[0].code
