"""Names and shapes of the weights in a folder, from the headers of its safetensors files alone."""

import json
from collections.abc import Mapping
from pathlib import Path

from components.model.checkpoints.availability import WEIGHTS_FILE
from components.model.checkpoints.folders.folder_errors import UnusableFolder, read_json_object

HEADER_BYTES = 5_000_000  # BERT-large's is 50 kB
INDEX_BYTES = 5_000_000
TENSOR_LIMIT = 20_000
_DIMENSIONS = 8
INDEX = "model.safetensors.index.json"
_FLOATS = frozenset({"F64", "F32", "F16", "BF16"})

Shapes = dict[str, tuple[int, ...]]


def weight_shapes(files: Mapping[str, Path]) -> Shapes:
    """Shapes of all weights that transformers reads in a folder, by name; empty where it has no safetensors files.

    Raises:
        UnusableFolder: A file is damaged, an index names files that are not in the folder, or the files have other
            names than those that transformers reads.
    """
    indexed = _indexed_files(files) if INDEX in files else ()
    names = (WEIGHTS_FILE,) if WEIGHTS_FILE in files else indexed
    others = [name for name in files if name.endswith(".safetensors")]
    if not names and others:
        raise UnusableFolder(f"has weights, but neither a {WEIGHTS_FILE} nor an index of several files ({INDEX}).")
    shapes: Shapes = {}
    for name in names:
        shapes |= header_shapes(files[name])
        if len(shapes) > TENSOR_LIMIT:
            raise UnusableFolder(f"has more than {TENSOR_LIMIT:,} weights.")
    return shapes


def header_shapes(file: Path) -> Shapes:
    """Names and shapes of the weights in one safetensors file.

    Raises:
        UnusableFolder: It is cut short or damaged, its header is too large, or its weights are no floats.
    """
    damaged = UnusableFolder(f"has a file that is cut short or damaged ({file.name}).")
    size = file.stat().st_size
    with file.open("rb") as opened:
        length = int.from_bytes(opened.read(8), "little")
        if not 0 < length <= size - 8:
            raise damaged
        if length > HEADER_BYTES:
            raise UnusableFolder(
                f"has a file whose header is larger than {HEADER_BYTES // 1_000_000} MB ({file.name})."
            )
        try:
            header = json.loads(opened.read(length))
            tensors = {name: tensor for name, tensor in header.items() if name != "__metadata__"}
            shapes = {name: _shape(tensor["shape"]) for name, tensor in tensors.items()}
            types = {name: str(tensor["dtype"]) for name, tensor in tensors.items()}
            end = max((int(tensor["data_offsets"][1]) for tensor in tensors.values()), default=0)
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
            raise damaged from error
    if not shapes or 8 + length + end != size:
        raise damaged
    for name, kind in types.items():
        if name.endswith((".weight", ".bias")) and kind not in _FLOATS:
            raise UnusableFolder(f"has weights of type {kind[:10]}, as of a quantised model; save them as floats.")
    return shapes


def _shape(values: object) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) > _DIMENSIONS:
        raise ValueError("no shape")
    if not all(isinstance(value, int) and value >= 0 for value in values):
        raise ValueError("no shape")
    return tuple(values)


def _indexed_files(files: Mapping[str, Path]) -> tuple[str, ...]:
    """Weights in several files: transformers opens what the index names, wherever that lies."""
    weight_map = read_json_object(files[INDEX], INDEX_BYTES).get("weight_map")
    names = sorted(set(map(str, weight_map.values())) if isinstance(weight_map, dict) else {""})
    for name in names:
        if "/" in name or "\\" in name or not name.endswith(".safetensors"):
            raise UnusableFolder(f"has an index of weights that names files elsewhere ({INDEX}).")
        if name not in files:
            raise UnusableFolder(f"lacks a file listed in its index of weights ({name[:80]}).")
    return tuple(names)
