"""A loaded model with its tokenizer and heads."""

import importlib.util
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import torch
import transformers
from transformers import PretrainedConfig, PreTrainedModel

from components.model.checkpoints.device import Device
from components.model.checkpoints.lm_heads import Head
from components.model.checkpoints.records import BUNDLED_REVISION, Bundled, ModelRecord, OnHub
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import Conditions
from components.model.tokens.tokenization import SentenceTokenizer

if TYPE_CHECKING:
    from components.model.compiled.encoder import CompiledEncoder

# bfloat16 would take about half the time on processors that support it, but change probabilities by up to 6%. People
# compare the numbers here with those of their own code.
PRECISION = "float32"
TORCH = f"PyTorch {torch.__version__}"
_ROBERTAS = frozenset({"roberta", "xlm-roberta", "camembert"})


class Purpose(StrEnum):
    """What a model is opened for, with the attention implementation that it needs.

    transformers returns attentions only with eager attention; fused attention is faster. An architecture without fused
    attention always gets eager attention.
    """

    INSPECT = "eager"
    PREDICT = "sdpa"


@dataclass(frozen=True)
class OpenModel:
    """A model that is ready to compute. It is shared between visitors and never changed.

    ``predictor`` computes predictions: in a server a
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
    predictor: "Predictor"
    unused_weights: tuple[str, ...] = ()
    compiling: "Future[CompiledEncoder | None] | None" = None

    @property
    def compiled(self) -> "CompiledEncoder | None":
        """The encoder compiled for ONNX Runtime; None if it cannot be compiled, or is not yet."""
        return self.compiling.result() if self.compiling is not None and self.compiling.done() else None

    def predict(self, inputs: Sequence[PredictionInput]) -> list[PredictionOutput]:
        """Predict a batch; one output for each input.

        Raises:
            Busy: Too many requests are waiting.
        """
        return self.predictor(self, inputs)

    @property
    def runtime(self) -> str:
        """What computes the encoder's passes now: its name and version."""
        return TORCH if self.compiled is None else self.compiled.runtime

    @property
    def conditions(self) -> Conditions:
        """The conditions under which this model's figures are computed now."""
        return self._conditions((self.runtime,))

    def conditions_of(self, outputs: Iterable[PredictionOutput]) -> Conditions:
        """The conditions under which outputs of :meth:`predict` were computed."""
        return self._conditions(dict.fromkeys(output.runtime for output in outputs if output.runtime))

    def _conditions(self, runtimes: Iterable[str]) -> Conditions:
        home = self.record.home
        revision = (
            home.revision if isinstance(home, OnHub) else BUNDLED_REVISION if isinstance(home, Bundled) else "local"
        )
        return Conditions(
            model_id=self.record.id,
            revision=revision,
            device=self.device.name,
            precision=PRECISION,
            versions=", ".join(dict.fromkeys((*runtimes, TORCH, f"transformers {transformers.__version__}"))),
            note=self._note,
        )

    @property
    def _note(self) -> str:
        rows, named = int(self.model.config.vocab_size), self.tokenizer.size
        spare = f"It has weights for {rows:,} tokens, but its tokenizer has {named:,}: the others are shown as rows."
        unused = f"Weights that are not used here: {', '.join(self.unused_weights)}." if self.unused_weights else ""
        return " ".join(
            filter(None, [spare if named < rows else "", unused, self._missing, getattr(self.predictor, "note", "")])
        )

    @property
    def _missing(self) -> str:
        """A sentence if ONNX Runtime would compute this model, and is not installed."""
        if self.compiling is None or importlib.util.find_spec("onnxruntime") is not None:
            return ""
        return "ONNX Runtime is not installed, so PyTorch computes, which takes longer."


Predictor = Callable[[OpenModel, Sequence[PredictionInput]], list[PredictionOutput]]


def position_offset(config: PretrainedConfig) -> int:
    """The row of the position table that belongs to the first token.

    RoBERTa models count positions from the padding id + 1, as fairseq does; the rows before are never used.
    """
    return int(config.pad_token_id or 0) + 1 if config.model_type in _ROBERTAS else 0
