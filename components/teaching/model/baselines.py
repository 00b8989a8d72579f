"""Simpler ways, on the same sentences: the least that a fine-tuned model has to beat."""

import numpy as np
import torch
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from torch.nn import functional

from components.model.checkpoints.open_model import OpenModel
from components.model.results import Floats
from components.teaching.model.asking import AT_ONCE
from components.teaching.model.classifier import batch_of
from components.teaching.model.labelled import Labelled, LabelledList
from components.teaching.model.results import Baseline, Simpler

OPINION = " It was {}."
OPINION_WORDS = {"negative": "bad", "positive": "good"}
STRENGTH = 0.1  # of the probe's regularization, C of scikit-learn: few labels, many directions


def simple_baselines(chosen: LabelledList, train: tuple[Labelled, ...]) -> list[Baseline]:
    """What needs no model: the most frequent label, and counted words."""
    counted = make_pipeline(TfidfVectorizer(ngram_range=(1, 2)), LogisticRegression(max_iter=1000))
    return [Baseline(Simpler.MAJORITY, chosen.majority), *_told(Simpler.WORDS, counted, chosen, train)]


def _told(name: Simpler, learner: object, chosen: LabelledList, train: tuple[Labelled, ...]) -> list[Baseline]:
    labels = [each.label for each in train]
    if len(set(labels)) < 2:
        return []
    try:
        learner.fit([each.text for each in train], labels)  # type: ignore[attr-defined]
    except ValueError:  # no word in any sentence: it has nothing to count
        return []
    told = learner.predict([each.text for each in chosen.test])  # type: ignore[attr-defined]
    return [Baseline(name, float(np.mean(told == np.array([each.label for each in chosen.test]))))]


def probe_baseline(
    train_vectors: Floats, train: tuple[Labelled, ...], test_vectors: Floats, test: tuple[Labelled, ...]
) -> list[Baseline]:
    """A line drawn through the vectors of an encoder that is left as it is. *Shape:* (sentence, width) each."""
    labels = [each.label for each in train]
    if len(set(labels)) < 2:
        return []
    probe = make_pipeline(StandardScaler(), LogisticRegression(C=STRENGTH, max_iter=1000))
    probe.fit(train_vectors, labels)
    right = probe.predict(test_vectors) == np.array([each.label for each in test])
    return [Baseline(Simpler.PROBE, float(right.mean()))]


@torch.no_grad()
def causal_baseline(opened: OpenModel, chosen: LabelledList) -> list[Baseline]:
    """A causal model that reads the sentence and then "It was good." or "It was bad.": which is the likelier?

    Brown et al. 2020 (https://arxiv.org/abs/2005.14165), appendix G, ask GPT-3 so. What each ending costs after the
    same sentence is compared with what it costs by itself, since "good" is the commoner word (Holtzman et al. 2021,
    https://arxiv.org/abs/2104.08315).
    """
    if set(chosen.labels) != set(OPINION_WORDS):
        return []
    endings = [OPINION.format(OPINION_WORDS[label]) for label in chosen.labels]
    usual = [_costs(opened, ["Well."], ending)[0] for ending in endings]
    costs = [_costs(opened, [each.text for each in chosen.test], ending) for ending in endings]
    answers = np.argmin([np.array(some) - own for some, own in zip(costs, usual, strict=True)], axis=0)
    return [Baseline(Simpler.CAUSAL, float(np.mean(answers == np.array([each.label for each in chosen.test]))))]


def _costs(opened: OpenModel, texts: list[str], ending: str) -> list[float]:
    """What a causal model pays for an ending after each text, in nats."""
    found: list[float] = []
    for start in range(0, len(texts), AT_ONCE):
        some = texts[start : start + AT_ONCE]
        before = [len(opened.tokenizer.tokens_of_any_length(text)) for text in some]
        batch = batch_of(opened, [opened.tokenizer.tokens_of_any_length(text + ending).ids for text in some])
        logits = opened.model(**batch).logits.float()  # pads come after everything that is asked, and are not seen
        for row, first in enumerate(before):
            last = int(batch["attention_mask"][row].sum())
            wanted = batch["input_ids"][row, first:last]
            found.append(float(functional.cross_entropy(logits[row, first - 1 : last - 1], wanted, reduction="sum")))
    return found
