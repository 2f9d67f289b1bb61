"""Errors and findings of comparing designs."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import InputError, UsageError
from adjudge.core.problems import BAD_OPTION

NOT_THIS_STORE: Final = ErrorEntry(
    "AJ645",
    "A file of stored outcomes cannot be used.",
    what="{path} is not the store of this comparison: {reason}",
    expected="a file that the same comparison wrote, or a new one",
    todo="name another file, or remove this one to begin again",
    error=UsageError,
)
STORE_NOT_WRITTEN: Final = NOT_THIS_STORE.variant(
    "{path} cannot be written: {reason}",
    expected="a file in a folder that can be written, with room on the disk",
    todo="name another file; what was stored until now is kept",
    error=InputError,
)
WORKERS_DIED: Final = ErrorEntry(
    "AJ646",
    "Workers were killed again and again.",
    what="workers were killed {deaths:count time} while they simulated campaigns",
    expected="enough memory for every worker",
    count="{left:,} of {total:count campaign} are left",
    todo="use fewer workers; outcomes in a `store` are kept, and the same call goes on from there",
    error=UsageError,
)
NO_CLUSTER: Final = ErrorEntry(
    "AJ647",
    "A Dask cluster cannot be reached.",
    what="no Dask scheduler answers at {address:quoted}: {reason}",
    expected="the address of a running scheduler, such as tcp://127.0.0.1:8786",
    todo="start one with `dask scheduler` and workers with `dask worker ADDRESS`, or leave `cluster` out",
    error=UsageError,
)
NO_DASK: Final = NO_CLUSTER.variant(
    "Dask is not installed",
    expected="the package `distributed`",
    todo="install adjudge[[cluster]], or leave `cluster` out",
)
BAD_COMPARISON: Final = BAD_OPTION.variant("{what}", expected="{expected}", todo="{todo}")

REFUSED: Final = FindingEntry(
    "AJ648",
    "warning",
    "Simulated campaigns that could not be planned or ranked.",
    text="{design}[ with {hours:figure} hours]: {refused:,} of {campaigns:count simulated campaign} could not be "
    "{_step}[ by {recipe}] ({codes:names}), so its figures rest on the others.",
    todo="look the code up; a design that cannot be ranked now and then is no design",
)
NO_FIGURES: Final = REFUSED.variant(
    "{design}[ with {hours:figure} hours]: {refused:,} of {campaigns:count simulated campaign} could not be "
    "{_step}[ by {recipe}] ({codes:names}), and none is left, so there are no figures.",
    todo="look the code up; give more hours, or choose another design or recipe",
)
ENOUGH_HOURS: Final = REFUSED.variant(
    "{design}: everything is judged in {taken:figure} hours, so {budgets:a budget/budgets} of {budgets:names} hours "
    "{budgets:is/are} not used up.",
    severity="note",
    todo="for more hours to buy more, add texts or ask for more `work.judgements`",
)
TOO_MANY_FALSE: Final = FindingEntry(
    "AJ649",
    "warning",
    "A recipe calls differences that are not there, under a design, more often than its level allows.",
    text="{recipe} under {design}[ with {hours:figure} hours] called a difference that is not there in {misled:,} of "
    "{campaigns:count simulated campaign}; a level of {level:g} promises about {expected:.0f}. What it finds more is "
    "bought with these.",
    todo="do not compare what it finds with recipes that keep their level",
)
