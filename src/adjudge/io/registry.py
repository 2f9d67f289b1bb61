"""The formats that can be read. Everything that detects, lists or refuses a format reads this registry."""

from __future__ import annotations

from typing import Final

from adjudge.core.registry import Registry
from adjudge.io import human_parity, preferences
from adjudge.io.appraise import batches, results
from adjudge.io.catalogue import NO_SUCH_FORMAT
from adjudge.io.formats import Format
from adjudge.io.mqm import marked_errors, psqm, scores
from adjudge.io.own import csv_files, json_lines, parquet
from adjudge.io.wmt import direct_assessment, id_maps, pair_counts, relative_rankings, released_results

FORMATS: Final[Registry[Format]] = Registry(
    NO_SUCH_FORMAT,
    (
        *parquet.FORMATS,
        *json_lines.FORMATS,
        *batches.FORMATS,
        *results.FORMATS,
        *direct_assessment.FORMATS,
        *relative_rankings.FORMATS,
        *marked_errors.FORMATS,
        *scores.FORMATS,
        *psqm.FORMATS,
        *human_parity.FORMATS,
        *preferences.FORMATS,
        *id_maps.FORMATS,
        *released_results.FORMATS,
        *pair_counts.FORMATS,
        *csv_files.FORMATS,
    ),
)
