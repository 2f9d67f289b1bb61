"""Findings of the certificate: rules that a plan breaks, and what to do about each."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry

_PLAN: Final = "a plan"

DIFFERENT_TEXTS: Final = FindingEntry(
    "AJ668",
    "error",
    "A plan has systems judged on different texts.",
    text="{incomplete:,} of {units:count text} {incomplete:is/are} not judged for all systems; the least is judged of "
    "{system}: {lowest:.0%} of the segments.",
    source="Knowles 2021, section 8; Knowles and Lo 2022, section 2.2",
    todo="use a design that judges every text for all systems, such as `blocks`",
    needs=_PLAN,
)
UNEQUAL_WAVES: Final = DIFFERENT_TEXTS.variant(
    "{broken:count wave} {broken:is/are} not balanced on {broken:its/their} own: {broken:names}. If the campaign stops "
    "there, systems were judged on different texts, or met annotators unequally often.",
    severity="warning",
    source="Knowles and Lo 2022, section 2.2",
    todo="use a design that balances every wave, such as `blocks`, or plan one wave",
)
UNEQUAL_WORK: Final = FindingEntry(
    "AJ669",
    "warning",
    "In a plan annotators meet systems unequally often, or are unknown.",
    text="{annotators:count annotator} {annotators:meets/meet} some systems more often than others, by up to "
    "{apart:.1f} texts from an equal share: {_shown:names}. Their leniency then looks like quality.",
    source="Knowles 2021, section 4; Knowles and Lo 2024, section 6",
    todo="use a design that gives every annotator all systems equally often, such as `blocks`",
    needs=_PLAN,
)
UNKNOWN_PEOPLE: Final = UNEQUAL_WORK.variant(
    "{sessions:count session} {sessions:has/have} no annotator of {sessions:its/their} own: nobody can tell how "
    "lenient one is, or whether one person judged twice.",
    source="Knowles 2021, footnote 12; Knowles and Lo 2024, section 4.3",
    todo="name the annotator of every session, one id for one person",
)
ONE_PERSON_TWICE: Final = UNKNOWN_PEOPLE.variant(
    "{names:names} differ only in capitals or blanks: they may be the same person.",
    todo="give every person one id",
)
UNEQUAL_SESSIONS: Final = FindingEntry(
    "AJ670",
    "warning",
    "Sessions of a plan do not represent the systems.",
    text="{sessions:count session} of {_all:,} {sessions:holds/hold} some systems more often than others, by up to "
    "{apart:.1f} texts from an equal share: {_shown:names}. Scores standardised by session then depend on which "
    "systems were in it.",
    source="Knowles 2021, section 5.4",
    todo="do not standardise by session[, or use a design that spreads systems evenly over sessions, such as {_other}]",
    needs=_PLAN,
)
SOME_SYSTEMS: Final = UNEQUAL_SESSIONS.variant(
    "{sessions:count session} of {_all:,} {sessions:holds/hold} only some of the systems, {fewest:,} of {systems:,} at "
    "the least: standardised by session, scores would depend on which ones these are.",
    severity="note",
    todo="do not standardise by session[, or show no more than {snippet:count segment} at once, so that a session can "
    "hold all systems]",
)
UNLINKED: Final = FindingEntry(
    "AJ671",
    "error",
    "In a plan some systems are not linked by annotators or texts.",
    text="Annotators and texts do not link all systems, which form {_n} groups: {groups:groups}. Between groups a "
    "better system cannot be told from a more lenient annotator or an easier text.",
    source="Knowles 2021, section 4; John and Williams 1995, section 1.6",
    todo="plan more texts, or share the work among fewer annotators[, or use a design that links all systems, such as "
    "{_other}]",
    needs=_PLAN,
)
UNCOMPARED: Final = UNLINKED.variant(
    "Comparisons do not link all systems, which form {_n} groups: {groups:groups}. No system is compared with one of "
    "another group, not even by way of third ones[: {needed:count showing} of {_outputs:,} outputs {needed:is/are} the "
    "fewest that link all, and the plan has {shown:,}].",
    todo="plan more texts[, or use a design that links all systems, such as {_other}]",
)
INEFFICIENT: Final = FindingEntry(
    "AJ672",
    "warning",
    "A plan wastes judgements: differences of annotators and texts use them up.",
    text="The efficiency is {efficiency:.2f}: once annotators and texts are taken out, differences of systems are as "
    "uncertain as in a complete design with {efficiency:.0%} of the judgements (annotators alone: {annotators:.2f}, "
    "texts alone: {documents:.2f}).",
    source="John and Williams 1995, section 2.1",
    todo="plan more texts, or share the work among fewer annotators[, or use a design that spreads systems evenly over "
    "annotators and texts, such as {_other}]",
    needs=_PLAN,
)
UNEVEN_MEETINGS: Final = INEFFICIENT.variant(
    "The efficiency is {efficiency:.2f}: differences of systems are as uncertain as with {efficiency:.0%} of the items "
    "if every two systems met equally often. They meet in {fewest:,} to {most:count item}.",
    todo="plan more texts[, or use a design in which all pairs meet, such as {_other}]",
)
SMALL_SAMPLE: Final = FindingEntry(
    "AJ673",
    "warning",
    "A plan is too small to find differences of the usual size.",
    text="{system} is judged on {segments:count distinct segment}; {limit:,} are needed to find with power .8 that a "
    "segment of one system is better than one of another in {_effect:.1%} of the cases (rank-sum test of independent "
    "segments).",
    source="Graham, Haddow and Koehn 2020, section 4, Table 2",
    todo="judge more segments; more judgements of the same segments do not help as much. `adjudge power` has tests of "
    "shared segments and other effects",
    needs=_PLAN,
)
FEW_VOTES: Final = SMALL_SAMPLE.variant(
    "{_pair} are compared in {votes:count item}; {limit:,} votes on a pair are needed to find with power .8, by the "
    "votes of this pair alone, that one system is preferred in {_effect:.1%} of the votes that are no ties.",
    source="exact test of votes, `adjudge power`",
    todo="judge more segments; more judgements of the same segments do not help as much",
)
FEW_DOCUMENTS: Final = SMALL_SAMPLE.variant(
    "{system} is judged on {documents:count document}, fewer than {limit:,}. Documents are the units of the default "
    "test[, which can separate nothing with fewer than {separating:,}].",
    source="our choice; the smallest p-value of signs of D documents is 2^(1 - D)",
    todo="judge more and shorter documents, or snippets of more documents",
)
FEW_AT_FIRST: Final = SMALL_SAMPLE.variant(
    "If the campaign stops after its first wave, {system} is judged on {documents:count document}, and the default "
    "test can separate nothing with fewer than {separating:,}[. It can from the end of wave {enough:,} on].",
    source="Knowles and Lo 2022, section 2.2",
    todo="plan fewer waves, or more and shorter documents in each",
)
WHOLE_DOCUMENTS: Final = SMALL_SAMPLE.variant(
    "{share:.0%} of what counts are scores of whole documents. {documents:count document} then "
    "{documents:is/are} the sample: 55 documents find a difference of P = .47 with power .081.",
    source="Graham, Haddow and Koehn 2020, section 4, Table 2",
    todo="score segments in their order, with the document in sight",
)
UNTOLD: Final = FindingEntry(
    "AJ695",
    "note",
    "It cannot be told how precise the results of a plan will be.",
    text="No precision is told: how preferences vary over texts and annotators is not known as it is of scores.",
    todo="see what so many votes for each pair find, with `adjudge power`",
    needs=_PLAN,
)
UNKNOWN_SPREAD: Final = UNTOLD.variant(
    "No precision is told: how results of the protocol {protocol} vary is not known as it is of scores from 0 to 100.",
    todo="give components of variance from a pilot: `variances` of `certify`",
)
ONE_DOCUMENT: Final = UNTOLD.variant(
    "No precision is told: {documents:count document} {documents:does/do} not tell how systems do on others.",
    todo="judge more documents",
)
UNKNOWN_DOCUMENTS: Final = UNTOLD.variant(
    "No precision is told: nobody knows which of the {segments:count segment} are of one document. Such segments are "
    "alike, and counted as independent they would promise far too much.",
    source="Graham, Haddow and Koehn 2020, section 4",
    todo="give the document of every segment in a column `document`",
)
NO_DIFFERENCE: Final = UNTOLD.variant(
    "No precision is told: the plan does not tell all differences of systems.",
    todo="mend what is said about links of systems first",
)
OTHER_ORIGIN: Final = FindingEntry(
    "AJ674",
    "warning",
    "A plan judges texts that were not first written in the source language.",
    text="{share:.0%} of what counts are texts that were first written in another language than {language}[: "
    "{origins:names}][; of {unknown:count segment} the original language is unknown]. Translated sources are easier, "
    "and change rankings.",
    source="Graham, Haddow and Koehn 2020, sections 3 and 5",
    todo='leave them out with `sampling.origin = "forward"`, or report both directions apart',
    needs="a plan of texts whose original language is known",
)
SPOILT_REPEATS: Final = FindingEntry(
    "AJ675",
    "warning",
    "In a plan control items spoil the context of others.",
    text="{repeats:count repeat} of {_all:,} {repeats:follows/follow} a degraded segment of the same text: scores "
    "after one are lower, so these measure no consistency.",
    source="Knowles and Lo 2024, sections 5.2 and 5.4",
    todo="degrade all segments of a control copy, or none",
    needs="a plan with control items",
)
MIXED_SHOWINGS: Final = SPOILT_REPEATS.variant(
    "{showings:count showing} {showings:holds/hold} control items beside items that count, whose context they change.",
    todo="show control items in texts of their own",
)
NEAR_COPIES: Final = FindingEntry(
    "AJ676",
    "warning",
    "In a plan control items are near to what they were made of.",
    text="{items:count control item} {items:is/are} nearer to what {items:it was/they were} made of than the "
    "{limit:count item} asked for, with {distance:count item} between at the least: annotators will remember.",
    source="our choice",
    todo="make sessions longer, or lower `controls.distance`",
    needs="a plan with control items",
)
MISSING_WORK: Final = FindingEntry(
    "AJ677",
    "error",
    "A plan does not hold the work that was asked for, or holds some of it twice.",
    text="{lost:count text} of {units:,} {lost:is/are} in no session: {_shown:names}.",
    source="Knowles and Lo 2022, section 2.2",
    todo="let sessions hold more, or cut long texts into parts with `sampling.part`",
    needs=_PLAN,
)
OTHER_NUMBER: Final = MISSING_WORK.variant(
    "{judgements:count judgement} of every output {judgements:was/were} asked for, but {outputs:count output} of "
    "{_all:,} {outputs:gets/get} another number: the fewest are {fewest:,}, the most {most:,}.",
    severity="warning",
    source="Knowles 2021, section 8",
    todo="use a design that judges every output equally often, such as `blocks`",
)
JUDGED_TWICE: Final = MISSING_WORK.variant(
    "{outputs:count output} {outputs:is/are} to be judged more than once by the same annotator, as if by two.",
    severity="warning",
    source="our choice",
    todo="ask for fewer `work.judgements`, or plan repeats as control items, which are counted apart",
)
POOR_CALIBRATION: Final = FindingEntry(
    "AJ678",
    "warning",
    "A calibration set does not cover the range of quality, or is not the same for all.",
    text="The calibration set holds {texts:count text} by {covered:,} of {systems:count system}: scores that "
    "annotators give to the rest lie outside of what it measures.",
    source="Knowles and Lo 2024, sections 4.3 and 4.4",
    todo="make it larger, or show shorter texts (`sampling.unit`, `sampling.part`), so that it holds more of them["
    "; give {_metrics}, so that it is chosen over the range of quality]",
    needs="a plan with calibration items",
)
UNLIKE_CALIBRATION: Final = POOR_CALIBRATION.variant(
    "{annotators:count annotator} {annotators:does/do} not judge the same calibration items in the same order before "
    "everything else: {annotators:names}.",
    source="Knowles and Lo 2024, section 3.6",
    todo="plan calibration as the first session of every annotator",
)
TOO_LONG: Final = FindingEntry(
    "AJ679",
    "error",
    "A plan takes more time than there is, or its sessions are longer than allowed.",
    text="{annotators:count annotator} {annotators:gets/get} more work than {annotators:this annotator has/they have} "
    "hours, by more than one text, at most {over:.1f} hours more: {annotators:names}.",
    source="the campaign file",
    todo="ask for fewer texts or judgements, or give more hours",
    needs="a plan with hours of annotators",
)
LONG_SESSIONS: Final = TOO_LONG.variant(
    "{sessions:count session} {sessions:holds/hold} more than {limit:count item}, at most {most:,}: {sessions:names}.",
    todo="raise `work.session_items`, or show shorter texts",
)
