"""The header of a file of weights may hold anything: the reader says so, and does not fail in another way."""

import json
from contextlib import suppress
from pathlib import Path

from components.model.checkpoints.folders.folder_errors import UnusableFolder
from components.model.checkpoints.folders.weight_headers import header_shapes
from tests.odd_texts import odd_texts


def test_odd_names_and_cut_headers_are_read_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "model.safetensors"
    for number, name in enumerate(odd_texts(200)):
        header = json.dumps({name: {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
        file.write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
        assert header_shapes(file) == {name: (1,)}
        content = file.read_bytes()
        forged = (number * 7919 % 2**16).to_bytes(8, "little") + content[8:]
        for damaged in (content[: number % len(content)], forged, content[:8] + name.encode("utf-8", "replace")):
            file.write_bytes(damaged)
            with suppress(UnusableFolder):
                assert header_shapes(file) == {name: (1,)}
