"""Questions and answers as bytes, for a pool of models in another process: JSON there, safetensors back.

Neither can carry code, whoever sends it.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict

import torch
from safetensors.torch import load, save

from components.model.inference.prediction import PredictionInput, PredictionOutput

_PARTS = ("top_ids", "top_probabilities", "entropy", "log_probability", "rank", "distribution")
_ALWAYS = _PARTS[:3]


def encode_request(model_id: str, questions: Sequence[PredictionInput]) -> bytes:
    """What a model is asked."""
    return json.dumps({"model": model_id, "questions": [asdict(question) for question in questions]}).encode()


def decode_request(body: bytes) -> tuple[str, list[PredictionInput]]:
    """A model's id, and what it is asked.

    Raises:
        ValueError: It is something else.
    """
    try:
        told = json.loads(body)
        return str(told["model"]), [_question(**one) for one in told["questions"]]
    except (LookupError, TypeError, ValueError, RecursionError) as error:
        raise ValueError("expected questions as JSON") from error


def _question(
    *,
    ids: list[int],
    positions: list[int],
    targets: list[int] | None,
    attention_mask: list[bool] | None,
    full_distribution: bool,
    temperature: float,
) -> PredictionInput:
    rows = (tuple(map(int, ids)), tuple(map(int, positions)))
    if not rows[0] or not all(0 <= position < len(rows[0]) for position in rows[1]):
        raise ValueError("a position is none of the row's")
    if (targets is not None and len(targets) != len(rows[1])) or (
        attention_mask is not None and len(attention_mask) != len(rows[0])
    ):
        raise ValueError("not one target a position, or not one mark a piece")
    asked_for = None if targets is None else tuple(map(int, targets))
    return PredictionInput(
        *rows,
        asked_for,
        None if attention_mask is None else tuple(map(bool, attention_mask)),
        bool(full_distribution),
        float(temperature),
    )


def encode_outputs(answers: Sequence[PredictionOutput]) -> bytes:
    """What a model says."""
    # Copies: answers of one pass share their memory, which the format refuses.
    found = {f"{number}.{part}": getattr(one, part) for number, one in enumerate(answers) for part in _PARTS}
    return save({name: tensor.clone() for name, tensor in found.items() if tensor is not None})


def decode_outputs(body: bytes, count: int) -> list[PredictionOutput]:
    """The same as it was.

    Raises:
        ValueError: It is something else, or not so many answers.
    """
    try:
        found = load(body)
    except Exception as error:  # safetensors' own error is a bare Exception
        raise ValueError("expected answers as safetensors") from error
    if not all(f"{number}.{part}" in found for number in range(count) for part in _ALWAYS):
        raise ValueError(f"expected {count} answers")
    return [PredictionOutput(**{part: _part(found, number, part) for part in _PARTS}) for number in range(count)]  # type: ignore[arg-type]


def _part(found: dict[str, torch.Tensor], number: int, part: str) -> torch.Tensor | None:
    return found.get(f"{number}.{part}")
