"""Cached results of the room “Masked words”, beside those of :mod:`cache.blanks`."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from cache.engine import engine
from cache.sized_cache import SizedCache
from components.fill.model.results import Attribution, DeletionTest, IntegratedGradients, PathBaseline

if TYPE_CHECKING:
    from components.fill.model.results import JointFill, ListRow
    from components.model.blanks.results import LayerPrediction, Occlusion, SentencePair
    from components.model.results import TokenScore

_PATHS: SizedCache[IntegratedGradients] = SizedCache(2000, lambda _: 1)
_DELETION_TESTS: SizedCache[DeletionTest] = SizedCache(500, lambda _: 1)


@st.cache_data(max_entries=500, show_spinner=False)
def joint_fill(model_id: str, sentence: str, masked: tuple[int, ...] = ()) -> "JointFill":
    """All blanks filled, independently and jointly."""
    from components.fill.model.joint_fill import joint_fill

    return joint_fill(*engine().read(model_id, sentence), masked)


@st.cache_data(max_entries=500, show_spinner=False)
def sentence_pair(model_id: str, first: str, masked: tuple[int, ...], second: str) -> "SentencePair":
    """One model at the only blank of ``first``, typed or ``masked``, and at the one typed in ``second``."""
    from components.fill.model.sentence_pair import sentence_pair

    opened, tokens = engine().read(model_id, first)
    return sentence_pair(opened, tokens, masked, opened.tokenizer.tokens(second))


@st.cache_data(max_entries=5000, show_spinner=False)
def every_position(model_id: str, sentence: str, positions: tuple[int, ...]) -> "tuple[TokenScore, ...]":
    """The probability of the token at each of ``positions``, given all other tokens."""
    from components.model.inference.prediction import token_scores

    return token_scores(*engine().read(model_id, sentence), positions)


@st.cache_data(max_entries=5000, show_spinner=False)
def occlusions(
    model_id: str, sentence: str, masked: tuple[int, ...], blank: int, answer: int, others: tuple[int, ...]
) -> "tuple[Occlusion, ...]":
    """What the answer loses when each position of ``others`` is masked as well."""
    from components.model.blanks.occlusion import occlusions

    return occlusions(*engine().read(model_id, sentence), masked, blank, answer, others=others)


@st.cache_data(max_entries=2000, show_spinner=False)
def gradient_times_input(model_id: str, sentence: str, masked: tuple[int, ...], blank: int, answer: int) -> Attribution:
    """The answer explained by gradient × input."""
    from components.fill.model.gradients import gradient_times_input

    return gradient_times_input(*engine().read(model_id, sentence), masked, blank, answer)


def integrated_gradients(
    model_id: str,
    sentence: str,
    masked: tuple[int, ...],
    blank: int,
    answer: int,
    baseline: PathBaseline,
    on_progress: Callable[[int], None],
) -> IntegratedGradients:
    """The answer explained by integrated gradients from a baseline."""

    def compute() -> IntegratedGradients:
        from components.fill.model.gradients import integrated_gradients

        opened, tokens = engine().read(model_id, sentence)
        return integrated_gradients(opened, tokens, masked, blank, answer, baseline, on_progress=on_progress)

    return _PATHS.get((model_id, sentence, masked, blank, answer, baseline), compute)


@st.cache_data(max_entries=2000, show_spinner=False)
def attention_explanations(
    model_id: str, sentence: str, masked: tuple[int, ...], blank: int
) -> tuple[Attribution, Attribution]:
    """Any answer at the blank explained by attention rollout, with and without the values' norms."""
    from components.fill.model.attention_flow import attention_explanations

    return attention_explanations(*engine().inspect(model_id, sentence), masked, blank)


def deletion_test(
    model_id: str,
    sentence: str,
    masked: tuple[int, ...],
    blank: int,
    answer: int,
    attributions: tuple[Attribution, ...],
    puts_back: bool,
    on_progress: Callable[[int, int], None],
) -> DeletionTest:
    """The answer's probability while words are hidden, or put back, in the order of each explanation."""

    def compute() -> DeletionTest:
        from components.fill.model.deletion import deletion_test

        opened, tokens = engine().read(model_id, sentence)
        return deletion_test(
            opened, tokens, masked, blank, answer, attributions, puts_back=puts_back, on_progress=on_progress
        )

    orders = tuple((each.explanation, each.order) for each in attributions)
    return _DELETION_TESTS.get((model_id, sentence, masked, blank, answer, orders, puts_back), compute)


@st.cache_data(max_entries=2000, show_spinner=False)
def logit_lens(
    model_id: str, sentence: str, masked: tuple[int, ...], blank: int, answer: int
) -> "tuple[LayerPrediction, ...]":
    """The logit lens: the vocabulary head applied to a blank's vector after every layer."""
    from components.fill.model.logit_lens import logit_lens

    return logit_lens(*engine().read(model_id, sentence), masked, blank, answer)


@st.cache_data(max_entries=500, show_spinner=False)
def list_answers(model_id: str, items: tuple[tuple[str, str | None], ...]) -> "tuple[ListRow, ...]":
    """The model's first choice for each sentence of a list, and the score of the right word if one is given."""
    from components.fill.model.list_answers import list_answers
    from components.fill.model.results import ListItem

    return list_answers(engine().open_model(model_id), [ListItem(*item) for item in items])
