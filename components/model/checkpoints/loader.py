"""Opens models, one at a time, and keeps the few used last.

One lock for the whole process: two ``from_pretrained`` calls on two threads can leave a patched method of transformers
behind, after which every later load fails. The lock is never held while a model computes, and a model that is open
already is handed out without it: nobody waits for what another visitor opens.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
import transformers
from transformers import (
    AutoConfig,
    AutoModel,
    AutoModelForCausalLM,
    AutoModelForMaskedLM,
    AutoModelForQuestionAnswering,
    AutoModelForSequenceClassification,
    AutoModelForTokenClassification,
    AutoTokenizer,
    PreTrainedModel,
)

from components.model.checkpoints.adapter import merge_adapter
from components.model.checkpoints.device import Device, best_device
from components.model.checkpoints.int8_weights import load_weights
from components.model.checkpoints.lm_heads import no_head, vocabulary_head
from components.model.checkpoints.open_model import OpenModel, Purpose, position_offset
from components.model.checkpoints.records import Bundled, InFolder, ModelRecord, Role, TaskHead
from components.model.compiled.store import GraphStore
from components.model.inference.prediction import Predictor, predict_batch
from components.model.run_queue import yield_turn
from components.model.tokens.tokenization import SentenceTokenizer, is_panic
from components.model.user_errors import ModelUnavailable

if TYPE_CHECKING:
    from components.model.compiled.encoder import CompiledEncoder

transformers.utils.logging.set_verbosity_error()
transformers.utils.logging.disable_progress_bar()


EAGER_ONLY = frozenset({"roformer"})  # transformers has no fused attention for these
LOAD_LOCK = threading.RLock()
_CLASSES = {Role.MASKED: AutoModelForMaskedLM, Role.CAUSAL: AutoModelForCausalLM, Role.ENCODER: AutoModel}
_WITH_OWN_HEAD = {
    TaskHead.TEXT: AutoModelForSequenceClassification,
    TaskHead.WORDS: AutoModelForTokenClassification,
    TaskHead.SPAN: AutoModelForQuestionAnswering,
}


class _CannotOpen(Exception):
    """A checkpoint is not what it should be. The message is the reason, the end of a sentence about it."""


class Loader:
    """Opens models by record and keeps some of them; the least recently used leaves.

    Args:
        folder_of: Where a record's weights are, or None where they are not.
        capacity: How many models are kept at most.
        most_parameters: And of how many parameters together: the whole pocket family, twice, or a few of usual size.
        device: Where they compute; the best there is, if None.
        answering: What answers questions about blanks; each in a pass of its own, if it is not given.
        graphs: Where compiled encoders come from; PyTorch runs all of them, if None.

    Attributes:
        device: Where they compute.
    """

    def __init__(
        self,
        weights_folder: Callable[[ModelRecord], Path | None],
        *,
        capacity: int = 20,
        parameter_limit: int = 700_000_000,
        device: Device | None = None,
        predictor: Predictor = predict_batch,
        graphs: GraphStore | None = None,
    ) -> None:
        self._folder_of, self._capacity, self._most_parameters = weights_folder, capacity, parameter_limit
        self.device = device or best_device()
        self._answering, self._graphs = predictor, graphs
        self._open: OrderedDict[tuple[str, Purpose], OpenModel] = OrderedDict()
        self._shelf = threading.Lock()  # held for the moment it takes to look at or change ``_open``

    def open(self, record: ModelRecord, purpose: Purpose = Purpose.PREDICT) -> OpenModel:
        """The model of ``record``, opened if it is not open.

        Raises:
            ModelUnavailable: It is not on this machine, or its files cannot be read.
        """
        key = (record.id, purpose)
        if (opened := self._kept(key)) is not None:
            return opened
        with yield_turn(), LOAD_LOCK:  # the turn comes back after the lock is released
            if (opened := self._kept(key)) is not None:  # another thread opened it while this one waited
                return opened
            opened = self._load(record, purpose)
            with self._shelf:
                self._open[key] = opened
                while self._too_many():
                    self._open.popitem(last=False)
            return opened

    def _too_many(self) -> bool:
        parameters = sum(opened.parameters for opened in self._open.values())
        return len(self._open) > self._capacity or (len(self._open) > 1 and parameters > self._most_parameters)

    def _kept(self, key: tuple[str, Purpose]) -> OpenModel | None:
        with self._shelf:
            if key in self._open:
                self._open.move_to_end(key)
            return self._open.get(key)

    def _load(self, record: ModelRecord, purpose: Purpose) -> OpenModel:
        folder = self._folder_of(record)
        if folder is None or not folder.is_dir():
            raise ModelUnavailable(f"{record.name} is not on this machine yet. Download it, or choose another model.")
        auto: Any = _CLASSES[record.role] if record.task_head is None else _WITH_OWN_HEAD[record.task_head]
        unused: tuple[str, ...] = ()
        try:
            config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
            attention = (Purpose.INSPECT if config.model_type in EAGER_ONLY else purpose).value
            if isinstance(record.home, Bundled) and record.home.weights is not None:
                model = auto.from_config(config, attn_implementation=attention, dtype=torch.float32)
                unread = load_weights(model, record.home.weights)
            else:
                # trust_remote_code and pickled weights stay off whatever a folder's configuration asks for.
                model, loaded = auto.from_pretrained(
                    folder,
                    local_files_only=True,
                    use_safetensors=True,
                    trust_remote_code=False,
                    attn_implementation=attention,
                    dtype=torch.float32,
                    output_loading_info=True,
                )
                unread = loaded["missing_keys"]
                _check_unexpected(model, loaded["unexpected_keys"])
                if isinstance(record.home, InFolder):
                    unused = tuple(sorted({_part(name) for name in loaded["unexpected_keys"] if not _is_buffer(name)}))
            if isinstance(record.home, Bundled) and record.home.adapter is not None:
                merge_adapter(model.base_model, record.home.adapter)
            # transformers fills what is missing with noise, and predictions from noise look like any other.
            spare = (
                record.role is Role.ENCODER and record.task_head is not TaskHead.TEXT
            )  # nothing there reads a pooler
            missing = {key for key in unread if not (spare and "pooler" in key)}
            if missing:
                raise _CannotOpen(f"it lacks weights ({_shown(missing)})")
            if not all(bool(weights.isfinite().all()) for weights in model.parameters()):
                raise _CannotOpen("some of its weights are NaN or infinite (did its training fail?)")
            tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
            # Without its files a BERT tokenizer opens all the same, with a vocabulary of its special tokens alone.
            if not len(tokenizer.all_special_ids) < len(tokenizer):
                raise _CannotOpen("its tokenizer has no vocabulary")
            if len(tokenizer) > model.config.vocab_size:
                raise _CannotOpen(
                    f"its tokenizer has {len(tokenizer):,} tokens, but weights for only {model.config.vocab_size:,}"
                )
            if not tokenizer.is_fast:
                raise _CannotOpen("it has no fast tokenizer, which is needed for the positions of tokens")
            head = no_head(record.name) if record.role is Role.ENCODER else vocabulary_head(model)
            positions = model.config.max_position_embeddings - position_offset(model.config)
            sentences = SentenceTokenizer(tokenizer, positions=positions)
        except _CannotOpen as error:
            raise ModelUnavailable(f"{record.name} could not be opened: {error}. Choose another model.") from error
        except Exception as error:  # damaged files fail in ways of their own: SafetensorError is a bare Exception
            raise ModelUnavailable(
                f"{record.name} could not be opened: its files are damaged or in an unknown format. "
                "Choose another model."
            ) from error
        except BaseException as error:
            if not is_panic(error):
                raise
            raise ModelUnavailable(
                f"{record.name} could not be opened: its tokenizer is damaged. Choose another model."
            ) from error
        _sharpen_rotation(model)
        model = model.to(self.device.torch_device).eval().requires_grad_(False)
        return OpenModel(
            record=record,
            model=model,
            tokenizer=sentences,
            head=head,
            device=self.device,
            parameters=model.num_parameters(),
            predictor=self._answering,
            unused_weights=unused,
            compiling=self._compiled(model.base_model, folder, purpose),
        )

    def _compiled(
        self, encoder: PreTrainedModel, folder: Path, purpose: Purpose
    ) -> "Future[CompiledEncoder | None] | None":
        """What is asked for vectors in place of an encoder; attention and training need the encoder itself."""
        if self._graphs is None or purpose is not Purpose.PREDICT or self.device.kind != "cpu":
            return None
        return self._graphs.compile(encoder, folder)


def _check_unexpected(model: Any, names: Collection[str]) -> None:
    """Whether weights that transformers passes over are of no part that computes vectors: heads, poolers and buffers.

    Without weights of its encoder, such as those of relative positions, a model computes something else.

    Raises:
        _CannotOpen: The encoder would lack some.
    """
    base = model.base_model
    parts = {name for name, _ in base.named_children()} - {"pooler"}
    prefix = f"{model.base_model_prefix}."
    left_out = {name for name in names if name.removeprefix(prefix).split(".")[0] in parts and not _is_buffer(name)}
    if left_out:
        raise _CannotOpen(
            f"its encoder has weights that this version of transformers does not use ({_shown(left_out)})"
        )


def _is_buffer(name: str) -> bool:
    """Whether this was never learned: tables that older versions of transformers saved beside the weights."""
    return name.endswith(("position_ids", "token_type_ids", "inv_freq", ".attn.bias", ".attn.masked_bias"))


def _part(name: str) -> str:
    """The part of a model that a weight belongs to."""
    return ".".join(name.split(".")[:2])[:80]


def _shown(names: Collection[str]) -> str:
    """The first of some names, and how many there are."""
    first, *others = sorted(names)
    return f"{first[:80]} and {len(others):,} more" if others else first[:80]


def _sharpen_rotation(model: Any) -> None:
    """Compute RoFormer's table of angles anew: files keep it, and one in half precision is off by 2e-4.

    It is a formula and was never learned (Su et al. 2021, https://arxiv.org/abs/2104.09864, section 3.2.2).
    """
    if model.config.model_type == "roformer":
        table = model.roformer.encoder.embed_positions
        with torch.no_grad():
            table.weight.copy_(table.create_weight())
