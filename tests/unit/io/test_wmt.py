"""Files of WMT releases and what belongs to them: joined names, maps of annotators, early and late judgement files.

Every file is invented here; the figures are counted by hand.
"""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Comparisons, Ratings, Supplement, Table
from adjudge.io.reading import read, read_file
from adjudge.scoring.filters import keep_last
from tests.contract.samples.first_formats import FIVE_HEADER
from tests.contract.samples.wmt import COLLAPSED, EARLY, EARLY_HEADER, HUMEVAL, PAIR_HEADER, SAMPLES, XML


def written(folder: Path, content: str, name: str = "x.csv") -> Path:
    path = folder / name
    path.write_text(content, newline="")
    return path


def codes(table: Table) -> list[str]:
    return [finding.code for finding in table.findings]


def comparisons(path: Path, form: str | None = None) -> Comparisons:
    main = read_file(path, format=form).main
    assert isinstance(main, Comparisons)
    return main


def judged(table: Comparisons) -> list[tuple[str, ...]]:
    return table.frame.select("ranking", "system_a", "system_b", "outcome").rows()


# Joined names


def test_a_joined_name_stands_for_each_of_its_systems(tmp_path: Path) -> None:
    table = comparisons(written(tmp_path, COLLAPSED))
    assert judged(table) == [
        ("7", "A", "C", "a"),
        ("7", "B", "C", "a"),
        ("7", "A", "B", "tie"),
        ("8", "A", "B", "a"),
        ("8", "A", "C", "tie"),
        ("8", "B", "C", "b"),
    ]
    (finding,) = [finding for finding in table.findings if finding.code == "AJ132"]
    assert finding.numbers == {"names": ["A+B"], "rows": 1, "expanded": 3, "ties": 1}


def test_a_join_is_seen_in_a_file_of_several_language_pairs(tmp_path: Path) -> None:
    """The same number of a segment in another language pair is another segment."""
    header = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID\n"
    german = "deu,eng,1,1,j,A+B,1,C,2,7\ndeu,eng,2,2,j,A,1,C,2,8\ndeu,eng,2,2,j,B,1,C,2,9\n"
    english = "eng,deu,1,1,j,A,1,C,2,10\neng,deu,1,1,j,B,1,C,2,11\n"
    table = comparisons(written(tmp_path, header + german + english))
    assert "A+B" not in {*table.frame["system_a"], *table.frame["system_b"]}
    assert "AJ132" in codes(table)


def test_the_names_of_a_collapsed_file_can_be_read_as_they_are(tmp_path: Path) -> None:
    table = comparisons(written(tmp_path, COLLAPSED), "wmt-ranking-pairs")
    assert judged(table)[0] == ("7", "A+B", "C", "a")
    assert codes(table) == ["AJ133"]


def test_ties_of_identical_outputs_are_added_once_for_each_ranking(tmp_path: Path) -> None:
    rows = [
        "fin,eng,1,1,j,A+B,1,C,2,7",
        "fin,eng,1,1,j,A+B,1,D,2,7",
        "fin,eng,1,1,j,C,1,D,2,7",
        "fin,eng,1,1,k,A+B,1,C,2,9",
        "fin,eng,2,2,j,A,1,B,2,8",
    ]
    table = comparisons(written(tmp_path, "\n".join([PAIR_HEADER, *rows]) + "\n"))
    ties = table.frame.filter(pl.col("outcome") == "tie")
    assert ties.select("annotator", "ranking").rows() == [("j", "7"), ("k", "9")]
    # 2 + 2 + 1 + 2 + 1 comparisons, and two ties.
    assert len(table) == 10


