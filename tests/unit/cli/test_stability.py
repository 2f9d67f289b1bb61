"""`adjudge stability` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings

SMALL = {"systems.count": "3", "texts.documents": "10", "sessions.count": "8", "annotators.count": "4"}


@pytest.fixture(scope="module")
def judgements(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stability") / "judgements.csv"
    adjudge.write(adjudge.simulate(with_settings(preset("wmt20"), SMALL), seed=1).table, path)
    return path


def test_text_names_every_scenario(judgements, capsys):
    assert run(["stability", str(judgements), "--recipe", "wmt-da"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in ("remove:human", "remove:best", "divide:human:10", "signature stability:"))


def test_json_is_what_python_gives(judgements, capsys):
    asked = ["--scenario", "remove", "--scenario", "resample:document", "--draws", "5", "--seed", "3"]
    assert run(["stability", str(judgements), "--recipe", "wmt-da", *asked, "--json"]) == 0
    ours = adjudge.stability(
        adjudge.read(judgements), "wmt-da", scenarios=["remove", "resample:document"], draws=5, seed=3
    )
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(ours.to_dict()))


def test_csv_has_one_row_per_scenario(judgements, capsys):
    assert run(["stability", str(judgements), "--recipe", "wmt-da", "--scenario", "divide", "--csv"]) == 0
    frame = pl.read_csv(capsys.readouterr().out.encode())
    assert frame["scenario"].to_list() == [f"divide:human:{d}" for d in ("1.25", "1.5", "2", "4", "10")]


def test_a_page_has_a_chart_and_loads_nothing(judgements, tmp_path, capsys):
    page = tmp_path / "page.html"
    assert run(["stability", str(judgements), "--recipe", "wmt-da", "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "<svg" in text
    assert "http://" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "").replace(
        'xmlns:xlink="http://www.w3.org/1999/xlink"', ""
    )
    assert "page written" in capsys.readouterr().out


def test_a_published_order(judgements, tmp_path, capsys):
    order = adjudge.rank(adjudge.read(judgements), "wmt-da").order()
    (tmp_path / "order.txt").write_text("\n".join(order))
    assert run(["stability", str(judgements), "--against", str(tmp_path / "order.txt"), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["reference"] == {"order": order, "clusters": [order], "published": True}


def test_groups(judgements, capsys):
    frame = pl.read_csv(judgements).with_columns(domain=pl.col("document").str.tail(1).is_in(["1", "3", "5", "7"]))
    path = judgements.with_name("domains.csv")
    frame.with_columns(domain=pl.when("domain").then(pl.lit("news")).otherwise(pl.lit("law"))).write_csv(path)
    words = ["stability", str(path), "--by", "domain", "--recipe", "wmt-da", "--scenario", "remove:human"]
    assert run(words) == 0
    assert "remove:human" in capsys.readouterr().out
    assert run([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data["groups"]) == {"news", "law"}
    assert data["shares"][0]["rankings"] == 2
    assert run([*words, "--html", "page.html"]) == 2
    assert "do not go together" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--scenario", "nothing"], "AJ061"),
        (["--scenario", "remove:system:nobody"], "no system 'nobody'"),
        (["--method", "mfas"], "--method"),
        (["--recipe", "nosuch"], "AJ03"),
        (["--against", "absent.txt"], "AJ001"),
        (["--by", "score"], "AJ055"),
    ],
)
def test_mistakes_are_named(words, says, judgements, capsys):
    assert run(["stability", str(judgements), *words]) == 2
    assert says in capsys.readouterr().err
