"""Power as published: Graham, Haddow and Koehn 2020, Table 2 and section 4, through the function and the command."""

from __future__ import annotations

import json

import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.papers.graham_2020 import NOISE, TABLE_2
from adjudge.planning.power.table import EFFECTS, SIZES

CELLS = [(n, effect, power) for n, row in TABLE_2.items() for effect, power in zip(EFFECTS, row, strict=True)]
#: Closed form of Shieh, Jan and Randles 2006, inverted by an independent computation (methodology, part 3).
SIZES_FOR = {0.43: 266, 0.44: 362, 0.45: 522, 0.46: 817, 0.47: 1452, 0.48: 3269, 0.49: 13080}
EFFECTS_FOR = {55: 0.348, 114: 0.394, 385: 0.442, 902: 0.462, 1500: 0.4705}


def test_there_are_119_cells():
    assert len(CELLS) == 119
    assert tuple(TABLE_2) == SIZES


@pytest.mark.parametrize(("n", "effect", "published"), CELLS)
def test_every_cell_of_table_2(n, effect, published):
    assert adjudge.power(n, effect).power == pytest.approx(published, abs=NOISE)


def test_the_command_prints_table_2(capsys):
    assert run(["power", "--table", "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["sizes"] == list(TABLE_2)
    for row, published in zip(table["powers"], TABLE_2.values(), strict=True):
        assert row == pytest.approx(published, abs=NOISE)


def test_every_cell_agrees_with_an_independent_computation(expected):
    values = expected("power-table")["computed"]["values"]
    for n, row in values.items():
        for effect, power in row.items():
            assert adjudge.power(int(n), float(effect)).power == pytest.approx(power, abs=1e-5)


@pytest.mark.parametrize(("effect", "n"), SIZES_FOR.items())
def test_sizes_for_a_power_of_80_percent(effect, n, capsys):
    assert run(["power", "--effect", str(effect), "--power", ".8", "--json"]) == 0
    solved = json.loads(capsys.readouterr().out)
    assert (solved["n"], solved["m"], solved["solved"]) == (n, n, "n")
    assert (solved["alpha"], solved["sides"], solved["test"], solved["design_effect"]) == (0.05, 2, "rank-sum", 1.0)
    assert adjudge.power(effect=1 - effect).n == n


@pytest.mark.parametrize(("n", "effect"), EFFECTS_FOR.items())
def test_smallest_effects_for_a_power_of_80_percent(n, effect):
    assert adjudge.power(n).effect == pytest.approx(effect, abs=5e-4)


def test_few_documents_are_warned_about():
    # Section 4: "... 55 documents ... an effect size of 0.47 ... a power of 0.081".
    result = adjudge.power(55)
    [finding] = [finding for finding in result.findings if finding.code == "AJ604"]
    assert finding.severity == "warning"
    assert finding.numbers["close"] == pytest.approx(0.081, abs=NOISE)
    assert not [finding for finding in adjudge.power(385).findings if finding.code == "AJ604"]


def test_five_eighty_is_the_default_and_said():
    # Section 4: "five-eighty convention".
    result = adjudge.power(385)
    assert (result.alpha, result.power) == (0.05, 0.8)
    assert "AJ605" in {finding.code for finding in result.findings}
    # 385 is the row of the table that first reaches .8 at .44.
    powers = {n: adjudge.power(n, 0.44).power for n in TABLE_2}
    assert min(n for n, power in powers.items() if power >= 0.8) == 385


def test_ten_segments_to_a_document_cost_a_factor_of_2_3():
    # 1 + (10 - 1) .14 = 2.26 (methodology, part 3).
    result = adjudge.power(n=400, effect=0.43, segments_per_document=10, icc=0.14)
    assert result.design_effect == pytest.approx(2.26)
    assert result.power == pytest.approx(adjudge.power(n=177, effect=0.43).power, abs=2e-3)
