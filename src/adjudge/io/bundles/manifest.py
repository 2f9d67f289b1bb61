"""The manifest: what a bundle holds, how its data is read, which analyses were run, and with which versions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, cast, get_args

from adjudge.io.bundles.catalogue import BAD_MANIFEST, OTHER_SCHEMA
from adjudge.io.bundles.fields import Fields
from adjudge.io.bundles.names import why_unsafe

SCHEMA: Final = "adjudge.bundle/1"
MANIFEST: Final = "manifest.json"
Role = Literal["readme", "data", "recipe", "weights", "result", "table"]


@dataclass(frozen=True)
class FileEntry:
    """One file of a bundle.

    Args:
        path: inside the bundle, with `/` between folders.
        role: what it is for.
        sha256: checksum of its content.
        bytes: its size.
    """

    path: str
    role: Role
    sha256: str
    bytes: int


@dataclass(frozen=True)
class ReadingCall:
    """How the judgements are read; the arguments of `adjudge.read` as plain data.

    Args:
        files: paths inside the bundle, in the order in which they were given; a folder of a known layout is one path.
        format: its name; None to detect it.
        pair: the language pair.
        scale: of the scores.
        columns: our names -> names in the files.
        table: which one of files that hold several.
        where: conditions on rows.
        all_pairs: whether all language pairs are kept, because they are the groups.
    """

    files: tuple[str, ...]
    format: str | None = None
    pair: str | None = None
    scale: str | None = None
    columns: Mapping[str, str] | None = None
    table: str | None = None
    where: tuple[str, ...] = ()
    all_pairs: bool = False


@dataclass(frozen=True)
class Manifest:
    """What a bundle says about itself.

    Args:
        versions: of Adjudge, Python, the platform and libraries, by name.
        reading: how the judgements are read.
        analyses: the analyses, each as plain data; who runs them knows their form.
        files: every file but the manifest, in the order of their paths.
    """

    versions: Mapping[str, str]
    reading: ReadingCall
    analyses: tuple[Mapping[str, Any], ...]
    files: tuple[FileEntry, ...]

    def of_role(self, *roles: Role) -> list[FileEntry]:
        """The files that are for one of these."""
        return [entry for entry in self.files if entry.role in roles]

    def to_json(self) -> str:
        """The text of `manifest.json`."""
        data = {
            "schema": SCHEMA,
            "versions": dict(self.versions),
            "reading": asdict(self.reading),
            "analyses": self.analyses,
            "files": [asdict(entry) for entry in self.files],
        }
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def parse_manifest(content: bytes, source: str) -> Manifest:
    """The manifest of a bundle, whoever wrote it.

    Args:
        content: of `manifest.json`.
        source: name of the bundle, for messages.

    Raises:
        InputError: AJ068 if it is not what `Manifest.to_json` writes, or names a file outside of the bundle.
    """
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else f"it is not JSON ({error})"
        raise BAD_MANIFEST(source=source, reason=reason) from None
    top = Fields(data, source, "it")
    schema = data.get("schema")
    if schema != SCHEMA:
        versions = data.get("versions")
        version = versions.get("adjudge") if isinstance(versions, dict) else None
        raise OTHER_SCHEMA(source=source, schema=schema, ours=SCHEMA, version=version)
    files = tuple(_file(fields) for fields in top.objects("files"))
    paths = {entry.path for entry in files}
    if len(paths) < len(files):
        raise top.wrong("names a file more than once")
    reading = _reading(top.inner("reading"))
    held = {entry.path for entry in files if entry.role == "data"}
    for path in reading.files:
        if path not in held and not any(one.startswith(f"{path}/") for one in held):
            raise top.wrong(f"reads {path[:60]!r}, which is not among its data")
    return Manifest(top.text_by_name("versions"), reading, tuple(one.data for one in top.objects("analyses")), files)


def _file(fields: Fields) -> FileEntry:
    path, role = fields.text("path"), fields.text("role")
    reason = why_unsafe(path)
    if reason:
        raise fields.wrong(f"is {path[:60]!r}, which {reason}")
    if role not in get_args(Role):
        raise fields.wrong(f"has the unknown role {role[:60]!r}")
    return FileEntry(path, cast("Role", role), fields.text("sha256"), fields.whole("bytes"))


def _reading(fields: Fields) -> ReadingCall:
    fields.require_known(list(ReadingCall.__dataclass_fields__))
    if not fields.texts("files"):
        raise fields.wrong("names no files")
    return ReadingCall(
        fields.texts("files"),
        fields.maybe_text("format"),
        fields.maybe_text("pair"),
        fields.maybe_text("scale"),
        fields.text_by_name("columns") if fields.maybe_object("columns") is not None else None,
        fields.maybe_text("table"),
        fields.texts("where"),
        fields.flag("all_pairs"),
    )
