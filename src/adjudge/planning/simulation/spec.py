"""The parameters of a simulated campaign: what is true, who judges, and how the work is cut into sessions.

All qualities, effects and noises are in points of the 0..100 scale. Defaults describe the preset `wmt20`; the
others are in `adjudge.planning.simulation.presets`. "Matched" in a docstring means: chosen so that the simulated
ratings have about the same summary statistic as the named public data.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any, Literal

Design = Literal["wmt18", "wmt20", "wmt22", "balanced"]
Protocol = Literal["ratings", "rankings"]
QualityShape = Literal["even", "normal"]
CopyKinds = Literal["mixed", "pure"]
CopyOrder = Literal["after", "anywhere"]
Ticks = Literal[0, 5, 7]


@dataclass(frozen=True)
class Within:
    """Bounds of a parameter, both included, as a note on its type."""

    low: float
    high: float


Points = Annotated[float, Within(0, 100)]
Share = Annotated[float, Within(0, 1)]
ControlShare = Annotated[float, Within(0, 0.5)]
LogSd = Annotated[float, Within(0, 5)]
Count = Annotated[int, Within(1, 10_000_000)]
Some = Annotated[int, Within(2, 100_000)]
Length = Annotated[int, Within(1, 10_000)]


@dataclass(frozen=True)
class SystemModel:
    """The systems and their true quality.

    Args:
        count: number of machine systems; 11, so that with the human translation there are 12 (12 or 13 in the
            WMT20 and WMT22 data at hand).
        mean: mean true quality of the machine systems, points; 72 (with the human translation, scores have
            mean 70 to 71 as in iku-wmt20 news without its outlier).
        width: distance from the worst to the best machine system, points; 18 (10 to 20 in WMT data).
        shape: `even` = equal steps; `normal` = drawn from a normal distribution with sd = width / 3.92, so
            that 95% of systems lie within `width`.
        qualities: the true qualities themselves, points; if given, `count`, `mean`, `width` and `shape` are
            idle.
        names: names of the machine systems, in the order of `qualities`, or in random order of quality.
        human: true quality of a human translation that is ranked as the system `human`, points; None = none.
            90: the human translation of iku-wmt20 scored 90, the best machine system 78.
    """

    count: Count = 11
    mean: Points = 72.0
    width: Points = 18.0
    shape: QualityShape = "even"
    qualities: tuple[Points, ...] = ()
    names: tuple[str, ...] = ()
    human: Points | None = 90.0

    @property
    def machines(self) -> int:
        """Number of machine systems."""
        return len(self.qualities) or self.count

    @property
    def total(self) -> int:
        """Number of ranked systems, with the human translation."""
        return self.machines + (self.human is not None)


@dataclass(frozen=True)
class TextModel:
    """The documents, how difficult they are, and how control items differ from what they were made of.

    Args:
        documents: number of documents; 120 (newstest2020 English-German has 118).
        length_mean: mean length of a document, segments; 12 (the same).
        length_sd: standard deviation of the length, segments; 7. Lengths are rounded log-normal numbers.
        length_min: shortest document, segments.
        length_max: longest document, segments; longer ones are cut.
        document_sd: sd of the difficulty of documents, points; 6. Matched to iku-wmt20 news, where scores of
            one document by different annotators have covariance 27. This and the next three are larger than
            the covariances suggest, because the ends of the scale cut scores off.
        segment_sd: sd of the difficulty of segments in a document, points; 13 (covariance 121 of one
            segment).
        system_document_sd: sd of the system-by-document effect, points; 6 (covariance 55 of one document of
            one system).
        system_segment_sd: sd of the system-by-segment residual, points; 17 (covariance 305 of one output).
        human_share: how much of the difficulty a human translation feels, 0..1; 0.3 (Knowles 2021, figure 5:
            the human translation is strong on easy and hard documents alike).
        degraded_drop: mean damage of a degraded item, points; 58 (iku-wmt20 news: 44 points below the
            original after clipping).
        degraded_sd: sd of the damage, points; it never improves an item.
        reference_quality: true quality of a reference shown as a control item, points; 93 (WMT22 into English
            on MTurk: 90).
        domains: names of text domains, given to documents in turn; empty = no column `domain`.
    """

    documents: Count = 120
    length_mean: Annotated[float, Within(1, 10_000)] = 12.0
    length_sd: Annotated[float, Within(0, 10_000)] = 7.0
    length_min: Length = 2
    length_max: Length = 60
    document_sd: Points = 6.0
    segment_sd: Points = 13.0
    system_document_sd: Points = 6.0
    system_segment_sd: Points = 17.0
    human_share: Share = 0.3
    degraded_drop: Points = 58.0
    degraded_sd: Points = 15.0
    reference_quality: Points = 93.0
    domains: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnnotatorModel:
    """How annotators differ and how they respond (see `adjudge.planning.simulation.annotators` for the formula).

    Args:
        count: number of annotators; 20.
        workload: how unequal the work is: sd of the logarithm of an annotator's share of the sessions;
            everybody has at least one session. 0.8 (iku-wmt20: 16 sessions in the median, at most 36).
        leniency: sd of the shift of an annotator, points; 10 (iku-wmt20: annotators' means have sd 9.7).
        midpoint: the quality that spread stretches around, points; 70, near the mean, so that spread and
            leniency stay separate.
        spread: sd of the logarithm of an annotator's stretch factor, whose mean is 1; 0.2.
        low: mean distance of the lowest score an annotator uses from 0, points (exponential, at most 40); 4.
        high: mean distance of the highest score an annotator uses from 100, points (likewise); 2.
        skew: sd of the logarithm of the exponent of the response curve; 0 = straight. 0.2.
        extremity: mean of an exponential addition to the steepness of an S-shaped response curve, which makes
            scores bimodal; 0 = straight. 0.15 (Knowles and Lo 2024, section 4.1: some annotators use the
            extremes).
        ticks: 5 = marks at 0, 25, ..., 100 (WMT18-21), 7 = marks at 0, 16.7, ..., 100 (WMT22 DA+SQM), 0 =
            none.
        tick_share: share of annotators who use the marks only, 0..1; 0.2 (WMT22 calibration: 19 of 95
            annotators have 85% of their scores within 2 points of a mark).
        tick_jitter: sd of the distance of such a score from its mark, points; 1 (Knowles and Lo 2024, section
            4.1: 31-34, 66-69, 98-100).
        noise: sd of the ordinary error of one rating, points; 10 (repeats in iku-wmt20 differ by 7 in the
            median).
        taste: sd of an annotator's own opinion of one item, the same when it is repeated, points; 7.
        halo: sd of an annotator's own impression of one document of one system, points; 10 (iku-wmt20:
            covariance 124 within a showing against 55 between annotators).
        slip: probability that a score is careless, that is, uniform over the annotator's range; 0.04
            (repeats: sd of differences 18, median absolute difference 5 to 7, so the tails are heavy).
        careless_share: share of annotators who are careless throughout, 0..1; 0. Use it to try quality
            control.
        careless_slip: probability of a slip for those; 0.6.
        context: points that untouched segments lose after the first degraded segment of their showing; 1.9
            (Knowles and Lo 2024, section 5.2: 1.9 after, -0.26 before).
    """

    count: Count = 20
    workload: LogSd = 0.8
    leniency: Points = 10.0
    midpoint: Points = 70.0
    spread: LogSd = 0.2
    low: Points = 4.0
    high: Points = 2.0
    skew: LogSd = 0.2
    extremity: LogSd = 0.15
    ticks: Ticks = 5
    tick_share: Share = 0.2
    tick_jitter: Points = 1.0
    noise: Points = 10.0
    taste: Points = 7.0
    halo: Points = 10.0
    slip: Share = 0.04
    careless_share: Share = 0.0
    careless_slip: Share = 0.6
    context: Annotated[float, Within(-100, 100)] = 1.9

    def perfect(self) -> AnnotatorModel:
        """As many annotators with neither differences nor errors: they report the truth, rounded."""
        own = ("leniency", "spread", "low", "high", "skew", "extremity", "tick_share")
        errors = ("noise", "taste", "halo", "slip", "careless_share", "context")
        changes: dict[str, Any] = dict.fromkeys((*own, *errors), 0.0)
        return replace(self, **changes)


@dataclass(frozen=True)
class SessionModel:
    """How the work is cut into sessions, and which control items they hold.

    The four designs: `wmt18` shows single segments, every system equally often; `wmt20` draws documents of
    systems from one pool; `wmt22` does the same with snippets that are the same for all systems; `balanced`
    puts all systems of a snippet into one session. See `adjudge.planning.simulation.sessions`.

    Args:
        design: how items are drawn.
        count: number of sessions, without the calibration sessions; 240 judge everything about once.
        size: items in a session; 100 (all WMT protocols).
        degraded: share of degraded items in a session, 0..1. In `wmt20` and `wmt22` this and the next two set
            the size of the control copies and what their segments become, on average; 0.18.
        repeat: share of repeats, 0..1; 0.12 (with `degraded`, three of five segments of a copy are degraded).
        reference: share of references shown as control items, 0..1; 0 (a human translation is ranked
            instead).
        copies: `mixed` = every segment of a control copy becomes degraded, repeat or reference on its own
            (WMT); `pure` = all segments of a copy become the same, so that no repeat has a degraded context.
        copy_order: `after` = a copy follows its original, as in iku-wmt20; `anywhere` = it may come first.
            Single segments (`wmt18`) have their copies half a session away in either direction.
        snippet: longest run of consecutive segments shown in `wmt22` and `balanced`; 10 (WMT22).
        calibration: segments in the common set that every annotator judges first, in a separate session; 0.
    """

    design: Design = "wmt20"
    count: Count = 240
    size: Some = 100
    degraded: ControlShare = 0.18
    repeat: ControlShare = 0.12
    reference: ControlShare = 0.0
    copies: CopyKinds = "mixed"
    copy_order: CopyOrder = "after"
    snippet: Length = 10
    calibration: Annotated[int, Within(0, 10_000)] = 0

    @property
    def controls(self) -> int:
        """Control items in a session."""
        return round(self.size * (self.degraded + self.repeat + self.reference))

    @property
    def room(self) -> int:
        """Items in a session that count."""
        return self.size - self.controls


@dataclass(frozen=True)
class RankingModel:
    """Relative rankings: some systems' outputs of one segment are put in order, ties allowed (WMT08-16).

    Args:
        count: number of rankings; 3,000.
        size: systems in a ranking; 5 (Lopez 2012, section 2).
        per_session: consecutive segments an annotator ranks in one session; 3 (the same).
        tie: two outputs that seem closer than this get the same rank, points; 9.5, matched to the 19% ties of
            the WMT13 French-English sample.
    """

    count: Count = 3000
    size: Some = 5
    per_session: Count = 3
    tie: Points = 9.5

    @property
    def sessions(self) -> int:
        """Runs of consecutive segments ranked by one annotator; the last one may be shorter."""
        return -(-self.count // self.per_session)


@dataclass(frozen=True)
class SimulationSpec:
    """Everything `adjudge.planning.simulation.simulate.simulate` needs besides the seed.

    Args:
        systems: the systems and their true quality.
        texts: documents, segments, control items.
        annotators: who judges, and how.
        sessions: how ratings are collected.
        rankings: how rankings are collected.
        protocol: `ratings` (0..100 scores) or `rankings` (comparisons of systems).
        annotator_ids: whether the table names the annotators; without, as in Appraise releases, only sessions
            are known.
    """

    systems: SystemModel = field(default_factory=SystemModel)
    texts: TextModel = field(default_factory=TextModel)
    annotators: AnnotatorModel = field(default_factory=AnnotatorModel)
    sessions: SessionModel = field(default_factory=SessionModel)
    rankings: RankingModel = field(default_factory=RankingModel)
    protocol: Protocol = "ratings"
    annotator_ids: bool = True

    @property
    def rows(self) -> int:
        """About how many rows the table will have."""
        if self.protocol == "rankings":
            return self.rankings.count * self.rankings.size * (self.rankings.size - 1) // 2
        return self.sessions.count * self.sessions.size + self.annotators.count * self.sessions.calibration

    def scaled(self, rows: int) -> SimulationSpec:
        """The same campaign with about this many rows: more or fewer sessions (or rankings) and annotators.

        The texts stay as they are, so a small campaign covers a part of them and a large one judges them
        again.

        Args:
            rows: about how many rows are wanted.
        """
        factor = rows / self.rows
        rankings = replace(self.rankings, count=max(1, round(self.rankings.count * factor)))
        sessions = replace(self.sessions, count=max(1, round(self.sessions.count * factor)))
        runs = rankings.sessions if self.protocol == "rankings" else sessions.count
        people = replace(self.annotators, count=min(runs, max(1, round(self.annotators.count * factor))))
        return replace(self, annotators=people, rankings=rankings, sessions=sessions)

    def to_dict(self) -> dict[str, Any]:
        """The parameters as plain data."""
        return asdict(self)
