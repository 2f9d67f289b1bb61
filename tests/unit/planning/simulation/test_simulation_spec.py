"""Parameters: bounds, combinations, settings from text, presets and scaling."""

import re
from dataclasses import replace

import pytest

from adjudge.core.errors import UsageError
from adjudge.planning.simulation.checks import check_spec
from adjudge.planning.simulation.parameters import parameters, values
from adjudge.planning.simulation.presets import PRESETS, preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.planning.simulation.spec import SimulationSpec


def changed(settings, start="wmt20"):
    return with_settings(preset(start), settings)


def problems_of(spec):
    with pytest.raises(UsageError) as caught:
        check_spec(spec)
    return caught.value.problems


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_simulated_with_the_rows_its_title_promises(name):
    campaign = simulate(name)
    assert campaign.spec == PRESETS[name].spec == preset(name)
    (promised,) = re.findall(r"\(([\d,]+) ratings\)", PRESETS[name].title)
    assert len(campaign.table) == pytest.approx(int(promised.replace(",", "")), rel=0.02)


def test_an_unknown_preset_is_refused_with_the_nearest_name():
    with pytest.raises(UsageError, match="did you mean 'wmt22'") as caught:
        simulate("wmt21")
    assert [problem.code for problem in caught.value.problems] == ["AJ041"]


def test_every_bad_value_is_listed_not_the_first():
    spec = SimulationSpec()
    spec = replace(
        spec,
        systems=replace(spec.systems, mean=float("nan")),
        annotators=replace(spec.annotators, noise=-1, ticks=6, slip=2),  # type: ignore[arg-type]
        texts=replace(spec.texts, documents=1.5),  # type: ignore[arg-type]
    )
    found = problems_of(spec)
    for key in ("systems.mean", "annotators.noise", "annotators.ticks", "annotators.slip", "texts.documents"):
        assert sum(key in problem.what for problem in found) == 1
    assert len(found) == 5
    assert all(p.code == "AJ041" and p.expected and p.todo for p in found)


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"annotators.count": "241"}, "annotators.count"),
        ({"sessions.degraded": "0.4", "sessions.repeat": "0.2"}, "sessions.degraded"),
        ({"texts.length_max": "71"}, "texts.length_max"),
        ({"texts.length_mean": "1"}, "texts.length_mean"),
        ({"systems.count": "1", "systems.human": "none"}, "systems.count"),
        ({"systems.mean": "95"}, "systems.width"),
        ({"systems.names": "a,b"}, "systems.names"),
        ({"systems.qualities": "50,60", "systems.names": "a,human"}, "systems.names"),
        ({"sessions.design": "balanced", "sessions.size": "14"}, "sessions.size"),
        ({"sessions.design": "wmt22", "sessions.snippet": "71"}, "sessions.snippet"),
        ({"protocol": "rankings", "rankings.size": "13"}, "rankings.size"),
        ({"protocol": "rankings", "rankings.count": "57"}, "annotators.count"),
    ],
)
def test_parameters_that_do_not_fit_together_are_refused(settings, key):
    found = problems_of(changed(settings))
    assert any(key in problem.what for problem in found)


def test_a_negative_seed_is_refused():
    with pytest.raises(UsageError, match="seed"):
        simulate(seed=-1)


def test_settings_of_every_type_are_read_from_text():
    spec = changed(
        {
            "annotators.noise": "5",
            "annotators.ticks": "7",
            "systems.human": "none",
            "systems.qualities": "50, 60.5",
            "systems.names": "good,better",
            "sessions.design": "wmt18",
            "annotator_ids": "no",
        }
    )
    assert spec.annotators.noise == 5.0
    assert spec.annotators.ticks == 7
    assert spec.systems.human is None
    assert spec.systems.qualities == (50.0, 60.5)
    assert spec.systems.names == ("good", "better")
    assert spec.sessions.design == "wmt18"
    assert spec.annotator_ids is False


def test_wrong_settings_are_all_listed():
    with pytest.raises(UsageError, match=r"did you mean 'annotators\.noise'") as caught:
        changed({"annotators.nois": "3", "texts.documents": "many", "annotator_ids": "maybe"})
    assert len(caught.value.problems) == 3


def test_every_parameter_can_be_written_and_read_back():
    spec = preset("wmt22")
    for key, value in values(spec):
        if not isinstance(value, tuple):
            assert dict(values(with_settings(spec, {key: str(value)})))[key] == value
    assert set(dict(values(spec))) == set(parameters())


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("rows", [1500, 60_000])
def test_scaling_gives_about_the_number_of_rows_asked_for(name, rows):
    campaign = simulate(preset(name).scaled(rows))
    # One session is 100 rows; sessions that cannot be filled exactly may lose a few.
    assert abs(len(campaign.table) - rows) <= 100 + 0.03 * rows


def test_scaling_rankings_gives_about_the_number_of_rows_asked_for():
    campaign = simulate(changed({"protocol": "rankings"}).scaled(5000))
    assert abs(len(campaign.table) - 5000) <= 10


def test_scaling_never_leaves_annotators_without_a_session():
    spec = preset("wmt18").scaled(100)
    assert spec.annotators.count <= spec.sessions.count
    check_spec(spec)
