"""Simpler ways: each by what it is."""

from dataclasses import replace

import numpy as np
import pytest

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.registry import model_record
from components.model.lists.datasets import LabelledSentence, shipped_dataset
from components.teaching.model.baselines import causal_baseline, probe_baseline, text_baselines
from components.teaching.model.results import Baseline

OPINIONS = shipped_dataset("opinions")


def test_a_causal_model_says_the_same_of_a_sentence_alone_and_among_others() -> None:
    opened = Loader(weights_folder).open(model_record("pocket-gpt"))
    some = OPINIONS.test[::25]
    (together,) = causal_baseline(opened, replace(OPINIONS, test=some))
    alone = [causal_baseline(opened, replace(OPINIONS, test=(each,)))[0].accuracy for each in some]
    assert set(alone) <= {0.0, 1.0}
    assert together.accuracy == pytest.approx(np.mean(alone))
    assert causal_baseline(opened, shipped_dataset("books")) == [], "it has no words for books"


def test_counted_words_tell_what_words_tell() -> None:
    train = tuple(LabelledSentence(f"{'lovely' if n % 2 else 'awful'} thing {n}", n % 2) for n in range(20))
    test = (LabelledSentence("a lovely day", 1), LabelledSentence("an awful day", 0))
    accuracies = {each.name: each.accuracy for each in text_baselines(replace(OPINIONS, test=test), train)}
    assert accuracies == {Baseline.MAJORITY: 0.5, Baseline.WORDS: 1.0}


@pytest.mark.parametrize(
    "train",
    [
        (),
        (LabelledSentence("one", 0), LabelledSentence("two", 0)),
        (LabelledSentence("!", 0), LabelledSentence("?", 1)),
    ],
)
def test_where_there_is_nothing_to_learn_from_nothing_is_told(train: tuple[LabelledSentence, ...]) -> None:
    assert [each.name for each in text_baselines(OPINIONS, train)] == [Baseline.MAJORITY]


def test_a_line_parts_vectors_that_can_be_parted() -> None:
    vectors = np.array([[n % 2, n / 10] for n in range(20)], dtype=np.float32)
    items = tuple(LabelledSentence(str(n), n % 2) for n in range(20))
    (baseline,) = probe_baseline(vectors, items, vectors, items)
    assert baseline.accuracy == 1.0
    assert probe_baseline(vectors[:1], items[:1], vectors, items) == []
