"""What a mistake is made with: a model, its tokenizer as transformers gives it, and what both ways have in common.

Everything here is done as the code on the screen does it, with the tokenizer and the model that ``from_pretrained``
returns; the app's own way of reading sentences would keep a visitor from making these mistakes.
"""

from collections.abc import Callable, Mapping
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
from components.model.statistics.bootstrap import Interval
from components.model.user_errors import UserError

CANDIDATE_COUNT = 5  # candidates of a blank


@dataclass(frozen=True)
class Experiment:
    """A model and its tokenizer; ``other`` is another model's, for mistakes that take two."""

    opened: OpenModel
    folder: Path
    mistake: Mistake
    other: "Experiment | None" = None

    @cached_property
    def tokenizer(self) -> Any:
        """The tokenizer as it is by itself; nobody else's, since a call changes how the next one pads."""
        return plain_tokenizer(self.folder)

    @property
    def mask(self) -> str:
        """How this model's blank is written."""
        return str(self.tokenizer.mask_token)

    def value(self, name: str) -> Any:
        """One of the values that the snippet begins with."""
        return self.mistake.inputs[name]

    def sentence(self, name: str = "sentence") -> str:
        """A sentence with the model's own mask in it."""
        return str(self.value(name)).replace("[MASK]", self.mask)

    @torch.inference_mode()
    def logits(self, ids: torch.Tensor, **inputs_besides: torch.Tensor | None) -> torch.Tensor:
        """Scores of every piece at every place. *Shape:* (sentence, position) -> (sentence, position, piece)."""
        inputs = self.to_device({"input_ids": self.check_length(ids), **inputs_besides})
        scores: torch.Tensor = self.opened.model(**inputs).logits
        return scores.float().cpu()

    def on_device(self, tensor: torch.Tensor) -> torch.Tensor:
        """A tensor where the model is."""
        return tensor.to(self.opened.device.torch_device)

    def to_device(self, inputs: Mapping[str, torch.Tensor | None]) -> dict[str, torch.Tensor | None]:
        """What else a model is given, where the model is."""
        return {name: None if tensor is None else self.on_device(tensor) for name, tensor in inputs.items()}

    def check_length(self, ids: torch.Tensor) -> torch.Tensor:
        """The same ids. *Shape:* (sentence, position).

        Raises:
            UserError: The model has no room for so many.
        """
        limit = self.opened.tokenizer.positions
        if ids.shape[1] > limit:
            raise UserError(
                f"{self.opened.record.name} has a limit of {limit} tokens; the sentences of this mistake have "
                f"{ids.shape[1]}. Choose another model."
            )
        return ids

    def embedding_rows(self, ids: torch.Tensor) -> torch.Tensor:
        """The rows of the table of pieces, looked up on the processor: an accelerator that fails is of no use after.

        Raises:
            IndexError: There is no such row, as torch says it.
        """
        table: Any = self.opened.model.get_input_embeddings()
        return functional.embedding(ids, table.weight.cpu())

    def mask_position(self, ids: torch.Tensor) -> int:
        """Where the first sentence's blank stands. *Shape:* (sentence, position)."""
        return int((ids[0] == self.tokenizer.mask_token_id).nonzero()[0, 0])

    def candidates(self, probabilities: torch.Tensor, naming_tokenizer: Any = None) -> tuple[Row, ...]:
        """The likeliest pieces, as a tokenizer names them. *Shape:* (piece,)."""
        if bool(probabilities.isnan().any()):
            return ()
        naming_tokenizer = naming_tokenizer or self.tokenizer
        top = probabilities.topk(CANDIDATE_COUNT)
        return tuple(
            Row(naming_tokenizer.decode([i]).strip() if i < len(naming_tokenizer) else f"row {i}", p)
            for i, p in zip(top.indices.tolist(), top.values.tolist(), strict=True)
        )

    def compare_predictions(self, right: torch.Tensor, wrong: torch.Tensor, naming_tokenizer: Any = None) -> Comparison:
        """Both ways of filling a blank: the first choice of the right one is followed. *Shape:* (piece,) each."""
        followed = int(right.argmax())
        sides = (
            Outcome(float(right[followed]), self.candidates(right)),
            Outcome(float(wrong[followed]), self.candidates(wrong, naming_tokenizer)),
        )
        return self.compare(*sides, followed=followed)

    def compare(
        self, right: Outcome, wrong: Outcome, *, followed: int | None = None, difference: Interval | None = None
    ) -> Comparison:
        """Both sides, under the model's conditions; ``followed`` is the piece whose probability they are."""
        named = None if followed is None else (followed, self.tokenizer.decode([followed]).strip())
        return Comparison(right, wrong, named, self.opened.conditions, difference)


ExperimentFunction = Callable[[Experiment], Comparison]


def plain_tokenizer(folder: Path, **options: Any) -> Any:
    """A folder's tokenizer, as ``from_pretrained`` gives it."""
    return AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False, **options)
