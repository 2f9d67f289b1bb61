"""How often does each check warn of a clean campaign? A table of warnings and errors per check.

Every seed draws one campaign of ratings and one of comparisons (`benchmarks.audits`), of 2 to 20 systems and 1 to 40
annotators. They are well run, so every warning is a false alarm. Thresholds were chosen on seeds below 1000; the
documentation reports others.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import adjudge
from benchmarks.audits.campaign import Campaign
from benchmarks.audits.ratings import clean_ratings
from benchmarks.audits.shape import random_rating_shape, random_vote_shape
from benchmarks.audits.votes import clean_votes
from benchmarks.study import SeedPool, print_table, share_with_error, study_parser

#: What the issue allows.
ALLOWED = 0.01


class Checked(NamedTuple):
    """One campaign.

    Args:
        kind: of the judgements.
        seed: of the campaign.
        run: codes of the checks that were run.
        alarms: code, severity and sentence of every warning and error.
    """

    kind: str
    seed: int
    run: frozenset[str]
    alarms: tuple[tuple[str, str, str], ...]


def checked(kind: str, seed: int, campaign: Campaign) -> Checked:
    """What the linter says about a campaign."""
    result = adjudge.check(campaign.table(), texts=campaign.checked_texts())
    alarms = tuple((f.code, f.severity, f.text) for f in result.findings if f.severity != "note")
    return Checked(kind, seed, frozenset(result.settings["checks"]), alarms)


def both(seed: int) -> list[Checked]:
    """The two campaigns of a seed."""
    return [
        checked("ratings", seed, clean_ratings(random_rating_shape(seed), seed)),
        checked("comparisons", seed, clean_votes(random_vote_shape(seed), seed)),
    ]


def main() -> None:
    """Run the study."""
    options = study_parser(__doc__, range(200)).parse_args()
    with SeedPool(options.seeds) as pool:
        runs = [one for pair in pool.run(both, "clean campaigns") for one in pair]
    for kind in ("ratings", "comparisons"):
        campaigns = [one for one in runs if one.kind == kind]
        quiet = sum(not one.alarms for one in campaigns)
        print(f"\n{kind}: {quiet} of {len(campaigns)} campaigns without a warning or error\n")
        rows = sorted(_rows(campaigns))
        print_table(["check", "run on", "campaigns with a warning", "share", "allowed", "first seeds"], rows)
        for one in campaigns:
            for code, severity, text in one.alarms:
                print(f"- {kind}, seed {one.seed}: {code} {severity}: {text}")


def _rows(campaigns: list[Checked]) -> list[list[str]]:
    """A row for every check that was run on one of the campaigns."""
    run: dict[str, int] = defaultdict(int)
    seeds: dict[str, list[int]] = defaultdict(list)
    for one in campaigns:
        for code in one.run:
            run[code] += 1
        for code in {code for code, _, _ in one.alarms}:
            seeds[code].append(one.seed)
    total = len(campaigns)
    return [
        [
            code,
            str(run[code]),
            str(len(seeds[code])),
            share_with_error([i < len(seeds[code]) for i in range(total)]),
            "yes" if len(seeds[code]) <= ALLOWED * total else "no",
            ", ".join(map(str, seeds[code][:6])),
        ]
        for code in {*run, *seeds}
    ]


if __name__ == "__main__":
    main()
