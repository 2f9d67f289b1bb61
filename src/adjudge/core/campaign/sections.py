"""The sections of a campaign file. Their docstrings are the reference; defaults are what is recommended.

Fields are strict: a number in quotes is no number, and a key that is not listed here is refused.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Role = Literal["system", "control", "hidden"]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Some = Annotated[int, Field(ge=0, le=1_000_000)]
Share = Annotated[float, Field(ge=0, le=0.5, allow_inf_nan=False)]
Positive = Annotated[float, Field(gt=0, le=1e9, allow_inf_nan=False)]
Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^\S(.*\S)?$")]


class Section(BaseModel):
    """What all sections share: no unknown keys, no silent conversion, no change afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class TextSection(Section):
    """`[texts]`: the test set. Either one file with everything, or one file of lines for each part.

    Args:
        file: texts with their outputs: CSV, TSV, JSON Lines or Parquet with our columns, or XML of WMT.
        source: the source, one segment to a line.
        documents: the document of every segment, one to a line; a domain may stand before it, with a tab between.
        domains: the domain of every segment, one to a line.
        origins: the language every segment was first written in, one to a line.
    """

    file: str | None = None
    source: str | None = None
    documents: str | None = None
    domains: str | None = None
    origins: str | None = None


class ReferenceSection(Section):
    """`[references.NAME]`: a human translation and what it is for.

    Args:
        file: its lines; left out if `texts.file` holds it.
        role: `system` = judged and ranked like a system; `control` = shown as a control item only; `hidden` = never
            shown, only a donor of words for degraded items.
    """

    file: str | None = None
    role: Role = "system"


class SamplingSection(Section):
    """`[sampling]`: which texts are judged, the same for every system.

    Args:
        unit: what is shown at once: `document`, or `snippet` = a run of consecutive segments of one document.
        snippet: longest snippet, segments; 10 (WMT22).
        context: segments of the source shown before and after a snippet, or a part of a long document, not judged; 10
            (WMT22).
        part: documents longer than this are cut into parts of about equal length, each shown on its own; 15 (Knowles
            and Lo 2022 cut the Hansard into parts of 8 to 26 lines, 14.6 on average).
        documents: how many documents are judged, long ones with all their parts; left out = all, or as many texts as
            the hours allow.
        origin: `forward` = only texts that were first written in the source language; `any`.
        balance_domains: whether every domain gets its share.
    """

    unit: Literal["document", "snippet"] = "document"
    snippet: Count = 10
    context: Some = 10
    part: Count = 15
    documents: Count | None = None
    origin: Literal["forward", "any"] = "forward"
    balance_domains: bool = True


class AnnotatorSection(Section):
    """`[annotators]`: who judges, for how long, at what cost.

    Args:
        names: pseudonyms; or give `count`.
        count: how many there are; they are called a01, a02, ...
        hours: hours of each, one number for all or one for each name; left out = as long as it takes.
        cost_per_hour: what an hour costs.
        currency: in which currency.
        spare_hours: whether there may be more hours than work; if not, this is an error.
    """

    names: tuple[Name, ...] | None = None
    count: Count | None = None
    hours: Positive | dict[Name, Positive] | None = None
    cost_per_hour: Positive | None = None
    currency: str = "EUR"
    spare_hours: bool = False


class WorkSection(Section):
    """`[work]`: how the work is cut up.

    Args:
        judgements: how many annotators judge each output.
        session_items: most items in a session, control items among them.
        waves: parts of the campaign, each balanced on its own, so that it may stop after any of them; all parts of a
            document are in one wave.
        seconds_per_item: seconds for each item, whatever its length; the protocol knows a default.
        seconds_per_word: seconds for each word of the source, for every output that is shown; words of outputs are not
            counted. The protocol knows a default.
    """

    judgements: Count = 1
    session_items: Count = 100
    waves: Count = 1
    seconds_per_item: Annotated[float, Field(ge=0, le=86_400)] | None = None
    seconds_per_word: Annotated[float, Field(ge=0, le=3_600)] | None = None


class ControlSection(Section):
    """`[controls]`: items that do not count, to see whether annotators pay attention.

    Args:
        degraded: share of the items that are damaged copies, each of a whole text that is shown on its own; 0.05.
        repeats: share that are clean repeats, to measure consistency; 0.05.
        references: share that are references shown as control items; 0.
        lengths: how many words are damaged, by the length of the segment: the table of `wmt22` or of `graham`.
        script: `words` damages words, `characters` characters; `auto` decides by the outputs.
        distance: fewest items between a copy and what it was made of; 10.
        tutorial: a file of tutorial items (texts with the columns `document`, `segment`, `source`, `output` and, if
            there is an expected answer, `low`, `high`), which every annotator sees first.
        reason: why there are no control items, if there are none; the certificate prints it.
    """

    degraded: Share = 0.05
    repeats: Share = 0.05
    references: Share = 0.0
    lengths: Literal["wmt22", "graham"] = "wmt22"
    script: Literal["auto", "words", "characters"] = "auto"
    distance: Some = 10
    tutorial: str | None = None
    reason: str | None = None


class CalibrationSection(Section):
    """`[calibration]`: a set that every annotator judges first, in the same order.

    Args:
        segments: how many; 0 = none.
        metrics: a file of metric scores by segment, to cover the range of quality by strata; without it all systems
            and the references take turns.
    """

    segments: Some = 0
    metrics: str | None = None
