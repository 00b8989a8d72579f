"""Ablation of the input embeddings: leave a part out for every token, and predict the blank again.

The vectors are passed to the model as ``inputs_embeds``, minus what it adds to them itself, so that one formula serves
every architecture.
"""

from collections.abc import Collection, Iterable, Sequence

import torch

from components.input.model.results import ChangedInput, PartAblation, name_without
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import masked_ids
from components.model.inference.threads import set_thread_count
from components.model.input_vectors.embeddings import embedding_parts, segment_count, segment_ids
from components.model.input_vectors.results import EmbeddingPart
from components.model.results import Candidate, Tokens

WHOLE, SWAPPED = "complete input", "segments swapped"
CANDIDATE_COUNT = 5  # of each row


def changed_inputs(
    opened: OpenModel,
    ids: torch.Tensor,
    segments: Sequence[int],
    parts: dict[EmbeddingPart, torch.Tensor],
    together: Collection[EmbeddingPart] = (),
) -> dict[str, torch.Tensor]:
    """The sum for every token, whole and changed, by what was changed. *Shape:* (token, width) each.

    Args:
        opened: The model.
        ids: The tokens.
        segments: Their segments.
        parts: What is added up.
        together: Parts that are also left out together.
    """
    total = torch.stack(list(parts.values())).sum(dim=0)
    sums = {WHOLE: total}
    sums |= {name_without([part]): total - values for part, values in parts.items()}
    if len(together) > 1:
        sums[name_without(together)] = total - torch.stack([parts[part] for part in together]).sum(dim=0)
    if segment_count(opened) > 1:
        others = embedding_parts(opened, ids, [1 - segment for segment in segments])
        sums[SWAPPED] = total - parts[EmbeddingPart.SEGMENT] + others[EmbeddingPart.SEGMENT]
    return sums


@torch.inference_mode()
def ablate_parts(
    opened: OpenModel,
    tokens: Tokens,
    masked: Iterable[int],
    blank: int,
    answer: int,
    *,
    together: Collection[EmbeddingPart] = (),
) -> PartAblation:
    """A blank with every part of the input in place, then without one at a time, and without several ``together``.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: Positions to mask beside those typed.
        blank: The position asked about.
        answer: The token whose probability is followed.
        together: Parts that are also left out together; those that the model adds.

    Raises:
        UserError: The model knows no mask.
    """
    ids = torch.tensor(masked_ids(opened, tokens, {*masked, blank}), device=opened.device.torch_device)
    segments = segment_ids(opened, tokens)
    parts = embedding_parts(opened, ids, segments)
    inputs = changed_inputs(opened, ids, segments, parts, together)
    by_itself = inputs[WHOLE] - parts[EmbeddingPart.TOKEN]  # what the model adds to ``inputs_embeds``
    vectors = torch.stack([wanted - by_itself for wanted in inputs.values()])  # (row, token, width)
    set_thread_count(opened.parameters * vectors.shape[0] * vectors.shape[1])
    attention_mask = torch.ones(vectors.shape[:2], dtype=torch.long, device=vectors.device)
    types = torch.tensor([segments] * len(inputs), device=vectors.device)
    token_types = {"token_type_ids": types} if EmbeddingPart.SEGMENT in parts else {}
    hidden = opened.model.base_model(
        inputs_embeds=vectors, attention_mask=attention_mask, **token_types
    ).last_hidden_state
    probabilities = opened.head(hidden[:, blank]).float().softmax(dim=-1).cpu()  # (row, vocabulary)
    rows = tuple(
        ChangedInput(
            name,
            _candidates(opened, row),
            float(row[answer]),
            int((row > row[answer]).sum()) + 1,
        )
        for name, row in zip(inputs, probabilities, strict=True)
    )
    return PartAblation(opened.tokenizer.candidate(answer, rows[0].probability), rows, opened.conditions)


def _candidates(opened: OpenModel, probabilities: torch.Tensor) -> tuple[Candidate, ...]:
    top = probabilities.topk(min(CANDIDATE_COUNT, len(probabilities)))
    pairs = zip(top.indices.tolist(), top.values.tolist(), strict=True)
    return tuple(opened.tokenizer.candidate(i, p) for i, p in pairs)
