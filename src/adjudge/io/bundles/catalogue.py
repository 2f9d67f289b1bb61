"""What is refused of a bundle before anything in it is used; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry

_AGAIN: Final = "fetch the bundle again; if that does not help, ask its author for another copy"

NOT_A_BUNDLE: Final = ErrorEntry(
    "AJ068",
    "A bundle cannot be read, or it is not safe to unpack.",
    what="{source} is not a zip file",
    expected="a zip file that `adjudge.bundle` wrote, or the folder that was unpacked from it",
    todo="name a bundle, or write one with `adjudge.bundle`; if it is one, fetch it again: it may have been cut off",
)
DAMAGED: Final = NOT_A_BUNDLE.variant(
    "{source} cannot be unpacked: {reason}",
    expected="a complete zip file, as `adjudge.bundle` wrote it",
    count="{size:count byte}",
    todo=_AGAIN,
)
GROWS: Final = NOT_A_BUNDLE.variant(
    "{source} has {packed:,} bytes and would become {size:,} bytes when it is unpacked",
    expected="a bundle that grows to at most {most} times its size, or stays below {small:,.0f} MB",
    count="{n:count entry/entries}",
    todo="check where it comes from; if it is right, unpack it and name the folder",
)
NO_ROOM: Final = GROWS.variant(
    "{source} becomes {size:,} bytes when it is unpacked, and {free:,} bytes are free in the temporary folder",
    expected="room for the unpacked bundle",
    todo="make room, or set the environment variable TMPDIR to a folder on a larger disk",
)
TOO_MANY_ENTRIES: Final = NOT_A_BUNDLE.variant(
    "{source} holds more entries than any bundle",
    expected="at most {most:count entry/entries}",
    count="{n:count entry/entries}",
    todo=_AGAIN,
)
UNSAFE_NAME: Final = NOT_A_BUNDLE.variant(
    "{source} holds an entry {name:quoted}, which {reason}",
    expected="names of files inside the bundle",
    count="{n:count entry/entries} that cannot be unpacked safely",
    todo="do not unpack this file with another program; ask its author for another copy",
)
ENTRY_TWICE: Final = NOT_A_BUNDLE.variant(
    "{source} holds {name:quoted} more than once",
    expected="every file once, upper and lower case alike",
    count="{n:count name}",
    todo=_AGAIN,
)
NO_MANIFEST: Final = NOT_A_BUNDLE.variant(
    "{source} holds no manifest.json",
    expected="manifest.json at the top of the bundle",
    todo="[the bundle is in the folder {inside:quoted}: name that folder, or pack what is in it. Otherwise ]write the "
    "bundle again with `adjudge.bundle`",
)
BAD_MANIFEST: Final = NOT_A_BUNDLE.variant(
    "manifest.json of {source}: {reason}",
    expected="what `adjudge.bundle` of the same version wrote",
    todo=_AGAIN,
)
OTHER_SCHEMA: Final = NOT_A_BUNDLE.variant(
    "manifest.json of {source} is of the schema {schema:quoted}",
    expected="{ours:quoted}",
    todo="use the version of Adjudge that wrote it[, which is {version}]",
)
