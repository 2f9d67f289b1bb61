"""What counts answer, whatever kind of judgements they are of: systems, sample, evaluators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudge.auditing.datasheet.facts import Facts
from adjudge.core.catalogue import counted, listed
from adjudge.core.datasheet.answer import Answer, Unknown
from adjudge.core.datasheet.languages import NAMES, OTHER, language_number

MACHINE_TRANSLATION: Final = 15
#: Systems that an answer names with their counts.
_MOST_SYSTEMS: Final = 30
_EXPOSURES: Final = {
    "within": "Every evaluator judged every system (within subjects).",
    "between": "Every evaluator judged one system (between subjects).",
    "mixed": "Not every evaluator judged every system.",
}
_LENGTH: Final = "whether a segment is a sentence, several of them, or something else"


def answers_of_facts(facts: Facts) -> Iterator[Answer | Unknown]:
    """Answers to sections 2 and 3, and why there is none where the data could have had one."""
    yield from _languages(facts)
    yield from _sample(facts)
    yield from _evaluators(facts)


def language_name(name: str) -> str:
    """A language as the list of HEDS has it, or as the data has it."""
    number = language_number(name)
    return name if number is None else NAMES[number - 1]


def _languages(facts: Facts) -> Iterator[Answer | Unknown]:
    sources, targets = facts.source_langs, facts.target_langs
    for typed, languages, column, held in (
        ("2.1", "2.4", "source_lang", sources),
        ("2.2", "2.5", "target_lang", targets),
    ):
        if not held:
            why = f"the data does not name the language (column {column!r})"
            yield from (Unknown(number, why) for number in (typed, languages))
            continue
        text = f"Text in {', '.join(map(language_name, held))}: {_texts(facts)}."
        yield Answer(typed, "data", text, lacks=_LENGTH)
        codes = {language_number(name) or OTHER for name in held}
        others = ", ".join(name for name in held if language_number(name) is None)
        yield Answer(languages, "data", others, tuple(sorted(codes)), exact=True)
    pairs = {language_name(name).lower() for name in sources}, {language_name(name).lower() for name in targets}
    if not sources or not targets:
        yield Unknown("2.3", "the data does not name both languages (columns 'source_lang' and 'target_lang')")
    elif pairs[0] & pairs[1]:
        yield Unknown("2.3", "inputs and outputs are in the same language")
    else:
        yield Answer("2.3", "data", "", (MACHINE_TRANSLATION,), exact=True)


def _texts(facts: Facts) -> str:
    """Segments and documents, as far as they are known."""
    parts = [counted(facts.segments, "segment")] if facts.segments else []
    parts += [counted(facts.documents, "document")] if facts.documents else []
    return " of ".join(parts) or "segments that the data does not name"


def _sample(facts: Facts) -> Iterator[Answer | Unknown]:
    counts, same = facts.outputs, len(set(facts.outputs.values())) == 1
    if not any(counts.values()):
        yield Unknown("3.1.1", "the data does not say which segments were judged")
    elif same and facts.whole_documents in {0, facts.judgements}:
        yield Answer("3.1.1", "data", str(next(iter(counts.values()))), exact=True)
    elif same:
        text = f"{next(iter(counts.values())):,}, segments and whole documents together."
        yield Answer("3.1.1", "data", text, lacks="which of them are the outputs that were evaluated")
    else:
        each = listed([f"{system}: {n:,}" for system, n in counts.items()], _MOST_SYSTEMS)
        text = f"From {min(counts.values()):,} to {max(counts.values()):,} ({each})."
        yield Answer("3.1.1", "data", text, lacks="how and why the number varies")


def _evaluators(facts: Facts) -> Iterator[Answer | Unknown]:
    if facts.evaluators is not None:
        yield Answer("3.2.1", "data", str(facts.evaluators), exact=True)
    else:
        held = f"; {counted(facts.sessions, 'session')} {_IS_KNOWN}" if facts.sessions else ""
        missing = f"{facts.unattributed:,} of {counted(facts.judgements, facts.noun)} have no annotator"
        yield Unknown("3.2.1", missing + held)
    if facts.judgements_by is None or facts.systems_by is None:
        return
    whole = f" {_EXPOSURES[facts.exposure]}" if facts.exposure else ""
    each = f"Each evaluator gave {facts.judgements_by} of {counted(facts.judgements, facts.noun)}"
    text = f"{each} and judged {facts.systems_by} of {counted(len(facts.outputs), 'system')}.{whole}"
    yield Answer("3.3.8", "data", text, lacks="other ways in which conditions differ")


_IS_KNOWN: Final = "are known, not who worked in them"
