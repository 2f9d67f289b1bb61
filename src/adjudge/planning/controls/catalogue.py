"""Findings about control items, calibration sets and the control items of published builders."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry

NO_CONTROLS: Final = FindingEntry(
    "AJ660",
    "warning",
    "A plan without control items, and no reason why.",
    text="There are no control items, and the campaign does not say why: nobody can tell afterwards whether the "
    "annotators paid attention.",
    source="Knowles and Lo 2022, appendix C",
    todo="ask for `controls.degraded` and `controls.repeats`, or give a reason such as known experts as "
    "`controls.reason`",
)
SHARES_MISSED: Final = FindingEntry(
    "AJ661",
    "warning",
    "Another number of control items than the campaign asks for.",
    text="The campaign asks for {wanted:count item} of kind {kind}, and {found:,} could be placed.[ {full:count "
    "session} {full:has/have} no room for the copy that is due.][ In {near:count session} nothing is left that can be "
    "copied at a distance of {distance:count item}.][ In {unmade:count session} no copy can be made of any text that "
    "is left.]",
    todo="lower `controls.{key}` or `controls.distance`, or ask for longer sessions (`work.session_items`) or shorter "
    "texts (`sampling.part`, `sampling.snippet`)[, or {unmade:mend/mend} the texts of which no copy can be made]",
)
NO_OTHER_WORDS: Final = SHARES_MISSED.variant(
    "The campaign asks for {wanted:count item} of kind {kind}, and {found:,} could be placed: there are no other words "
    "to take for degraded copies. They come from references, or from other documents that a system translated.",
    todo="add a reference (its role may be `hidden`) or further documents",
)
NONE_DUE: Final = SHARES_MISSED.variant(
    "There is no item of kind {kind}: the campaign asks for {wanted:count item}, and a control copy is a whole text, "
    "here of about {typical:count segment}.",
    todo="ask for a larger share `controls.{key}`, or for shorter texts (`sampling.part`, `sampling.snippet`)",
)
NOT_EXACTLY: Final = SHARES_MISSED.variant(
    "Control copies are whole texts, so there are not exactly as many control items as asked for: {_kinds}.",
    severity="note",
    todo="ask for shorter texts (`sampling.part`, `sampling.snippet`) if this is too far from what you want, or for "
    "other shares",
)
CUT_COPIES: Final = FindingEntry(
    "AJ643",
    "warning",
    "Control copies that can be told by their length.",
    text="{copies:,} of {_all:count control copy/control copies} {copies:is/are} cut: {copies:it shows/they show} only "
    "a part of what {copies:it was/they were} made of, so annotators can tell by the length what does not count.",
    source="our choice",
    todo="ask for longer sessions (`work.session_items`) or shorter texts (`sampling.part`, `sampling.snippet`), so "
    "that sessions have room for whole copies; most published designs cut them whatever is asked for",
    needs="a plan with control items",
)
NO_LONG_COPIES: Final = CUT_COPIES.variant(
    "No control copy has more than {longest:count segment}, and {longer:,} of {showings:count showing} that "
    "{showings:counts/count} {longer:does/do}: annotators may notice that the longest texts always count.",
)
NOT_DEGRADABLE: Final = FindingEntry(
    "AJ662",
    "note",
    "Texts of which no degraded copy can be made.",
    text="{units:count text} with output of {systems:names} {units:was/were} passed over, because no degraded copy can "
    "be made of {units:it/them}: an output is empty or copies the source, or no other text changes it enough.",
    source="Knowles and Lo 2022, appendix C",
    todo="look at these outputs",
)
NOTHING_TO_TAKE: Final = NOT_DEGRADABLE.variant(
    "{units:count text} with output of {systems:names} {units:was/were} passed over, because there are no other words "
    "to take for a degraded copy of {units:it/them}, neither from references nor from other documents.",
    todo="add a reference (its role may be `hidden`) or further documents",
)
SHOWN_UNALTERED: Final = NOT_DEGRADABLE.variant(
    "{items:count item} with output of {systems:names} could not be degraded and {items:is/are} shown as {items:a "
    "repeat/repeats}, because no other text changes {items:it/them} enough, or the output is empty.",
    severity="warning",
)
SEVERAL_OUTPUTS: Final = FindingEntry(
    "AJ663",
    "note",
    "Protocols that show several outputs at once get no control items.",
    text="The protocol {protocol} shows {outputs} outputs at once, so there are no control items.",
    todo="ask for several judgements of each output (`work.judgements`), so that the agreement of annotators tells how "
    "reliable they are",
)
SEVERAL_OUTPUTS_AGAIN: Final = SEVERAL_OUTPUTS.variant(
    SEVERAL_OUTPUTS.text, todo="see by the agreement of annotators how reliable they are"
)
MIXED_ROLES: Final = FindingEntry(
    "AJ644",
    "note",
    "A plan in which some references are ranked and others are control items.",
    text="References have two roles in this plan: {ranked:names} {ranked:is/are} ranked like {ranked:a system/systems}"
    ", and {controls:names} {controls:is/are} shown as {controls:a control item/control items} of kind reference, "
    "which no ranking counts.",
    source="Knowles 2021, section 3; Knowles and Lo 2022, section 2.1",
    todo="name both roles wherever results are reported, or give all references the same one",
)
SMALL_CALIBRATION: Final = FindingEntry(
    "AJ664",
    "warning",
    "What a calibration set does not cover.",
    text="The calibration set has {segments:,} of the {wanted:count segment} asked for: every document is used once, "
    "and there are only {documents:,}.",
    source="Knowles and Lo 2024, section 3.6",
    todo="ask for fewer `calibration.segments`",
)
WITHOUT_METRICS: Final = SMALL_CALIBRATION.variant(
    "Without metric scores the systems take turns in the calibration set, so it may not cover the range of quality.",
    severity="note",
    source="Knowles and Lo 2024, section 4.4",
    todo="name a file of metric scores as `calibration.metrics`",
)
CALIBRATION_WITHOUT: Final = SMALL_CALIBRATION.variant(
    "The calibration set has no output of {systems:names}.",
    severity="note",
    source="Knowles and Lo 2024, section 4.4",
    todo="ask for more `calibration.segments`",
)
CALIBRATION_SEEN_AGAIN: Final = SMALL_CALIBRATION.variant(
    "{documents:count document} of the calibration set {documents:is/are} judged again later, because all "
    "documents are needed there.",
    severity="note",
    source="Knowles and Lo 2024, section 3.6",
    todo="leave some documents for the calibration set: ask for fewer `sampling.documents`",
)
CALIBRATION_COST: Final = FindingEntry(
    "AJ665",
    "note",
    "What the calibration set costs.",
    text="The calibration set is {share:.0%} of all items: {segments:count segment} for each of "
    "{annotators:count annotator}. Items that an annotator judges beside it: median {median:,.0f}, fewest {least:,}, "
    "most {most:,}.",
    source="Knowles and Lo 2024, table 2",
    todo="[{large:if/if} it is too much, fewer annotators with longer hours make it cheaper]",
)
DROPPED: Final = FindingEntry(
    "AJ666",
    "warning",
    "What a published builder leaves out.",
    text="The design {design} drops {documents:count document} longer than {longest:count segment}: "
    "{_documents:names 8}.",
    source="Knowles and Lo 2022, section 2: 1566 lines of Hansard were never judged",
    todo="cut long documents into parts with `sampling.part`, or take another design",
)
UNASSIGNED_SESSIONS: Final = DROPPED.variant(
    "{sessions:count session} of the design {design} {sessions:is/are} given to nobody, because the hours do not "
    "suffice: {judgements:,} of {total:count judgement} are left out, without regard to balance.",
    source="Knowles and Lo 2022, section 2.2",
    todo="give more hours, or take a design that knows the hours",
)
BEYOND_HUNDRED: Final = DROPPED.variant(
    "The design {design} writes 100 sessions and drops {sessions:,} further ones, with {judgements:count judgement}.",
    source="builder of WMT22",
    todo="ask for fewer `sampling.documents`, or take another design",
)
NOT_APPLIED: Final = DROPPED.variant(
    "The design {design} does not follow {keys:names 8}: it builds sessions of {items:count item} with its own "
    "control items.",
    source=None,
    todo="leave {keys:it/them} out, or take another design",
)
NO_REFERENCE_CONTROLS: Final = DROPPED.variant(
    "The design {design} shows references as control items, but no reference has that role: its sessions are "
    "{items:count item} shorter.",
    source="Graham et al. 2016",
    todo='give a reference `role = "control"`',
)
JUDGED_AGAIN: Final = FindingEntry(
    "AJ667",
    "note",
    "Faults of a published builder that this plan shows.",
    text="The design {design} fills its sessions with {judgements:count judgement} that {judgements:is/are} asked for "
    "elsewhere already; {same:,} of them go to the same annotator. Those of the kind `filler`, documents cut "
    "to fit, are counted apart from the judgements asked for; any others are not, and give some outputs too many.",
    todo="take another design for a campaign of your own",
)
COPIES_FIRST: Final = JUDGED_AGAIN.variant(
    "{copies:,} of {total:count control copy/control copies} {copies:stands/stand} before what {copies:it was/they "
    "were} made of, so that the judgement that counts follows the copy.",
    source="Knowles and Lo 2024, section 5",
)
REPEATS_IN_DEGRADED: Final = JUDGED_AGAIN.variant(
    "{repeats:count repeat} {repeats:follows/follow} a degraded segment of the same copy, where scores are lower.",
    source="Knowles and Lo 2024, section 5.2",
    todo="leave these repeats out of the averages",
)
