"""A campaign that is written is read back as it was, and says everything."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from adjudge import __version__
from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.field_meanings import meanings
from adjudge.core.campaign.reading import campaign_from_toml
from adjudge.core.campaign.sections import Section
from adjudge.core.campaign.writing import campaign_to_toml, toml_value

TEXT = 'name = "x"\nsource_lang = "de"\ntarget_lang = "en"\n[texts]\nsource = "s"\n[systems]\nA = "a"\n'


def test_a_campaign_is_read_back_with_all_defaults_written_out() -> None:
    more = '"B c" = "b"\n[references."r 1"]\nfile = "r"\n[annotators]\ncount = 2\nhours = 3'
    campaign = campaign_from_toml(TEXT + more)
    written = campaign_to_toml(campaign)
    again = campaign_from_toml(written)
    assert again == campaign.model_copy(update={"version": __version__})
    assert campaign_to_toml(again) == written
    assert set(tomllib.loads(written)) == set(Campaign.model_fields) - {"instructions"}


def test_every_key_has_a_meaning() -> None:
    sections = [Campaign, *(field.annotation for field in Campaign.model_fields.values())]
    models = [section for section in sections if isinstance(section, type) and issubclass(section, Section)]
    assert len(models) == 7
    for model in models:
        assert list(meanings(model)) == list(model.model_fields)


@given(st.text())
def test_any_text_is_written_as_toml_that_reads_as_the_same_text(text: str) -> None:
    assert tomllib.loads(f"a = {toml_value(text)}") == {"a": text}
    assert tomllib.loads(f"a = {toml_value({text: 1.5})}") == {"a": {text: 1.5}}
