"""Whatever the texts are: a degraded text differs, its log is right, and its words come from another segment."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from adjudge.planning.controls.degraded import Damager, Donor, DonorPool
from adjudge.planning.controls.edit_distance import edit_distance
from adjudge.planning.controls.lengths import LENGTHS

LETTERS = st.text(alphabet="abcdeÄß猫ก\u0301\U0001f600'.", min_size=1, max_size=3)
TEXTS = st.lists(LETTERS, min_size=0, max_size=30).map(" ".join) | st.text(max_size=20)


def table(first, second):
    """The table of Wagner and Fischer 1974, cell by cell."""
    row = list(range(len(second) + 1))
    for number, piece in enumerate(first, 1):
        above, row[0] = row[0], number
        for place, other in enumerate(second, 1):
            above, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, above + (piece != other))
    return row[-1]


def spelt(text):
    return " ".join(text.split()).casefold()


#: Longer than a machine word, whose borders a bit vector must not notice.
PIECES = st.lists(st.integers(0, 3), max_size=70)


@given(PIECES, PIECES)
def test_the_fast_edit_distance_is_that_of_the_table(first, second):
    assert edit_distance(first, second) == table(first, second)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.integers(0, 3), st.integers(1, 3))
def test_words_from_elsewhere_come_from_every_other_document_alike(owners, own, size):
    """The same draws as from a pool without the document, which takes too long to make for every text."""
    damager = Damager(LENGTHS["wmt22"])
    donors = [Donor(f"d{owner}", str(number), "w " * (1 + number % 4), "") for number, owner in enumerate(owners)]
    here = Donor(f"d{own}", "text", "another text of its own", "")
    allowed = DonorPool.of(donors, damager).allowed(here, (here.text,), elsewhere=True)
    plain = DonorPool.of([donor for donor in donors if donor.document != here.document], damager).allowed(here, ())
    assert allowed.longest == plain.longest
    if allowed.longest >= size:
        for seed in range(20):
            drawn, wanted = (pool.draw(size, np.random.default_rng(seed)) for pool in (allowed, plain))
            assert drawn == wanted


@given(
    text=TEXTS,
    donors=st.lists(TEXTS, max_size=6),
    other=TEXTS,
    lengths=st.sampled_from(sorted(LENGTHS)),
    characters=st.booleans(),
    seed=st.integers(0, 1000),
)
def test_a_degraded_text_differs_and_its_log_is_right(text, donors, other, lengths, characters, seed):
    damager = Damager(LENGTHS[lengths], characters=characters)
    here = Donor("d0", "1", text, "source 0")
    pool = [Donor("d1", str(number), donor, f"source {number + 1}") for number, donor in enumerate(donors)]
    pool += [here, Donor("d0", "1", other, "source 0"), Donor("d2", "1", other, "source 0")]
    damage = damager.damage(text, DonorPool.of(pool, damager), here, np.random.default_rng(seed), (other,))
    if damage is None:
        return

    # The log, applied again.
    assert damage.text[: damage.start] + damage.replaced + damage.text[damage.end :] == text
    assert 0 <= damage.start < damage.end <= len(damage.text)
    # As many pieces as the table says, unless no donor with another text has as many.
    out, came_in = damager.pieces(damage.replaced), damager.pieces(damage.text[damage.start : damage.end])
    longest = max(len(damager.pieces(donor)) for donor in donors if spelt(donor) not in {spelt(text), spelt(other)})
    assert len(out) == min(damager.lengths.damaged(len(damager.pieces(text)), doubled=characters), longest)
    assert len(came_in) <= len(out)
    # Another segment, another text, another source.
    assert damage.donor.document == "d1"
    assert spelt(damage.donor.text) not in {spelt(text), spelt(other)}
    if not characters:
        words = damage.text[damage.start : damage.end].casefold()
        assert words in " ".join(damage.donor.text.split()).casefold()
    # It really differs, from the output and from the reference.
    for known in (text, other):
        pieces = [known[start:end].casefold() for start, end in damager.pieces(known)]
        new = [damage.text[start:end].casefold() for start, end in damager.pieces(damage.text)]
        assert not known or table(pieces, new) >= len(out)
