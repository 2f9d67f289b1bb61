import numpy as np

from adjudge.core.seeds import Seeds


def test_a_stream_depends_on_seed_and_name_only():
    first = Seeds(1).stream("a").random(5)
    Seeds(1).stream("b").random(100)
    np.testing.assert_array_equal(Seeds(1).stream("a").random(5), first)


def test_streams_of_other_names_and_seeds_differ():
    draws = {tuple(Seeds(s).stream(n).random(3)) for s in range(5) for n in "abc"}
    assert len(draws) == 15


def test_streams_are_uncorrelated():
    a, b = (Seeds(0).stream(name).normal(size=20_000) for name in ("a", "b"))
    # Four standard errors of a correlation of independent draws.
    assert abs(np.corrcoef(a, b)[0, 1]) < 4 / np.sqrt(20_000)
