"""Exports of Mechanical Turk and Prolific, with a map of columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudge.core.errors import AdjudgeError
from adjudge.io.reading import read, read_file
from adjudge.io.times import read_time

HEADER = (
    '"HITId","AssignmentId","WorkerId","AssignmentStatus","AcceptTime","SubmitTime","Input.sys","Input.id","Answer.q"'
)
START, END = "Tue Mar 03 10:15:22 PST 2020", "Tue Mar 03 10:16:22 PDT 2020"
ROWS = "".join(
    f'"h{n}","a{n}","w{n}","{status}","{START}","{END}","{system}","7","{n}0"\n'
    for n, status, system in ((1, "Approved", "A"), (2, "Submitted", "B"), (3, "Rejected", "A"))
)
MAP = {"system": "Input.sys", "segment": "Input.id", "score": "Answer.q"}
PROLIFIC = "Submission id,Participant id,Status,Started at,Completed at,Age,model,sent,stars\n" + "".join(
    f"s{n},p{n},{status},2024-10-25T12:00:00Z,2024-10-25T12:00:30.5Z,30,A,x{n},{n}\n"
    for n, status in enumerate(["APPROVED", "AWAITING REVIEW", "RETURNED", "TIMED-OUT", "REJECTED"])
)


@pytest.fixture
def put(tmp_path: Path):
    def put(content: str) -> Path:
        (tmp_path / "x.csv").write_text(content)
        return tmp_path / "x.csv"

    return put


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        # 3 March 2020 10:15:22 at UTC-8 is 18:15:22 UTC: 18,324 days and 65,722 seconds after 1970.
        (START, 18324 * 86400 + 65722),
        (END, 18324 * 86400 + 65722 + 60 - 3600),
        ("1970-01-02T00:00:00.5Z", 86400.5),
        ("1970-01-02 00:00:00", 86400),
        ("Tue Mar 03 10:15:22 XYZ 2020", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_times(text: str, seconds: float | None) -> None:
    assert read_time(text) == seconds


@pytest.mark.parametrize("ending", ["", ',"Approve","Reject"'])
def test_the_platform_fills_in_who_and_when(ending: str, put) -> None:
    """Rows of a batch have no fields for the two columns that the requester fills in."""
    reading = read_file(put(f"{HEADER}{ending}\n{ROWS}"), columns=MAP)
    assert reading.format == "mturk"
    assert reading.main.frame.select("annotator", "session", "system", "segment", "score").rows() == [
        ("w1", "h1/a1", "A", "7", 10),
        ("w2", "h2/a2", "B", "7", 20),
    ]
    assert reading.main.frame["started"].to_list() == [read_time(START)] * 2


def test_work_that_was_not_accepted_is_counted(put) -> None:
    table = read(put(f"{HEADER}\n{ROWS}"), columns=MAP)
    finding = next(finding for finding in table.findings if finding.code == "AJ149")
    assert finding.numbers == {"rows": 1}
    assert "1 Rejected" in finding.text
    prolific = read(put(PROLIFIC), columns={"system": "model", "segment": "sent", "score": "stars"}, scale="0..5")
    assert prolific.frame["annotator"].to_list() == ["p0", "p1"]
    assert prolific.frame["session"].to_list() == ["s0", "s1"]
    assert (
        prolific.frame.select(seconds=prolific.frame["ended"] - prolific.frame["started"]).to_series().to_list()
        == [30.5] * 2
    )
    assert next(finding.numbers for finding in prolific.findings if finding.code == "AJ149") == {"rows": 3}


def test_without_a_map_the_error_shows_what_to_type(put) -> None:
    with pytest.raises(AdjudgeError) as caught:
        read_file(put(f"{HEADER}\n{ROWS}".replace("Input.sys", "Input.system")))
    (problem,) = caught.value.problems
    assert problem.code == "AJ148"
    assert problem.what.endswith("it has the columns Input.system, Input.id, Answer.q")
    # The one name that leaves no doubt is filled in; nothing is guessed for the others.
    assert '`columns={"system": "Input.system", "segment": "NAME", "score": "NAME"}`' in problem.todo


def test_columns_called_like_ours_need_no_map(put) -> None:
    ours = (
        HEADER.replace("Input.sys", "Input.system")
        .replace("Input.id", "Input.segment")
        .replace("Answer.q", "Answer.score")
    )
    assert read(put(f"{ours}\n{ROWS}")).frame["score"].to_list() == [10, 20]


def test_a_map_may_replace_what_the_platform_knows(put) -> None:
    table = read(put(f"{HEADER}\n{ROWS}"), columns={**MAP, "annotator": "HITId"})
    assert table.frame["annotator"].to_list() == ["h1", "h2"]


def test_comparisons_can_be_mapped(put) -> None:
    rows = ROWS.replace('"7"', '"C"').replace('"10"', '"a"').replace('"20"', '"b"').replace('"30"', '"tie"')
    votes = read(
        put(f"{HEADER}\n{rows}"), columns={"system_a": "Input.sys", "system_b": "Input.id", "outcome": "Answer.q"}
    )
    assert votes.frame.select("annotator", "system_a", "system_b", "outcome").rows() == [
        ("w1", "A", "C", "a"),
        ("w2", "B", "C", "b"),
    ]


def test_times_that_cannot_be_read_are_counted(put) -> None:
    table = read(put(f"{HEADER}\n{ROWS}".replace(END, "soon")), columns=MAP)
    assert "ended" not in table.frame.columns or table.frame["ended"].is_null().all()
    assert any(finding.numbers.get("times") == 2 for finding in table.findings)


def test_columns_that_are_not_there_are_refused(put) -> None:
    with pytest.raises(AdjudgeError) as caught:
        read(put(f"{HEADER}\n{ROWS}"), columns={**MAP, "score": "Answer.z"})
    assert [problem.code for problem in caught.value.problems] == ["AJ040"]


def test_other_formats_still_refuse_a_map(put) -> None:
    with pytest.raises(AdjudgeError) as caught:
        read(put(f"{HEADER}\n{ROWS}"), columns=MAP, format="mqm")
    assert [problem.code for problem in caught.value.problems] == ["AJ040"]
    assert len(read(put(f"{HEADER}\n{ROWS}"), columns=MAP, format="csv")) == 3
