"""Baselines on the same sentences: what a fine-tuned model has to beat."""

import numpy as np
import torch
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.endings import NEUTRAL, ending_losses
from components.model.lists.datasets import LabelledDataset, LabelledSentence
from components.model.results import Floats
from components.teaching.model.results import Baseline, BaselineResult

OPINION = " It was {}."
OPINION_WORDS = {"negative": "bad", "positive": "good"}
STRENGTH = 0.1  # C of scikit-learn's logistic regression; small, because there are few labels and many dimensions


def text_baselines(dataset: LabelledDataset, train: tuple[LabelledSentence, ...]) -> list[BaselineResult]:
    """Baselines that need no language model: the most frequent label, and TF-IDF with logistic regression."""
    word_classifier = make_pipeline(TfidfVectorizer(ngram_range=(1, 2)), LogisticRegression(max_iter=1000))
    return [
        BaselineResult(Baseline.MAJORITY, dataset.majority_share),
        *_text_baseline(Baseline.WORDS, word_classifier, dataset, train),
    ]


def _text_baseline(
    name: Baseline, learner: object, dataset: LabelledDataset, train: tuple[LabelledSentence, ...]
) -> list[BaselineResult]:
    labels = [each.label for each in train]
    if len(set(labels)) < 2:
        return []
    try:
        learner.fit([each.text for each in train], labels)  # type: ignore[attr-defined]
    except ValueError:  # no sentence has a word
        return []
    predictions = learner.predict([each.text for each in dataset.test])  # type: ignore[attr-defined]
    return [BaselineResult(name, float(np.mean(predictions == np.array([each.label for each in dataset.test]))))]


def probe_baseline(
    train_vectors: Floats, train: tuple[LabelledSentence, ...], test_vectors: Floats, test: tuple[LabelledSentence, ...]
) -> list[BaselineResult]:
    """A logistic regression on the vectors of the frozen encoder. *Shape:* (sentence, width) each."""
    labels = [each.label for each in train]
    if len(set(labels)) < 2:
        return []
    probe = make_pipeline(StandardScaler(), LogisticRegression(C=STRENGTH, max_iter=1000))
    probe.fit(train_vectors, labels)
    right = probe.predict(test_vectors) == np.array([each.label for each in test])
    return [BaselineResult(Baseline.PROBE, float(right.mean()))]


@torch.no_grad()
def causal_baseline(opened: OpenModel, dataset: LabelledDataset) -> list[BaselineResult]:
    """A causal model, zero-shot: is "It was good." or "It was bad." more likely after the sentence?

    Brown et al. 2020 (https://arxiv.org/abs/2005.14165), appendix G, prompt GPT-3 in this way. The loss of each
    ending is compared with its loss after a neutral text, since "good" is the more frequent word (Holtzman et al. 2021,
    https://arxiv.org/abs/2104.08315).
    """
    if set(dataset.labels) != set(OPINION_WORDS):
        return []
    endings = [OPINION.format(OPINION_WORDS[label]) for label in dataset.labels]
    prior_costs = [ending_losses(opened, [NEUTRAL], ending)[0] for ending in endings]
    costs = [ending_losses(opened, [each.text for each in dataset.test], ending) for ending in endings]
    answers = np.argmin(
        [np.array(text_costs) - prior_cost for text_costs, prior_cost in zip(costs, prior_costs, strict=True)], axis=0
    )
    return [BaselineResult(Baseline.CAUSAL, float(np.mean(answers == np.array([each.label for each in dataset.test]))))]
