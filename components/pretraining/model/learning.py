"""A model during pre-training: one blank at all checkpoints, and measures of each checkpoint."""

from collections.abc import Iterable, Sequence

import numpy as np

from components.model.blanks.blank_probes import BlankProbe
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import trace
from components.model.inference.prediction import mask_prediction, masked_ids
from components.model.inference.prediction_io import PredictionInput
from components.model.results import Tokens
from components.pretraining.model.results import CheckpointPrediction, LearningCurve

BATCH = 32


def learning_curve(
    checkpoints: Sequence[tuple[int, int, OpenModel]], tokens: Tokens, masked: Iterable[int], blank: int
) -> LearningCurve:
    """Predict a blank with every checkpoint; the finished model's first choice is followed through all of them.

    Args:
        checkpoints: Steps, tokens seen, and the model; the last is the finished one. All share a vocabulary.
        tokens: The sentence.
        masked: Positions to mask besides every typed [MASK].
        blank: The position of the blank.
    """
    finished = checkpoints[-1][2]
    ids = masked_ids(finished, tokens, {*masked, blank})
    answers = [
        opened.predict([PredictionInput(ids, (blank,), full_distribution=True)])[0] for _, _, opened in checkpoints
    ]
    answer_id = int(answers[-1].top_ids[0, 0])
    predictions = tuple(
        CheckpointPrediction(
            step, pieces, mask_prediction(opened, tokens, answer, 0, blank), *answer.probability_and_rank(answer_id)
        )
        for (step, pieces, opened), answer in zip(checkpoints, answers, strict=True)
    )
    return LearningCurve(
        finished.tokenizer.candidate(answer_id, predictions[-1].probability), predictions, finished.conditions
    )


def probe_loss(opened: OpenModel, probes: Sequence[BlankProbe]) -> tuple[float, float]:
    """The mean loss of the correct words in blanks, in nats, and the share of blanks where it is the first choice."""
    questions = []
    for probe in probes:
        tokens = opened.tokenizer.tokens(probe.sentence)
        target = opened.tokenizer.whole_words[probe.word.casefold()][0]
        questions.append(PredictionInput(tokens.ids, tokens.typed_masks, (target,)))
    costs, first = [], 0
    for start in range(0, len(questions), BATCH):
        for answer in opened.predict(questions[start : start + BATCH]):
            assert answer.log_probability is not None
            assert answer.rank is not None
            costs.append(-float(answer.log_probability[0]))
            first += int(answer.rank[0]) == 1
    return float(np.mean(costs)), first / len(costs)


def previous_token_head(opened: OpenModel, sentences: Sequence[str]) -> tuple[float, tuple[int, int]]:
    """The attention head with the most weight on the previous token: its mean weight, and its layer and head from 1.

    Args:
        opened: A model opened for inspection.
        sentences: Sentences to average over, without the first two tokens of each.
    """
    sums, count = 0.0, 0
    for sentence in sentences:
        weights = trace(opened, opened.tokenizer.tokens(sentence)).attention  # (layer, head, query, key)
        rows = np.arange(2, weights.shape[2])  # the first token has no previous one, that of the second is special
        sums = sums + weights[:, :, rows, rows - 1].sum(axis=-1)
        count += len(rows)
    means = np.asarray(sums) / count
    layer, head = (int(place) for place in np.unravel_index(means.argmax(), means.shape))
    return float(means.max()), (layer + 1, head + 1)
