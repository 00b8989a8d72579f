"""Files of weights that hold anything are read in a process of its own, which must live and say what is wrong.

That is safetensors' native reader as transformers calls it. A file that ends the process all the same leaves the server
up: the operator's models are tried in such a process first.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.model.checkpoints.folders.trials import Trials
from tests.components.model.checkpoints.test_folder_kinds import listed, make
from tests.odd_texts import odd_texts

ROOT = Path(__file__).parents[4]
# The trial's process, where a weight of this name makes native code abort.
DIES = """
import os, runpy, safetensors
opened = safetensors.safe_open
def open_or_abort(file, *rest, **options):
    if b"deadly" in open(file, "rb").read(100_000):
        os.abort()
    return opened(file, *rest, **options)
safetensors.safe_open = open_or_abort
runpy.run_module("components.model.checkpoints.folders.trials", run_name="__main__")
"""


@pytest.mark.thorough
@pytest.mark.timeout(600)
@pytest.mark.parametrize("count", [100, pytest.param(2000, marks=pytest.mark.slow)])
def test_a_process_reads_odd_files_and_then_a_good_one(tmp_path: Path, count: int) -> None:
    arguments = [sys.executable, "-m", __name__, str(count), str(tmp_path)]
    child = subprocess.run(arguments, cwd=ROOT, capture_output=True, check=False)
    assert child.returncode == 0, child.stderr.decode(errors="replace")[-3000:]


@pytest.mark.thorough
def test_a_file_that_ends_the_process_leaves_the_server_up(tmp_path: Path) -> None:
    for name in ("a good one", "b deadly", "c good one"):
        make(tmp_path / name)
    weights = tmp_path / "b deadly" / "model.safetensors"
    write(weights, with_metadata(weights.read_bytes(), {"format": "deadly"}))
    records, _ = listed(tmp_path)
    assert len(records) == 3, "nothing is wrong with its header"
    reasons = Trials((sys.executable, "-W", "ignore", "-c", DIES)).reasons(records.values())
    assert {model.partition("/")[2] for model, reason in reasons.items() if reason} == {"b deadly"}


def write(file: Path, content: bytes) -> None:
    """A new file in place of one that may still be mapped into memory."""
    new = file.with_suffix(".new")
    new.write_bytes(content)
    new.replace(file)


def join(header: bytes, data: bytes, length: int | None = None) -> bytes:
    """A file with this header and its length, or another one."""
    return (len(header) if length is None else length).to_bytes(8, "little") + header + data


def split(content: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the data of a file."""
    end = 8 + int.from_bytes(content[:8], "little")
    return json.loads(content[8:end]), content[end:]


def with_metadata(content: bytes, metadata: object) -> bytes:
    """The file with other metadata."""
    header, data = split(content)
    return join(json.dumps(header | {"__metadata__": metadata}).encode(), data)


NUMBERS = st.one_of(st.integers(-4, 200), st.sampled_from([2**31, 2**32, 2**63 - 1, 2**63, 2**64, 10**30, 0.5, None]))
NAMES = st.one_of(st.sampled_from(odd_texts(300)), st.text(max_size=30), st.just("__metadata__"))
TENSORS = st.one_of(
    st.fixed_dictionaries(
        {},
        optional={
            "dtype": st.one_of(
                st.sampled_from(["F32", "F16", "BF16", "I64", "BOOL", "F8_E4M3", "U8", "F4", ""]), NAMES
            ),
            "shape": st.one_of(st.lists(NUMBERS, max_size=10), NUMBERS),
            "data_offsets": st.one_of(st.lists(NUMBERS, max_size=3), NUMBERS),
        },
    ),
    st.recursive(st.none() | NUMBERS | NAMES, lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner)),
)


@st.composite
def odd_files(draw: Callable[[st.SearchStrategy[Any]], Any], good: bytes) -> bytes:
    """Headers of odd names and numbers, overlaps, wrong lengths, cuts, and single bytes changed in a good file."""
    header, data = split(good)
    kind = draw(st.sampled_from(["header", "tensors", "overlap", "length", "cut", "bytes", "nested", "renamed"]))
    if kind == "header":
        header = draw(st.dictionaries(NAMES, TENSORS, max_size=6))
    elif kind == "tensors":
        for name in draw(st.lists(st.sampled_from(sorted(header)), min_size=1, max_size=3)):
            header[name] = draw(TENSORS)
    elif kind == "overlap":
        names = draw(
            st.lists(st.sampled_from([each for each in header if each != "__metadata__"]), min_size=2, max_size=4)
        )
        for name in names:
            header[name] = {**header[name], "data_offsets": header[names[0]]["data_offsets"]}
    elif kind == "renamed":
        name = draw(st.sampled_from(sorted(header)))
        header[draw(NAMES)] = header.pop(name)
    text = json.dumps(header).encode("utf-8", "surrogatepass")
    if kind == "length":
        return join(text, data, draw(st.sampled_from([0, 1, 7, len(text) - 1, len(text) + 1, 2**32, 2**63, 2**64 - 1])))
    if kind == "cut":
        return good[: draw(st.integers(0, len(good) - 1))]
    if kind == "bytes":
        changed = bytearray(good)
        for place in draw(st.lists(st.integers(0, 8 + len(text)), min_size=1, max_size=4)):
            changed[place] = draw(st.integers(0, 255))
        return bytes(changed)
    if kind == "nested":
        depth = draw(st.sampled_from([10, 200, 100_000]))
        return join(b'{"a":' * depth + b"1" + b"}" * depth, data)
    return join(text, data)


def read_odd_files(count: int, folder: Path) -> None:
    from components.model.checkpoints.availability import weights_folder
    from components.model.checkpoints.folders.folder_errors import UnusableFolder
    from components.model.checkpoints.folders.weight_headers import header_shapes
    from components.model.checkpoints.hub_files import is_complete_safetensors
    from components.model.checkpoints.loader import Loader
    from components.model.user_errors import ModelUnavailable

    weights = make(folder / "model") / "model.safetensors"
    (record,) = listed(folder)[0].values()
    good, refused = weights.read_bytes(), set()

    @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(odd_files(good))
    def read(content: bytes) -> None:
        write(weights, content)
        is_complete_safetensors(weights)
        try:
            header_shapes(weights)
        except UnusableFolder as error:
            refused.add(str(error))
        try:
            Loader(weights_folder).open(record)
        except ModelUnavailable as error:
            refused.add(str(error))

    read()
    assert len(refused) > 3
    write(weights, good)
    assert Loader(weights_folder).open(record).parameters


if __name__ == "__main__":
    read_odd_files(int(sys.argv[1]), Path(sys.argv[2]))
