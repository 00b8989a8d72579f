"""Loads models, one at a time, and caches the most recently used.

There is one lock for the process: two concurrent ``from_pretrained`` calls can leave a method of transformers patched,
after which every later load fails. The lock is not held while a model computes, nor needed for a cached model.
"""

import dataclasses
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
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
    PretrainedConfig,
    PreTrainedModel,
)

from components.model.checkpoints.adapter import merge_adapter
from components.model.checkpoints.device import Device, best_device
from components.model.checkpoints.int8_weights import load_weights
from components.model.checkpoints.lm_heads import no_head, vocabulary_head
from components.model.checkpoints.open_model import OpenModel, Predictor, Purpose, position_offset
from components.model.checkpoints.records import Bundled, InFolder, ModelRecord, Role, TaskHead
from components.model.checkpoints.trial import try_model
from components.model.checkpoints.weight_changes import add_changes
from components.model.compiled.store import GraphStore
from components.model.inference.forward import predict_batch
from components.model.run_queue import yield_turn
from components.model.tokens.tokenization import SentenceTokenizer, is_panic
from components.model.user_errors import ModelUnavailable

if TYPE_CHECKING:
    from components.model.compiled.encoder import CompiledEncoder

transformers.utils.logging.set_verbosity_error()
transformers.utils.logging.disable_progress_bar()


EAGER_ONLY = frozenset({"roformer"})  # transformers has no fused attention for them
LOAD_LOCK = threading.RLock()
_CLASSES = {Role.MASKED: AutoModelForMaskedLM, Role.CAUSAL: AutoModelForCausalLM, Role.ENCODER: AutoModel}
_HEAD_CLASSES = {
    TaskHead.TEXT: AutoModelForSequenceClassification,
    TaskHead.WORDS: AutoModelForTokenClassification,
    TaskHead.SPAN: AutoModelForQuestionAnswering,
}


class _CannotOpen(Exception):
    """A checkpoint cannot be used. The message is the reason, worded as the end of a sentence."""


