"""One forward pass: a batch of sentences in, vectors out."""

import inspect
import logging
from collections.abc import Sequence
from typing import Any

import torch

from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.inference.additive_mask import additive_mask
from components.model.inference.attention_mask import AttentionMask
from components.model.inference.memory import reports_out_of_memory
from components.model.inference.threads import is_worth_all_cores, set_thread_count
from components.model.results import Floats, Tokens, Trace

_LOG = logging.getLogger(__name__)
TRACE_TOKEN_LIMIT = 512  # tokens: weights grow with their square, to 151 MB at BERT-base


def pad(
    rows: Sequence[Sequence[int]],
    device: torch.device,
    *,
    fill: int = 0,
    attention_masks: Sequence[Sequence[bool] | None] | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Rows of ids as one rectangle, and which of it may be looked at: the text, not what fills up the rectangle.

    Args:
        rows: Token ids.
        device: Where the tensors go.
        fill: The id that fills up the shorter rows.
        attention_masks: For every row, which of its positions may be looked at; None is all of them.

    Returns:
        ids, attended. *Shape:* (batch, length), (batch, length)
    """
    length = max(len(row) for row in rows)
    ids = torch.full((len(rows), length), fill, dtype=torch.long)
    attended = torch.zeros((len(rows), length), dtype=torch.long)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = torch.tensor(row)
        of_row = attention_masks[number] if attention_masks else None
        attended[number, : len(row)] = 1 if of_row is None else torch.tensor(of_row, dtype=torch.long)
    return ids.to(device), attended.to(device)


@reports_out_of_memory
def encode(opened: OpenModel, ids: torch.Tensor, attention_mask: torch.Tensor, **options: Any) -> Any:
    """One pass through a model without its head.

    Args:
        opened: A model.
        ids: *Shape:* (batch, length)
        attention_mask: What may be looked at. *Shape:* (batch, length), or (batch, 1, query, key) to be added.
        **options: What transformers is asked for beside the vectors.
    """
    set_thread_count(opened.parameters * ids.numel())
    return opened.model.base_model(input_ids=ids, attention_mask=attention_mask, **options)


@torch.inference_mode()
def last_hidden_state(
    opened: OpenModel, rows: Sequence[Sequence[int]], *, attention_masks: Sequence[Sequence[bool] | None] | None = None
) -> torch.Tensor:
    """The last layer's vectors of a batch, every token looking at all positions of its row that are ``seen``.

    ONNX Runtime computes them where it can on one core, since it takes about half the time for that.

    *Shape:* (batch, length, width)
    """
    fill = opened.model.config.pad_token_id or 0
    ids, attended = pad(rows, opened.device.torch_device, fill=fill, attention_masks=attention_masks)
    compiled = opened.compiled
    if compiled is not None and not is_worth_all_cores(opened.parameters * ids.numel()):
        try:
            return compiled(ids, attended)
        except Exception:  # the runtime's errors have no common class
            _LOG.exception("ONNX Runtime failed; PyTorch answers.")
    hidden: torch.Tensor = encode(opened, ids, attended).last_hidden_state
    return hidden


@torch.inference_mode()
def hidden_states(opened: OpenModel, rows: Sequence[Sequence[int]]) -> tuple[torch.Tensor, ...]:
    """The vectors of a batch after every layer, as the model gives them; the first are the embeddings.

    *Shape:* (batch, length, width) each, layer + 1 of them
    """
    fill = opened.model.config.pad_token_id or 0
    ids, attended = pad(rows, opened.device.torch_device, fill=fill)
    out = encode(opened, ids, attended, output_hidden_states=True)
    return tuple(out.hidden_states)


@torch.inference_mode()
def hidden_by_layer(opened: OpenModel, ids: Sequence[int], position: int) -> torch.Tensor:
    """One token's vector after every layer, ready for the vocabulary head; the first is the embedding.

    Where the architecture normalises only what leaves its last layer (ModernBERT), every other layer is normalised in
    the same way here, since the vocabulary head expects such vectors.

    *Shape:* (layer + 1, width)
    """
    *before, last = (layer[0, position] for layer in hidden_states(opened, [ids]))  # the last is normalised already
    normalise = getattr(opened.model.base_model, "final_norm", None)
    return torch.stack([*(vector if normalise is None else normalise(vector) for vector in before), last])


@reports_out_of_memory
@torch.inference_mode()
def trace(opened: OpenModel, tokens: Tokens, mask: AttentionMask | None = None) -> Trace:
    """Attention and hidden states of one sentence, or of a pair.

    Args:
        opened: A model opened to look inside.
        tokens: The sentence or the pair.
        mask: Who may look at whom; None is the model's own.

    Raises:
        ValueError: The model was opened to predict, so that it gives no attentions.
    """
    if opened.model.config._attn_implementation != Purpose.INSPECT.value:
        raise ValueError("attentions need a model opened with Purpose.INSPECT")
    device = opened.device.torch_device
    ids, seen = pad([tokens.ids], device)
    if mask is not None:
        allowed = torch.from_numpy(mask.allowed(len(tokens))).to(device)
        seen = additive_mask(allowed[None], opened.model.dtype)
    out = encode(
        opened, ids, seen, output_attentions=True, output_hidden_states=True, **token_type_arguments(opened, tokens)
    )
    return Trace(tokens, attention=_frozen(out.attentions), hidden=_frozen(out.hidden_states))


def has_segment_embeddings(opened: OpenModel) -> bool:
    """Whether a model is told which sentence of a pair a token is part of.

    It is not enough that it takes that: GPT-2 does, and reads it as words. It has to have vectors for it.
    """
    kinds = getattr(opened.model.config, "type_vocab_size", None) or 0
    taken = "token_type_ids" in inspect.signature(opened.model.base_model.forward).parameters
    return kinds > 1 and taken and opened.tokenizer.sets_token_type_ids


def token_type_arguments(opened: OpenModel, tokens: Tokens) -> dict[str, torch.Tensor]:
    """Which sentence of a pair every token is part of, for the models that are told."""
    if tokens.second is None or not has_segment_embeddings(opened):
        return {}
    segments = [token.segment for token in tokens.items]
    return {"token_type_ids": torch.tensor([segments], device=opened.device.torch_device)}


def _frozen(layers: Sequence[torch.Tensor]) -> Floats:
    """Layers of a batch of one as one array that nobody can write to: visitors share it."""
    found: Floats = torch.cat(list(layers)).float().cpu().numpy()
    found.flags.writeable = False
    return found