@pytest.mark.parametrize(
    ("names", "warned"),
    [
        # A part that is nowhere else.
        (["A+Z", "A", "B"], ["A+Z"]),
        # The join is judged on the segment on which its parts are judged too: it has an output of its own.
        (["A+B", "A", "B"], ["A+B"]),
        # Names that only hold the sign.
        (["CAT+", "A", "B"], []),
        (["x+y", "A", "B"], []),
    ],
)
def test_a_name_with_a_plus_sign_stays_one_system_if_the_file_speaks_against_a_join(
    names: list[str], warned: list[str], tmp_path: Path
) -> None:
    a, b, c = names
    pairs = [f"fin,eng,1,1,j,{x},1,{y},2,7" for x, y in ((a, b), (a, c), (b, c))]
    table = comparisons(written(tmp_path, "\n".join([PAIR_HEADER, *pairs]) + "\n"))
    assert {*table.frame["system_a"], *table.frame["system_b"]} == set(names)
    found = [finding.numbers["names"] for finding in table.findings if finding.code == "AJ133"]
    assert found == ([warned] if warned else [])


def test_joined_names_of_five_systems_to_a_line_are_taken_apart(tmp_path: Path) -> None:
    first = "Finnish,English,1,-1,1,j,-1,A+B,-1,C,-1,D,-1,E,-1,PLACEHOLDER,1,2,2,3,-1"
    second = "Finnish,English,2,-1,2,j,-1,A,-1,B,-1,C,-1,D,-1,E,1,2,3,4,5"
    table = comparisons(written(tmp_path, f"{FIVE_HEADER}\n{first}\n{second}\n"))
    # Five systems in each of two rankings.
    assert len(table) == 20
    assert {*table.frame["system_a"], *table.frame["system_b"]} == set("ABCDE")


def test_pairs_with_a_system_that_was_not_ranked_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = "fin,eng,1,1,j,A,-1,B,2,7\nfin,eng,1,1,j,A,1,B,2,8\n"
    table = comparisons(written(tmp_path, f"{PAIR_HEADER}\n{rows}"))
    assert judged(table) == [("8", "A", "B", "a")]
    assert [finding.numbers["empty"] for finding in table.findings] == [1]


def test_a_joined_rating_of_appraise_is_given_to_each_system(tmp_path: Path) -> None:
    rows = ["u1,A+B,1,TGT,eng,deu,80,1.5,2.5", "u1,A,2,TGT,eng,deu,70,3.5,4.5", "u1,B,2,TGT,eng,deu,60,5.5,6.5"]
    table = read_file(written(tmp_path, "\n".join(rows) + "\n")).main
    assert table.frame.select("system", "segment", "score").rows() == [
        ("A", "1", 80.0),
        ("B", "1", 80.0),
        ("A", "2", 70.0),
        ("B", "2", 60.0),
    ]


def test_rankings_as_xml_are_taken_apart(tmp_path: Path) -> None:
    table = comparisons(written(tmp_path, XML))
    assert judged(table) == [("1", "A", "B", "tie"), ("1", "A", "C", "a"), ("1", "B", "C", "a")]
    assert set(table.frame["segment"]) == {"12"}
    assert table.frame.select("annotator", "session", "source_lang", "target_lang").row(0) == ("j1", "h1", "fin", "eng")
    assert codes(table) == ["AJ103", "AJ132"]


def test_hits_need_no_element_around_them(tmp_path: Path) -> None:
    bare = XML.replace("<WMT15-results>\n", "").replace("</WMT15-results>\n", "").split("\n", 1)[1]
    assert judged(comparisons(written(tmp_path, bare + bare))) == [
        *[("1", "A", "B", "tie"), ("1", "A", "C", "a"), ("1", "B", "C", "a")],
        *[("3", "A", "B", "tie"), ("3", "A", "C", "a"), ("3", "B", "C", "a")],
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('rank="3"', 'rank="0"', "line 7: <translation> lacks a rank"),
        ('rank="3"', "", "line 7: <translation> lacks a rank"),
        ('system="C"', 'system=""', "line 7: <translation> lacks a system"),
        ('user="j1">', ">", "line 5: <ranking-result> lacks user"),
        ("</HIT>", "</HI>", "line 14"),
        ("<WMT15-results>", '<!DOCTYPE x [<!ENTITY a "b">]><WMT15-results>', "line 2"),
    ],
)
def test_damage_to_xml_is_explained_with_its_line(old: str, new: str, told: str, tmp_path: Path) -> None:
    path = written(tmp_path, XML.replace(old, new, 1), "x.xml")
    with pytest.raises(AdjudgeError, match="AJ011") as caught:
        read_file(path, format="appraise-xml")
    assert told in caught.value.problems[0].what


