"""Errors on reproducing a paper; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.problems import BAD_OPTION, WRONG_TABLE
from adjudge.io.catalogue import NO_FILE

NO_SUCH_PAPER: Final = BAD_OPTION.variant(
    "there is no paper {name:quoted}",
    expected="one of {known}, or the path of a bundle",
    todo="[did you mean {near:quoted}? Otherwise ]see what each is with `adjudge.reproducible_papers()`",
)
NO_DATA_NAMED: Final = BAD_OPTION.variant(
    "the data of the paper {name:quoted} is not named",
    expected="the folder of all data sets, or of the data of this paper",
    todo="name the folder with `data_dir=`",
)
NO_DATA_NEEDED: Final = BAD_OPTION.variant(
    "{path} is a bundle, which holds its own data",
    expected="a bundle alone, or a paper with the folder of its data",
    todo="leave `data_dir=` out",
)
NO_FOLDER: Final = NO_FILE.variant(
    "the folder {folder} does not exist",
    expected="a folder with the data of the paper",
    todo="name the folder with `data_dir=`, or set the environment variable ADJUDGE_DATA",
)
NO_DATA: Final = NO_FOLDER.variant(
    "{folder} holds no folder {name:quoted}",
    expected="a folder {name:quoted} with the data of the paper",
    todo="name the folder with `data_dir=`; docs/reference/reproductions/index.md says where the data comes from",
)
NOT_AS_RELEASED: Final = WRONG_TABLE.variant(
    "{source} {_files:holds/hold} {held}",
    expected="{needed} as released",
    todo="check that the {_files:file is/files are} as released",
)
