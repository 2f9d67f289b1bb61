"""`adjudge.check`: the linter. It runs all checks that the data allows, and says which it could not run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from adjudge.auditing.catalogue import NOT_CHECKED, NOT_TEXTS
from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.facts import Facts
from adjudge.auditing.checks.registry import CHECKS, NONE_LEFT, SUBJECTS, matches, no_such_check
from adjudge.auditing.checks.result import CheckResult, NotChecked
from adjudge.core.arguments import require_names, require_seed, require_text
from adjudge.core.check import Check
from adjudge.core.findings import Finding, by_severity
from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.selecting.conditions import Where
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans, Table, Texts
from adjudge.ranking.rank import as_table, chosen_rows
from adjudge.scoring.known_documents import recover_documents
from adjudge.scoring.spans import score_spans
from adjudge.scoring.weights.built_in import MQM


def check(
    table: object,
    *,
    texts: Texts | None = None,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> CheckResult:
    """Check a human evaluation: its data, its design, and the ranking that it supports.

    Args:
        table: `Ratings`, `Spans`, `Comparisons`, `PairCounts`, or any frame with the columns of one of them.
        texts: source, reference and outputs; checks of texts need them.
        pair: the language pair to check; every pair on its own if left out.
        where: the rows to check, as for `adjudge.rank`.
        columns: for a frame with other names: our name -> name in the frame.
        scale: for a frame of ratings: the scale of the scores.
        select: codes, beginnings of codes or subjects to check; all if left out.
        ignore: those to leave out.
        seed: for what is random.
        progress: called with the share of the work that is done.

    Returns:
        The findings, the most serious first, and the checks that need more than the data holds.

    Raises:
        AdjudgeError: if the table is broken, or there is no such check.

    Example:
        >>> import polars as pl, adjudge
        >>> rows = {"annotator": ["ann"] * 4, "system": ["a", "a", "b", "b"], "segment": ["1", "2", "1", "2"]}
        >>> result = adjudge.check(pl.DataFrame(rows | {"score": [70, 70, 70, 70]}), select=["annotators"])
        >>> [finding.code for finding in result.findings if finding.severity == "warning"]
        ['AJ401']
    """
    seed = require_seed(seed)
    require_text("pair", pair, example="eng-deu")
    if texts is not None and not isinstance(texts, Texts):
        raise NOT_TEXTS(type=type(texts).__name__)
    chosen = chosen_checks(require_names("select", select), require_names("ignore", ignore))
    checked = chosen_rows(as_table(table, columns=columns, scale=scale, comparisons=False), where)
    if not isinstance(checked, Ratings | Spans | Comparisons | PairCounts):
        raise NOT_CHECKED(held=checked.noun)
    weights = MQM.name if isinstance(checked, Spans) else None
    judged: Table = score_spans(checked, MQM) if isinstance(checked, Spans) else checked
    judged = choose_language_pair(judged, pair) if pair is not None else judged
    judged = _with_documents(judged)
    run = _Run(chosen, judged, texts, seed)
    if not run.checks and (select or ignore):
        known = [one.name for one in SUBJECTS if any(isinstance(judged, check.table) for check in one.checks)]
        raise NONE_LEFT(held=judged.noun, known=", ".join(known))
    findings = [*_read_findings(judged, select, ignore), *run.all(progress)]
    return CheckResult(
        signature=Signature.of(
            {
                "check": _shortly(chosen, select, ignore),
                **({"weights": weights} if weights else {}),
                **selection_choices(judged),
                "seed": seed,
            }
        ),
        settings={
            "checks": list(run.done),
            "select": list(select),
            "ignore": list(ignore),
            "pair": pair,
            "weights": weights,
            "where": conditions_as_text(judged),
            "seed": seed,
        },
        findings=by_severity(findings),
        not_checked=run.not_checked,
    )


def _with_documents(table: Table) -> Table:
    """The judgements with documents that are not given but can be told from what was shown together, as `rank` does."""
    if not isinstance(table, Ratings):
        return table
    recovered = recover_documents(table.frame, ("system", "repeat"))
    return table.with_frame(recovered.frame).with_findings(*recovered.findings)


def chosen_checks(select: Sequence[str], ignore: Sequence[str]) -> list[Check]:
    """The checks that were selected and not ignored.

    Args:
        select: codes, beginnings of codes or subjects; all if empty.
        ignore: the same.

    Raises:
        UsageError: AJ040 if one of them matches nothing.
    """
    for one in (*select, *ignore):
        known = any(matches(code, one) for code in CHECKS)
        if not known and not re.fullmatch(r"AJ[12]\d*", one.upper()):  # what reading finds
            raise no_such_check(one)
    return [one for code, one in CHECKS.items() if _is_chosen(code, select, ignore)]


def _is_chosen(code: str, select: Iterable[str], ignore: Iterable[str]) -> bool:
    chosen = list(select)
    selected = not chosen or any(matches(code, one) for one in chosen)
    return selected and not any(matches(code, one) for one in ignore)


def _read_findings(table: Table, select: Sequence[str], ignore: Sequence[str]) -> list[Finding]:
    """What reading found, as far as it was selected."""
    return [finding for finding in table.findings if _is_chosen(finding.code, select, ignore)]


def _shortly(chosen: Sequence[Check], select: Sequence[str], ignore: Sequence[str]) -> str:
    """The checks for the signature."""
    return "+".join(one.name for one in chosen) if select or ignore else "all"


class _Run:
    """One run of checks over the language pairs of a table.

    Args:
        checks: those to run; the ones for other kinds of tables are passed over.
        table: judgements.
        texts: as for `check`.
        seed: as for `check`.
    """

    def __init__(self, checks: Sequence[Check], table: Table, texts: Texts | None, seed: int) -> None:
        self.checks = [one for one in checks if isinstance(table, one.table)]
        self._table, self._texts, self._seed = table, texts, seed
        self.done: dict[str, None] = {}
        self._skipped: dict[str, dict[str | None, str]] = {}

    def all(self, progress: Callable[[float], None] | None) -> list[Finding]:
        """The findings of all checks."""
        pairs = list(language_pairs(self._table))
        several = len(pairs) > 1
        parts: dict[str | None, Table] = {None: self._table}
        if several:
            parts |= {name: choose_language_pair(self._table, name) for name in pairs}
        findings: list[Finding] = []
        for i, (name, part) in enumerate(parts.items()):
            facts = Facts(part, texts=_texts_of(self._texts, part), seed=self._seed)
            for j, one in enumerate(self.checks):
                if one.whole == (name is None) or not several:
                    findings += (_of_pair(finding, name) for finding in self._look(one, facts, name))
                if progress is not None:
                    progress((i + (j + 1) / len(self.checks)) / len(parts))
        order = {one.name: place for place, one in enumerate(self.checks)}
        return sorted(findings, key=lambda finding: order.get(finding.code, 0))

    def _look(self, one: Check, facts: Facts, pair: str | None) -> list[Finding]:
        """The findings of one check; none if it cannot be run, which is kept."""
        frame = facts.table.frame
        needs = " and ".join(one.missing(frame))
        if not needs:
            try:
                findings = list(one.look(one.rows(frame), *(facts[name] for name in one.facts)))
            except NotCheckableError as error:
                needs = error.needs
            else:
                self.done[one.name] = None
                return findings
        self._skipped.setdefault(one.name, {})[pair] = needs
        return []

    @property
    def not_checked(self) -> tuple[NotChecked, ...]:
        """The checks that could not be run; with the language pair, if they could be run on another one."""
        found = []
        for code, skipped in self._skipped.items():
            if code not in self.done and len(set(skipped.values())) == 1:
                found.append(NotChecked(code, next(iter(skipped.values()))))
            else:
                found += [NotChecked(code, needs, pair) for pair, needs in skipped.items()]
        return tuple(found)


def _texts_of(texts: Texts | None, table: Table) -> Texts | None:
    """The texts of the language pair of the judgements, if both say which it is."""
    pairs = list(language_pairs(table))
    if texts is None or len(pairs) != 1 or pairs[0] not in language_pairs(texts):
        return texts
    return choose_language_pair(texts, pairs[0])


def _of_pair(finding: Finding, pair: str | None) -> Finding:
    """The finding with the language pair that it is about, where there are several."""
    if pair is None:
        return finding
    return replace(finding, text=f"{pair}: {finding.text}", numbers={**finding.numbers, "pair": pair})