# Judgements of 2007 to 2009


def test_rankings_and_scores_of_early_years(tmp_path: Path) -> None:
    ranked, rated = read_file(written(tmp_path, EARLY)).tables
    assert isinstance(ranked, Comparisons)
    assert isinstance(rated, Ratings)
    assert ranked.frame.select("annotator", "segment", "system_a", "system_b", "outcome").rows() == [
        ("18", "5", "A", "B", "a"),
        ("18", "5", "A", "C", "a"),
        ("18", "5", "B", "C", "tie"),
    ]
    assert ranked.frame.select("source_lang", "target_lang", "domain").row(0) == ("Czech", "English", "News")
    # The second fluency is not given.
    assert rated.frame.select("system", "criterion", "score", "scale").rows() == [
        ("A", "adequacy", 4.0, "1..5"),
        ("B", "adequacy", 2.0, "1..5"),
        ("A", "fluency", 3.0, "1..5"),
    ]
    (others,) = [finding for finding in ranked.findings if finding.code == "AJ134"]
    assert others.numbers["rows"] == 1


def test_judgements_of_2009_are_separated_by_tabs_and_hold_texts(tmp_path: Path) -> None:
    header = "JUDGEMENT_ID,TASK,TYPE,ITEM_ID,ANNOTATOR_ID,ANNOTATOR_TYPE_COUNT,TIME,"
    header = (header + EARLY_HEADER.split("TIME,")[1] + ",EXTRA").replace(",", "\t")
    edit = "2\tWMT09 All-English News\tEDIT\t8\t1\t0\t9\tA\tEDIT" + "\t" * 14 + 'He said: "no'
    rank = "1\tWMT09 All-English News\tRANK\t7\t1\t0\t9\tA\t2\t\tB\t1\t" + "\t" * 10
    table = comparisons(written(tmp_path, f"{header}\n{rank}\n{edit}\n"))
    assert table.frame.select("segment", "system_a", "system_b", "outcome").rows() == [("7", "A", "B", "b")]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("A,1,,B", "A,6,,B", "AJ013"),
        (",RANK,", ",RUNK,", "AJ013"),
        ("WMT08 Czech-English News,RANK", "x,RANK", "AJ013"),
    ],
)
def test_damage_to_early_judgements_is_explained(old: str, new: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(AdjudgeError) as caught:
        read_file(written(tmp_path, EARLY.replace(old, new, 1)))
    assert [(problem.code, "line 2" in problem.what) for problem in caught.value.problems] == [(code, True)]


# JSON Lines of WMT24 and WMT25


def test_two_waves_are_two_judgements(tmp_path: Path) -> None:
    ratings, spans, texts = read_file(written(tmp_path, SAMPLES["wmt-humeval"])).tables
    columns = ("annotator", "system", "document", "segment", "score", "showing", "started")
    assert ratings.frame.select(columns).rows() == [
        ("anna", "A", "d1", "0", 80.0, "1", 1.5),
        (None, "A", "d1", "0", 70.5, "2", None),
        (None, "B", "d1", "0", 60.0, "1", None),
    ]
    assert ratings.frame.select("source_lang", "target_lang", "domain").row(0) == ("en", "cs_CZ", "news")
    # Both ends of a mark are counted in by Appraise, ours counts the end out.
    assert spans.frame.select("system", "start", "end", "severity").rows() == [("A", 1, 3, "minor")]
    assert texts.frame.select("segment", "source", "A", "B").rows() == [("0", "a b", "c d", "e"), ("1", "f", "g", "h")]


def test_the_list_of_judgements_of_wmt24_and_its_accounts(tmp_path: Path) -> None:
    one = {"score": 80.0, "annotator": "Annotator01isl", "errors": [], "times": ["1.5", "2.5"], "protocol": "ESA"}
    line = {**HUMEVAL[0], "scores": {"A": [one, {**one, "score": 60, "annotator": "engisl7701"}]}}
    ratings = read_file(written(tmp_path, json.dumps(line) + "\n")).main
    assert isinstance(ratings, Ratings)
    assert ratings.frame.select("annotator", "session", "score").rows() == [
        ("Annotator01isl", None, 80.0),
        (None, "engisl7701", 60.0),
    ]
    assert "AJ102" in codes(ratings)


def test_a_judgement_saved_twice_is_kept_twice_and_counted(tmp_path: Path) -> None:
    """The last of an annotator's judgements of an item in one showing replaces the others when systems are scored."""
    one = {"score": 80.0, "annotator": "anna", "errors": [], "times": ["1.5", "2.5"], "protocol": "ESA"}
    line = {**HUMEVAL[0], "scores": {"A": [one, one, {**one, "score": 60, "times": ["9", "10"]}]}}
    ratings = read_file(written(tmp_path, json.dumps(line) + "\n")).main
    assert isinstance(ratings, Ratings)
    assert ratings.frame.select("score", "showing", "position").rows() == [(80, "d1", 0), (80, "d1", 1), (60, "d1", 2)]
    assert [finding.numbers["rows"] for finding in ratings.findings if finding.code == "AJ108"] == [2]
    assert keep_last(ratings.frame).frame["score"].to_list() == [60]


def test_one_line_for_each_judgement(tmp_path: Path) -> None:
    line = {
        "langs": "en-cs",
        "line_id": 7,
        "src": "a",
        "tgt": "b",
        "doc_id": "d1",
        "domain": "news",
        "esa_spans": [],
        "esa_score": "81",
        "times": ["1", "2"],
        "system": "A",
        "annotator": "engces7701",
    }
    ratings, spans, texts = read_file(written(tmp_path, json.dumps(line) + "\n")).tables
    assert ratings.frame.select("session", "system", "segment", "score").rows() == [("engces7701", "A", "7", 81.0)]
    assert spans.frame["severity"].to_list() == ["no-error"]
    assert texts.frame.select("source", "A").rows() == [("a", "b")]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"doc_id": "d1_#_0"}, "doc_id does not hold"),
        ({"scores": {"A": {"human1": [1]}}}, "a key is missing or not of its type"),
        ({"scores": {"A": {"human1": 5, "errors1": [{"severity": 1}]}}}, "the error spans cannot be read"),
    ],
)
def test_bad_lines_are_counted(change: dict[str, object], told: str, tmp_path: Path) -> None:
    content = "".join(json.dumps(line) + "\n" for line in (HUMEVAL[0], {**HUMEVAL[0], **change}, HUMEVAL[1]))
    with pytest.raises(AdjudgeError) as caught:
        read_file(written(tmp_path, content))
    (problem,) = caught.value.problems
    assert problem.code == "AJ011"
    assert "line 2" in problem.what
    assert told in problem.what
    assert problem.count == "1 of 3 lines (line 2)"


