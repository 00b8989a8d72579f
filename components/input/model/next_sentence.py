"""Next-sentence prediction: does the second sentence follow the first?

BERT's second objective (Devlin et al. 2019, https://arxiv.org/abs/1810.04805, section 3.1): the vector of [CLS] goes
through a layer with tanh, the pooler, and two scores are read off it. Which sentence a piece is part of, only the
segment vectors say.
"""

import torch

from components.input.model.embeddings import segment_ids
from components.input.model.results import NextSentencePrediction, NextSentencePredictions
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import encode
from components.model.inference.next_sentence_head import NextSentenceHead
from components.model.results import Tokens

CORRECT, ALL_FIRST, SEGMENTS_SWAPPED = "correct segments", "all segment A", "segments swapped"
SENTENCES_SWAPPED = "sentences swapped"


@torch.inference_mode()
def predict_next_sentence(
    opened: OpenModel, head: NextSentenceHead, pair: Tokens, swapped: Tokens
) -> NextSentencePredictions:
    """Predict whether a pair is consecutive, with its own and with changed segments, and with the sentences swapped.

    Args:
        opened: The model that the head is of.
        head: The head.
        pair: Two sentences.
        swapped: The same sentences, the second first.
    """
    right = segment_ids(opened, pair)
    inputs = {
        CORRECT: (pair, right),
        ALL_FIRST: (pair, (0,) * len(pair)),
        SEGMENTS_SWAPPED: (pair, tuple(1 - segment for segment in right)),
        SENTENCES_SWAPPED: (swapped, segment_ids(opened, swapped)),
    }
    return NextSentencePredictions(
        tuple(_predict(opened, head, name, *of) for name, of in inputs.items()), opened.conditions
    )


def _predict(
    opened: OpenModel, head: NextSentenceHead, name: str, tokens: Tokens, segments: tuple[int, ...]
) -> NextSentencePrediction:
    device = opened.device.torch_device
    ids = torch.tensor([tokens.ids], device=device)
    types = torch.tensor([segments], device=device)
    hidden = encode(opened, ids, torch.ones_like(ids), token_type_ids=types).last_hidden_state
    logits = head(hidden[0, 0].cpu())
    follows, elsewhere = logits.tolist()
    return NextSentencePrediction(name, (follows, elsewhere), float(logits.softmax(dim=-1)[0]))
