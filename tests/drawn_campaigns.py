"""Small campaigns of many kinds, drawn with random numbers: what laws of whole analyses are tried on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import polars as pl

Rows = list[dict[str, Any]]
SYSTEMS: Final = ("s0", "s1", "s2", "s3")


def _score(rng: np.random.Generator, mean: float) -> float:
    """A whole score between 1 and 99."""
    return float(np.clip(np.round(rng.normal(mean, 12)), 1, 99))


def balanced(seed: int) -> pl.DataFrame:
    """Every system on every segment; two annotators on every document, of which each is one session."""
    rng = np.random.default_rng(seed)
    quality, lenient = rng.normal(50, 6, 4), rng.normal(0, 8, 3)
    rows: Rows = []
    for document in range(7):
        ease = rng.normal(0, 5)
        for who in rng.permutation(3)[:2]:
            systems = rng.permutation(4)
            rows += [
                {
                    "annotator": f"a{who}",
                    "session": f"t{document}{who}",
                    "system": SYSTEMS[system],
                    "document": f"d{document}",
                    "segment": str(segment),
                    "kind": "system",
                    "score": _score(rng, quality[system] + ease + lenient[who]),
                    "position": 4 * segment + place,
                    "domain": ("news", "talks")[document % 2],
                    "origin": ("eng", "deu")[document // 2 % 2],
                }
                for segment in range(3)
                for place, system in enumerate(systems)
            ]
    return pl.DataFrame(rows)


def unbalanced(seed: int) -> pl.DataFrame:
    """Specialists who never met some systems, sessions with repeats, degraded copies and references, nameless rows."""
    rng = np.random.default_rng(seed)
    quality, lenient, nameless = rng.normal(55, 8, 4), rng.normal(0, 8, 4), rng.random() < 0.3
    rows: Rows = []
    for session in range(11):
        who = int(rng.integers(4))
        met = (range(4), (0, 1, 2), (1, 2, 3), (0, 2, 3))[who]  # all met the third, and the first met all
        shown: list[tuple[int, str, str, str]] = []
        for look, system in enumerate(rng.choice(met, 2, replace=False)):
            document = f"d{rng.integers(8)}"
            shown += [(system, document, f"o{look}", kind) for kind in ["system"] * 4]
        system, document, *_ = shown[0]
        kinds = ["repeat", "degraded", "repeat", "repeat"] if session % 3 else ["reference"] * 4
        shown += [(system, document, "copy", kind) for kind in kinds]
        rows += [
            {
                "annotator": None if nameless and session == 10 and place < 4 else f"a{who}",
                "session": f"t{session}",
                "system": SYSTEMS[system],
                "document": document,
                "segment": str(place % 4),
                "kind": kind,
                "score": _score(rng, quality[system] + lenient[who] + {"degraded": -25, "reference": 20}.get(kind, 0)),
                "position": place,
                "showing": f"t{session}-{look}",
                "started": 1_700_000_000.0 + 4000 * session + 30 * place,
                "ended": 1_700_000_020.0 + 4000 * session + 30 * place,
            }
            for place, (system, document, look, kind) in enumerate(shown)
        ]
    return pl.DataFrame(rows)


def without_documents(seed: int) -> pl.DataFrame:
    """Some segments, each judged by one or two annotators on some of the systems."""
    rng = np.random.default_rng(seed)
    quality, lenient = rng.normal(50, 8, 4), rng.normal(0, 8, 3)
    rows: Rows = [
        {
            "annotator": f"a{who}",
            "session": f"t{who}",
            "system": SYSTEMS[system],
            "segment": str(segment),
            "score": _score(rng, quality[system] + lenient[who]),
        }
        for segment in range(11)
        for who in rng.permutation(3)[: 1 + segment % 2]
        for system in (rng.permutation(4)[:3] if segment > 2 else range(4))
    ]
    return pl.DataFrame(rows)


def stars(seed: int) -> pl.DataFrame:
    """A scale of five points: many equal scores, and equal means of systems."""
    rng = np.random.default_rng(seed)
    rows: Rows = [
        {
            "annotator": f"a{(document + judge) % 3}",
            "session": f"t{(document + judge) % 3}",
            "system": SYSTEMS[system],
            "document": f"d{document}",
            "segment": str(segment),
            "score": float(np.clip(np.round(rng.normal(3 + (system == 2), 1)), 1, 5)),
            "scale": "1..5",
        }
        for document in range(6)
        for judge in range(1 + document % 2)
        for segment in range(2)
        for system in range(4)
    ]
    return pl.DataFrame(rows)


def votes(seed: int) -> pl.DataFrame:
    """Rankings of three of four systems as comparisons, with ties; seven annotators on eight documents."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(0, 0.5, 4)
    rows: Rows = []
    for ranking in range(40):
        document, segment = divmod(int(rng.integers(24)), 3)
        chosen = rng.permutation(4)[:3]
        liking = quality[chosen] + rng.normal(0, 1, 3)
        rows += [
            {
                "annotator": f"a{ranking % 7}",
                "session": f"t{ranking % 7}",
                "document": f"d{document}",
                "segment": str(segment),
                "ranking": f"r{ranking}",
                "system_a": SYSTEMS[chosen[one]],
                "system_b": SYSTEMS[chosen[other]],
                "outcome": _outcome(liking[one] - liking[other]),
                "domain": ("news", "talks")[document % 2],
            }
            for one, other in ((0, 1), (0, 2), (1, 2))
        ]
    return pl.DataFrame(rows)


def single_votes(seed: int) -> pl.DataFrame:
    """Comparisons of two on segments without documents, few ties; some segments have many of them."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(0, 0.5, 4)
    rows: Rows = []
    for _ in range(90):
        one, other = rng.permutation(4)[:2]
        rows.append(
            {
                "annotator": f"a{rng.integers(3)}",
                "segment": str(rng.integers(4) if rng.random() < 0.3 else rng.integers(11)),
                "system_a": SYSTEMS[one],
                "system_b": SYSTEMS[other],
                "outcome": _outcome(2 * (quality[one] - quality[other] + rng.normal(0, 1))),
            }
        )
    return pl.DataFrame(rows)


def _outcome(gap: float) -> str:
    return "tie" if abs(gap) < 0.4 else "a" if gap > 0 else "b"


RATINGS: Final[dict[str, Callable[[int], pl.DataFrame]]] = {
    "balanced": balanced,
    "unbalanced": unbalanced,
    "without documents": without_documents,
    "stars": stars,
}
COMPARISONS: Final[dict[str, Callable[[int], pl.DataFrame]]] = {"votes": votes, "single votes": single_votes}
