"""Next-sentence prediction: does the second sentence follow the first?

BERT's second objective (Devlin et al. 2019, https://arxiv.org/abs/1810.04805, section 3.1): the vector of [CLS] goes
through a layer with tanh, the pooler, and two scores are read off it. Which sentence a piece is part of, only the
segment vectors say.
"""

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import last_hidden_state
from components.model.inference.next_sentence_head import NextSentenceHead
from components.model.input_vectors.embeddings import segment_ids
from components.model.results import Tokens
from components.pretraining.model.results import NextSentencePrediction, NextSentencePredictions

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
    rows = [tokens.ids for tokens, _ in inputs.values()]
    segments = [segments for _, segments in inputs.values()]
    hidden = last_hidden_state(opened, rows, segments=segments, positions=[[0]] * len(rows))
    logits = head(hidden[:, 0].cpu())  # (input, 2)
    return NextSentencePredictions(
        tuple(
            NextSentencePrediction(name, (float(row[0]), float(row[1])), float(row.softmax(dim=-1)[0]))
            for name, row in zip(inputs, logits, strict=True)
        ),
        opened.conditions,
    )
