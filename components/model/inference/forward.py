"""Forward passes: token ids in; predictions, hidden states and attentions out."""

import logging
from collections.abc import Sequence
from typing import Any

import torch

from components.model.arrays import make_read_only
from components.model.checkpoints.open_model import TORCH, OpenModel, Purpose
from components.model.compiled.graph import has_token_types
from components.model.inference.attention_mask import AttentionMask
from components.model.inference.edits import edits_are_active
from components.model.inference.memory import reports_out_of_memory
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.inference.threads import set_thread_count
from components.model.results import Floats, Tokens, Trace
from components.model.tokens.text_limits import is_visually_empty
from components.model.user_errors import too_many_tokens

_LOG = logging.getLogger(__name__)
MAX_CANDIDATES = 50  # for each predicted position
POSITIONS_PER_CHUNK = 256  # through the vocabulary head: 31 MB of logits for 30,522 tokens
TRACE_TOKEN_LIMIT = 512  # tokens: weights grow with their square, to 151 MB at BERT-base


def pad(
    rows: Sequence[Sequence[int]],
    device: torch.device,
    *,
    fill: int = 0,
    attention_masks: Sequence[Sequence[bool] | None] | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Pad rows of token ids to one length.

    Args:
        rows: Token ids.
        device: Where the tensors go.
        fill: The id of the padding.
        attention_masks: For each row, which of its positions are visible; None means all.

    Returns:
        The ids and the attention mask. *Shape:* (batch, length), (batch, length)
    """
    length = max(len(row) for row in rows)
    ids = torch.full((len(rows), length), fill, dtype=torch.long)
    attention_mask = torch.zeros((len(rows), length), dtype=torch.long)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = torch.tensor(row)
        mask = attention_masks[number] if attention_masks else None
        attention_mask[number, : len(row)] = 1 if mask is None else torch.tensor(mask, dtype=torch.long)
    return ids.to(device), attention_mask.to(device)


@reports_out_of_memory
def encode(opened: OpenModel, ids: torch.Tensor, attention_mask: torch.Tensor, **options: Any) -> Any:
    """Run a model's encoder, without its head.

    Args:
        opened: A model.
        ids: Token ids. *Shape:* (batch, length)
        attention_mask: *Shape:* (batch, length), or (batch, 1, query, key) if it is additive.
        **options: Further arguments of the encoder's ``forward``.

    Raises:
        OutOfMemory: Memory runs out.
    """
    set_thread_count(opened.parameters * ids.numel())
    return opened.model.base_model(input_ids=ids, attention_mask=attention_mask, **options)


def last_hidden_state(
    opened: OpenModel,
    rows: Sequence[Sequence[int]],
    *,
    attention_masks: Sequence[Sequence[bool] | None] | None = None,
    segments: Sequence[Sequence[int]] | None = None,
    positions: Sequence[Sequence[int]] | None = None,
) -> torch.Tensor:
    """The vectors of a batch after the last layer. Arguments are those of :func:`encode_rows`.

    *Shape:* (batch, length, width), or (batch, position, width) for some positions
    """
    return encode_rows(opened, rows, attention_masks=attention_masks, segments=segments, positions=positions)[0]


@torch.inference_mode()
def encode_rows(
    opened: OpenModel,
    rows: Sequence[Sequence[int]],
    *,
    attention_masks: Sequence[Sequence[bool] | None] | None = None,
    segments: Sequence[Sequence[int]] | None = None,
    positions: Sequence[Sequence[int]] | None = None,
) -> tuple[torch.Tensor, str]:
    """The vectors of a batch after the last layer, and what computed them.

    ONNX Runtime computes them if the encoder is compiled and nothing is edited: it takes about half of PyTorch's time,
    and its last layer computes the requested positions only.

    Args:
        opened: A model.
        rows: Token ids.
        attention_masks: For each row, which of its positions are visible; None means all.
        segments: For each row, the sentence of each token; ignored by models without segment embeddings.
        positions: For each row, the positions whose vectors are requested; None means all. Rows with fewer of them are
            filled with position 0.

    Returns:
        The vectors, and the name and version of the runtime. *Shape:* (batch, length, width), or
        (batch, position, width) for some positions
    """
    fill = opened.model.config.pad_token_id or 0
    device = opened.device.torch_device
    ids, attention_mask = pad(rows, device, fill=fill, attention_masks=attention_masks)
    token_types = None if segments is None or not has_segment_embeddings(opened) else pad(segments, device)[0]
    selected = None if positions is None else pad(positions, device)[0]
    compiled = opened.compiled
    if compiled is not None and not edits_are_active():
        try:
            return compiled(ids, attention_mask, token_types, selected), compiled.runtime
        except Exception:  # the runtime's errors have no common class
            _LOG.exception("ONNX Runtime failed; PyTorch answers.")
    options = {} if token_types is None else {"token_type_ids": token_types}
    hidden = encode(opened, ids, attention_mask, **options).last_hidden_state
    return hidden if selected is None else hidden.take_along_dim(selected[:, :, None], dim=1), TORCH


@reports_out_of_memory
@torch.inference_mode()
def predict_batch(opened: OpenModel, inputs: Sequence[PredictionInput]) -> list[PredictionOutput]:
    """Predict a batch in one forward pass, with the vocabulary head on the requested positions only.

    The head reads a bounded number of positions at a time: every token of every sentence may be masked, and the logits
    of a full batch would take gigabytes.

    Raises:
        OutOfMemory: Memory runs out.
    """
    hidden, runtime = encode_rows(opened, [q.ids for q in inputs], positions=[q.positions for q in inputs])
    counts = [len(item.positions) for item in inputs]
    requested = torch.arange(hidden.shape[1]) < torch.tensor(counts)[:, None]
    vectors = hidden[requested.to(hidden.device)]  # (position, width)
    targets = torch.tensor([t for q in inputs for t in q.targets or (0,) * len(q.positions)], device=hidden.device)
    full = torch.tensor([q.full_distribution for q in inputs for _ in q.positions], device=hidden.device)
    temperatures = torch.tensor([[q.temperature] for q in inputs for _ in q.positions], device=hidden.device)
    set_thread_count(vectors.numel() * int(opened.model.config.vocab_size))
    chunks, distributions = [], []
    for chunk, target, keep, temperature in zip(
        *(torch.split(t, POSITIONS_PER_CHUNK) for t in (vectors, targets, full, temperatures)), strict=True
    ):
        logits = opened.head(chunk).float()  # (some positions, vocabulary)
        log_probabilities = (logits / temperature).log_softmax(dim=-1)
        chunks.append(_read_logits(log_probabilities, target))
        distributions.append(log_probabilities[keep].cpu())
    per_input = zip(*(torch.split(torch.cat(part), counts) for part in zip(*chunks, strict=True)), strict=True)
    full_distributions = iter(
        torch.split(torch.cat(distributions), [len(q.positions) for q in inputs if q.full_distribution])
    )
    return [
        PredictionOutput(
            top_ids,
            top,
            entropy,
            log_probability=of_target if item.targets is not None else None,
            rank=rank if item.targets is not None else None,
            distribution=next(full_distributions) if item.full_distribution else None,
            runtime=runtime,
        )
        for item, (top_ids, top, entropy, of_target, rank) in zip(inputs, per_input, strict=True)
    ]


def _read_logits(log_probabilities: torch.Tensor, targets: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """The first five fields of a :class:`PredictionOutput` for some positions.

    *Shape:* ``log_probabilities`` (position, vocabulary), ``targets`` (position,)
    """
    probabilities = log_probabilities.exp()
    top = probabilities.topk(min(MAX_CANDIDATES, probabilities.shape[-1]), dim=-1)
    entropy = -(probabilities * log_probabilities).nan_to_num(0.0).sum(dim=-1)
    of_target = log_probabilities.gather(1, targets[:, None])  # (position, 1)
    rank = (log_probabilities > of_target).sum(dim=-1) + 1
    return top.indices.cpu(), top.values.cpu(), entropy.cpu(), of_target[:, 0].cpu(), rank.cpu()


@torch.inference_mode()
def hidden_states(opened: OpenModel, rows: Sequence[Sequence[int]]) -> tuple[torch.Tensor, ...]:
    """The vectors of a batch after every layer, as the model returns them; the first are the embeddings.

    *Shape:* layer + 1 tensors of (batch, length, width)
    """
    fill = opened.model.config.pad_token_id or 0
    ids, attention_mask = pad(rows, opened.device.torch_device, fill=fill)
    out = encode(opened, ids, attention_mask, output_hidden_states=True)
    return tuple(out.hidden_states)


def traced_tokens(opened: OpenModel, sentence: str, second: str = "") -> Tokens:
    """A sentence tokenized for :func:`trace`, or a pair unless ``second`` is empty.

    Raises:
        UserError: A text cannot be read.
        TooLong: There are more than :data:`TRACE_TOKEN_LIMIT` tokens.
    """
    tokenizer = opened.tokenizer
    tokens = tokenizer.tokens(sentence) if is_visually_empty(second) else tokenizer.pair(sentence, second)
    if len(tokens) > TRACE_TOKEN_LIMIT:
        raise too_many_tokens(len(tokens), TRACE_TOKEN_LIMIT, "for attention")
    return tokens


@reports_out_of_memory
@torch.inference_mode()
def trace(opened: OpenModel, tokens: Tokens, mask: AttentionMask | None = None) -> Trace:
    """Attention and hidden states of one sentence, or of a pair.

    Args:
        opened: A model opened for inspection.
        tokens: The sentence or the pair.
        mask: Which token may attend to which; None is the model's default.

    Raises:
        ValueError: The model was opened to predict, so it returns no attentions.
    """
    if opened.model.config._attn_implementation != Purpose.INSPECT.value:
        raise ValueError("attentions need a model opened with Purpose.INSPECT")
    device = opened.device.torch_device
    ids, attention_mask = pad([tokens.ids], device)
    if mask is not None:
        allowed = torch.from_numpy(mask.allowed(len(tokens))).to(device)
        attention_mask = additive_mask(allowed[None], opened.model.dtype)
    out = encode(
        opened,
        ids,
        attention_mask,
        output_attentions=True,
        output_hidden_states=True,
        **token_type_arguments(opened, tokens),
    )
    return Trace(tokens, attention=concatenate_layers(out.attentions), hidden=concatenate_layers(out.hidden_states))


def has_segment_embeddings(opened: OpenModel) -> bool:
    """Whether a model has embeddings that tell the sentences of a pair apart, and its tokenizer says which is which."""
    return has_token_types(opened.model.base_model) and opened.tokenizer.sets_token_type_ids


def token_type_arguments(opened: OpenModel, tokens: Tokens) -> dict[str, torch.Tensor]:
    """The encoder argument ``token_type_ids`` for a pair; empty for one sentence and for models without segments."""
    if tokens.second is None or not has_segment_embeddings(opened):
        return {}
    segments = [token.segment for token in tokens.items]
    return {"token_type_ids": torch.tensor([segments], device=opened.device.torch_device)}


def concatenate_layers(layers: Sequence[torch.Tensor]) -> Floats:
    """The tensors of all layers, for a batch of one, as one read-only array."""
    return make_read_only(torch.cat(list(layers)).float().cpu().numpy())


def additive_mask(allowed: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Convert a boolean mask to an additive one.

    Args:
        allowed: True where a key is visible and is not padding. *Shape:* (batch, query, key)
        dtype: The model's dtype.

    Returns:
        0 or the lowest number of ``dtype``. *Shape:* (batch, 1, query, key)
    """
    scores = torch.zeros(allowed.shape, dtype=dtype, device=allowed.device)
    return scores.masked_fill(~allowed, torch.finfo(dtype).min)[:, None]
