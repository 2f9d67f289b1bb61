"""`adjudge.bundle`: an evaluation in one file, from which everything can be computed again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from adjudge.core.arguments import require_names, require_number, require_seed, require_text
from adjudge.core.catalogue import counted
from adjudge.core.checking.frames import require_columns
from adjudge.core.findings import Finding
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.selecting.conditions import Where, parse_where
from adjudge.core.selecting.groups import LANGUAGE
from adjudge.core.tables import AnyTable, Table
from adjudge.io.bundles.manifest import MANIFEST, FileEntry, Manifest, ReadingCall, Role
from adjudge.io.bundles.packing import file_entry, listed_files, pack
from adjudge.io.writing import require_place, write_bytes
from adjudge.papers.bundles import catalogue as say
from adjudge.papers.bundles.calls import AnalysisCall
from adjudge.papers.bundles.planning import Choices, plan_calls
from adjudge.papers.bundles.readme import README, readme
from adjudge.papers.bundles.running import Outcome, as_json, derived_files, rankings_of, read_judgements, run
from adjudge.papers.bundles.staging import stage
from adjudge.papers.bundles.versions import versions
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.corrections import CorrectionName
from adjudge.ranking.rank import Progress
from adjudge.ranking.ratings.claims import Claims
from adjudge.scoring.weights.rules import Weights

_ROLES: Final[dict[str, Role]] = {"data": "data", "recipes": "recipe", "results": "result", "tables": "table"}


@dataclass(frozen=True)
class WrittenBundle:
    """A bundle that was written.

    Args:
        path: where it is.
        sha256: checksum of the whole file, to be named where the bundle is cited.
        bytes: its size.
        files: what is in it, besides the manifest.
        findings: what to know before it is shared.
    """

    path: Path
    sha256: str
    bytes: int
    files: tuple[FileEntry, ...]
    findings: tuple[Finding, ...]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "bundle": str(self.path),
            "sha256": self.sha256,
            "bytes": self.bytes,
            "files": [asdict(entry) for entry in self.files],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def summary(self) -> str:
        """What was written, in two lines."""
        results = sum(entry.role == "result" for entry in self.files)
        return (
            f"{self.path}: {counted(len(self.files) + 1, 'file')}, {counted(results, 'result')}, "
            f"{counted(self.bytes, 'byte')}\nsha256 {self.sha256}"
        )


def bundle(
    paths: str | Path | Sequence[str | Path],
    out: str | Path,
    *,
    recipes: str | Recipe | Sequence[str | Path | Recipe] = (),
    methods: str | Sequence[str] = (),
    by: str | None = None,
    format: str | None = None,  # noqa: A002 - the word of the command line
    pair: str | None = None,
    scale: str | None = None,
    columns: Mapping[str, str] | None = None,
    table: str | None = None,
    where: Where | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    level: float | None = None,
    correction: CorrectionName | None = None,
    claims: Claims | None = None,
    weights: Weights | str | Path | None = None,
    keep_kinds: str | Sequence[str] = (),
    settings: ComparisonSettings | None = None,
    progress: Progress | None = None,
) -> WrittenBundle:
    """Write data, recipes, results, versions and checksums into one zip file that `adjudge.reproduce` runs again.

    The rankings, and the checks of `adjudge.check`, are computed from the copies in the bundle. The same files and
    choices give the same bytes.

    Args:
        paths: files of judgements and what completes them, as for `adjudge.read`; folders of a known layout.
        out: the bundle; its name ends in `.zip`. A bundle that is there is replaced when the new one
            is complete, anything else is not.
        recipes: for ratings and spans: names, files (`.toml`) or `Recipe` objects; `recommended` if left out.
        methods: for comparisons: names; `recommended` if left out.
        by: a column, or `language`: one ranking for each of its values, as `adjudge.rank_by` does.
        format: as for `adjudge.read`, like the next five.
        pair: the language pair.
        scale: of the scores.
        columns: our name -> name in the files.
        table: which table to take of files that hold several.
        where: the rows to use.
        seed: for what is random.
        hide: as for `adjudge.rank`, like everything that follows.
        level: of the tests.
        correction: for the number of pairs.
        claims: what the organiser knows.
        weights: what marked errors cost: a name, a file or `Weights`.
        keep_kinds: kinds of rows that enter the averages.
        settings: for comparisons; of several methods each gets what it takes.
        progress: called with the share of the work that is done.

    Returns:
        Where the bundle is, its checksum, what is in it, and what to know before it is shared.

    Raises:
        AdjudgeError: whatever keeps the files from being read or ranked, AJ022 if the bundle cannot be written. Nothing
            is written then.

    Example:
        >>> import adjudge
        >>> adjudge.bundle("judgements.csv", "evaluation.zip", recipes=["wmt-da"])  # doctest: +SKIP
        >>> adjudge.reproduce("evaluation.zip").unexplained  # doctest: +SKIP
        0
    """
    given = [Path(path) for path in ([paths] if isinstance(paths, str | PathLike) else paths)]
    target = _target(out, [*given, *_files_of(recipes), *_files_of(weights)])
    require_columns(columns)
    require_number("level", level)
    for name, value in {"pair": pair, "scale": scale, "by": by, "format": format, "table": table}.items():
        require_text(name, value, example="...")
    choices = Choices(
        recipes=(recipes,) if isinstance(recipes, str | PathLike | Recipe) else tuple(recipes),
        methods=(methods,) if isinstance(methods, str) else require_names("methods", methods),
        weights=weights,
        by=by,
        seed=require_seed(seed),
        hide=require_names("hide", hide),
        level=level,
        correction=correction,
        claims=claims,
        keep_kinds=keep_kinds,
        settings=settings,
    )
    with TemporaryDirectory(prefix="adjudge-") as name:
        staged = stage(given, Path(name), format=format, pair=pair)
        conditions = tuple(map(str, parse_where(where)))
        named = None if columns is None else dict(columns)
        reading = ReadingCall(staged.paths, format, pair, scale, named, table, conditions, by == LANGUAGE)
        packed, files, findings = _computed(Path(name), reading, choices, staged.findings, progress)
    write_bytes(packed, target, given)
    return WrittenBundle(target, hashlib.sha256(packed).hexdigest(), len(packed), files, findings)


def _computed(
    folder: Path, reading: ReadingCall, choices: Choices, staged: Sequence[Finding], progress: Progress | None
) -> tuple[bytes, tuple[FileEntry, ...], tuple[Finding, ...]]:
    """Rank and check the copies in the folder, and pack it: the bundle, what is in it, and what to know about it."""
    judged = read_judgements(reading, folder)
    outcomes = _run_all(plan_calls(judged, choices, folder), judged, folder, progress)
    findings = (*staged, *_people(judged), *_unproven(outcomes))
    files = _fill(folder, reading, outcomes, findings)
    return pack(folder), files, findings


def _target(out: str | Path, given: Sequence[Path]) -> Path:
    """The file to write, refused before anything is computed if it cannot be one."""
    target = Path(out)
    if target.suffix.lower() != ".zip":
        raise say.NOT_A_ZIP(name=target.name, stem=target.stem or "bundle")
    require_place(target, given)
    return target


def _files_of(named: object) -> list[Path]:
    """Recipes or weights that were named, as the files that they may be."""
    several = named if isinstance(named, Sequence) and not isinstance(named, str) else [named]
    return [Path(one) for one in several if isinstance(one, str | PathLike)]


def _run_all(
    calls: Sequence[AnalysisCall], judged: AnyTable, folder: Path, progress: Progress | None
) -> list[tuple[AnalysisCall, Outcome]]:
    outcomes: list[tuple[AnalysisCall, Outcome]] = []
    for call in calls:
        outcomes.append((call, run(call, judged, folder)))
        if progress is not None:
            progress(len(outcomes) / len(calls))
    return outcomes


def _fill(
    folder: Path,
    reading: ReadingCall,
    outcomes: Sequence[tuple[AnalysisCall, Outcome]],
    findings: Sequence[Finding],
) -> tuple[FileEntry, ...]:
    """Write everything but data and given recipes, the manifest last."""
    calls, here = [call for call, _ in outcomes], versions()
    contents = {call.result: as_json(outcome).encode() for call, outcome in outcomes}
    contents |= derived_files(outcomes)
    contents[README] = readme(reading, calls, findings, here["adjudge"]).encode()
    for path, content in contents.items():
        place = folder / path
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(content)
    weights = {call.weights for call in calls}
    files = tuple(
        file_entry(folder, path, "weights" if path in weights else _ROLES.get(path.split("/", 1)[0], "readme"))
        for path in listed_files(folder)
    )
    manifest = Manifest(here, reading, tuple(call.to_dict() for call in calls), files)
    (folder / MANIFEST).write_bytes(manifest.to_json().encode())
    return files


def _people(judged: AnyTable) -> tuple[Finding, ...]:
    """How many names of people the data may hold."""
    if not isinstance(judged, Table):
        return ()
    held = [name for name in ("annotator", "session") if name in judged.frame.columns]
    counts = {name: judged.frame[name].drop_nulls().n_unique() for name in held}
    who = " and ".join(counted(number, name) for name, number in counts.items() if number)
    return (
        (say.PEOPLE(_who=who, annotators=counts.get("annotator", 0), sessions=counts.get("session", 0)),) if who else ()
    )


def _unproven(outcomes: Sequence[tuple[AnalysisCall, Outcome]]) -> tuple[Finding, ...]:
    """Results that another computer may not find."""
    return tuple(
        say.NOT_PROVEN(result=call.result)
        for call, outcome in outcomes
        if any(
            isinstance(one, ComparisonRankingResult) and one.optimum is not None and not one.optimum.proven
            for one in rankings_of(outcome).values()
        )
    )
