"""What the attention room shares between visitors: atlases, exact panels, and no more traces than fit."""

import json
import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest

import cache.attention
import cache.shared.traces
import cache.shipped.first_answers
from cache.attention import HeadAggregation, encode_atlas
from cache.sized_cache import SizedCache
from components.attention.model.comparison import align_tokens, heads_by_change
from components.attention.model.opening import opening_head
from components.attention.model.presets import ATTENTION_PRESETS
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.server.downloads.large_downloads import LARGE_DOWNLOADS

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

SENTENCE = ATTENTION_PRESETS[0].sentence
ASKED = (DEFAULT_MODEL, SENTENCE, "")


def read(payload: bytes) -> tuple[dict[str, object], np.ndarray]:
    """The header of an atlas, and its panels as bytes of colour."""
    length = int.from_bytes(payload[:4], "little")
    header = json.loads(payload[4 : 4 + length])
    shape = (len(header["rows"]), len(header["columns"]), header["side"], header["side"])
    return header, np.frombuffer(payload, np.uint8, int(np.prod(shape)), 4 + length).reshape(shape)


def test_the_first_atlas_that_ships_is_what_the_model_computes_now(engine: "Engine") -> None:
    trace = cache.shared.traces.trace(DEFAULT_MODEL, SENTENCE)
    layer, head, _ = opening_head(trace, ATTENTION_PRESETS[0].word_pair)
    shipped = read(cache.shipped.first_answers.first_attention().payload)
    now = read(encode_atlas(DEFAULT_MODEL, trace, HeadAggregation.HEADS, (layer, head)))
    assert {**shipped[0], "trace": ""} == {**now[0], "trace": ""}
    assert np.abs(shipped[1].astype(int) - now[1]).max() <= 1  # another processor may round otherwise


@pytest.mark.parametrize("drawn", list(HeadAggregation))
def test_an_atlas_holds_the_trace_within_its_step(engine: "Engine", drawn: HeadAggregation) -> None:
    header, colours = read(cache.attention.atlas(*ASKED, drawn, (1, 0)))
    assert colours.shape[:2] == cache.attention.atlas_shape((6, 12), drawn)
    for row in range(colours.shape[0]):
        exact = cache.attention.atlas_panel(*ASKED, drawn, row, 0)
        assert np.abs((colours[row, 0] / 255) ** 2 - exact).max() <= 1 / 255
        np.testing.assert_allclose(exact.sum(axis=-1), 1, atol=1e-5)
    assert header["tokens"][5] == "bank"
    assert bool(header["labels"]) is (drawn is HeadAggregation.HEADS)


def test_another_sentence_does_not_label_the_heads_again(engine: "Engine") -> None:
    def labels(sentence: str) -> object:
        return read(cache.attention.atlas(DEFAULT_MODEL, sentence, "", HeadAggregation.HEADS, (1, 0)))[0]["labels"]

    first = labels("A boat passed the bank.")
    before = cache.attention._panel_labels.cache_info()
    assert labels("A queen crossed the market.") == first != []
    after = cache.attention._panel_labels.cache_info()
    assert (after.misses, after.hits) == (before.misses, before.hits + 1)


def test_exact_panels_are_fetched_by_an_address(engine: "Engine") -> None:
    key = cache.attention.atlas_address(*ASKED, HeadAggregation.HEADS).rpartition("/")[2]
    parcel = LARGE_DOWNLOADS.part(key, "2/1")
    assert parcel is not None
    weights = np.frombuffer(parcel.content, "<f4").reshape(11, 11)
    np.testing.assert_array_equal(weights, cache.shared.traces.trace(*ASKED).attention[2, 1])
    for nothing in ("6/0", "0/12", "-1/0", "x", "1", "1/1/1", "", "²/1"):
        assert LARGE_DOWNLOADS.part(key, nothing) is None


def test_a_shelf_keeps_what_was_used_last_and_fits() -> None:
    shelf: SizedCache[str] = SizedCache(6, len)
    made: list[str] = []

    def get(text: str) -> str:
        return shelf.get((text,), lambda: made.append(text) or text)

    for text in ("aaa", "bbb", "aaa", "ccc", "aaa", "bbb"):  # "ccc" pushes "bbb" out, not "aaa"
        assert get(text) == text
    assert made == ["aaa", "bbb", "ccc", "bbb"]
    assert get("much too long") == "much too long"
    assert made[-1] == "much too long"
    get("much too long")
    assert made.count("much too long") == 1  # what is larger than all the room is kept alone


def test_nobody_waits_for_what_another_visitor_computes() -> None:
    shelf: SizedCache[str] = SizedCache(100, len)
    begun, go_on = threading.Event(), threading.Event()

    def slowly() -> str:
        begun.set()
        assert go_on.wait(10)
        return "slow"

    slow = threading.Thread(target=shelf.get, args=(("slow",), slowly))
    slow.start()
    assert begun.wait(10)
    assert shelf.get(("quick",), lambda: "quick") == "quick"
    go_on.set()
    slow.join()
    assert shelf.get(("slow",), lambda: "again") == "slow"


def test_two_sentences_are_compared_as_their_traces_are(engine: "Engine") -> None:
    other = SENTENCE.replace("bank", "house")
    first, second = (cache.shared.traces.trace(DEFAULT_MODEL, text) for text in (SENTENCE, other))
    pairs = align_tokens(first.tokens, second.tokens)
    assert cache.attention.aligned_tokens(DEFAULT_MODEL, SENTENCE, other) == pairs
    changes = cache.attention.heads_by_change(DEFAULT_MODEL, SENTENCE, other, 5)
    assert list(changes) == heads_by_change(first.attention, second.attention, pairs, 5)
