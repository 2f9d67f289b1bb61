from __future__ import annotations

import re

import pytest

from adjudge.core.bibliography.citing import SOURCES, software, sources_in, unknown_in
from adjudge.core.catalogue import FindingEntry
from adjudge.core.recipes.built_in import RECIPES
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.scoring.weights.built_in import WEIGHTS
from tools.catalogues import all_entries


def _keys(text: str) -> list[str]:
    return [source.key for source in sources_in(text)]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Knowles 2021, section 5.4", ["knowles-2021-stability"]),
        ("Knowles and Lo 2022, C", ["knowles-lo-2022-test"]),
        ("Knowles and Lo (2024, section 5.4)", ["knowles-lo-2024-calibration"]),
        ("Knowles and Lo 2022, 2024", ["knowles-lo-2022-test", "knowles-lo-2024-calibration"]),
        ("Graham, Haddow and Koehn 2020, Tables 1 and 3", ["graham-etal-2020-statistical"]),
        ("Graham et al. 2020, section 2", ["graham-etal-2020-statistical"]),
        ("Sakaguchi, Post and Van Durme 2014", ["sakaguchi-etal-2014-efficient"]),
        ("after Koehn 2012", ["koehn-2012-simulating"]),
        ("Bojar et al. 2011; Lopez 2012, Eq. 3", ["bojar-etal-2011-grain", "lopez-2012-putting"]),
        ("Lopez 2012; Bojar et al. 2011; Lopez 2012", ["lopez-2012-putting", "bojar-etal-2011-grain"]),
        ("WMT15 findings; scripts of the organisers", ["bojar-etal-2015-findings"]),
        ("HEDS 3.0", ["belz-thomson-2025-heds"]),
        ("Marot, google-research", []),
        ("", []),
    ],
)
def test_sources_are_found_as_our_texts_write_them(text, keys):
    assert _keys(text) == keys


def test_a_range_of_years_of_findings_papers_names_each_of_them():
    assert _keys("Knowles 2021, section 3; WMT findings papers 2018-2022") == [
        "knowles-2021-stability",
        "bojar-etal-2018-findings",
        "barrault-etal-2019-findings",
        "barrault-etal-2020-findings",
        "akhbardeh-etal-2021-findings",
        "kocmi-etal-2022-findings",
    ]


def test_a_source_that_is_not_known_is_named():
    assert unknown_in("Knowles 2021; Nobody and Nemo 2031; Knowles 1999; WMT77") == [
        "Nobody and Nemo 2031",
        "Knowles 1999",
        "WMT77",
    ]


def _named() -> list[tuple[str, str]]:
    """Everything that names a source, and the source as it is written."""
    entries = [(entry.code, entry.source or "") for entry in all_entries() if isinstance(entry, FindingEntry)]
    recipes = [(recipe.name, recipe.source) for recipe in RECIPES.values()]
    methods = [(method.name, method.source) for method in METHODS.values()]
    return [*entries, *recipes, *methods, *((weights.name, weights.title) for weights in WEIGHTS.values())]


def test_every_source_with_a_year_that_an_entry_a_recipe_or_a_method_names_is_in_the_bibliography():
    unknown = {name: unknown_in(source) for name, source in _named()}

    assert {name: found for name, found in unknown.items() if found} == {}
    # A year in four digits that the patterns did not see would be missed above.
    missed = [
        (name, source) for name, source in _named() if re.search(r"\b(19|20)\d\d\b", source) and not _keys(source)
    ]
    assert missed == []


def test_keys_and_forms_are_unique():
    keys = [source.key for source in SOURCES]
    forms = [form for source in SOURCES for form in source.cited_as]

    assert len(set(keys)) == len(keys)
    assert len(set(forms)) == len(forms)


def test_every_form_is_found_and_ends_with_the_year_of_its_source():
    for source in SOURCES:
        for form in source.cited_as:
            assert sources_in(f"see {form}, section 1") == [source]
            if not form.startswith(("WMT", "HEDS")):
                assert form.endswith(f" {source.year}")


def test_the_usual_form_follows_from_the_authors():
    for source in SOURCES:
        last = [author.split(",")[0] for author in source.authors]
        names = {1: last[0], 2: " and ".join(last)}.get(len(last), f"{last[0]} et al.")
        assert source.short == f"{names} {source.year}"


def test_every_source_says_where_its_fields_were_verified():
    assert all(source.checked for source in SOURCES)
    for source in SOURCES:
        if "aclanthology" in source.fields.get("url", ""):
            assert source.checked.removeprefix("ACL Anthology, ") in source.fields["url"]


def test_the_program_is_cited_with_the_version_that_computed():
    assert "version 9.8.7" in software("9.8.7").fields["note"]
