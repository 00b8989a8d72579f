"""Simpler ways: each by what it is."""

from dataclasses import replace

import numpy as np
import pytest

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.registry import model_record
from components.teaching.model.baselines import causal_baseline, probe_baseline, simple_baselines
from components.teaching.model.labelled import Labelled, shipped_list
from components.teaching.model.results import Simpler

OPINIONS = shipped_list("opinions")


def test_a_causal_model_says_the_same_of_a_sentence_alone_and_among_others() -> None:
    opened = Loader(weights_folder).open(model_record("pocket-gpt"))
    some = OPINIONS.test[::25]
    (together,) = causal_baseline(opened, replace(OPINIONS, test=some))
    alone = [causal_baseline(opened, replace(OPINIONS, test=(each,)))[0].accuracy for each in some]
    assert set(alone) <= {0.0, 1.0}
    assert together.accuracy == pytest.approx(np.mean(alone))
    assert causal_baseline(opened, shipped_list("books")) == [], "it has no words for books"


def test_counted_words_tell_what_words_tell() -> None:
    train = tuple(Labelled(f"{'lovely' if n % 2 else 'awful'} thing {n}", n % 2) for n in range(20))
    test = (Labelled("a lovely day", 1), Labelled("an awful day", 0))
    found = {each.name: each.accuracy for each in simple_baselines(replace(OPINIONS, test=test), train)}
    assert found == {Simpler.MAJORITY: 0.5, Simpler.WORDS: 1.0}


@pytest.mark.parametrize("train", [(), (Labelled("one", 0), Labelled("two", 0)), (Labelled("!", 0), Labelled("?", 1))])
def test_where_there_is_nothing_to_learn_from_nothing_is_told(train: tuple[Labelled, ...]) -> None:
    assert [each.name for each in simple_baselines(OPINIONS, train)] == [Simpler.MAJORITY]


def test_a_line_parts_vectors_that_can_be_parted() -> None:
    vectors = np.array([[n % 2, n / 10] for n in range(20)], dtype=np.float32)
    items = tuple(Labelled(str(n), n % 2) for n in range(20))
    (found,) = probe_baseline(vectors, items, vectors, items)
    assert found.accuracy == 1.0
    assert probe_baseline(vectors[:1], items[:1], vectors, items) == []