# Maps of annotators

ACCOUNTS = ["engdeu0a01", "engdeu0a02", "engdeu0b01"]
RESULTS = "".join(
    f"{account},{system},{n},TGT,eng,deu,{50 + n},{n}.5,{n}.75\n"
    for account in ACCOUNTS
    for system in "AB"
    for n in range(3)
)
PEOPLE = {"engdeu0a01": "anna", "engdeu0a02": "ben", "engdeu0b01": "anna"}
MAPS = {
    "header": "account,annotator\n" + "".join(f"{a},{b}\n" for a, b in PEOPLE.items()),
    "other header": "user,person\n" + "".join(f"{a},{b}\n" for a, b in PEOPLE.items()),
    "header of its own": "wer,was\n" + "".join(f"{a},{b}\n" for a, b in PEOPLE.items()),
    "no header": "".join(f"{a},{b}\n" for a, b in PEOPLE.items()),
    "person first": "".join(f"{b},{a}\n" for a, b in PEOPLE.items()),
    "person first, header": "annotator,session\n" + "".join(f"{b},{a}\n" for a, b in PEOPLE.items()),
    "tabs": "".join(f"{a}\t{b}\n" for a, b in PEOPLE.items()),
    "tabs and header": "login\tname\n" + "".join(f"{a}\t{b}\n" for a, b in PEOPLE.items()),
    "lists": json.dumps({"anna": ["engdeu0a01", "engdeu0b01"], "ben": ["engdeu0a02"]}, indent=4),
    "by language": json.dumps({"en-de": PEOPLE}, indent=2),
    "larger than the data": "account,annotator\nengces0101,zoe\n" + "".join(f"{a},{b}\n" for a, b in PEOPLE.items()),
}


