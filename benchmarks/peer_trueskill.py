"""Updates by the `trueskill` library, run by its own interpreter (tools/peers): JSON in, JSON out, no adjudge."""

from __future__ import annotations

import json
import sys
import time

import trueskill

CHUNKS = 5


def main() -> None:
    """Rate the matches one after the other, as WMT did; print CPU seconds of each fifth, and the final skills."""
    task = json.load(sys.stdin)
    game = trueskill.TrueSkill(mu=0.0, sigma=task["sigma"], beta=task["beta"], tau=0.0, draw_probability=task["draw"])
    skills = [game.create_rating() for _ in range(task["n"])]
    matches = task["matches"]
    size, seconds = len(matches) // CHUNKS, []
    for start in range(0, size * CHUNKS, size):
        begin = time.process_time()
        for i, j, outcome in matches[start : start + size]:
            # A lower rank is better.
            rated = game.rate([(skills[i],), (skills[j],)], ranks=[-outcome, 0])
            (skills[i],), (skills[j],) = rated
        seconds.append((time.process_time() - begin) / size)
    json.dump({"seconds": seconds, "mu": [s.mu for s in skills], "sigma": [s.sigma for s in skills]}, sys.stdout)


if __name__ == "__main__":
    main()
