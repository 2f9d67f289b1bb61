"""Checks of texts: copies, quotation marks, encoding, empty outputs, lengths, scripts."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from adjudge.auditing.checks.texts.outputs import more_than_others, shares
from tests.unit.auditing.checks.planted import clean, needed, none, only, run, silent

CODES = ["AJ447", "AJ448", "AJ449", "AJ459", "AJ460", "AJ461", "AJ462", "AJ463"]
WORDS = [
    "haus",
    "baum",
    "straße",
    "licht",
    "wasser",
    "morgen",
    "abend",
    "fenster",
    "garten",
    "himmel",
    "regen",
    "sommer",
    "winter",
    "stadt",
    "land",
    "fluss",
]
ENGLISH = [
    "house",
    "tree",
    "street",
    "light",
    "water",
    "morning",
    "evening",
    "window",
    "garden",
    "sky",
    "rain",
    "summer",
    "winter",
    "town",
    "land",
    "river",
]


def texts(systems: int = 5, lines: int = 200, seed: int = 1) -> pl.DataFrame:
    """Sources, references and outputs of eight words each, all different."""
    rng = np.random.default_rng(seed)

    def some(words: list[str]) -> list[str]:
        return [" ".join(rng.choice(words, 8)) + "." for _ in range(lines)]

    columns = {"source": some(ENGLISH), "reference": some(WORDS)} | {f"sys-{i}": some(WORDS) for i in range(systems)}
    names = {"document": [f"doc-{i // 4:02}" for i in range(lines)], "segment": [str(i % 4) for i in range(lines)]}
    return pl.DataFrame(names | columns)


def in_lines(name: str, value: pl.Expr | str, first: int) -> pl.Expr:
    """A value in the first lines of a column."""
    return pl.when(pl.int_range(pl.len()) < first).then(value).otherwise(pl.col(name)).alias(name)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("systems", [2, 5])
def test_clean_texts_raise_nothing(code: str, systems: int) -> None:
    result = run(clean(systems), code, texts=texts(systems))
    assert silent(result) if (systems, code) == (2, "AJ462") else none(result)


@pytest.mark.parametrize(
    ("code", "systems", "needs"),
    [
        ("AJ449", 1, "texts of two systems or more"),
        ("AJ462", 2, "texts of three systems or more"),
        ("AJ463", 1, "texts of two systems or more"),
    ],
)
def test_too_few_systems_are_not_checked(code: str, systems: int, needs: str) -> None:
    assert needed(run(clean(systems), code, texts=texts(systems))) == needs


def test_without_texts_nothing_was_checked() -> None:
    assert [row.code for row in run(clean(), "texts").not_checked] == CODES
    without = run(clean(), "texts", texts=texts().drop("reference")).not_checked
    assert [(row.code, row.needs) for row in without] == [("AJ448", "texts with a reference")]


def test_copies_of_the_source() -> None:
    given = texts().with_columns(in_lines("sys-3", pl.col("source"), 50))
    found = only(run(clean(), "AJ447", texts=given))
    assert (found.numbers["systems"], found.numbers["copies"], found.numbers["lines"]) == (["sys-3"], [50], [200])
    assert found.text == "Outputs that are identical to the source: sys-3 25.0% (50 of 200); other systems 0.0%."


def test_short_segments_are_copied_by_everybody() -> None:
    short = texts().with_columns(source=pl.lit("NATO 2020")).with_columns(pl.col("source").alias("sys-1"))
    assert none(run(clean(), "AJ447", texts=short))


def test_copies_of_the_reference_but_for_the_human_translation() -> None:
    given = texts().with_columns(in_lines("sys-2", pl.col("reference"), 40), pl.col("reference").alias("Human-A"))
    found = only(run(clean(), "AJ448", texts=given))
    assert found.numbers["systems"] == ["sys-2"]
    assert "sys-2 20.0% (40 of 200)" in found.text


def test_the_published_counts_are_a_finding() -> None:
    # Knowles and Lo 2022, section 5.1: 295 of 1,201 against 183 of 14,772.
    rows = shares({"UQAM": (295, 1201), "others": (183, 14772)})
    (found,) = more_than_others(rows, least=0.05, fewest=5)
    assert (found.system, round(found.rate, 3), round(found.others, 3)) == ("UQAM", 0.246, 0.012)


def test_the_share_against_the_others_by_hand() -> None:
    # Pooled share 12/200 = .06; error sqrt(.06 * .94 * (1/100 + 1/100)) = .03359; (.1 - .02) / .03359 = 2.382.
    (a, b) = shares({"a": (10, 100), "b": (2, 100)})
    assert (a.rate, a.others) == (0.1, 0.02)
    assert a.p == pytest.approx(0.00861, abs=2e-5)
    assert b.p == pytest.approx(1 - a.p)


def test_two_systems_with_the_same_outputs() -> None:
    given = texts().with_columns(in_lines("sys-4", pl.col("sys-1"), 150))
    found = only(run(clean(), "AJ449", texts=given))
    assert (found.numbers["pairs"], found.numbers["systems"]) == ([["sys-1", "sys-4"]], ["sys-1", "sys-4"])
    assert "sys-1 and sys-4 give the same output for 75% of the segments" in found.text


def test_wrapped_lines_are_counted_by_column() -> None:
    given = texts().with_columns(
        in_lines("source", pl.format('"{}"', "source"), 60), in_lines("reference", pl.format('"{}"', "reference"), 100)
    )
    found = only(run(clean(), "AJ459", texts=given))
    assert found.text.startswith("100 of 200 lines are wrapped in ASCII quotation marks: source (60), reference (100).")
    speech = texts().with_columns(in_lines("source", pl.format('"{}" and "more"', "source"), 60))
    assert none(run(clean(), "AJ459", texts=speech))


@pytest.mark.parametrize("damage", ["straÃŸe", "donâ€™t", "�", "Ð¿Ñ€", "&amp;quot;"])
def test_encoding_damage_is_found_with_an_example(damage: str) -> None:
    given = texts().with_columns(in_lines("sys-1", pl.format("{} {}", "sys-1", pl.lit(damage)), 5))
    found = only(run(clean(), "AJ460", texts=given))
    assert (found.severity, found.numbers["systems"], found.numbers["lines"]) == ("warning", ["sys-1"], {"sys-1": 5})
    single = texts().with_columns(in_lines("sys-1", pl.format("{} {}", "sys-1", pl.lit(damage)), 1))
    assert only(run(clean(), "AJ460", texts=single)).severity == "note"


def test_letters_of_other_languages_are_no_damage() -> None:
    given = texts().with_columns(pl.format("{} SÃO PAULO, Âge, ñandú, Größe", "sys-1").alias("sys-1"))
    assert none(run(clean(), "AJ460", texts=given))


def test_empty_outputs_are_counted() -> None:
    given = texts().with_columns(in_lines("sys-2", pl.lit("  "), 3))
    found = only(run(clean(), "AJ461", texts=given))
    assert (found.numbers["systems"], found.numbers["lines"]) == (["sys-2"], [3])
    # 24 documents of 4 segments were judged, the first 96 lines: there a missing output is an empty one.
    half = texts().with_columns(in_lines("sys-2", pl.lit(None, dtype=pl.String), 100))
    assert only(run(clean(), "AJ461", texts=half)).numbers["lines"] == [96]
    partly = clean().filter((pl.col("system") != "sys-2") | (pl.col("document") > "doc-30"))
    assert none(run(partly, "AJ461", texts=half))


def test_long_and_short_outputs() -> None:
    cut = texts().with_columns(in_lines("sys-0", pl.lit("haus"), 20))
    found = only(run(clean(), "AJ462", texts=cut))
    assert (found.numbers["systems"], found.numbers["lines"]) == (["sys-0"], [20])
    repeated = texts().with_columns(in_lines("sys-0", pl.format("{} {} {} {} {}", *["sys-0"] * 5), 20))
    assert only(run(clean(), "AJ462", texts=repeated)).numbers["systems"] == ["sys-0"]


def test_another_script() -> None:
    given = texts().with_columns(in_lines("sys-3", pl.lit("дом дерево улица свет вода"), 20))
    found = only(run(clean(), "AJ463", texts=given))
    assert (found.numbers["systems"], found.numbers["lines"]) == (["sys-3"], [20])
    assert "another script than Latin: sys-3 10.0% (20 of 200)" in found.text