@pytest.mark.parametrize("form", MAPS)
def test_a_map_names_the_annotators_in_any_form(form: str, tmp_path: Path) -> None:
    table = read(written(tmp_path, RESULTS), written(tmp_path, MAPS[form], "map"))
    assert isinstance(table, Ratings)
    assert dict(table.frame.select("session", "annotator").unique().iter_rows()) == PEOPLE
    assert set(table.frame["kind"]) == {"system"}
    assert "AJ102" not in codes(table)


def test_the_message_that_asks_for_a_map_shows_one_that_works(tmp_path: Path) -> None:
    ratings = read(written(tmp_path, RESULTS))
    assert isinstance(ratings, Ratings)
    (asked,) = [finding for finding in ratings.findings if finding.code == "AJ102" and "account" in finding.text]
    lines = [word for word in str(asked.todo).split() if "," in word and not word.endswith(",")]
    assert lines == ["account,annotator", "engdeu0a01,annotator-1"]
    table = read(tmp_path / "x.csv", written(tmp_path, "\n".join(lines) + "\n", "map.csv"))
    assert isinstance(table, Ratings)
    assert table.frame.filter(pl.col("annotator") == "annotator-1").height == 6
    assert codes(table).count("AJ105") == 1


def test_people_named_by_one_of_their_accounts_are_no_calibration(tmp_path: Path) -> None:
    """In the map of WMT22 the account that names a person is not mapped itself; here it is."""
    own = "".join(f"{account},engdeu0a01\n" for account in ACCOUNTS)
    table = read(written(tmp_path, RESULTS), written(tmp_path, own, "map"))
    assert set(table.frame["kind"]) == {"system"}
    others = "".join(f"{account},engdeu0a01\n" for account in ACCOUNTS[1:])
    table = read(tmp_path / "x.csv", written(tmp_path, others, "map"))
    assert isinstance(table, Ratings)
    assert set(table.frame.filter(pl.col("kind") == "calibration")["session"]) == {"engdeu0a01"}
    assert [finding.numbers for finding in table.findings if finding.code == "AJ135"] == [{"accounts": 1, "rows": 6}]


@pytest.mark.parametrize("form", ["header", "no header", "tabs"])
def test_a_map_goes_with_a_table_of_our_own_and_with_named_columns(form: str, tmp_path: Path) -> None:
    rows = "".join(f"{account},{system},1,{n}\n" for n, account in enumerate(ACCOUNTS) for system in "AB")
    ours = read(written(tmp_path, f"session,system,segment,score\n{rows}"), written(tmp_path, MAPS[form], "map"))
    assert dict(ours.frame.select("session", "annotator").unique().iter_rows()) == PEOPLE
    assert isinstance(ours, Ratings)
    assert not [finding for finding in ours.findings if "'annotator'" in finding.text]
    path = written(tmp_path, f"login,model,segment,score\n{rows}", "y.csv")
    names = {"session": "login", "system": "model"}
    named = read(path, tmp_path / "map", columns=names)
    assert dict(named.frame.select("session", "annotator").unique().iter_rows()) == PEOPLE


def test_a_map_of_other_accounts_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "account,annotator\nengces0101,zoe\n", "map")
    with pytest.raises(AdjudgeError, match="AJ023") as caught:
        read(written(tmp_path, RESULTS), path)
    assert "engdeu0a01,annotator-1" in caught.value.problems[0].todo


def test_a_table_of_two_columns_is_no_map_without_the_accounts(tmp_path: Path) -> None:
    path = written(tmp_path, "x,y\n1,2\n", "other.csv")
    with pytest.raises(AdjudgeError, match="AJ007"):
        read(written(tmp_path, RESULTS), path)
    with pytest.raises(AdjudgeError, match="AJ007"):
        read(path)