class Loader:
    """Loads models by record, with a cache that drops the least recently used.

    Args:
        weights_folder: Returns the folder of a record's weights, or None if they are not on this machine.
        capacity: The largest number of cached models.
        parameter_limit: The largest sum of their parameters: twice the pocket family, or a few models of common sizes.
        device: The device of the models; the best one if None.
        predictor: Computes predictions; by default without batching.
        graphs: The source of compiled encoders; if None, PyTorch runs all models.

    Attributes:
        device: The device of the models.
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
        self._weights_folder, self._capacity, self._parameter_limit = weights_folder, capacity, parameter_limit
        self.device = device or best_device()
        self._predictor, self._graphs = predictor, graphs
        self._open: OrderedDict[tuple[str, Purpose], OpenModel] = OrderedDict()
        self._cache_lock = threading.Lock()  # held only while ``_open`` is read or changed

    def open(self, record: ModelRecord, purpose: Purpose = Purpose.PREDICT) -> OpenModel:
        """The model of ``record``, from the cache or loaded.

        Raises:
            ModelUnavailable: The model is not on this machine, or its files cannot be read.
        """
        key = (record.id, purpose)
        if (opened := self._cached(key)) is not None:
            return opened
        with yield_turn(), LOAD_LOCK:  # the turn comes back after the lock is released
            if (opened := self._cached(key)) is not None:  # another thread opened it while this one waited
                return opened
            opened = self._load(record, purpose)
            with self._cache_lock:
                self._open[key] = opened
                while self._is_over_limit():
                    self._open.popitem(last=False)
            return opened

    def _is_over_limit(self) -> bool:
        parameters = sum(opened.parameters for opened in self._open.values())
        return len(self._open) > self._capacity or (len(self._open) > 1 and parameters > self._parameter_limit)

    def _cached(self, key: tuple[str, Purpose]) -> OpenModel | None:
        with self._cache_lock:
            if key in self._open:
                self._open.move_to_end(key)
            return self._open.get(key)

    def _load(self, record: ModelRecord, purpose: Purpose) -> OpenModel:
        folder = self._weights_folder(record)
        if folder is None or not folder.is_dir():
            raise ModelUnavailable(f"{record.name} is not on this machine yet. Download it, or choose another model.")
        auto: Any = _CLASSES[record.role] if record.task_head is None else _HEAD_CLASSES[record.task_head]
        unused: tuple[str, ...] = ()
        try:
            config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
            reset_options(config)
            attention = attention_implementation(config, purpose)
            if isinstance(record.home, Bundled) and record.home.weights is not None:
                model = auto.from_config(config, attn_implementation=attention, dtype=torch.float32)
                unread = load_weights(model, record.home.weights)
            else:
                # trust_remote_code and pickled weights stay off whatever a folder's configuration asks for.
                model, loaded = auto.from_pretrained(
                    folder,
                    config=config,
                    ignore_mismatched_sizes=True,  # reported below
                    local_files_only=True,
                    use_safetensors=True,
                    trust_remote_code=False,
                    attn_implementation=attention,
                    dtype=torch.float32,
                    output_loading_info=True,
                )
                _check_sizes(loaded["mismatched_keys"])
                unread = loaded["missing_keys"]
                _check_unexpected(model, loaded["unexpected_keys"])
                if isinstance(record.home, InFolder):
                    unused = tuple(
                        sorted({_submodule_name(name) for name in loaded["unexpected_keys"] if not _is_buffer(name)})
                    )
            if isinstance(record.home, Bundled) and record.home.adapter is not None:
                merge_adapter(model.base_model, record.home.adapter)
            if isinstance(record.home, Bundled) and record.home.changes is not None:
                add_changes(model, record.home.changes)
            # transformers initialises missing weights at random, and such predictions look like any others.
            spare = (
                record.role is Role.ENCODER and record.task_head is not TaskHead.TEXT
            )  # nothing there reads a pooler
            missing = {key for key in unread if not (spare and "pooler" in key)}
            if missing:
                raise _CannotOpen(f"it lacks weights ({_names_text(missing)})")
            tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
            opened = _open_loaded(record, model, tokenizer, self.device, self._predictor)
        except _CannotOpen as error:
            raise ModelUnavailable(f"{record.name} could not be opened: {error}. Choose another model.") from error
        except Exception as error:  # damaged files raise errors of many kinds: SafetensorError is a bare Exception
            raise ModelUnavailable(
                f"{record.name} could not be opened: its files are damaged or in an unknown format"
                f"{_first_line(error)}. Choose another model."
            ) from error
        except BaseException as error:
            if not is_panic(error):
                raise
            raise ModelUnavailable(
                f"{record.name} could not be opened: its tokenizer is damaged. Choose another model."
            ) from error
        _recompute_rotary_table(model)
        model.to(self.device.torch_device).eval().requires_grad_(False)
        opened = dataclasses.replace(opened, unused_weights=unused)
        if isinstance(record.home, InFolder):
            try:
                try_model(opened)
            except Exception as error:
                raise ModelUnavailable(
                    f"{record.name} opens, but cannot read a sentence{_first_line(error)}. Choose another model."
                ) from error
        return dataclasses.replace(opened, compiling=self._compile(model.base_model, folder, purpose))

    def _compile(
        self, encoder: PreTrainedModel, folder: Path, purpose: Purpose
    ) -> "Future[CompiledEncoder | None] | None":
        """The compiled encoder of a model opened to predict on the CPU; None otherwise."""
        if self._graphs is None or purpose is not Purpose.PREDICT or self.device.kind != "cpu":
            return None
        return self._graphs.compile(encoder, folder)


def open_loaded(record: ModelRecord, model: PreTrainedModel, tokenizer: Any, device: Device) -> OpenModel:
    """A model that is in memory already, on ``device``, with its tokenizer. Nothing of either is changed.

    Raises:
        ModelUnavailable: The two do not fit each other, or their architecture is not supported.
    """
    try:
        return _open_loaded(record, model, tokenizer, device, predict_batch)
    except (_CannotOpen, TypeError) as error:
        raise ModelUnavailable(f"{record.name} cannot be used: {error}.") from error


def _open_loaded(
    record: ModelRecord, model: PreTrainedModel, tokenizer: Any, device: Device, predictor: Predictor
) -> OpenModel:
    if not all(bool(weights.isfinite().all()) for weights in model.parameters()):
        raise _CannotOpen("some of its weights are NaN or infinite (did its training fail?)")
    # A BERT tokenizer without files opens without an error, with special tokens as its only vocabulary.
    if not len(tokenizer.all_special_ids) < len(tokenizer):
        raise _CannotOpen("its tokenizer has no vocabulary")
    if len(tokenizer) > model.config.vocab_size:
        raise _CannotOpen(
            f"its tokenizer has {len(tokenizer):,} tokens, but weights for only {model.config.vocab_size:,}"
        )
    if not tokenizer.is_fast:
        raise _CannotOpen("it has no fast tokenizer, which is needed for the positions of tokens")
    if record.role is Role.MASKED and tokenizer.mask_token_id is None:
        raise _CannotOpen("it predicts masked words, but its tokenizer has no mask token")
    positions = model.config.max_position_embeddings - position_offset(model.config)
    return OpenModel(
        record=record,
        model=model,
        tokenizer=SentenceTokenizer(tokenizer, positions=positions),
        head=no_head(record.name) if record.role is Role.ENCODER else vocabulary_head(model),
        device=device,
        parameters=model.num_parameters(),
        predictor=predictor,
    )


def attention_implementation(config: PretrainedConfig, purpose: Purpose) -> str:
    """The attention implementation in which a model is opened for a purpose."""
    return (Purpose.INSPECT if config.model_type in EAGER_ONLY else purpose).value


def reset_options(config: Any) -> None:
    """Reset what a configuration may say about how a model is run, and not about what it computes.

    With chunks, only texts of certain lengths can be read; without ``return_dict``, results have no names.
    """
    config.chunk_size_feed_forward = 0
    config.return_dict, config.output_attentions, config.output_hidden_states = True, False, False


def _check_sizes(mismatched: Iterable[tuple[str, Sequence[int], Sequence[int]]]) -> None:
    """Check that all weights have the sizes that follow from the configuration.

    Raises:
        _CannotOpen: They have not.
    """
    for name, stored, expected in sorted(mismatched):
        sizes = (" × ".join(f"{size:,}" for size in shape) for shape in (stored, expected))
        raise _CannotOpen("its weight {} is {}, but its configuration says {}".format(name[:80], *sizes))


def _first_line(error: Exception) -> str:
    """The first line of an error, in brackets. Nothing if it has a slash: visitors must not see the server's paths."""
    line = str(error).strip().partition("\n")[0][:160].rstrip(".:")
    return f" ({line})" if line and line.isprintable() and not {"/", "\\"} & set(line) else ""


