"""The simulated campaign as a whole: reproducible, complete, with its truth."""

import json
import re
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from adjudge.cli.simulate import command
from adjudge.core.errors import UsageError
from adjudge.planning.simulation.parameters import parameters, values
from adjudge.planning.simulation.presets import PRESETS, preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate

PAGE = Path(__file__).parents[4] / "docs" / "how-to" / "simulate.md"


def run(spec, seed=0):
    return simulate(spec, seed=seed)


@pytest.mark.parametrize("name", PRESETS)
def test_the_same_seed_gives_the_same_data_and_another_seed_other_data(name):
    first, again, other = run(name, 7), run(name, 7), run(name, 8)
    assert first.ratings.frame.equals(again.ratings.frame)
    assert first.truth.to_dict() == again.truth.to_dict()
    assert not first.ratings.frame.equals(other.ratings.frame)


def test_rows_fill_all_columns():
    frame = run(with_settings(preset("wmt20"), {"texts.domains": "news,speech"})).ratings.frame
    named = ["annotator", "session", "system", "document", "segment", "kind", "score", "position", "showing", "domain"]
    assert set(named) == set(frame.columns)
    assert frame.null_count().sum_horizontal().item() == 0
    assert set(frame["domain"]) == {"news", "speech"}
    assert frame.group_by("document").agg(pl.col("domain").n_unique())["domain"].max() == 1


def test_without_ids_only_sessions_are_known_and_the_truth_still_knows():
    named = run("wmt20")
    blank = run(with_settings(preset("wmt20"), {"annotator_ids": "false"}))
    assert blank.ratings.frame["annotator"].null_count() == len(blank.ratings)
    back = blank.ratings.frame.drop("annotator").join(blank.truth.sessions, on="session", maintain_order="left")
    assert back.select(named.ratings.frame.columns).equals(named.ratings.frame)


def test_given_qualities_and_names_are_the_truth():
    spec = with_settings(
        preset("wmt20"), {"systems.qualities": "60,80,70,70", "systems.names": "a,b,c,d", "systems.human": "none"}
    )
    rows = run(spec).truth.systems.select("system", "quality", "rank").rows()
    assert rows == [("b", 80.0, 1), ("c", 70.0, 2), ("d", 70.0, 2), ("a", 60.0, 4)]


def test_even_systems_have_the_mean_and_the_width_asked_for():
    spec = with_settings(preset("wmt20"), {"systems.mean": "60", "systems.width": "20", "systems.human": "none"})
    quality = run(spec).truth.systems["quality"].sort()
    assert quality.to_list() == pytest.approx([50 + 2 * i for i in range(11)])


def test_the_truth_is_plain_data_and_modest_in_size():
    truth = run("wmt20").truth
    data = json.loads(json.dumps(truth.to_dict()))
    assert [row["system"] for row in data["systems"]] == truth.systems["system"].to_list()
    assert data["spec"]["annotators"]["leniency"] == preset("wmt20").annotators.leniency
    assert len(data["sessions"]) == preset("wmt20").sessions.count
    assert len(json.dumps(data)) < 100_000


def test_segments_are_unique_within_their_document():
    truth = run("wmt22").truth
    assert truth.segments.select("document", "segment").is_unique().all()
    counted = truth.segments.group_by("document").len().join(truth.documents, on="document")
    assert (counted["len"] == counted["segments"]).all()


def test_the_command_writes_judgements_and_their_truth(tmp_path):
    out = tmp_path / "small.csv"
    options = ["--ratings", "1000", "--systems", "5", "--annotators", "3", "--documents", "20", "--seed", "3"]
    result = CliRunner().invoke(command, [str(out), *options, "--set", "annotators.slip=0"])
    assert result.exit_code == 0, result.output
    assert f"adjudge rank {out}" in result.output
    frame = pl.read_csv(out)
    truth = json.loads((tmp_path / "small.truth.json").read_text())
    assert abs(frame.height - 1000) < 130
    assert frame["system"].n_unique() == len(truth["systems"]) == 5
    assert frame["annotator"].n_unique() == 3
    assert truth["spec"]["annotators"]["slip"] == 0
    assert truth["seed"] == 3


def test_the_command_leaves_annotators_out_when_asked(tmp_path):
    out = tmp_path / "blank.csv.gz"
    result = CliRunner().invoke(command, [str(out), "--ratings", "500", "--no-annotators"])
    assert result.exit_code == 0, result.output
    frame = pl.read_csv(out)
    assert "annotator" not in frame.columns or frame["annotator"].null_count() == frame.height
    assert frame["session"].null_count() == 0
    assert (tmp_path / "blank.truth.json").exists()


def test_the_command_lists_all_presets_without_an_output_file():
    result = CliRunner().invoke(command, ["--list-presets"])
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == list(PRESETS)


def test_the_command_refuses_a_setting_without_a_value(tmp_path):
    result = CliRunner().invoke(command, [str(tmp_path / "x.csv"), "--set", "annotators.noise"])
    assert isinstance(result.exception, UsageError)
    assert not list(tmp_path.iterdir())


def test_the_documentation_lists_every_parameter_with_its_default():
    table = PAGE.read_text().partition("## Parameters")[2]
    listed = dict(re.findall(r"^\| `([a-z_.]+)` \| ([^|]*) \|", table, flags=re.MULTILINE))
    assert set(listed) == set(parameters())
    elsewhere = preset("wmt18")
    assert dict(values(with_settings(elsewhere, listed))) == dict(values(preset("wmt20")))
