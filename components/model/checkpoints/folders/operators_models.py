"""The models in the operator's folder, in any of the usual layouts.

A model may be in the folder itself, one level below (``bert``), or two levels below: ``owner/name`` as on the hub, a
run with checkpoints (``run/checkpoint-500``), or the hub's cache (``models--owner--name/snapshots/…``). Other folders
are reported with the reason. No content of the folder may raise an error here, since every page needs the list.
"""

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path

from components.model.checkpoints.folders.folder_errors import UnusableFolder
from components.model.checkpoints.folders.operators_folder import folder_files, folder_record, looks_like_model
from components.model.checkpoints.records import InFolder, ModelRecord

FOLDER_LIMIT = 300  # folders that are read in all
_CACHED = "models--"
_SNAPSHOTS = "snapshots"
_CHECKPOINT = "checkpoint-"
_UNREADABLE = "could not be read."


@dataclass(frozen=True)
class SkippedFolder:
    """A folder without a usable model, and the reason."""

    name: str
    reason: str


def operators_models(
    path_text: str, variable: str, taken: Collection[str] = ()
) -> Iterator[ModelRecord | SkippedFolder]:
    """The models in a folder, and the folders without one.

    Args:
        path_text: The path as the operator wrote it, possibly with ``~`` or in quotes.
        variable: The name of the variable that it comes from.
        taken: Names of models elsewhere. A model of the same name gets another one.
    """
    text = path_text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    shown = f"{variable}: {_shown(path_text)}"
    try:
        root = Path(text).expanduser().resolve()
        problem = "" if root.is_dir() else "is a file; name a folder." if root.exists() else "is not there."
        if problem:
            yield SkippedFolder(shown, problem)
            return
        yield from _distinct(islice(_below(root, root), FOLDER_LIMIT), taken)
    except Exception:  # OSError, and a loop of links raises RuntimeError, a zero in the path ValueError
        yield SkippedFolder(shown, _UNREADABLE)


def is_in_hub_cache(folder: Path) -> bool:
    """Whether a model's folder is a commit in the layout of the hub's cache."""
    return folder.parent.name == _SNAPSHOTS and folder.parents[1].name.startswith(_CACHED)


def _distinct(
    folders: Iterable[ModelRecord | SkippedFolder], taken: Collection[str]
) -> Iterator[ModelRecord | SkippedFolder]:
    """The same models, each with a name and an id of its own.

    ``acme/bert`` and the hub's cache of it are two models; names that look the same count as equal.
    """
    names, ids = {_look(name) for name in taken}, set[str]()
    for each in folders:
        if not isinstance(each, ModelRecord):
            yield each
            continue
        assert isinstance(each.home, InFolder)
        kind = "hub cache" if is_in_hub_cache(each.home.folder) else "folder"
        others = (f"{each.name} ({kind}{f' {number}' if number > 1 else ''})" for number in count(1))
        name = each.name if _look(each.name) not in names else next(n for n in others if _look(n) not in names)
        model = replace(each, name=name, id=each.id if each.id not in ids else f"local/{name}")
        names.add(_look(name))
        ids.add(model.id)
        yield model


def _look(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _shown(text: str) -> str:
    """A text with escapes for what cannot be shown, such as line breaks and bytes that are no text."""
    return text if text.isprintable() else ascii(text)[1:-1]


def _below(root: Path, folder: Path) -> Iterator[ModelRecord | SkippedFolder]:
    """The models in the operator's folder itself and in those below it."""
    if _is_cached_model(folder):
        yield from _model_or_nested(root, folder, folder.name)
        return
    is_model = looks_like_model(folder_files(folder))
    if is_model:
        yield _record(root, folder, root.name)
    for inner in _folders(folder):
        if not is_model or inner.name.startswith(_CHECKPOINT):
            yield from _model_or_nested(root, inner, inner.name)


def _model_or_nested(root: Path, folder: Path, name: str) -> Iterator[ModelRecord | SkippedFolder]:
    """The models of a folder one level below: the folder itself, or folders in it."""
    try:
        if not folder.resolve().is_relative_to(root):
            yield SkippedFolder(_shown(name), "is a link to somewhere else.")
            return
        is_model = looks_like_model(folder_files(folder))
        if is_model:
            yield _record(root, folder, name)
        if _is_cached_model(folder):
            yield _record(root, _snapshot(folder), name.removeprefix(_CACHED).replace("--", "/"))
            return
        if any(map(_is_cached_model, _folders(folder))):  # the hub's cache beside its other files
            yield from _below(root, folder)
            return
        inner = [each for each in _folders(folder) if looks_like_model(folder_files(each))]
        for each in inner:
            if not is_model or each.name.startswith(_CHECKPOINT):
                yield _record(root, each, f"{name}/{each.name}")
        if not (is_model or inner):
            yield SkippedFolder(_shown(name), "holds no model: neither a config.json nor weights.")
    except Exception:  # whatever a folder may hold
        yield SkippedFolder(_shown(name), _UNREADABLE)


def _is_cached_model(folder: Path) -> bool:
    return folder.name.startswith(_CACHED) and (folder / _SNAPSHOTS).is_dir()


def _folders(folder: Path) -> list[Path]:
    """The folders in a folder, sorted by name, without hidden ones."""
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
    snapshots = {each.name: each for each in _folders(cached / _SNAPSHOTS)}
    commit = main.read_text(encoding="ascii")[:80].strip() if main.is_file() else ""
    newest = max(snapshots.values(), key=lambda each: each.stat().st_mtime, default=cached / _SNAPSHOTS)
    return snapshots.get(commit, newest)


def _record(root: Path, folder: Path, name: str) -> ModelRecord | SkippedFolder:
    try:
        if not name.isprintable():
            raise UnusableFolder("has a name with characters that cannot be shown; rename it.")
        return folder_record(root, folder, name)
    except UnusableFolder as reason:
        return SkippedFolder(_shown(name), _shown(str(reason)))  # reasons quote files
    except Exception:  # whatever a folder may hold
        return SkippedFolder(_shown(name), _UNREADABLE)
