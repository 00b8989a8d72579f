"""“Every head” as a page: its atlas has PyTorch's weights and the app's tokens."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from components.attention.tables.atlas import atlas_bytes
from components.takeaway.accuracy import AttentionRounding, attention_rounding
from components.takeaway.heads_page import rounding_text
from components.takeaway.packing import packed_weights
from components.widgets.canvas import header_of
from tests.components.takeaway.node_model import NEEDS_NODE, PackedExample, packed_example, torch_pass

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

TOLERANCE = 1e-3
LABELS: list[list[object]] = [[0, 1, "looks at the previous word"], [2, 0, "looks at “itself”"]]
SENTENCES = [
    "She walked to the bank of the river.",
    "a",
    "[CLS] and <mask>: unbelievably naïve 東京 cafés [SEP] שלום 😀",
    " ".join(["The captain said that the boat was late."] * 16),  # more than what the small pictures show whole
]


@pytest.fixture(scope="module", params=["pocket-bert", pytest.param("minilm", marks=pytest.mark.thorough)])
def example(
    request: pytest.FixtureRequest, engine: "Engine", tmp_path_factory: pytest.TempPathFactory
) -> PackedExample:
    return packed_example(engine.open_model(request.param), tmp_path_factory.mktemp("heads"))


def app_atlas(example: PackedExample, sentence: str) -> tuple[dict[str, Any], np.ndarray[Any, Any], bytes]:
    """The header, the weights (layer, head, query, key) and the levels that the app's atlas has of the same weights."""
    tokens = example.opened.tokenizer.tokens(sentence)
    _, attention, _ = torch_pass(example.rounded, list(tokens.ids))
    layers, heads = (list(map(str, range(1, count + 1))) for count in attention.shape[:2])
    payload = atlas_bytes(
        attention,
        row_names=layers,
        column_names=heads,
        tokens=[token.text for token in tokens.items],
        special=[position for position, token in enumerate(tokens.items) if token.special],
        labels={(row, column): text for row, column, text in LABELS},  # type: ignore[misc]
    )
    header = header_of(payload)
    return header, attention, payload[4 + int.from_bytes(payload[:4], "little") :]


@NEEDS_NODE
@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_weight_and_every_token_is_that_of_the_app(example: PackedExample, sentence: str) -> None:
    (answer,) = example.heads([sentence], LABELS)
    payload = answer["payload"]
    header, attention, levels = app_atlas(example, sentence)
    actual = header_of(payload)
    assert answer["count"] == len(header["tokens"])
    for name in header.keys() - {"trace"}:
        assert actual[name] == header[name], name
    body = payload[4 + int.from_bytes(payload[:4], "little") :]
    size = attention.shape[0] * attention.shape[1] * header["side"] ** 2
    assert np.abs(np.frombuffer(body[:size], "u1").astype(int) - np.frombuffer(levels[:size], "u1")).max() <= 1
    weights = np.frombuffer(body[size:], "<f4").reshape(attention.shape)
    assert actual["exact"] == "all"
    assert np.abs(weights - attention).max() < TOLERANCE


@NEEDS_NODE
def test_another_sentence_is_another_trace_and_the_same_one_is_the_same(example: PackedExample) -> None:
    answers = example.heads([SENTENCES[0], SENTENCES[0], "She walked to the bank in the city."], [])
    first, second, other = (header_of(answer["payload"])["trace"] for answer in answers)
    assert first == second != other


@NEEDS_NODE
def test_what_cannot_be_read_has_an_error(example: PackedExample) -> None:
    answers = example.heads(["", " \u200b\n", "\ufffd\u0301", "a " * 511, "a" * 100_001], [])
    assert [answer["error"] for answer in answers] == ["empty", "empty", "empty", "too long", "too long"]


@NEEDS_NODE
@pytest.mark.thorough
def test_the_longest_text_is_read(example: PackedExample) -> None:
    (answer,) = example.heads(["a " * 510], [])  # with [CLS] and [SEP] 512 tokens
    assert answer["count"] == 512


def test_attention_is_a_little_off_with_rounded_weights_and_not_with_the_same(engine: "Engine") -> None:
    opened = engine.open_model("pocket-bert")
    rounding = attention_rounding(opened, packed_weights(opened))
    assert 0 < rounding.median_difference < rounding.largest_difference < 0.1
    assert attention_rounding(opened, {}).largest_difference == 0


def test_the_difference_is_never_smaller_in_words_than_in_numbers() -> None:
    text = rounding_text(AttentionRounding(250, 0.0203, 0.00278))
    assert "250" in text
    assert "2.1 percentage points" in text
    assert "0.3" in text
