"""Rank passages for a question: by comparing stored vectors, and by reading the question with each passage.

A bi-encoder (Reimers and Gurevych 2019, https://arxiv.org/abs/1908.10084) reads every text once and compares vectors; a
cross-encoder (Nogueira and Cho 2019, https://arxiv.org/abs/1901.04085) has to read every passage again for each
question.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
from transformers import PreTrainedModel

from components.model.checkpoints.open_model import OpenModel
from components.model.heads.head import Head
from components.model.heads.heads import encode_texts
from components.model.inference.operations import mean_operations, meta_copy
from components.model.results import Tokens
from components.model.statistics.cosines import cosine_matrix
from components.tasks.model.results import Match, SearchResult


def rank_passages(
    opened: OpenModel, question: Tokens, passages: Sequence[Tokens], pairs: Sequence[Tokens], head: Head
) -> SearchResult:
    """Rank passages by both methods.

    Args:
        opened: The encoder.
        question: The question alone.
        passages: Each passage alone.
        pairs: The question with each passage.
        head: Predicts whether a passage answers the question; its second label means that it does.
    """
    means = np.stack([vectors.mean(axis=0) for vectors in encode_texts(opened, [question, *passages])])
    cosines = cosine_matrix(means)[0, 1:].tolist()
    answers = [float(head.probabilities(head.scores(vectors[0]))[1]) for vectors in encode_texts(opened, pairs)]
    by_vectors, by_reading = _ranks(cosines), _ranks(answers)
    matches = tuple(
        Match(place, cosines[place], answers[place], by_vectors[place], by_reading[place])
        for place in range(len(passages))
    )
    plain = meta_copy(cast(PreTrainedModel, opened.model.base_model))
    return SearchResult(
        matches,
        width=means.shape[1],
        question=round(mean_operations(plain, [len(question)])),
        passage=mean_operations(plain, [len(tokens) for tokens in passages]),
        pair=mean_operations(plain, [len(tokens) for tokens in pairs]),
        conditions=opened.conditions,
    )


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=lambda place: -values[place])
    return [order.index(place) + 1 for place in range(len(values))]
