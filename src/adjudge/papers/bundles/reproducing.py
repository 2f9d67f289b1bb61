"""A bundle computed again: its files by their checksums, its results value by value."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from adjudge.core.catalogue import listed
from adjudge.core.errors import AdjudgeError
from adjudge.io.bundles.opening import FileState, OpenBundle, open_bundle
from adjudge.papers.bundles import catalogue as say
from adjudge.papers.bundles.calls import AnalysisCall, parse_calls
from adjudge.papers.bundles.comparing import compare_results
from adjudge.papers.bundles.running import Outcome, as_json, derived_files, read_judgements, run
from adjudge.papers.bundles.versions import differences
from adjudge.papers.figures import Figure, ReproductionResult, absent, compare
from adjudge.ranking.rank import Progress

_ALL = "all figures"


def reproduce_bundle(path: str | Path, progress: Progress | None = None) -> ReproductionResult:
    """Run every analysis of a bundle again, from its own data and recipes, and compare every value.

    Args:
        path: the zip file, or the folder that was unpacked from it.
        progress: called with the share of the work that is done.

    Returns:
        One figure for every file and every value. Files that were changed are named, and the analyses are run on what
        is there all the same.

    Raises:
        InputError: AJ001 to AJ003 if there is no such file, AJ068 if it is no bundle or not safe to unpack.
    """
    with open_bundle(path) as bundle:
        calls = parse_calls(bundle.manifest, bundle.name)
        others = differences(bundle.manifest.versions)
        possible = say.VERSIONS.format(differences="; ".join(others)) if others else None
        rows = [*map(_file_figure, bundle.files), *_result_figures(bundle, calls, possible, progress)]
    result = ReproductionResult.of(bundle.name, rows)
    if others:
        result = replace(result, findings=(say.OTHER_VERSIONS(_differences="; ".join(others)),))
    return result


def _file_figure(state: FileState) -> Figure:
    """The checksum of a file, in the manifest and now."""
    figure = compare("files", state.path, state.recorded, state.found)
    if state.is_intact:
        return figure
    reason = say.EXTRA if state.recorded is None else say.MISSING if state.found is None else say.CHANGED
    return replace(figure, reason=reason)


def _result_figures(
    bundle: OpenBundle, calls: tuple[AnalysisCall, ...], possible: str | None, progress: Progress | None
) -> Iterator[Figure]:
    """All values of all results; one figure for a result that cannot be computed."""
    gone = [entry.path for entry in bundle.manifest.of_role("data", "recipe", "weights")]
    gone = [path for path in gone if not (bundle.folder / path).is_file()]
    if gone:
        reason = say.NO_DATA.format(paths=f"{listed(gone)} {'is' if len(gone) == 1 else 'are'}")
        yield from (absent(call.result, _ALL, None, reason) for call in calls)
        return
    outcomes: list[tuple[AnalysisCall, Outcome]] = []
    try:
        table = read_judgements(bundle.manifest.reading, bundle.folder)
    except AdjudgeError as error:
        yield from (_refused(call, error) for call in calls)
        return
    for number, call in enumerate(calls):
        try:
            outcome = run(call, table, bundle.folder, _part(progress, number, len(calls)))
        except AdjudgeError as error:
            yield _refused(call, error)
            continue
        outcomes.append((call, outcome))
        published = _published(bundle.folder / call.result)
        if published is None:
            yield Figure(call.result, _ALL, None, None, "different", say.NO_RESULT.format(path=call.result))
        else:
            yield from compare_results(call.result, published, json.loads(as_json(outcome)), possible)
    if len(outcomes) == len(calls):
        derived = derived_files(outcomes)
        yield from _derived_figures(bundle, derived, possible)
        yield from _unused(bundle, calls, derived)


def _part(progress: Progress | None, number: int, total: int) -> Progress | None:
    return None if progress is None else lambda share: progress((number + share) / total)


def _refused(call: AnalysisCall, error: AdjudgeError) -> Figure:
    problem = error.problems[0]
    reason = say.REFUSED.format(reason=f"{problem.code} {problem.what}")
    return Figure(call.result, _ALL, None, None, "different", reason)


def _published(path: Path) -> Mapping[str, Any] | None:
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _derived_figures(bundle: OpenBundle, files: Mapping[str, bytes], possible: str | None) -> Iterator[Figure]:
    """Files that follow from results, against the same files made of the results computed now."""
    found = {state.path: state.found for state in bundle.files}
    for path, content in files.items():
        figure = compare(path, "content", found.get(path), hashlib.sha256(content).hexdigest())
        if figure.status != "equal":
            reason = say.NOT_FROM_RESULTS if possible is None else f"{say.NOT_FROM_RESULTS}; {possible}"
            figure = replace(figure, reason=reason)
        yield figure


def _unused(bundle: OpenBundle, calls: Sequence[AnalysisCall], derived: Mapping[str, bytes]) -> Iterator[Figure]:
    """Files that are listed and stand for something, but that nothing was read from and nothing gives."""
    reading = bundle.manifest.reading.files
    known = {path for call in calls for path in (call.result, call.recipe, call.weights)}
    for entry in bundle.manifest.files:
        read = any(entry.path == path or entry.path.startswith(f"{path}/") for path in reading)
        if entry.role != "readme" and entry.path not in known and entry.path not in derived and not read:
            yield Figure(entry.path, "content", entry.sha256, None, "different", say.NOT_USED)
