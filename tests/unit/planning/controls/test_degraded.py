from __future__ import annotations

import numpy as np
import pytest

from adjudge.planning.controls.degraded import Damager, Donor, DonorPool
from adjudge.planning.controls.lengths import LENGTHS
from adjudge.planning.controls.pieces import pieces_of, without_spaces

HERE = Donor("d1", "1", "one two three four five six seven eight nine", "source")


def damaged(text, *donors, lengths="wmt22", characters=False, others=(), seed=0):
    damager = Damager(LENGTHS[lengths], characters=characters)
    pool = DonorPool.of(
        [Donor("d2", str(number), donor, f"other {number}") for number, donor in enumerate(donors)], damager
    )
    return damager.damage(text, pool, HERE, np.random.default_rng(seed), others)


@pytest.mark.parametrize("seed", range(20))
def test_a_run_of_words_is_replaced_by_as_many_words_of_a_donor(seed):
    damage = damaged(HERE.text, "alpha beta gamma delta epsilon zeta", seed=seed)

    assert damage is not None
    assert len(damage.replaced.split()) == 4
    assert damage.text[damage.start : damage.end] in "alpha beta gamma delta epsilon zeta"
    assert damage.text.split()[-1] == "nine"


@pytest.mark.parametrize("seed", range(20))
def test_by_the_table_of_graham_both_ends_stay_and_the_phrase_comes_from_the_inside(seed):
    damage = damaged(HERE.text, "Alpha BETA Gamma Delta Epsilon Zeta Eta", lengths="graham", seed=seed)

    assert damage is not None
    assert (damage.text.split()[0], damage.text.split()[-1]) == ("one", "nine")
    came_in = damage.text[damage.start : damage.end].split()
    assert len(came_in) == 4
    assert not {"alpha", "eta"} & {word.casefold() for word in came_in}
    assert came_in[0].islower()


def test_a_text_of_one_word_becomes_one_other_word():
    damage = damaged("Yes", "maybe not", lengths="graham")
    assert damage is not None
    assert damage.text in {"Maybe", "Not"}
    assert (damage.start, damage.replaced) == (0, "Yes")


def test_a_donor_with_the_same_words_changes_nothing_and_is_not_used():
    assert damaged("a a a a", "A a a a a a") is None


def test_the_same_text_in_another_place_is_no_donor():
    assert damaged(HERE.text, f" {HERE.text.upper()} ") is None


def test_a_damage_that_restores_the_reference_is_refused():
    # Only "right" can come in, and then the text is the reference; or two words of the reference remain right.
    assert damaged("wrong", "right", others=("right",)) is None
    assert damaged("wrong", "right", others=("left",)) is not None


def test_without_donors_and_without_words_there_is_no_degraded_text():
    assert damaged(HERE.text) is None
    assert damaged("  ", "alpha beta") is None


def test_what_surrounds_the_damage_stays_to_the_letter():
    text = "  one\ttwo  three four five\u00a0six "
    damage = damaged(text, "alpha beta\ngamma delta")
    assert damage is not None
    assert damage.text[: damage.start] + damage.replaced + damage.text[damage.end :] == text
    assert "\n" not in damage.text


def test_characters_are_replaced_with_their_marks():
    text = "ที่นี่มีแมวสองตัวนั่งอยู่"
    damage = damaged(text, "พรุ่งนี้ฝนจะตกหนักมากในกรุงเทพ", characters=True)
    assert damage is not None
    assert len(pieces_of(damage.replaced, characters=True)) == 2 * 4  # 15 letters: row of 9 to 15, doubled
    assert len(pieces_of(text, characters=True)) == 15


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我喜欢猫因为 Internet 很小。", True),
        ("ฉันชอบแมว", True),
        ("Ich mag 猫 sehr gern.", False),
        ("ᐃᓄᒃᑎᑐᑦ ᐅᖃᐅᓯᖅ", False),
        ("123 ...", False),
    ],
)
def test_scripts_without_spaces_are_recognised(text, expected):
    assert without_spaces([text]) is expected


def test_a_family_of_joined_emoji_is_one_character():
    assert len(pieces_of("👩\u200d👩\u200d👧a", characters=True)) == 2
