"""Which models the folder that the operator named holds, in the layouts that people have on their disks.

A model lies in the named folder itself, in one below it (``bert``), or two below: ``owner/name`` as on the hub, a run
with its checkpoints (``run/checkpoint-500``), the hub's cache (``models--owner--name/snapshots/…``). Whatever is not a
model is named with the reason. Nothing in the folder, however hostile, may raise: every page asks for this list.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from components.model.checkpoints.folders.folder_errors import UnusableFolder
from components.model.checkpoints.folders.operators_folder import folder_files, folder_record, looks_like_model
from components.model.checkpoints.records import ModelRecord

FOLDER_LIMIT = 300  # looked at in all
_CACHED = "models--"
_CHECKPOINT = "checkpoint-"
_UNREADABLE = "could not be read."


@dataclass(frozen=True)
class SkippedFolder:
    """A folder that holds no model that can be used, and why not."""

    name: str
    reason: str


def operators_models(path_text: str, variable: str) -> Iterator[ModelRecord | SkippedFolder]:
    """The models in a folder, and the folders that hold none.

    Args:
        path_text: What the operator wrote: a path, also with ``~`` or in quotes.
        variable: Where they wrote it.
    """
    text = path_text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    try:
        root = Path(text).expanduser().resolve()
        problem = "" if root.is_dir() else "is a file; name a folder." if root.exists() else "is not there."
        if problem:
            yield SkippedFolder(f"{variable}: {path_text}", problem)
            return
        yield from islice(_below(root, root), FOLDER_LIMIT)
    except Exception:  # OSError, and a loop of links raises RuntimeError, a zero in the path ValueError
        yield SkippedFolder(f"{variable}: {path_text}", _UNREADABLE)


def _below(root: Path, folder: Path) -> Iterator[ModelRecord | SkippedFolder]:
    """What is in the named folder itself or in those below it."""
    is_model = looks_like_model(folder_files(folder))
    if is_model:
        yield _record(root, folder, root.name)
    for inner in _folders(folder):
        if not is_model or inner.name.startswith(_CHECKPOINT):
            yield from _model_or_nested(root, inner, inner.name)


def _model_or_nested(root: Path, folder: Path, name: str) -> Iterator[ModelRecord | SkippedFolder]:
    """A folder below the named one: a model, or what models lie in."""
    try:
        if not folder.resolve().is_relative_to(root):
            yield SkippedFolder(name, "is a link to somewhere else.")
            return
        is_model = looks_like_model(folder_files(folder))
        if is_model:
            yield _record(root, folder, name)
        if name.startswith(_CACHED) and (folder / "snapshots").is_dir():
            yield _record(root, _snapshot(folder), name.removeprefix(_CACHED).replace("--", "/"))
            return
        inner = [each for each in _folders(folder) if looks_like_model(folder_files(each))]
        for each in inner:
            if not is_model or each.name.startswith(_CHECKPOINT):
                yield _record(root, each, f"{name}/{each.name}")
        if not (is_model or inner):
            yield SkippedFolder(name, "holds no model: neither a config.json nor weights.")
    except Exception:  # whatever a folder may hold
        yield SkippedFolder(name, _UNREADABLE)


def _folders(folder: Path) -> list[Path]:
    """The folders in one, by name, without hidden ones."""
    inner = (each for each in folder.iterdir() if not each.name.startswith((".", "__")) and _is_folder(each))
    return sorted(islice(inner, FOLDER_LIMIT))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir() or (path.is_symlink() and not path.is_file())
    except OSError:  # a loop of links
        return True


def _snapshot(cached: Path) -> Path:
    """The commit that the hub's cache calls main, or the newest one."""
    main = cached / "refs" / "main"
    snapshots = {each.name: each for each in _folders(cached / "snapshots")}
    commit = main.read_text(encoding="ascii")[:80].strip() if main.is_file() else ""
    newest = max(snapshots.values(), key=lambda each: each.stat().st_mtime, default=cached / "snapshots")
    return snapshots.get(commit, newest)


def _record(root: Path, folder: Path, name: str) -> ModelRecord | SkippedFolder:
    try:
        return folder_record(root, folder, name)
    except UnusableFolder as reason:
        return SkippedFolder(name, str(reason))
    except Exception:  # whatever a folder may hold
        return SkippedFolder(name, _UNREADABLE)
