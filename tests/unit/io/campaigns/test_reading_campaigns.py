"""What is wrong with a campaign or its texts is named with file and line, all of it at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError, Problem
from adjudge.io.campaigns.example import example_files
from adjudge.io.campaigns.languages import same_language
from adjudge.io.campaigns.reading import ReadCampaign, read_campaign, read_campaign_with_texts

COLUMNS = ("document", "segment", "source", "domain", "A", "B", "refA")
HEADER = ", ".join(COLUMNS)
TABLE = f"{','.join(COLUMNS)}\nd1,1,ein,news,one,uno,one\nd1,2,zwei,news,two,dos,two\n"
OF_TABLE = """name = "x"
source_lang = "de"
target_lang = "en"
systems = ["A", "B"]
[texts]
file = "texts.csv"
[references.refA]
[annotators]
count = 2
"""

Change = Callable[[Path], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example campaign."""
    for name, data in example_files().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A campaign whose texts are in one file."""
    (tmp_path / "campaign.toml").write_text(OF_TABLE)
    (tmp_path / "texts.csv").write_text(TABLE)
    return tmp_path


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def lines_of(path: Path, change: Callable[[list[str]], object]) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    change(lines)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def problems(folder: Path) -> list[Problem]:
    with pytest.raises(AdjudgeError) as caught:
        read_campaign(folder / "campaign.toml")
    return list(caught.value.problems)


def line_of(folder: Path, start: str) -> int:
    lines = (folder / "campaign.toml").read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(start))


def test_the_example_is_read(folder: Path) -> None:
    read = read_campaign(folder)
    assert isinstance(read, ReadCampaign)
    assert read.texts.systems == ["alder", "birch", "cedar", "dogwood", "human"]
    assert len(read.texts) == 24
    assert read.texts.frame["domain"].unique().sort().to_list() == ["news", "reviews"]
    assert read.texts.frame.filter(document="kettle")["segment"].to_list() == ["1", "2", "3"]
    assert set(read.texts.frame["target_lang"]) == {"de"}
    assert read.metrics is not None
    assert len(read.metrics) == 4 * 24
    assert read.tutorial is not None
    assert read.tutorial["high"].to_list() == [100.0, 30.0]
    assert not read.texts.findings


def test_a_file_that_is_missing_is_named_with_its_line_and_the_nearest_name(folder: Path) -> None:
    replace(folder / "campaign.toml", "outputs/birch.de.txt", "outputs/brich.de.txt")
    (problem,) = problems(folder)
    assert problem.code == "AJ001"
    assert problem.what == (
        f"campaign.toml, line {line_of(folder, 'birch')}: systems.birch is 'outputs/brich.de.txt', which is not there"
    )
    assert "outputs/birch.de.txt" in problem.todo


def test_unequal_lines_name_file_found_and_expected(folder: Path) -> None:
    lines_of(folder / "outputs/cedar.de.txt", lambda lines: lines.pop(7))
    lines_of(folder / "reference.de.txt", lambda lines: lines.append("mehr"))
    cedar, human = problems(folder)
    assert cedar.what == f"cedar.de.txt (campaign.toml, line {line_of(folder, 'cedar')}, systems.cedar) has 23 lines"
    assert cedar.expected == "24 lines, one for each line of source.en.txt"
    place = f"campaign.toml, line {line_of(folder, 'file')}, references.human.file"
    assert human.what == f"reference.de.txt ({place}) has 25 lines"
    assert (cedar.count, human.count) == ("1 line too few", "1 line too many")


def test_without_the_source_other_files_are_compared_with_each_other(folder: Path) -> None:
    (folder / "source.en.txt").unlink()
    lines_of(folder / "outputs/cedar.de.txt", lambda lines: lines.pop(7))
    lines_of(folder / "origins.txt", lambda lines: lines.__setitem__(slice(0, 3), ["English"] * 3))
    missing, origin, cedar = problems(folder)
    assert "texts.source is 'source.en.txt', which is not there" in missing.what
    assert origin.what == "origins.txt, line 1: the origin of texts is 'English', which is no language code"
    assert origin.count == "3 of 24 texts (lines 1, 2, 3)"
    assert cedar.expected == "24 lines, one for each line of documents.txt"


def test_mistakes_of_the_campaign_file_do_not_hide_those_of_its_texts(folder: Path) -> None:
    replace(folder / "campaign.toml", "seed = 1", "sed = 1")
    replace(folder / "campaign.toml", 'target_lang = "de"', 'target_lang = "xx"')
    lines_of(folder / "outputs/cedar.de.txt", lambda lines: lines.pop(7))
    assert [problem.code for problem in problems(folder)] == ["AJ680", "AJ681", "AJ683"]


def test_texts_that_the_campaign_does_not_name_rightly_are_not_read(folder: Path) -> None:
    replace(folder / "campaign.toml", 'source = "source.en.txt"', "source = 3")
    lines_of(folder / "outputs/cedar.de.txt", lambda lines: lines.pop(7))
    assert [problem.code for problem in problems(folder)] == ["AJ680"]


def test_empty_lines_are_listed_for_every_file(folder: Path) -> None:
    def blank(lines: list[str]) -> None:
        lines[2], lines[9] = "", "  "

    lines_of(folder / "outputs/alder.de.txt", blank)
    lines_of(folder / "source.en.txt", lambda lines: lines.__setitem__(4, ""))
    found = {problem.what: problem.count for problem in problems(folder)}
    assert found == {
        "alder.de.txt, line 3: the output of alder is empty": "2 of 24 lines (lines 3, 10)",
        "source.en.txt, line 5: the source is empty": "1 of 24 lines (line 5)",
    }


def test_hidden_references_may_have_gaps(folder: Path) -> None:
    lines_of(folder / "reference.de.txt", lambda lines: lines.__setitem__(4, ""))
    replace(folder / "campaign.toml", 'role = "system"', 'role = "hidden"')
    assert read_campaign(folder).texts.frame["human"].null_count() == 1


@pytest.mark.parametrize(
    ("name", "change", "code", "what"),
    [
        (
            "documents.txt",
            lambda lines: lines.__setitem__(20, "reviews\tkettle"),
            "AJ685",
            "documents.txt, line 21: the document 'kettle' begins again, after another document",
        ),
        (
            "documents.txt",
            lambda lines: lines.__setitem__(1, "reviews\tharbour"),
            "AJ685",
            "documents.txt, line 2: the document 'harbour' has another domain than on the line before",
        ),
        (
            "origins.txt",
            lambda lines: lines.__setitem__(slice(0, 3), ["English"] * 3),
            "AJ681",
            "origins.txt, line 1: the origin of texts is 'English', which is no language code",
        ),
    ],
)
def test_documents_and_origins(
    folder: Path, name: str, change: Callable[[list[str]], object], code: str, what: str
) -> None:
    lines_of(folder / name, change)
    assert (code, what) in [(problem.code, problem.what) for problem in problems(folder)]


def test_everything_is_told_at_once(folder: Path) -> None:
    replace(folder / "campaign.toml", "outputs/birch.de.txt", "outputs/brich.de.txt")
    lines_of(folder / "outputs/cedar.de.txt", lambda lines: lines.pop())
    lines_of(folder / "outputs/alder.de.txt", lambda lines: lines.__setitem__(0, ""))
    replace(folder / "tutorial.csv", "90,100", "90,1000")
    lines_of(folder / "metric.csv", lambda lines: lines.__delitem__(slice(1, 2)))
    assert sorted(problem.code for problem in problems(folder)) == ["AJ001", "AJ683", "AJ684", "AJ696"]


def test_scores_of_metrics_must_have_every_system(folder: Path) -> None:
    path = folder / "metric.csv"
    path.write_text("".join(line for line in path.read_text().splitlines(keepends=True) if "birch" not in line))
    (problem,) = problems(folder)
    line = line_of(folder, "metrics")
    assert problem.what == f"campaign.toml, line {line}: metric.csv has no scores of segments for birch"


@pytest.mark.parametrize(
    ("change", "words", "todo"),
    [
        (
            lambda frame: frame.group_by("metric", "system").agg(pl.col("score").mean()),
            "no scores of segments for alder",
            "add them",
        ),
        (
            lambda frame: frame.drop("document").unique(["system", "segment"], maintain_order=True),
            "has no score of any segment of the test set: the scores have segment 1, the texts have document harbour, ",
            "give the scores of these texts, add the column 'document', or remove",
        ),
        (
            lambda frame: frame.with_columns(document=pl.format("other-{}", "document")),
            "the scores have document other-harbour, segment 1, the texts have document harbour, segment 1",
            "give the scores of these texts, or remove",
        ),
    ],
    ids=["of systems", "without documents", "of other texts"],
)
def test_scores_of_metrics_must_be_of_the_segments(
    folder: Path, change: Callable[[pl.DataFrame], pl.DataFrame], words: str, todo: str
) -> None:
    path = folder / "metric.csv"
    change(pl.read_csv(path, infer_schema_length=None)).write_csv(path)
    (problem,) = problems(folder)
    assert problem.code == "AJ696"
    assert words in problem.what
    assert problem.todo.startswith(todo)


def test_segments_without_scores_are_counted(folder: Path) -> None:
    path = folder / "metric.csv"
    pl.read_csv(path).filter(pl.col("document") != "kettle").write_csv(path)
    (finding,) = read_campaign(folder / "campaign.toml").texts.findings
    assert (finding.code, finding.numbers) == ("AJ640", {"segments": 3, "total": 24})


def test_scores_without_documents_are_those_of_segments_with_unique_names(tmp_path: Path) -> None:
    texts = pl.DataFrame({"document": ["d", "e"], "segment": ["1", "2"], "source": ["a", "b"], "A": ["c", "d"]})
    texts.with_columns(B=pl.lit("x") + "A").write_csv(tmp_path / "texts.csv")
    scores = pl.DataFrame({"metric": "m", "system": ["A", "B"] * 2, "segment": ["1", "1", "2", "2"], "score": 0.5})
    scores.write_csv(tmp_path / "metric.csv")
    (tmp_path / "campaign.toml").write_text(
        'name = "n"\nsource_lang = "en"\ntarget_lang = "de"\nprotocol = "da"\n[texts]\nfile = "texts.csv"\n'
        '[annotators]\ncount = 1\n[calibration]\nsegments = 1\nmetrics = "metric.csv"\n'
    )
    metrics = read_campaign(tmp_path / "campaign.toml").metrics
    assert metrics is not None
    assert metrics.frame["document"].to_list() == ["d", "d", "e", "e"]


def test_a_copy_of_the_source_and_equal_outputs_are_told(folder: Path) -> None:
    source = (folder / "source.en.txt").read_bytes()
    (folder / "outputs/alder.de.txt").write_bytes(source)
    (folder / "outputs/birch.de.txt").write_bytes(source)
    findings = read_campaign(folder).texts.findings
    assert [finding.code for finding in findings] == ["AJ688", "AJ688", "AJ697"]
    assert findings[0].numbers == {"system": "alder", "copies": 24}


def test_texts_from_one_file(table: Path) -> None:
    read = read_campaign(table)
    assert read.texts.frame.columns[-3:] == ["A", "B", "refA"]
    assert read.texts.frame["B"].to_list() == ["uno", "dos"]


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "what"),
    [
        (
            "campaign.toml",
            '"B"]',
            '"Bee"]',
            "AJ686",
            "campaign.toml, line 4: texts.csv has no texts of the system 'Bee'",
        ),
        (
            "campaign.toml",
            "references.refA",
            "references.refB",
            "AJ686",
            "campaign.toml, line 7: texts.csv has no texts of the reference 'refB'",
        ),
        ("texts.csv", "uno", "", "AJ684", "texts.csv: there is no output of B for segment 1 of document d1"),
        ("texts.csv", "d1,2", "d1,1", "AJ016", None),
        (
            "texts.csv",
            "source,domain",
            "text,domain",
            "AJ020",
            f"campaign.toml, line 6: texts.csv has no column source; columns found: {HEADER.replace('source', 'text')}",
        ),
        (
            "texts.csv",
            TABLE,
            TABLE.replace("domain", "target_lang").replace("news", "fr"),
            "AJ687",
            "campaign.toml, line 3: target_lang is 'en', but texts.csv says fr",
        ),
        ("texts.csv", TABLE, "metric,system,segment,score\nm,A,1,3\n", "AJ020", None),
    ],
)
def test_what_is_wrong_with_one_file(table: Path, file: str, old: str, new: str, code: str, what: str | None) -> None:
    replace(table / file, old, new)
    found = problems(table)
    assert code in [problem.code for problem in found], found
    assert what is None or what in [problem.what for problem in found]


def pairs(*codes: tuple[str, str]) -> str:
    """The same two segments in several language pairs."""
    rows = [f"d1,{n},{word},{one},{other},a{n},b{n}" for one, other in codes for n, word in ((1, "ein"), (2, "zwei"))]
    return "\n".join(["document,segment,source,source_lang,target_lang,A,B", *rows, ""])


@pytest.mark.parametrize(
    ("codes", "what", "count", "todo"),
    [
        (
            [("de", "en"), ("de", "fr"), ("cs", "en")],
            "texts.csv holds texts of 3 language pairs",
            "de-en: 2 rows, de-fr: 2 rows, cs-en: 2 rows",
            "keep only the rows of de-en, or write a file for each pair",
        ),
        (
            [("de", "fr"), ("cs", "fr")],
            "texts.csv holds texts of 2 language pairs, and none are de-en",
            "de-fr: 2 rows, cs-fr: 2 rows",
            "correct `source_lang` and `target_lang`, and keep only the rows of that pair",
        ),
        # Codes that may each be that of the campaign, but not both.
        (
            [("de-AT", "en"), ("de-CH", "en")],
            "texts.csv holds texts of 2 language pairs",
            "de-AT-en: 2 rows, de-CH-en: 2 rows",
            "keep only the rows of de-AT-en, or write a file for each pair",
        ),
        (
            [("de", "en"), ("de", "")],
            "texts.csv holds texts of 2 language pairs",
            "de-en: 2 rows, de-?: 2 rows",
            "keep only the rows of de-en, or write a file for each pair",
        ),
    ],
)
def test_texts_of_several_language_pairs(
    table: Path, codes: list[tuple[str, str]], what: str, count: str, todo: str
) -> None:
    (table / "texts.csv").write_text(pairs(*codes))
    replace(table / "campaign.toml", "[references.refA]\n", "")
    (problem,) = problems(table)
    assert (problem.code, problem.what) == ("AJ687", f"campaign.toml, line 6: {what}")
    assert (problem.count, problem.todo) == (count, todo)


def test_two_codes_of_one_language_are_one_pair(table: Path) -> None:
    rows = pairs(("de", "en")).splitlines()
    rows[2] = rows[2].replace(",de,en,", ",deu,eng,")
    (table / "texts.csv").write_text("\n".join(rows))
    replace(table / "campaign.toml", "[references.refA]\n", "")
    assert set(read_campaign(table).texts.frame["source_lang"]) == {"de"}


def test_what_else_is_wrong_is_said_of_the_pair_of_the_campaign(table: Path) -> None:
    text = pairs(("de", "en"), ("de", "fr")).replace("de,en,a2,b2", "de,en,a2,").replace("de,fr,a1", "de,fr,")
    (table / "texts.csv").write_text(text)
    replace(table / "campaign.toml", "[references.refA]\n", "")
    _, missing = problems(table)
    assert missing.what == "texts.csv: there is no output of B for segment 2 of document d1"
    assert missing.count == "1 of 2 segments"


def test_ids_that_occur_twice_hide_nothing_else(table: Path) -> None:
    replace(table / "texts.csv", "d1,2,zwei,news,two,dos", "d1,1,zwei,news,two,")
    replace(table / "campaign.toml", '["A", "B"]', '["A", "B", "Bee"]')
    twice, unknown, missing = problems(table)
    assert twice.code == "AJ016"
    assert unknown.what == "campaign.toml, line 4: texts.csv has no texts of the system 'Bee'"
    assert missing.what == "texts.csv: there is no output of B for segment 1 of document d1"
    assert missing.count == "1 of 2 segments"


def test_a_tutorial_says_every_column_that_it_lacks(folder: Path) -> None:
    (folder / "tutorial.csv").write_text("metric,system,segment,score\nm,A,1,0.5\nm,A,2,0.7\n")
    (problem,) = problems(folder)
    place = f"campaign.toml, line {line_of(folder, 'tutorial')}"
    found = "metric, system, segment, score"
    assert problem.what == f"{place}: tutorial.csv has no columns source, output; columns found: {found}"
    assert problem.count == "2 columns of 3 that are needed"


@pytest.mark.parametrize(
    ("file", "header", "lacking", "count"),
    [
        (
            "tutorial.csv",
            "document,item,text,translation,low,high",
            "columns segment, source, output",
            "3 columns of 3",
        ),
        ("metric.csv", "metric,system,document,segment,value", "column score", "1 column of 3"),
    ],
)
def test_a_file_beside_the_texts_that_is_no_known_table_says_what_it_lacks(
    folder: Path, file: str, header: str, lacking: str, count: str
) -> None:
    lines_of(folder / file, lambda lines: lines.__setitem__(0, header))
    (problem,) = problems(folder)
    assert problem.code == "AJ696"
    assert f"{file} has no {lacking}; columns found: {header.replace(',', ', ')}" in problem.what
    assert problem.count == f"{count} that are needed"
    assert problem.todo.startswith("rename or add the column")


def test_columns_of_a_tutorial_that_are_not_used_are_told(folder: Path) -> None:
    replace(folder / "tutorial.csv", "low,high", "lo,hi")
    read = read_campaign(folder)
    (finding,) = read.texts.findings
    assert (finding.code, finding.severity) == ("AJ101", "warning")
    assert finding.numbers["columns"] == ["lo", "hi"]
    assert finding.todo is not None
    assert finding.todo.endswith("did you mean low, high?")
    assert read.tutorial is not None
    assert read.tutorial["low"].null_count() == read.tutorial.height


def test_systems_that_the_campaign_does_not_name_are_left_out_with_a_note(table: Path) -> None:
    replace(table / "campaign.toml", '["A", "B"]', '["A"]')
    read = read_campaign(table)
    assert "B" not in read.texts.frame.columns
    assert [finding.code for finding in read.texts.findings] == ["AJ689"]


def test_a_file_of_lines_may_add_an_output_to_texts_of_one_file(table: Path) -> None:
    replace(table / "campaign.toml", 'systems = ["A", "B"]\n', "")
    replace(table / "campaign.toml", "[annotators]", '[systems]\nC = "c.txt"\n[annotators]')
    (table / "c.txt").write_text("eins\ntwo\n")
    assert read_campaign(table).texts.frame["C"].to_list() == ["eins", "two"]


def test_texts_may_be_given_as_a_frame(folder: Path) -> None:
    read = read_campaign(folder)
    given = read_campaign_with_texts(
        read.campaign.model_copy(
            update={
                "controls": read.campaign.controls.model_copy(update={"tutorial": None}),
                "calibration": read.campaign.calibration.model_copy(update={"metrics": None}),
            }
        ),
        adjudge.Texts.check(read.texts.frame),
    )
    assert given.texts.frame.equals(read.texts.frame)
    assert given.given


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("de", "deu", True), ("de", "ger", True), ("zh-CN", "zh-TW", False), ("zh", "zh-TW", True), ("hsb", "dsb", False)],
)
def test_codes_of_the_same_language(one: str, other: str, same: bool) -> None:
    assert same_language(one, other) is same


def test_columns_that_are_missing_are_named_with_what_may_be_meant(table: Path) -> None:
    rows = [row.split(",") for row in TABLE.split()[1:]]
    frame = pl.DataFrame(rows, schema=["src" if name == "source" else name for name in COLUMNS], orient="row")
    frame.write_csv(table / "texts.csv")
    frame.write_ndjson(table / "texts.jsonl")
    frame.write_parquet(table / "texts.parquet")
    frame.write_csv(table / "texts.tsv", separator="\t")
    for name in ("texts.csv", "texts.jsonl", "texts.parquet", "texts.tsv"):
        (table / "campaign.toml").write_text(OF_TABLE.replace("texts.csv", name))
        (problem,) = problems(table)
        found = HEADER.replace("source", "src")
        assert problem.what == f"campaign.toml, line 6: {name} has no column source; columns found: {found}"
        assert problem.todo == "rename or add the column; did you mean 'src'?"


def test_of_a_file_without_header_the_first_texts_are_cut(table: Path) -> None:
    (table / "texts.csv").write_text(f"d1,1,{'ein ' * 20},one,uno,one\n")
    (problem,) = problems(table)
    assert problem.what.endswith(f"no columns segment, source; columns found: d1, 1, {'ein ' * 10}..., one, uno, one")


def test_a_list_of_texts_is_told_to_be_written_one_to_a_line(table: Path) -> None:
    (table / "texts.csv").write_text('[{"document": "d1", "segment": "1", "source": "ein", "A": "one", "B": "uno"}]')
    (problem,) = problems(table)
    assert problem.what.startswith("campaign.toml, line 6, texts.file: texts.csv is a JSON list of objects")
    assert "one object to a line" in problem.expected
    assert "jq -c '.[]' texts.csv > texts-lines.jsonl" in problem.todo


def test_segments_counted_in_documents_that_nobody_names(table: Path) -> None:
    replace(table / "texts.csv", "document,", "text_id,")
    replace(table / "texts.csv", "d1,2", "d2,1")
    twice, *_ = problems(table)
    assert twice.code == "AJ016"
    assert "no row names its document" in twice.what
    assert twice.todo.startswith("add the column 'document'")


def test_missing_cells_are_listed(table: Path) -> None:
    rows = [f"d1,{number},ein,news,one,{'' if number < 12 else 'uno'},one" for number in range(1, 14)]
    (table / "texts.csv").write_text("\n".join([",".join(COLUMNS), *rows]))
    (problem,) = problems(table)
    assert problem.count is not None
    assert problem.count == "11 of 13 segments: document d1: segments 1, 2, 3, 4, 5, 6, 7, 8 and 3 more"


def test_missing_cells_are_listed_by_document(table: Path) -> None:
    gaps = {("d1", 1), ("d1", 3), ("d2", 2), *((f"e{number}", 1) for number in range(8))}
    names = ("d1", "d2", *(f"e{number}" for number in range(8)))
    rows = [f"{name},{n},ein,news,one,{'' if (name, n) in gaps else 'uno'},one" for name in names for n in (1, 2, 3)]
    (table / "texts.csv").write_text("\n".join([",".join(COLUMNS), *rows]))
    (problem,) = problems(table)
    further = "; ".join(f"document e{number}: segment 1" for number in range(6))
    expected = f"document d1: segments 1, 3; document d2: segment 2; {further}; and 2 more documents"
    assert problem.count == f"11 of 30 segments: {expected}"


@pytest.mark.parametrize(
    ("path", "content", "what", "todo"),
    [
        (".", None, "systems.birch is '.', which is a folder", "name a file in it"),
        (
            "x.de.txt",
            "ä\n".encode("utf-16"),
            "x.de.txt is UTF-16 text",
            "convert it: iconv -f UTF-16 -t UTF-8 x.de.txt > x.de-utf8.txt",
        ),
        (
            "x.de.txt",
            "\nä\n".encode("latin-1"),
            "x.de.txt, line 2: the byte 0xe4 is not UTF-8",
            "convert it, for example: iconv -f ISO-8859-1 -t UTF-8 x.de.txt > x.de-utf8.txt",
        ),
    ],
)
def test_a_file_that_is_none_of_lines_is_told_with_its_key(
    folder: Path, path: str, content: bytes | None, what: str, todo: str
) -> None:
    replace(folder / "campaign.toml", "outputs/birch.de.txt", path)
    if content is not None:
        (folder / path).write_bytes(content)
    (problem,) = problems(folder)
    place = f"campaign.toml, line {line_of(folder, 'birch')}"
    assert problem.what == f"{place}{', systems.birch' if content else ''}: {what}"
    assert problem.todo == todo


@pytest.mark.parametrize("name", ["outputs/alder.de.txt", "source.en.txt", "documents.txt"])
def test_empty_lines_at_the_end_are_to_be_removed(folder: Path, name: str) -> None:
    lines_of(folder / name, lambda lines: lines.extend(["", " "]))
    (problem,) = problems(folder)
    assert problem.what.startswith(f"{Path(name).name} (campaign.toml, line ")
    assert problem.what.endswith(" ends with 2 empty lines")
    assert (problem.expected, problem.count) == ("24 lines", "2 of 26 lines")
    assert problem.todo == "remove the empty lines at the end"


def test_an_empty_last_line_of_as_many_as_others_have_is_a_missing_text(folder: Path) -> None:
    lines_of(folder / "outputs/alder.de.txt", lambda lines: lines.__setitem__(23, ""))
    (problem,) = problems(folder)
    assert problem.what == "alder.de.txt, line 24: the output of alder is empty"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda name: name.replace("\t", " "), ["news", "reviews"]),
        (lambda name: f"Document {name.rpartition(chr(9))[2]}", None),
        (lambda name: name.replace("\t", " of "), None),
        (lambda name: name.rpartition("\t")[2], None),
        (lambda name: name, None),
    ],
)
def test_domains_before_a_blank_are_noted(folder: Path, change: Callable[[str], str], words: list[str] | None) -> None:
    lines_of(folder / "documents.txt", lambda lines: lines.__setitem__(slice(None), [change(one) for one in lines]))
    replace(folder / "campaign.toml", 'metrics = "metric.csv"', "")  # whose documents have the old names
    found = [finding for finding in read_campaign(folder).texts.findings if finding.code == "AJ642"]
    assert [finding.numbers["words"] for finding in found] == ([] if words is None else [words])


def test_systems_that_are_taken_from_the_texts_are_named(table: Path) -> None:
    replace(table / "campaign.toml", 'systems = ["A", "B"]\n', "")
    (taken,) = read_campaign(table).texts.findings
    assert (taken.code, taken.severity) == ("AJ641", "note")
    assert taken.numbers["systems"] == ["A", "B"]


@pytest.mark.parametrize(
    ("values", "what"),
    [
        (("17", "1,234.5"), "numbers"),
        (("https://a.example/1", "https://a.example/2"), "addresses"),
        (("yes", "yes"), "the same text"),
        (("17", "deux"), None),
        (("see https://a.example", "https://a.example/2"), None),
    ],
)
def test_columns_that_are_hardly_systems_are_warned_of(table: Path, values: tuple[str, str], what: str | None) -> None:
    header, *rows = TABLE.split()
    text = "\n".join([f"{header},extra", *(f'{row},"{value}"' for row, value in zip(rows, values, strict=True))])
    (table / "texts.csv").write_text(text)
    replace(table / "campaign.toml", 'systems = ["A", "B"]\n', "")
    warned = [finding for finding in read_campaign(table).texts.findings if finding.severity == "warning"]
    assert [finding.numbers["what"] for finding in warned] == ([] if what is None else [what])
    assert all(finding.numbers["system"] == "extra" for finding in warned)
