"""What experiments with mistakes have in common: a model, its tokenizer, and ways to compare two outcomes.

Everything is done as in the code on the screen, with the tokenizer and the model that ``from_pretrained`` returns; the
app's own tokenization prevents these mistakes.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional
from transformers import AutoTokenizer

from components.mistakes.model.mistake import Mistake
from components.mistakes.model.results import Comparison, Outcome, Row
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import ROWS_PER_REQUEST
from components.model.inference.prediction_io import PredictionInput
from components.model.statistics.bootstrap import Interval
from components.model.user_errors import UserError

CANDIDATE_COUNT = 5  # candidates shown for a blank


@dataclass(frozen=True)
class Experiment:
    """A mistake to be made with a model; ``other`` is a second model, for mistakes that need two."""

    opened: OpenModel
    folder: Path
    mistake: Mistake
    other: "Experiment | None" = None

    @cached_property
    def tokenizer(self) -> Any:
        """A tokenizer of its own, since a call changes how the next one pads."""
        return plain_tokenizer(self.folder)

    @property
    def mask(self) -> str:
        """The mask token of this model."""
        return str(self.tokenizer.mask_token)

    def value(self, name: str) -> Any:
        """One of the mistake's input values."""
        return self.mistake.inputs[name]

    def sentence(self, name: str = "sentence") -> str:
        """An input sentence with this model's mask token."""
        return str(self.value(name)).replace("[MASK]", self.mask)

    @torch.inference_mode()
    def logits(self, ids: torch.Tensor, **inputs_besides: torch.Tensor | None) -> torch.Tensor:
        """The logits. *Shape:* (sentence, position) -> (sentence, position, token of the vocabulary)."""
        inputs = self.to_device({"input_ids": self.check_length(ids), **inputs_besides})
        scores: torch.Tensor = self.opened.model(**inputs).logits
        return scores.float().cpu()

    def on_device(self, tensor: torch.Tensor) -> torch.Tensor:
        """A tensor on the model's device."""
        return tensor.to(self.opened.device.torch_device)

    def to_device(self, inputs: Mapping[str, torch.Tensor | None]) -> dict[str, torch.Tensor | None]:
        """The inputs of a model, on its device."""
        return {name: None if tensor is None else self.on_device(tensor) for name, tensor in inputs.items()}

    def check_length(self, ids: torch.Tensor) -> torch.Tensor:
        """Return the ids if the model has enough positions. *Shape:* (sentence, position).

        Raises:
            UserError: The model has fewer positions.
        """
        limit = self.opened.tokenizer.positions
        if ids.shape[1] > limit:
            raise UserError(
                f"{self.opened.record.name} has a limit of {limit} tokens; the sentences of this mistake have "
                f"{ids.shape[1]}. Choose another model."
            )
        return ids

    def embedding_rows(self, ids: torch.Tensor) -> torch.Tensor:
        """Token embeddings, looked up on the CPU, since a failed look-up leaves an accelerator unusable.

        Raises:
            IndexError: An id has no row.
        """
        table: Any = self.opened.model.get_input_embeddings()
        return functional.embedding(ids, table.weight.cpu())

    def mask_position(self, ids: torch.Tensor) -> int:
        """The position of the first sentence's mask. *Shape:* (sentence, position)."""
        return int((ids[0] == self.tokenizer.mask_token_id).nonzero()[0, 0])

    def candidates(self, probabilities: torch.Tensor, naming_tokenizer: Any = None) -> tuple[Row, ...]:
        """The most likely tokens, named by a tokenizer. *Shape:* (token of the vocabulary,)."""
        if bool(probabilities.isnan().any()):
            return ()
        naming_tokenizer = naming_tokenizer or self.tokenizer
        top = probabilities.topk(CANDIDATE_COUNT)
        return tuple(
            Row(naming_tokenizer.decode([i]).strip() if i < len(naming_tokenizer) else f"row {i}", p)
            for i, p in zip(top.indices.tolist(), top.values.tolist(), strict=True)
        )

    def compare_predictions(self, right: torch.Tensor, wrong: torch.Tensor, naming_tokenizer: Any = None) -> Comparison:
        """Compare the probability of the right version's top guess. *Shape:* (token of the vocabulary,) each."""
        followed = int(right.argmax())
        sides = (
            Outcome(float(right[followed]), self.candidates(right)),
            Outcome(float(wrong[followed]), self.candidates(wrong, naming_tokenizer)),
        )
        return self.compare(*sides, followed=followed)

    def compare_failure(self, right: torch.Tensor, error: Exception) -> Comparison:
        """Compare the right version's top guess with an error. *Shape:* (token of the vocabulary,)."""
        followed, failed = int(right.argmax()), Outcome(math.nan, (), f"{type(error).__name__}: {error}")
        return self.compare(Outcome(float(right[followed]), self.candidates(right)), failed, followed=followed)

    def log_probabilities(self, requests: Sequence[PredictionInput]) -> list[float]:
        """The natural logarithms of the probabilities of all targets, one request after the other."""
        answers = [
            answer
            for start in range(0, len(requests), ROWS_PER_REQUEST)
            for answer in self.opened.predict(requests[start : start + ROWS_PER_REQUEST])
        ]
        return [
            log for answer in answers if answer.log_probability is not None for log in answer.log_probability.tolist()
        ]

    def compare(
        self, right: Outcome, wrong: Outcome, *, followed: int | None = None, difference: Interval | None = None
    ) -> Comparison:
        """Compare two outcomes; ``followed`` is the token whose probability their values are, if any."""
        named = None if followed is None else (followed, self.tokenizer.decode([followed]).strip())
        return Comparison(right, wrong, named, self.opened.conditions, difference)


ExperimentFunction = Callable[[Experiment], Comparison]


def plain_tokenizer(folder: Path, **options: Any) -> Any:
    """The tokenizer of a folder, as ``from_pretrained`` returns it."""
    return AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False, **options)
