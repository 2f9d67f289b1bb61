"""The verdict on a ranking: what a reader may conclude, what speaks against it, and what to do first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from adjudge.auditing.assumptions.verdicts import AssumptionVerdict
from adjudge.auditing.checks.registry import CHECKS
from adjudge.auditing.checks.result import CheckResult
from adjudge.auditing.report.group import ReportedGroup
from adjudge.auditing.stability.kept_lines import LineOverScenarios
from adjudge.auditing.stability.result import StabilityResult
from adjudge.core.catalogue import counted
from adjudge.core.findings import SEVERITIES, Finding
from adjudge.ranking.result import RankingResult
from adjudge.reporting.printed_tables import printable
from adjudge.reporting.report.levels import Grounds, Level, level_of
from adjudge.reporting.report.not_separated import say_not_separated
from adjudge.reporting.wording import say_leaders, say_names

#: Findings, and lines, that are named in a sentence; the tables hold all.
_MOST_NAMED: Final = 3
_WEAKEST: Final = 2


@dataclass(frozen=True)
class Verdict:
    """What a reader may take from a ranking.

    Args:
        level: `sound` if linter and scenarios were run, no more assumptions are unknown than hold, and nothing speaks
            against the ranking: the headline says how many assumptions are unknown; `with care` if something speaks
            against it, or one of these was not looked at; `not as it stands` if it cannot be defended before something
            is put right (the rules: `adjudge.reporting.report.levels.RULES`).
        headline: one sentence.
        support: what may be concluded, what the linter found, whether the ranking survived, what could not be
            separated, and what to do first.
        reasons: why the level is not a better one, as parts of sentences; empty if it is the best.
    """

    level: Level
    headline: str
    support: tuple[str, ...]
    reasons: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return asdict(self) | {"support": list(self.support), "reasons": list(self.reasons)}


def say_verdict(
    ranking: RankingResult,
    check: CheckResult | None = None,
    stability: StabilityResult | None = None,
    assumptions: Sequence[AssumptionVerdict] = (),
) -> Verdict:
    """What a reader may take from a ranking, in a headline and five sentences.

    Args:
        ranking: of either kind.
        check: what the linter found in the same judgements; a ranking that it did not look at is never sound.
        stability: what other systems, scores, recipes and samples change.
        assumptions: what became of the assumptions of the ranking.
    """
    grounds = Grounds(ranking, check, stability, assumptions)
    level, reasons = level_of(grounds)
    serious = _serious(grounds)
    support = (
        _say_conclusion(ranking),
        f"{_say_linter(check, serious)} {_say_ranking(ranking)}".strip(),
        _say_stability(stability),
        say_not_separated(ranking),
        _say_first(grounds, serious),
    )
    return Verdict(level, _headline(grounds, level, reasons, serious), tuple(map(printable, support)), reasons)


def group_verdict(group: ReportedGroup) -> Verdict:
    """The verdict on a group of a report; one that cannot be ranked cannot be defended."""
    if group.main is None:
        why = next((one.problem.what for one in group.not_made if ":" in one.part), "there is no ranking")
        return Verdict("not as it stands", f"The systems cannot be ranked: {printable(why)}.", ())
    return say_verdict(group.main, group.check, group.stability, group.assumptions)


def _headline(grounds: Grounds, level: Level, reasons: Sequence[str], serious: Sequence[Finding]) -> str:
    what = f"This ranking of {counted(len(grounds.ranking.systems), 'system')}"
    if level == "sound":
        unknown = _say_unknown(grounds, ", but {}")
        if _warned(grounds.ranking):
            return f"{what} can be defended: the linter, the assumptions and the scenarios give no warning{unknown}."
        return f"{what} can be defended: nothing that was looked at speaks against it{unknown}."
    if level == "with care":
        return f"{what} can be defended with care: {say_names(reasons)}{_say_unknown(grounds, '; {}')}."
    errors = [_named(finding) for finding in serious if finding.severity == "error" and finding.code in CHECKS]
    return f"{what} cannot be defended as it stands: {say_names(errors[:_MOST_NAMED] or reasons)}."


def _say_unknown(grounds: Grounds, joined: str) -> str:
    """How many assumptions nobody could check, or in part only; nothing if there are none."""
    number = grounds.count("unknown")
    of_all = f"{number:,} of {counted(len(grounds.assumptions), 'assumption')} could not be checked in full"
    return joined.format(of_all) if number else ""


def _serious(grounds: Grounds) -> list[Finding]:
    """Errors and warnings of the linter, errors first, then warnings that the ranking does nothing about."""
    found = [] if grounds.check is None else [one for one in grounds.check.findings if one.severity != "note"]
    bare = {one.text for verdict in grounds.assumptions for one in verdict.bare}
    return sorted(found, key=lambda one: (SEVERITIES.index(one.severity), bool(bare) and one.text not in bare))


def _named(finding: Finding) -> str:
    """A finding as part of a sentence, with its code: the title of the check, or what reading found."""
    if finding.code not in CHECKS:
        return f"{finding.text.removesuffix('.')} ({finding.code})"
    title = CHECKS[finding.code].title
    return f"{title[0].lower()}{title[1:].removesuffix('.')} ({finding.code})"


def _say_conclusion(ranking: RankingResult) -> str:
    """Who is best, and how many pairs are separated."""
    said, separated = say_leaders(ranking), sum(pair.significant for pair in ranking.pairs)
    if len(ranking.clusters()) == 1 or not ranking.pairs:
        return said
    return (
        f"{said} The higher-ranked system is significantly better in {separated:,} of "
        f"{counted(len(ranking.pairs), 'pair')}."
    )


def _say_linter(check: CheckResult | None, serious: Sequence[Finding]) -> str:
    """What the linter found: errors in full, then the most serious warnings by name."""
    if check is None:
        return "The linter was not run, so nobody looked for what may be wrong with these judgements."
    if not serious:
        run, left = len(check.settings["checks"]), len(check.not_checked)
        also = f"; {counted(left, 'check')} could not be run" if left else ""
        return f"The linter found no error and no warning in {counted(run, 'check')}{also}."
    counts = [counted(check.count(severity), severity) for severity in SEVERITIES if check.count(severity)]
    errors = [f"{one.code}: {one.text}" for one in serious if one.severity == "error"][:_MOST_NAMED]
    warnings = list(dict.fromkeys(_named(one) for one in serious if one.severity == "warning"))
    shown = warnings[: _MOST_NAMED - len(errors)]
    among = "Warnings" if len(shown) == len(warnings) else "Among the warnings"
    named = f"{among}: {'; '.join(shown)}." if shown else ""
    return " ".join(part for part in (f"The linter found {say_names(counts)}.", *errors, named) if part)


def _say_ranking(ranking: RankingResult) -> str:
    """The warnings of the ranking itself, by their codes; they stand in full among the findings."""
    found = _warned(ranking)
    if not found:
        return ""
    codes = say_names(dict.fromkeys(one.code for one in found))
    return f"The ranking itself gives {counted(len(found), 'warning')} ({codes})."


def _warned(ranking: RankingResult) -> list[Finding]:
    return [one for one in ranking.findings if one.severity == "warning"]


def _say_stability(stability: StabilityResult | None) -> str:
    """How many scenarios change what, and how many keep the weakest lines."""
    if stability is None:
        return "Whether order and lines survive other systems, recipes and samples was not tried."
    changes = [one.change for one in stability.scenarios]
    moved = _how_many(sum(change.rank_changed for change in changes), "moves systems", "move systems")
    turned = _how_many(sum(bool(change.reversed_orderings) for change in changes), "turns round", "turn round")
    others = _how_many(sum(change.cluster_changed for change in changes), "changes", "change")
    published = " of the published order" if stability.published else ""
    said = (
        f"Of {counted(len(changes), 'scenario')}, {moved} to other places, {turned} significant orders{published}, and "
        f"{others} clusters."
    )
    return f"{said} {_say_lines(stability.lines)}".strip()


def _how_many(number: int, one: str, many: str) -> str:
    """How many scenarios do something: `none turns round`, `3 turn round`."""
    return f"{number or 'none'} {one if number < 2 else many}"


def _say_lines(lines: Sequence[LineOverScenarios]) -> str:
    """The weakest lines, each with the share of scenarios that keep it."""
    known = [(line.overall.share, line.upper) for line in lines if line.overall.share is not None]
    if not known:
        return ""
    weak = sorted((share, upper) for share, upper in known if share < 1)
    if not weak:
        return f"{'The line is' if len(known) == 1 else 'All lines are'} kept in all of those that can tell."
    (least, upper), *next_ = weak[:_WEAKEST]
    rest = sorted(known)[1 + len(next_) :]
    said = [f"The line below {printable(upper)} is kept in {least:.0%} of those that can tell"]
    said += [f"that below {printable(upper)} in {share:.0%}" for share, upper in next_]
    more = " or more" if len(rest) > 1 and rest[0][0] < 1 else ""
    said += [f"{'the other one' if len(rest) == 1 else 'all others'} in {rest[0][0]:.0%}{more}"] if rest else []
    return f"{', '.join(said)}."


def _say_first(grounds: Grounds, serious: Sequence[Finding]) -> str:
    """What to do first: about the most serious finding, then what was not looked at, then what is too small."""
    first = next((one for one in _by_urgency(grounds, serious) if one.todo), None)
    if first is not None:
        return _say_todo(first, allowed_for=_allowed_for(grounds, first))
    if grounds.check is None:
        return "To do first: run the linter on the judgements, `adjudge.check`."
    if grounds.stability is None:
        return "To do first: put the ranking to the test, `adjudge.stability`."
    if not any(pair.significant for pair in grounds.ranking.pairs):
        return "To do first: collect more judgements, of other texts rather than of the same."
    return "Nothing has to be done first; publish the signature with the ranking."


def _say_todo(finding: Finding, *, allowed_for: bool) -> str:
    """What to do about a finding; one that has no title is said in full behind it."""
    if allowed_for:
        return f"To do next time, as {_named(finding)}, for which this ranking allows as far as it can: {finding.todo}."
    if finding.code in CHECKS:
        return f"To do first, as {_named(finding)}: {finding.todo}."
    return f"To do first: {finding.todo}. The reason ({finding.code}): {finding.text}"


def _allowed_for(grounds: Grounds, finding: Finding) -> bool:
    """Whether the ranking does something about all assumptions that a finding speaks against."""
    held = [one for one in grounds.assumptions if finding in one.against]
    return finding.severity != "error" and bool(held) and all(finding.code in one.eased for one in held)


def _by_urgency(grounds: Grounds, serious: Sequence[Finding]) -> list[Finding]:
    """Errors, what speaks against assumptions that the ranking does nothing about, stability, all other warnings."""
    errors = [one for one in serious if one.severity == "error"]
    bare = [one for verdict in grounds.assumptions for one in verdict.bare]
    bare = [one for one in serious if one in bare] + bare  # the linter knows what is more serious
    unstable = (
        [] if grounds.stability is None else [one for one in grounds.stability.findings if one.severity != "note"]
    )
    others = {one.text for verdict in grounds.assumptions for one, _ in verdict.not_about}
    return [*errors, *bare, *unstable, *(one for one in serious if one.text not in others)]
