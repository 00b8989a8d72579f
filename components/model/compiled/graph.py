"""The graph of an encoder in ONNX, without its weights.

A graph depends on the architecture and not on the learned weights: it is stored under :func:`architecture_key`, and
runs on the weights of the PyTorch model in memory (:mod:`.encoder`).

Source: the ONNX specification, https://onnx.ai/onnx/repo-docs/IR.html; torch.onnx,
https://docs.pytorch.org/docs/stable/onnx_export.html.
"""

import hashlib
import inspect
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from transformers import PreTrainedModel

if TYPE_CHECKING:
    import onnxruntime

# The names of the inputs and of the output. Only encoders with segment embeddings have the third input.
IDS, MASK, TYPES, HIDDEN = "input_ids", "attention_mask", "token_type_ids", "hidden"
POSITIONS = "positions"  # the last input, which :mod:`.positions` adds
FORMAT = 3  # of a graph's inputs and output; graphs of another format are not read
PREFIX = "encoder."  # of the names of weights in a graph
_GRAPH, _NAMES = "graph.onnx", "weights.json"
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)  # of the files in an archive, so that the same graph gives the same bytes
# Keys of a configuration that do not affect the graph.
_IRRELEVANT_KEYS = frozenset(
    {"_name_or_path", "architectures", "dtype", "id2label", "label2id", "torch_dtype", "transformers_version"}
)


@dataclass(frozen=True)
class EncoderGraph:
    """A graph in ONNX format, and the names of the weights that it needs, as in the PyTorch model."""

    onnx: bytes
    weights: tuple[str, ...]

    def to_bytes(self) -> bytes:
        """Serialise to a zip archive."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zipfile.ZipInfo(_NAMES, _FIXED_DATE), json.dumps(self.weights))
            info = zipfile.ZipInfo(_GRAPH, _FIXED_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, self.onnx)
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> "EncoderGraph":
        """Read the archive of :meth:`to_bytes`.

        Raises:
            ValueError: ``content`` is no such archive.
        """
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                return cls(archive.read(_GRAPH), tuple(json.loads(archive.read(_NAMES))))
        except (zipfile.BadZipFile, KeyError, ValueError) as error:
            raise ValueError("this is no graph of an encoder") from error


def architecture_key(encoder: PreTrainedModel) -> str:
    """A hash of an encoder's architecture: encoders with the same key have the same graph."""
    config = {name: value for name, value in encoder.config.to_dict().items() if name not in _IRRELEVANT_KEYS}
    shapes = sorted((name, list(tensor.shape)) for name, tensor in named_weights(encoder).items())
    built = [
        FORMAT,
        type(encoder).__name__,
        encoder.config._attn_implementation,
        torch.__version__.partition("+")[0],
        config,
        shapes,
    ]
    return hashlib.sha256(json.dumps(built, sort_keys=True, default=str).encode()).hexdigest()[:24]


def named_weights(encoder: PreTrainedModel) -> dict[str, torch.Tensor]:
    """The parameters and buffers of an encoder, by name."""
    return {**dict(encoder.named_parameters()), **dict(encoder.named_buffers())}


def input_names(encoder: torch.nn.Module) -> tuple[str, ...]:
    """The inputs of an encoder's graph, in order."""
    return (IDS, MASK, TYPES) if has_token_types(encoder) else (IDS, MASK)


def has_token_types(encoder: torch.nn.Module) -> bool:
    """Whether an encoder has embeddings that tell the sentences of a pair apart.

    Accepting ``token_type_ids`` is not enough: GPT-2 does, and looks them up as tokens.
    """
    kinds = getattr(getattr(encoder, "config", None), "type_vocab_size", None) or 0
    return kinds > 1 and TYPES in inspect.signature(encoder.forward).parameters


def export_graph(encoder: PreTrainedModel) -> EncoderGraph:
    """Export the graph of an encoder, for batches of any size and length. Takes about ten seconds.

    Its output has the vectors of the positions in the input :data:`POSITIONS`.

    Raises:
        Exception: The encoder cannot be exported; torch's exporter raises errors of many kinds.
    """
    import onnx
    import onnxruntime

    from components.model.compiled.positions import select_positions

    module = _LastHidden(encoder).eval()
    ids = torch.ones((3, 17), dtype=torch.long)  # sizes of 0 or 1 would be taken as constants
    attended = torch.ones_like(ids)
    attended[1, 10:] = 0
    names = list(input_names(encoder))
    inputs = (ids, attended, torch.zeros_like(ids))[: len(names)]
    batch, length = torch.export.Dim("batch", min=1), torch.export.Dim("length", min=1)
    shape = {0: batch, 1: length}
    with torch.inference_mode():
        program = torch.onnx.export(
            module,
            inputs,
            dynamo=True,
            optimize=False,  # it would put changed copies of weights into the graph; the runtime optimises anyway
            verbose=False,
            input_names=names,
            output_names=[HIDDEN],
            dynamic_shapes=(shape,) * len(names),
        )
    assert program is not None, "the exporter returns a program where it is given no file"
    model = program.model_proto
    needed = _remove_weights(model, named_weights(encoder), onnx.TensorProto.EXTERNAL)

    def batch_of(rows: int, length: int) -> dict[str, Any]:
        ids = torch.ones((rows, length), dtype=torch.long)
        return {name: (torch.zeros_like(ids) if name == TYPES else ids).numpy() for name in names}

    options = onnxruntime.SessionOptions()
    arrays = add_weights(options, encoder, needed)  # they have to live as long as the session
    select_positions(model, batch_of, options)
    del arrays
    return EncoderGraph(model.SerializeToString(deterministic=True), needed)


def add_weights(options: "onnxruntime.SessionOptions", encoder: PreTrainedModel, names: Sequence[str]) -> list[Any]:
    """Let sessions use the memory of an encoder's weights.

    Args:
        options: Of the sessions.
        encoder: The encoder in PyTorch, on the CPU.
        names: The names of the weights that the graph needs.

    Returns:
        What has to live as long as the sessions: the weights as arrays, and as values of the runtime.
    """
    import onnxruntime

    weights = named_weights(encoder)
    arrays = [np.ascontiguousarray(weights[name].detach().numpy()) for name in names]
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in arrays]
    options.add_external_initializers([PREFIX + name for name in names], values)
    return [*arrays, *values]


class _LastHidden(torch.nn.Module):
    """An encoder that returns only its last hidden state."""

    def __init__(self, encoder: PreTrainedModel) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor | None = None
    ) -> torch.Tensor:
        """The last hidden state. *Shape:* (batch, length, width)."""
        types = {} if token_type_ids is None else {TYPES: token_type_ids}
        hidden: torch.Tensor = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, **types
        ).last_hidden_state
        return hidden


def _remove_weights(model: Any, weights: dict[str, torch.Tensor], external: int) -> tuple[str, ...]:
    """Remove the values of the weights, and the documentation, from an ONNX model. Returns the weights' names."""
    names = []
    for tensor in model.graph.initializer:
        name = tensor.name.removeprefix(PREFIX)
        if name in weights:
            names.append(name)
            tensor.ClearField("raw_data")
            tensor.ClearField("float_data")
            tensor.data_location = external
            tensor.external_data.add(key="location", value="memory")
    del model.graph.value_info[:], model.graph.metadata_props[:], model.metadata_props[:]
    for node in (*model.graph.node, *(node for function in model.functions for node in function.node)):
        node.ClearField("doc_string")
        del node.metadata_props[:]
    return tuple(names)
