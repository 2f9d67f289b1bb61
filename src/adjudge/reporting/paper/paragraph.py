"""A paragraph on the method for a paper, from the facts of the results and nothing else.

Two rules of all our sentences hold here as well: a test that does not reject is never reported as equality, and what
speaks against the result (warnings, checks that found something, checks that could not be run) is said, not hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.auditing.annotators.comparisons.result import ComparisonAnnotatorsResult
from adjudge.auditing.annotators.ratings.result import AnnotatorsResult
from adjudge.auditing.checks.result import CheckResult
from adjudge.auditing.documents.result import DocumentsResult
from adjudge.core.catalogue import FindingEntry, counted
from adjudge.core.findings import Finding, Severity
from adjudge.core.problems import NO_SCORE
from adjudge.io.catalogue import EMPTY_RANKINGS, STANDARDISED_SCORES
from adjudge.io.crowdsourcing.catalogue import NOT_ACCEPTED
from adjudge.io.pearmut.catalogue import RESET
from adjudge.io.wmt.catalogue import OTHER_TASKS
from adjudge.ranking import catalogue as ranking
from adjudge.ranking.comparisons.catalogue import BOTH_BAD_TIES, LEFT_OUT_REFERENCE
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.ratings import catalogue as of_ratings
from adjudge.ranking.result import RankingResult
from adjudge.reporting.captions import say_chosen, say_hidden, say_size, say_tested
from adjudge.reporting.comparison_wording import say_contradicted, say_method
from adjudge.reporting.files.latex_text import latex_escape, latex_signature, latex_words
from adjudge.reporting.paper import scoring_phrases as phrases
from adjudge.reporting.paper.kept_names import KeptNames
from adjudge.reporting.paper.spelling import Audience, spelled
from adjudge.reporting.wording import say_leaders, say_lines, say_names
from adjudge.scoring import catalogue as scoring

AnyAnnotators = AnnotatorsResult | ComparisonAnnotatorsResult
#: Codes that are listed; more of them are counted.
_MOST_CODES: Final = 12

#: Findings whose sentences stand in the paragraph, by the place where they stand.
_READ: Final = (STANDARDISED_SCORES, NO_SCORE, EMPTY_RANKINGS, NOT_ACCEPTED, RESET, OTHER_TASKS)
_LEFT_OUT: Final = (
    scoring.REVISED,
    scoring.AFTER_DEGRADED,
    scoring.SOME_UNKNOWN,
    scoring.QUALITY,
    scoring.WITHOUT_SPREAD,
    LEFT_OUT_REFERENCE,
    BOTH_BAD_TIES,
)
_STANDARDISED: Final = (scoring.CHOSEN_ANCHOR, scoring.RECOVERED_DOCUMENTS, scoring.SESSIONS_AS_ANNOTATORS)
_LIMITS: Final = (ranking.AGAINST_THE_ORDER, ranking.FEW_UNITS, ranking.FEW_ANNOTATORS)
_CLAIMS: Final = (of_ratings.SHOWN_EQUIVALENT, of_ratings.POST_EDITED)


def methods_paragraph(
    result: RankingResult,
    *,
    audience: Audience,
    agreement: AnyAnnotators | None = None,
    documents: DocumentsResult | None = None,
    check: CheckResult | None = None,
) -> str:
    """A paragraph for a paper: what was judged, how it was ranked and tested, and what may be concluded.

    Args:
        result: any ranking.
        audience: whose spelling: `british` or `american`.
        agreement: the annotators of the same judgements.
        documents: the documents of the same judgements.
        check: what the linter found in them.

    Returns:
        The paragraph, and below it the signature as a footnote.
    """
    draft = _Draft(result, agreement, documents, check)
    text = spelled(" ".join(draft.sentences()), audience)
    return f"{draft.names.restore(text)}¹\n\n¹ {result.signature}"


def methods_latex(
    result: RankingResult,
    *,
    audience: Audience,
    agreement: AnyAnnotators | None = None,
    documents: DocumentsResult | None = None,
    check: CheckResult | None = None,
) -> str:
    r"""The same for LaTeX, with the signature in a `\footnote`; arguments as of `methods_paragraph`."""
    draft = _Draft(result, agreement, documents, check)
    text = latex_words(spelled(" ".join(draft.sentences()), audience))
    return f"{draft.names.restore(text, latex_escape)}\\footnote{{{latex_signature(str(result.signature))}}}\n"


class _Draft:
    """The sentences of a paragraph, with marks in the place of names."""

    def __init__(
        self,
        result: RankingResult,
        agreement: AnyAnnotators | None,
        documents: DocumentsResult | None,
        check: CheckResult | None,
    ) -> None:
        self.names = KeptNames()
        self._named = result
        self._result = self.names.keep_in(result)
        self._agreement, self._documents, self._check = agreement, documents, check

    def sentences(self) -> list[str]:
        """All of them, in their order."""
        return [*self._judged(), *self._method(), *self._tested(), *self._found(), *self._doubts(), self._software()]

    def _judged(self) -> list[str]:
        """What was judged, how much of it, and what was left out."""
        pair = self._result.settings.get("pair")
        languages = f" for the language pair {self.names.keep(pair)}" if pair else ""
        systems = counted(len(self._result.systems), "system")
        whole = f"We ranked {systems}{languages} ({'; '.join([say_size(self._result), *self._units()])})."
        return [whole, *say_chosen(self._result), *self._quoted(_READ)]

    def _units(self) -> list[str]:
        known = []
        if self._agreement is not None and self._agreement.annotators:
            known.append(counted(len(self._agreement.annotators), "annotator"))
        if self._documents is not None and self._documents.documents:
            known.append(counted(len(self._documents.documents), "document"))
        return [say_names(known)] if known else []

    def _method(self) -> list[str]:
        """How judgements became an order."""
        if isinstance(self._result, ComparisonRankingResult):
            counts = self._quoted(_LEFT_OUT)
            how = say_method(self._result, reference=not self._findings((LEFT_OUT_REFERENCE,)))
            return [how, *counts, say_contradicted(self._result)]
        recipe = self._result.settings.get("recipe")
        if not recipe:
            return self._quoted(_LEFT_OUT)
        return [
            *phrases.say_weights(self._result.settings.get("weights")),
            phrases.say_rows(recipe),
            phrases.say_quality(recipe),
            *self._quoted(_LEFT_OUT),
            *phrases.say_standardised(recipe),
            *self._quoted(_STANDARDISED),
            phrases.say_estimate(recipe),
            phrases.say_recipe(recipe),
        ]

    def _tested(self) -> list[str]:
        if not self._result.pairs:
            return []
        return [say_tested(self._result), say_lines(self._result), *say_hidden(self._result)]

    def _found(self) -> list[str]:
        """The result: clusters, who is first, and how many pairs are separated."""
        clusters, pairs = len(self._result.clusters()), len(self._result.pairs)
        if not pairs:
            return ["With one system there is no order."]
        said = [say_leaders(self._result)]
        if clusters > 1:
            separated = sum(pair.significant for pair in self._result.pairs)
            of = f"in {separated:,} of {counted(pairs, 'pair')}" if pairs > 1 else "in the only pair"
            said.insert(0, f"The {counted(len(self._result.systems), 'system')} form {counted(clusters, 'cluster')}.")
            said.append(f"The higher-ranked system is significantly better {of}." if separated else "")
        return [*filter(None, said), *self._missed(), *self._quoted(_LIMITS), *self._quoted(_CLAIMS)]

    def _missed(self) -> list[str]:
        """How small a difference could have been missed in the pairs that are not separated."""
        pairs = len(self._result.pairs)
        missed = sum(not pair.significant for pair in self._result.pairs)
        known = self._quoted((of_ratings.NOT_SEPARATED,))
        if known or not missed:
            return known
        said = f"{counted(missed, 'pair was/pairs were')} not separated, which is not evidence of equal quality"
        if missed == pairs:  # the sentence on the leaders says what that means
            said = "The pair was not separated" if pairs == 1 else f"None of the {pairs:,} pairs was separated"
        return [f"{said}; how small a difference could have been found is not known."]

    def _doubts(self) -> list[str]:
        """Agreement, and what speaks against the result: never left out because there is much of it."""
        said = [self._agreement.sentence] if self._agreement is not None else []
        said.append(f"With the ranking, Adjudge reported {_counts(self._named.findings)}.")
        if self._check is not None:
            run, skipped = len(self._check.settings["checks"]), len(self._check.not_checked)
            could = f"; {counted(skipped, 'check')} could not be run on these data" if skipped else ""
            said.append(f"Its linter ({counted(run, 'check')} run) reported {_counts(self._check.findings)}{could}.")
        return said

    def _software(self) -> str:
        return f"All figures were computed with Adjudge {self._result.signature.version}."

    def _findings(self, entries: Sequence[FindingEntry]) -> list[Finding]:
        codes = {entry.code for entry in entries}
        return [finding for finding in self._named.findings if finding.code in codes]

    def _quoted(self, entries: Sequence[FindingEntry]) -> list[str]:
        """The sentences of findings, in their order."""
        systems = self._named.order()
        return [self.names.sentence(finding, systems) for finding in self._findings(entries)]


def _counts(findings: Sequence[Finding]) -> str:
    """Errors and warnings with their codes: `no errors and 2 warnings (AJ206 and AJ213)`."""
    return f"{_count(findings, 'error')} and {_count(findings, 'warning')}"


def _count(findings: Sequence[Finding], severity: Severity) -> str:
    codes = [finding.code for finding in findings if finding.severity == severity]
    if not codes:
        return f"no {severity}s"
    shown = list(dict.fromkeys(codes))
    more = len(shown) - _MOST_CODES
    names = say_names(shown) if more <= 0 else f"{', '.join(shown[:_MOST_CODES])} and {more} more"
    return f"{counted(len(codes), severity)} ({names})"