def _check_unexpected(model: Any, names: Collection[str]) -> None:
    """Check that the weights ignored by transformers are only those of heads, poolers and buffers.

    A model without some weights of its encoder, such as those of relative positions, would compute something else.

    Raises:
        _CannotOpen: Weights of the encoder are ignored.
    """
    base = model.base_model
    parts = {name for name, _ in base.named_children()} - {"pooler"}
    prefix = f"{model.base_model_prefix}."
    left_out = {name for name in names if name.removeprefix(prefix).split(".")[0] in parts and not _is_buffer(name)}
    if left_out:
        raise _CannotOpen(
            f"its encoder has weights that this version of transformers does not use ({_names_text(left_out)})"
        )


def _is_buffer(name: str) -> bool:
    """Whether this is a buffer that older versions of transformers saved with the weights."""
    return name.endswith(("position_ids", "token_type_ids", "inv_freq", ".attn.bias", ".attn.masked_bias"))


def _submodule_name(name: str) -> str:
    """The name of the submodule that a weight belongs to."""
    return ".".join(name.split(".")[:2])[:80]


def _names_text(names: Collection[str]) -> str:
    """A text with the first name and the number of others."""
    first, *others = sorted(names)
    return f"{first[:80]} and {len(others):,} more" if others else first[:80]


def _recompute_rotary_table(model: Any) -> None:
    """Recompute RoFormer's table of angles, which is off by 2e-4 in files with half precision.

    It follows from a formula and is not learned (Su et al. 2021, https://arxiv.org/abs/2104.09864, section 3.2.2).
    """
    if model.config.model_type == "roformer":
        table = model.roformer.encoder.embed_positions
        with torch.no_grad():
            table.weight.copy_(table.create_weight())
