"""What a part of the input vectors is worth: take it away from every piece, and ask the blank again.

The vectors are handed to the model in place of ids (``inputs_embeds``), less what it will add by itself: so one
formula serves every architecture, and the rest of the pass is the model's own.
"""

from collections.abc import Iterable

import torch

from components.input.model.embeddings import added, segment_kinds, segments_of
from components.input.model.results import Changed, Part, WithoutParts
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import MOST_CANDIDATES, masked_ids
from components.model.inference.threads import take_cores
from components.model.results import Candidate, Tokens

WHOLE, SWAPPED = "as it is", "segments swapped"
_WITHOUT = "no {part}s"


def changed_inputs(opened: OpenModel, tokens: Tokens, ids: tuple[int, ...]) -> dict[str, torch.Tensor]:
    """The sum for every piece, whole and changed, by what was changed. *Shape:* (token, width) each."""
    tensor = torch.tensor(ids, device=opened.device.torch_device)
    segments = segments_of(opened, tokens)
    parts = added(opened, tensor, segments)
    total = torch.stack(list(parts.values())).sum(dim=0)
    found = {WHOLE: total}
    found |= {_WITHOUT.format(part=part.value): total - values for part, values in parts.items()}
    if segment_kinds(opened) > 1:
        others = added(opened, tensor, [1 - segment for segment in segments])
        found[SWAPPED] = total - parts[Part.SEGMENT] + others[Part.SEGMENT]
    return found


@torch.inference_mode()
def without_parts(
    opened: OpenModel, tokens: Tokens, masked: Iterable[int], blank: int, answer: int, *, count: int = 5
) -> WithoutParts:
    """A blank with every part of the input in place, then without one at a time.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: Positions to mask beside those typed.
        blank: The position asked about.
        answer: The piece whose probability is followed.
        count: Candidates of each row.

    Raises:
        UserError: The model knows no mask.
    """
    ids = masked_ids(opened, tokens, {*masked, blank})
    inputs = changed_inputs(opened, tokens, ids)
    usual = added(opened, torch.tensor(ids, device=opened.device.torch_device), segments_of(opened, tokens))
    own = sum((values for part, values in usual.items() if part is not Part.TOKEN), torch.zeros_like(inputs[WHOLE]))
    vectors = torch.stack([wanted - own for wanted in inputs.values()])  # (row, token, width)
    take_cores(opened.parameters * vectors.shape[0] * vectors.shape[1])
    seen = torch.ones(vectors.shape[:2], dtype=torch.long, device=vectors.device)
    types = torch.tensor([segments_of(opened, tokens)] * len(inputs), device=vectors.device)
    told = {"token_type_ids": types} if Part.SEGMENT in usual else {}
    hidden = opened.model.base_model(inputs_embeds=vectors, attention_mask=seen, **told).last_hidden_state
    probabilities = opened.head(hidden[:, blank]).float().softmax(dim=-1).cpu()  # (row, vocabulary)
    rows = tuple(
        Changed(
            name,
            _candidates(opened, row, count),
            float(row[answer]),
            int((row > row[answer]).sum()) + 1,
        )
        for name, row in zip(inputs, probabilities, strict=True)
    )
    tokenizer = opened.tokenizer
    first = Candidate(tokenizer.text(answer), rows[0].probability, tokenizer.continues(answer))
    return WithoutParts(first, rows, opened.conditions)


def _candidates(opened: OpenModel, probabilities: torch.Tensor, count: int) -> tuple[Candidate, ...]:
    top = probabilities.topk(min(count, MOST_CANDIDATES, len(probabilities)))
    named = opened.tokenizer
    return tuple(
        Candidate(named.text(i), p, named.continues(i))
        for i, p in zip(top.indices.tolist(), top.values.tolist(), strict=True)
    )
