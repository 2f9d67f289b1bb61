"""Coverage, lengths and counts of Knowles and Lo 2022 from the public functions; shares of WMT22 from the release."""

from __future__ import annotations

import pytest

import adjudge


def iku(data_file, *names):
    return adjudge.read(*(data_file(f"iku-wmt20/{name}.csv.gz") for name in names))


@pytest.fixture(scope="module")
def segments(data_file):
    return adjudge.read(data_file("iku-wmt20/segment_id_mapping.tsv"))


@pytest.fixture(scope="module")
def news(data_file):
    return iku(data_file, "News-WMT20DocSrcDA", "News-WMT20DocSrcDA2")


@pytest.fixture(scope="module")
def hansard(data_file):
    return iku(data_file, "Hansard-A", "Hansard-B")


def test_hansard_coverage(hansard, segments):
    """Section 5.2: every system on at least 97 % of the segments, 101 of 107 documents for every system."""
    result = adjudge.documents(hansard, segments=segments)
    assert min(s.share for s in result.systems) >= 0.97
    assert (result.of_all_systems, result.all_documents) == (101, 107)
    [lengths] = result.lengths
    # Section 2.2: 8 to 26 lines, 14.6 on average (sd 3.7), median 15.
    assert (lengths.min, lengths.max, lengths.median) == (8, 26, 15)
    assert (round(lengths.mean, 1), round(lengths.sd, 1)) == (14.6, 3.7)


def test_news_coverage(news, segments, expected):
    """Section 5.2: 47 % to 73 % (truncated from 73.8), the human translation least; 0 of 36 documents for all."""
    result = adjudge.documents(news, segments=segments)
    shares = {s.system: 100 * s.share for s in result.systems}
    assert int(min(shares.values())) == 47
    assert int(max(shares.values())) == 73
    assert max(shares.values()) == pytest.approx(
        expected("iku-wmt20")["computed"]["coverage_percent"]["news_max"], abs=0.005
    )
    assert min(shares, key=shares.__getitem__).startswith("Human-A")
    assert (result.of_all_systems, result.all_documents) == (0, 36)
    [lengths] = result.lengths
    # Section 2: 12 to 137 lines, mean 39.0 (sd 20.5, of the population), median 36.
    assert (lengths.min, lengths.max, lengths.median) == (12, 137, 36)
    assert (round(lengths.mean, 1), round(lengths.sd, 1)) == (39.0, 20.5)


def test_documents_of_news_do_not_fit_into_sessions_and_those_of_hansard_do(news, hansard, segments):
    """Section 3.2: because of the high average document length sessions cannot be representative."""
    assert "AJ543" in {f.code for f in adjudge.documents(news, segments=segments).findings}
    assert "AJ543" not in {f.code for f in adjudge.documents(hansard, segments=segments).findings}


def test_names_and_adjournment_are_the_easiest_hansard_documents(hansard):
    """Section 5.1: sub-documents 106 and 107 have the highest median segment scores."""
    easiest = adjudge.documents(hansard, order="median").documents[:2]
    assert {one.document.rsplit("part", 1)[1] for one in easiest} == {"106", "107"}


def test_table_2_by_annotator_and_collection(news, hansard):
    """Table 2: segments annotated by annotator and data set."""
    counts = {
        (row.annotator, row.collection): row.items
        for table in (news, hansard)
        for row in adjudge.composition(table).annotators
    }
    assert counts == {
        ("Annotator-A", "News-WMT20DocSrcDA"): 2800,
        ("Annotator-B", "News-WMT20DocSrcDA2"): 3200,
        ("Annotator-C", "Hansard-B"): 3801,
        ("Annotator-C", "News-WMT20DocSrcDA2"): 200,
        ("Annotator-D", "Hansard-A"): 5600,
        ("Annotator-D", "Hansard-B"): 4000,
        ("Annotator-D", "News-WMT20DocSrcDA"): 4600,
        ("Annotator-D", "News-WMT20DocSrcDA2"): 2000,
        ("Annotator-E", "News-WMT20DocSrcDA"): 600,
        ("Annotator-E", "News-WMT20DocSrcDA2"): 6602,
        ("Annotator-F", "Hansard-A"): 2403,
        ("Annotator-G", "Hansard-A"): 3401,
    }


def test_references_are_in_one_news_collection_only(news):
    """Section 2.1: N-1 has no annotations of reference segments, N-2 has."""
    seen = {r.collection: r.number for r in adjudge.composition(news).seen if (r.unit, r.seen) == ("session", "human")}
    assert seen["News-WMT20DocSrcDA"] == 0
    assert seen["News-WMT20DocSrcDA2"] > 0


def test_all_workers_of_wmt22_saw_references_and_degraded_items(data_file):
    """As Knowles 2021 reports of the Mechanical Turk data of WMT20 (section 5.1): 100 % of workers."""
    table = adjudge.read(data_file("wmt22-toen-mturk/ad-zhen-good-stnd-redup.csv.gz"))
    assert isinstance(table, adjudge.Ratings)
    result = adjudge.composition(table, unit="annotator")
    shares = {r.seen: r.share for r in result.seen if r.unit == "annotator"}
    assert (shares["reference"], shares["degraded"]) == (1.0, 1.0)
