"""Files are cut into pieces of a limited size and joined again; whatever is damaged on the way is refused."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.pieces import DamagedPiece, join_pieces, split_file


def split(folder: Path, content: bytes, limit: int) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / "state.safetensors"
    file.write_bytes(content)
    return split_file(file, folder / "pieces", limit=limit)


@given(content=st.binary(max_size=400), limit=st.integers(1, 500))
def test_pieces_are_small_and_join_to_the_file(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, limit: int
) -> None:
    folder = tmp_path_factory.mktemp("any")
    piece_list = split(folder, content, limit)
    pieces = json.loads(piece_list.read_text(encoding="utf-8"))["pieces"]
    files = sorted(each for each in piece_list.parent.iterdir() if each != piece_list)
    assert {each.name for each in files} == {each["name"] for each in pieces}
    assert all(each.stat().st_size <= limit for each in files)
    assert len(pieces) == max(1, -(-len(content) // limit))
    for each in pieces:
        assert hashlib.sha256((piece_list.parent / each["name"]).read_bytes()).hexdigest() == each["sha256"]
    assert join_pieces(piece_list, folder / "joined").read_bytes() == content


@given(content=st.binary(min_size=1, max_size=200), limit=st.integers(1, 90), place=st.integers(0, 199))
def test_one_changed_byte_is_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, limit: int, place: int
) -> None:
    folder = tmp_path_factory.mktemp("any")
    piece_list = split(folder, content, limit)
    number, offset = divmod(place % len(content), limit)
    piece = piece_list.parent / f"state.safetensors.{number + 1:02d}"
    changed = bytearray(piece.read_bytes())
    changed[offset] ^= 1
    piece.write_bytes(changed)
    with pytest.raises(DamagedPiece, match=rf"^{piece.name} is damaged.*Copy it again\.$"):
        join_pieces(piece_list, folder / "joined")
    assert not (folder / "joined").exists()


def test_a_missing_piece_is_named(tmp_path: Path) -> None:
    piece_list = split(tmp_path, b"abcdef", 2)
    (piece_list.parent / "state.safetensors.02").unlink()
    with pytest.raises(DamagedPiece, match=r"state.safetensors.02 is missing. Copy it into"):
        join_pieces(piece_list, tmp_path)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"name": "a"}', '{"name": "a", "pieces": [1]}'])
def test_a_damaged_list_is_refused(tmp_path: Path, content: str) -> None:
    piece_list = split(tmp_path, b"abcdef", 2)
    piece_list.write_text(content, encoding="utf-8")
    with pytest.raises(DamagedPiece, match="cannot be read"):
        join_pieces(piece_list, tmp_path / "joined")


def test_a_list_cannot_write_outside_its_folder(tmp_path: Path) -> None:
    piece_list = split(tmp_path, b"abcdef", 9)
    content = json.loads(piece_list.read_text(encoding="utf-8"))
    piece_list.write_text(json.dumps({**content, "name": "../../away"}), encoding="utf-8")
    assert join_pieces(piece_list, tmp_path / "joined") == tmp_path / "joined" / "away"


def test_pieces_of_an_earlier_larger_file_are_removed(tmp_path: Path) -> None:
    split(tmp_path, bytes(100), 10)
    piece_list = split(tmp_path, bytes(30), 10)
    assert len(list(piece_list.parent.iterdir())) == 4