def test_two_people_for_one_account_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "engdeu0a01,anna\nengdeu0a01,ben\n", "map")
    with pytest.raises(AdjudgeError, match="the same account occurs more than once") as caught:
        read(written(tmp_path, RESULTS), path)
    assert caught.value.problems[0].count == "2 of 2 lines (lines 1, 2)"


def test_a_map_can_be_forced(tmp_path: Path) -> None:
    table = read(written(tmp_path, "x1,anna\nx2,ben\n"), format="account-map")
    assert isinstance(table, Supplement)
    assert table.frame.select("session", "annotator").rows() == [("x1", "anna"), ("x2", "ben")]


# Released beside the judgements


@pytest.mark.parametrize(
    "content",
    [
        "worker p t n_pairs\nM1 0.5 -1.5 10\nM2 NaN 1 34\n",
        "M1\t0.5\t-1.5 \t10\nM2\tNaN\t1\t34\n",
        '[1] "M1"\n[1] 0.5\n        t \n-1.5 \n[1] 10\n[1] "M2"\n[1] NaN\n t\n1\n[1] 34\n',
    ],
)
def test_tests_of_annotators_are_read_in_all_their_forms(content: str, tmp_path: Path) -> None:
    reading = read_file(written(tmp_path, content))
    assert reading.format == "annotator-tests"
    assert reading.main.frame.rows() == [("M1", 0.5, -1.5, 10), ("M2", None, 1.0, 34)]


def test_a_score_of_a_document_has_its_scope(tmp_path: Path) -> None:
    frame = read_file(written(tmp_path, SAMPLES["wmt-document-da"])).main.frame
    assert frame.select("system", "document", "scope", "kind", "score").rows() == [
        ("A", "d1", "document", "system", 66.0),
        ("B", "d1", "document", "repeat", 60.0),
    ]


def test_contrastive_assessment_with_its_sentences(tmp_path: Path) -> None:
    rows = [f'engdeu0a0{n},s{n}.txt,4,eng,deu,{60 + n},1.5,2.5,31,{n},"a, b",c,d\n' for n in (1, 2)]
    reading = read_file(written(tmp_path, "".join(rows)))
    assert reading.format == "appraise"
    assert reading.main.frame.select("system", "segment", "kind", "score", "showing").rows() == [
        ("s1.txt", "4", "system", 61.0, "31"),
        ("s2.txt", "4", "system", 62.0, "31"),
    ]


@pytest.mark.parametrize(
    "header",
    [
        "username,system,itemId,itemType,srcLang,trgLang,score,docId,isDocScore,timeStart,timeEnd",
        "UserID,SystemID,SegmentID,Type,SourceLanguage,TargetLanguage,Score,DocumentID,IsDocument?,StartTime,EndTime",
    ],
)
def test_an_export_with_the_header_of_the_release_is_read(header: str, tmp_path: Path) -> None:
    row = "engdeu0a01,A,4,TGT,eng,deu,61,d1,False,1.5,2.5"
    with_header = read_file(written(tmp_path, f"{header}\n{row}\n"))
    without = read_file(written(tmp_path, f"{row}\n", "y.csv"))
    assert with_header.format == without.format == "appraise"
    assert with_header.main.frame.equals(without.main.frame)


def test_annotators_without_spread_whose_judgements_the_release_lost_are_named(tmp_path: Path) -> None:
    def put(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    header = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
    scores = put("ad-good-stnd.csv", header + "h w en de i h A r SYSTEM 1 0.5 9\nh w en de i h A r SYSTEM 2 -0.5 9\n")
    moments = put("trk-mean-sd.txt", '[1] "w"\n[1] 50\n[1] 10\n[1] "zero"\n[1] 0\n[1] 0\n[1] "x"\n[1] 40\n[1] 9\n')
    found = [finding for finding in read(scores, moments).findings if finding.code == "AJ137"]
    assert [finding.numbers for finding in found] == [{"annotators": ["zero"]}]
    assert found[0].text.startswith("1 annotator with a standard deviation of 0 is in the file of means, but has no")
    fine = put("fine-mean-sd.txt", '[1] "w"\n[1] 50\n[1] 10\n[1] "x"\n[1] 40\n[1] 9\n')
    assert not [finding for finding in read(scores, fine).findings if finding.code == "AJ137"]
