"""A model that is ready to compute, and what it was opened for."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import torch
import transformers
from transformers import PretrainedConfig, PreTrainedModel

from components.model.checkpoints.device import Device
from components.model.checkpoints.lm_heads import Head
from components.model.checkpoints.records import Bundled, ModelRecord, OnHub
from components.model.results import Conditions
from components.model.tokens.tokenization import SentenceTokenizer

if TYPE_CHECKING:
    from components.model.compiled.encoder import CompiledEncoder
    from components.model.inference.prediction import PredictionInput, PredictionOutput

# bfloat16 would take about half the time where a processor multiplies it, and get probabilities up to 6% wrong. People
# compare what they see here with what their own code prints.
PRECISION = "float32"
_ROBERTAS = frozenset({"roberta", "xlm-roberta", "camembert"})


class Purpose(StrEnum):
    """What a model is opened for: transformers gives attentions with plain attention only, and is faster with fused.

    Where an architecture has no fused attention, it is opened with plain attention for either.
    """

    INSPECT = "eager"
    PREDICT = "sdpa"


@dataclass(frozen=True)
class OpenModel:
    """A model that is ready to compute. It is shared between visitors and never changed.

    ``answering`` is what answers questions about blanks: in a server a
    :class:`~components.model.inference.batching.MicroBatcher`, which shares passes between visitors, or a
    :class:`~components.model.inference.pool.PoolClient`, whose ``note`` says where they are answered.
    ``unused_weights`` names the parts of an operator's checkpoint that nothing here reads. ``compiling`` becomes the
    encoder as ONNX Runtime runs it, or None where PyTorch alone does.
    """

    record: ModelRecord
    model: PreTrainedModel
    tokenizer: SentenceTokenizer
    head: Head
    device: Device
    parameters: int
    predictor: "Callable[[OpenModel, Sequence[PredictionInput]], list[PredictionOutput]]"
    unused_weights: tuple[str, ...] = ()
    compiling: "Future[CompiledEncoder | None] | None" = None

    @property
    def compiled(self) -> "CompiledEncoder | None":
        """The same encoder as ONNX Runtime runs it; None where it does not, or not yet."""
        return self.compiling.result() if self.compiling is not None and self.compiling.done() else None

    def predict(self, questions: "Sequence[PredictionInput]") -> "list[PredictionOutput]":
        """Answers to questions about positions of sentences, one for each.

        Raises:
            Busy: Too many visitors are waiting.
        """
        return self.predictor(self, questions)

    @property
    def conditions(self) -> Conditions:
        """What a figure of this model is computed by."""
        home = self.record.home
        revision = home.revision if isinstance(home, OnHub) else "bundled" if isinstance(home, Bundled) else "local"
        return Conditions(
            model_id=self.record.id,
            revision=revision,
            device=self.device.name,
            precision=PRECISION,
            versions=", ".join(
                (
                    f"torch {torch.__version__}, transformers {transformers.__version__}",
                    *(() if self.compiled is None else (self.compiled.runtime,)),
                )
            ),
            note=self._note,
        )

    @property
    def _note(self) -> str:
        rows, named = int(self.model.config.vocab_size), self.tokenizer.size
        spare = f"Its tokenizer names {named:,} of the {rows:,} tokens in its vocabulary; the others cannot be shown."
        unused = f"Weights that are not used here: {', '.join(self.unused_weights)}." if self.unused_weights else ""
        return " ".join(filter(None, [spare if named < rows else "", unused, getattr(self.predictor, "note", "")]))


def position_offset(config: PretrainedConfig) -> int:
    """How many rows a table of positions begins with that no token is ever given.

    RoBERTa counts from after the padding's id, a habit of the library it was trained with.
    """
    return int(config.pad_token_id or 0) + 1 if config.model_type in _ROBERTAS else 0
