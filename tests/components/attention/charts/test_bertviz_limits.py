"""The limit on length: what fits is small, what does not is explained with the numbers it is judged by."""

import numpy as np
import pytest

from components.attention.charts.bertviz_limits import NUMBER_LIMIT, fits, limit_message, page_height, token_limit
from components.attention.charts.bertviz_pages import BertVizView, head_view_page, model_view_page, neuron_view_page

BASE, POCKET = (12, 12), (4, 8)


def shape(layers: int, heads: int, tokens: int) -> tuple[int, ...]:
    return layers, heads, tokens, tokens


@pytest.mark.parametrize(
    ("view", "tokens"), [(BertVizView.HEAD, 64), (BertVizView.MODEL, 24), (BertVizView.NEURON, 32)]
)
def test_how_much_fits_of_a_model_of_berts_size(view: BertVizView, tokens: int) -> None:
    assert token_limit(view, shape(*BASE, 512)) == tokens
    assert fits(view, shape(*BASE, tokens))
    assert not fits(view, shape(*BASE, tokens + 1))


@pytest.mark.parametrize("view", BertVizView)
@pytest.mark.parametrize("pair", [False, True])
def test_what_is_longer_never_fits_where_less_does_not(view: BertVizView, pair: bool) -> None:
    for layers, heads in (BASE, POCKET, (24, 16), (1, 1)):
        fitting = [fits(view, shape(layers, heads, tokens), pair=pair) for tokens in range(1, 400)]
        assert fitting == sorted(fitting, reverse=True)
        assert sum(fitting) == token_limit(view, shape(layers, heads, 400), pair=pair)


def test_smaller_models_and_single_sentences_may_be_longer() -> None:
    for view in BertVizView:
        assert token_limit(view, shape(*POCKET, 9)) >= token_limit(view, shape(*BASE, 9))
        assert token_limit(view, shape(*BASE, 9), pair=True) <= token_limit(view, shape(*BASE, 9))


@pytest.mark.thorough
@pytest.mark.parametrize("pair", [False, True])
@pytest.mark.parametrize("view", BertVizView)
def test_the_longest_page_stays_within_some_megabytes(view: BertVizView, pair: bool) -> None:
    tokens = token_limit(view, shape(*BASE, 1), pair=pair)
    attention = np.random.default_rng(0).random((*BASE, tokens, tokens))
    vectors = np.random.default_rng(1).normal(size=(*BASE, tokens, 64))
    labels, segments = ["word"] * tokens, [0] * (tokens // 2) + [1] * (tokens - tokens // 2) if pair else None
    page = {
        BertVizView.HEAD: lambda: head_view_page(labels, attention, segments=segments),
        BertVizView.MODEL: lambda: model_view_page(labels, attention, segments=segments),
        BertVizView.NEURON: lambda: neuron_view_page(labels, attention, vectors, vectors, segments=segments),
    }[view]()
    assert len(page) < 7 * NUMBER_LIMIT + 400_000  # characters; d3 takes most of what does not grow


def test_the_words_hold_the_numbers() -> None:
    message = limit_message(BertVizView.MODEL, shape(*BASE, 64))
    assert "one line for every weight of every head: 12 × 12 heads of 64 tokens are 589,824 lines" in message
    assert message.endswith("Up to 24 tokens fit here; this sentence has 64.")
    assert "12 heads of 80 tokens are 76,800 lines" in limit_message(BertVizView.HEAD, shape(*BASE, 80))
    assert "one head of 128 tokens are 139,264 lines" in limit_message(BertVizView.NEURON, shape(*POCKET, 128))


def test_words_name_the_size_where_that_is_what_is_too_much() -> None:
    assert "here 1,179,648, about 8 MB" in limit_message(BertVizView.HEAD, shape(*BASE, 64), pair=True)
    assert "those of a pair more than once" in limit_message(BertVizView.HEAD, shape(*BASE, 64), pair=True)
    neuron = limit_message(BertVizView.NEURON, shape(*BASE, 40))
    assert "here 967,680, about 7 MB" in neuron
    assert "Up to 32 tokens fit here; this sentence has 40." in neuron


@pytest.mark.parametrize("view", BertVizView)
def test_a_page_grows_with_its_tokens(view: BertVizView) -> None:
    heights = [page_height(view, shape(*POCKET, tokens)) for tokens in range(2, 60)]
    assert heights == sorted(set(heights))
