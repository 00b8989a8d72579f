"""Requests and replies of a pool of models as bytes: inputs as JSON, outputs as safetensors.

Neither format can carry code.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict

import torch
from safetensors.torch import load, save

from components.model.inference.prediction_io import PredictionInput, PredictionOutput

_PARTS = ("top_ids", "top_probabilities", "entropy", "log_probability", "rank", "distribution")
_ALWAYS = _PARTS[:3]
_RUNTIME = "runtime"


def encode_request(model_id: str, inputs: Sequence[PredictionInput]) -> bytes:
    """The inputs for a model as JSON."""
    return json.dumps({"model": model_id, "questions": [asdict(item) for item in inputs]}).encode()


def decode_request(body: bytes) -> tuple[str, list[PredictionInput]]:
    """The model id and the inputs of a request.

    Raises:
        ValueError: ``body`` is no such request.
    """
    try:
        request = json.loads(body)
        return str(request["model"]), [_input(**entry) for entry in request["questions"]]
    except (LookupError, TypeError, ValueError, RecursionError) as error:
        raise ValueError("expected questions as JSON") from error


def _input(
    *,
    ids: list[int],
    positions: list[int],
    targets: list[int] | None,
    full_distribution: bool,
    temperature: float,
) -> PredictionInput:
    if not ids or not all(0 <= position < len(ids) for position in map(int, positions)):
        raise ValueError("a position is outside the sequence")
    if targets is not None and len(targets) != len(positions):
        raise ValueError("there must be one target for each position")
    return PredictionInput(
        ids=tuple(map(int, ids)),
        positions=tuple(map(int, positions)),
        targets=None if targets is None else tuple(map(int, targets)),
        full_distribution=bool(full_distribution),
        temperature=float(temperature),
    )


def encode_outputs(outputs: Sequence[PredictionOutput]) -> bytes:
    """The outputs of a model as safetensors."""
    # Copies: outputs of one pass share their memory, which the format does not allow.
    tensors = {f"{number}.{part}": getattr(output, part) for number, output in enumerate(outputs) for part in _PARTS}
    runtimes = dict.fromkeys(output.runtime for output in outputs)
    return save(
        {name: tensor.clone() for name, tensor in tensors.items() if tensor is not None},
        metadata={_RUNTIME: ", ".join(runtimes)},
    )


def decode_outputs(body: bytes, count: int) -> list[PredictionOutput]:
    """The outputs of a reply.

    Raises:
        ValueError: ``body`` is no reply, or does not hold ``count`` outputs.
    """
    try:
        tensors = load(body)
    except Exception as error:  # safetensors' own error is a bare Exception
        raise ValueError("expected answers as safetensors") from error
    if not all(f"{number}.{part}" in tensors for number in range(count) for part in _ALWAYS):
        raise ValueError(f"expected {count} answers")
    runtime = _runtime(body)
    return [
        PredictionOutput(**{part: _part(tensors, number, part) for part in _PARTS}, runtime=runtime)  # type: ignore[arg-type]
        for number in range(count)
    ]


def _runtime(body: bytes) -> str:
    """The runtime in the header of a valid reply; what does not look like a name and a version is left out."""
    length = int.from_bytes(body[:8], "little")
    named = json.loads(body[8 : 8 + length]).get("__metadata__", {}).get(_RUNTIME, "")
    return named if re.fullmatch(r"[\w .+,-]{1,80}", named) else ""


def _part(tensors: dict[str, torch.Tensor], number: int, part: str) -> torch.Tensor | None:
    return tensors.get(f"{number}.{part}")
