"""Explanations by attention: how much of each word reaches the blank.

Attention rollout follows attention weights (Abnar & Zuidema 2020, https://arxiv.org/abs/2005.00928). A weight says
little about a word whose value vector is short. So the second explanation follows the length of what is sent instead,
‖Σ α f(x)‖, the sum over heads of weight × value × output matrix (Kobayashi et al. 2020,
https://arxiv.org/abs/2004.10102), with each row divided by its sum. In both, half of each vector passes a layer
unchanged, as in the paper on rollout; biases of the output matrix, the feed-forward layers and the LayerNorms play no
part.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from components.fill.model.gradients import explained_positions
from components.fill.model.results import Attribution, Explanation
from components.model.arrays import make_read_only
from components.model.blanks.occlusion import masked_positions_including
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_modules import attention_layers
from components.model.inference.forward import trace
from components.model.inference.neuron_vectors import attention_call
from components.model.inference.prediction import masked_ids
from components.model.inference.rollout import rollout
from components.model.results import Floats, Tokens, Trace


def attention_explanations(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], blank: int
) -> tuple[Attribution, Attribution]:
    """The share of every word in the last vector of the blank: by attention weights, and by lengths of what is sent.

    They are the same for every answer.

    Args:
        opened: A masked language model, opened for inspection.
        tokens: The sentence.
        masked: The masked positions besides typed masks.
        blank: Position of the blank.

    Raises:
        NothingMasked: ``blank`` is not masked.
        UserError: The architecture is not supported.
    """
    words = explained_positions(tokens, masked, blank)
    ids = masked_ids(opened, tokens, masked_positions_including(tokens, masked, blank))
    hidden_words = replace(
        tokens, items=tuple(replace(token, id=i) for token, i in zip(tokens.items, ids, strict=True))
    )
    traced = trace(opened, hidden_words)
    norms = value_norms(opened, traced)
    sent = norms / np.maximum(norms.sum(axis=-1, keepdims=True), np.finfo(np.float32).tiny)
    by_weight, by_length = (rollout(steps)[-1, blank, list(words)] for steps in (traced.attention, sent[:, None]))
    return (
        Attribution(Explanation.ROLLOUT, words, tuple(map(float, by_weight))),
        Attribution(Explanation.VALUE_NORMS, words, tuple(map(float, by_length))),
    )


@torch.inference_mode()
def value_norms(opened: OpenModel, traced: Trace) -> Floats:
    """The length of what each token sends to each other token in every layer, over all heads.

    The vectors themselves would take the memory of all pairs of tokens times the width. Their lengths need only the dot
    products between the heads of one token: ‖Σ_h α_h f_h‖² = Σ_hg α_h α_g f_h · f_g.

    Args:
        opened: The model that computed the trace.
        traced: Its pass.

    Returns:
        *Shape:* (layer, query, key)

    Raises:
        UserError: The architecture is not supported.
    """
    layers = attention_layers(opened)
    norms = []
    for layer in range(len(layers)):
        values = layers.queries_keys_values(layer, attention_call(opened, traced, layer))[2][0]  # (head, token, width)
        projection: Any = layers.projections[layer]
        output = projection.weight.unflatten(1, (layers.num_heads, layers.head_dim))  # (width, head, head_dim)
        sent = torch.einsum("hkd,whd->khw", values, output)  # (key, head, width)
        products = sent @ sent.transpose(1, 2)  # (key, head, head)
        weights = torch.from_numpy(traced.attention[layer].copy()).to(products)  # (head, query, key)
        squares = torch.einsum("hqk,khg,gqk->qk", weights, products, weights)
        norms.append(squares.clamp(min=0).sqrt().float().cpu().numpy())
    return make_read_only(np.stack(norms))
