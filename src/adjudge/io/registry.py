"""The formats that can be read. Everything that detects, lists or refuses a format reads this registry."""

from __future__ import annotations

from typing import Final

from adjudge.core.registry import Registry
from adjudge.io import arena, human_parity, preferences
from adjudge.io.appraise import batches, results, xml_rankings
from adjudge.io.catalogue import NO_SUCH_FORMAT
from adjudge.io.crowdsourcing import exports
from adjudge.io.folders import FolderFormat
from adjudge.io.formats import Format
from adjudge.io.mqm import averaged_scores, marked_errors, psqm
from adjudge.io.mt_metrics_eval import folder, ratings, scores, standalone
from adjudge.io.own import csv_files, json_lines, parquet
from adjudge.io.pearmut import campaigns, logs
from adjudge.io.wmt import (
    account_maps,
    annotator_tests,
    direct_assessment,
    early_judgements,
    humeval_lines,
    pair_counts,
    relative_rankings,
    released_results,
    segment_maps,
    test_set_xml,
)

FORMATS: Final[Registry[Format]] = Registry(
    NO_SUCH_FORMAT,
    (
        *parquet.FORMATS,
        *standalone.FORMATS,
        *logs.FORMATS,
        *campaigns.FORMATS,
        *arena.FORMATS,
        *json_lines.FORMATS,
        *batches.FORMATS,
        *results.FORMATS,
        *xml_rankings.FORMATS,
        *test_set_xml.FORMATS,
        *direct_assessment.FORMATS,
        *relative_rankings.FORMATS,
        *early_judgements.FORMATS,
        *humeval_lines.FORMATS,
        *marked_errors.FORMATS,
        *averaged_scores.FORMATS,
        *psqm.FORMATS,
        *human_parity.FORMATS,
        *preferences.FORMATS,
        *exports.FORMATS,
        *account_maps.FORMATS,
        *segment_maps.FORMATS,
        *released_results.FORMATS,
        *annotator_tests.FORMATS,
        *pair_counts.FORMATS,
        *ratings.FORMATS,
        *scores.FORMATS,
        *csv_files.FORMATS,
    ),
)

#: Folders that are read as one thing.
FOLDERS: Final[Registry[FolderFormat]] = Registry(NO_SUCH_FORMAT, (folder.FORMAT,))
