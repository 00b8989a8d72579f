"""A large file in pieces of a limited size, for a transfer that takes no large files. Every piece has its SHA-256.

Beside the pieces ``NAME.01``, ``NAME.02`` and so on, the list ``NAME.json`` says what belongs to the file.
"""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

MIB = 2**20
_BLOCK = MIB


class DamagedPiece(ValueError):
    """A piece is missing or is not what was written. The message says what to do."""


def split_file(file: Path, folder: Path, *, limit: int) -> Path:
    """Write ``file`` to ``folder`` in pieces of at most ``limit`` bytes. Returns the list of the pieces.

    Pieces of an earlier file of the same name are replaced. The list is written last, so that a folder with a list has
    all of its pieces.
    """
    folder.mkdir(parents=True, exist_ok=True)
    piece_list = folder / f"{file.name}.json"
    piece_list.unlink(missing_ok=True)
    for old in folder.glob(f"{file.name}.[0-9]*"):
        old.unlink()
    pieces: list[dict[str, Any]] = []
    with file.open("rb") as source:
        while True:
            piece = folder / f"{file.name}.{len(pieces) + 1:02d}"
            size, digest = _copy(source, piece, limit)
            if not size and pieces:
                piece.unlink()
                break
            pieces.append({"name": piece.name, "bytes": size, "sha256": digest})
    partial = folder / f"{file.name}.partial"
    partial.write_text(json.dumps({"name": file.name, "pieces": pieces}, indent=1) + "\n", encoding="utf-8")
    partial.replace(piece_list)
    return piece_list


def join_pieces(piece_list: Path, folder: Path) -> Path:
    """Join the pieces beside ``piece_list`` to a file in ``folder``, once all of them are as they were written.

    Raises:
        DamagedPiece: A piece is missing or damaged, or the list is.
    """
    try:
        content = json.loads(piece_list.read_text(encoding="utf-8"))
        name = Path(content["name"]).name
        pieces = [(Path(each["name"]).name, int(each["bytes"]), str(each["sha256"])) for each in content["pieces"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DamagedPiece(f"{piece_list.name} cannot be read. Copy it again.") from error
    for piece, size, digest in pieces:
        path = piece_list.with_name(piece)
        if not path.is_file():
            raise DamagedPiece(f"{piece} is missing. Copy it into {piece_list.parent}, too.")
        with path.open("rb") as source:
            if path.stat().st_size != size or hashlib.file_digest(source, "sha256").hexdigest() != digest:
                raise DamagedPiece(f"{piece} is damaged: its SHA-256 is not that of the list. Copy it again.")
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / f"{name}.partial"
    with partial.open("wb") as joined:
        for piece, _, _ in pieces:
            with piece_list.with_name(piece).open("rb") as source:
                shutil.copyfileobj(source, joined, _BLOCK)
    return partial.replace(folder / name)


def _copy(source: Any, to: Path, limit: int) -> tuple[int, str]:
    """Copy at most ``limit`` bytes. Returns how many there were, and their SHA-256."""
    digest, size = hashlib.sha256(), 0
    with to.open("wb") as piece:
        while block := source.read(min(_BLOCK, limit - size)):
            piece.write(block)
            digest.update(block)
            size += len(block)
    return size, digest.hexdigest()
