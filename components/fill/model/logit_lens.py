"""The logit lens: the vocabulary head applied to a blank's vector after every layer.

Source (nostalgebraist 2020, https://www.lesswrong.com/posts/AcKRB8wDpdaN6v6ru/interpreting-gpt-the-logit-lens)
; stopping the computation there is called early exit. The head was trained on the last layer only.
"""

from collections.abc import Sequence

import torch

from components.model.blanks.occlusion import masked_positions_including
from components.model.blanks.results import LayerPrediction
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import hidden_by_layer
from components.model.inference.prediction import masked_ids
from components.model.results import Tokens


@torch.inference_mode()
def logit_lens(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], blank: int, answer: int
) -> tuple[LayerPrediction, ...]:
    """The prediction at ``blank`` before the first layer and after each, and what it gives the token ``answer``.

    The last reading is the model's actual prediction.

    Raises:
        NothingMasked: There is no blank at that position.
        UserError: A position cannot be masked.
    """
    ids = masked_ids(opened, tokens, masked_positions_including(tokens, masked, blank))
    scores = opened.head(hidden_by_layer(opened, ids, blank)).float()  # (layer + 1, vocabulary)
    probabilities = scores.softmax(dim=-1)
    first = probabilities.max(dim=-1)
    of_answer = probabilities[:, answer]
    ranks = (probabilities > of_answer[:, None]).sum(dim=-1) + 1
    columns = (of_answer.tolist(), ranks.tolist(), first.indices.tolist(), first.values.tolist())
    return tuple(
        LayerPrediction(layer, probability, rank, opened.tokenizer.candidate(piece, of_first))
        for layer, (probability, rank, piece, of_first) in enumerate(zip(*columns, strict=True))
    )
