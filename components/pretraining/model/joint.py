"""BERT's two objectives on one input: masked words from their own vectors, next sentence from that of [CLS]."""

from collections.abc import Callable, Sequence

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import encode, token_type_arguments
from components.model.inference.prediction import masked_ids
from components.model.results import MaskPrediction, Tokens
from components.model.user_errors import NothingMasked
from components.pretraining.model.joint_results import JointLosses, MaskedTarget

CANDIDATES = 6


@torch.inference_mode()
def joint_losses(
    opened: OpenModel,
    next_sentence_head: Callable[[torch.Tensor], torch.Tensor],
    pair: Tokens,
    masked: Sequence[int],
) -> JointLosses:
    """Both losses of a masked pair, from one pass (Devlin et al. 2018, section 3.1).

    Args:
        opened: A masked model, opened for inspection.
        next_sentence_head: The logits of "follows" and "elsewhere" from the vector of [CLS].
        pair: Two sentences.
        masked: Positions that become [MASK]; the tokens there are the targets.

    Raises:
        NothingMasked: No position is masked.
    """
    positions = tuple(sorted(masked))
    if not positions:
        raise NothingMasked
    ids = torch.tensor([masked_ids(opened, pair, positions)], device=opened.device.torch_device)
    hidden = encode(opened, ids, torch.ones_like(ids), **token_type_arguments(opened, pair)).last_hidden_state[0]
    scores = opened.head(hidden[list(positions)].to(opened.model.dtype)).double().log_softmax(dim=-1).cpu()
    targets = []
    for row, position in zip(scores, positions, strict=True):
        token = pair.items[position]
        top = row.topk(CANDIDATES)
        candidates = tuple(
            opened.tokenizer.candidate(token_id, probability)
            for token_id, probability in zip(top.indices.tolist(), top.values.exp().tolist(), strict=True)
        )
        entropy = -float((row.exp() * row).nan_to_num(0.0).sum())
        prediction = MaskPrediction(position, token.text, candidates, entropy, hidden_continues=token.continues)
        targets.append(MaskedTarget(prediction, -float(row[token.id])))
    follows = float(next_sentence_head(hidden[0].float().cpu()).double().softmax(dim=-1)[0])
    return JointLosses(pair, tuple(targets), follows, opened.conditions)
