"""The strips hold every number of the vectors that enter layer 1."""

import numpy as np
import pytest

import cache.shared.input_vectors
from components.input.model.presets import INPUT_PRESETS
from components.model.inference.engine import Engine
from components.tables.input_strips import COLUMN_LIMIT, all_strips
from components.widgets.canvas import header_of

FIRST = INPUT_PRESETS[0].sentence


@pytest.fixture(autouse=True)
def _with_the_engine(engine: Engine) -> None:
    assert engine


def levels_of(payload: bytes) -> tuple[dict, list[np.ndarray]]:
    header = header_of(payload)
    index = 4 + int.from_bytes(payload[:4], "little")
    actual = []
    for strip in header["strips"]:
        size = strip["width"] * len(header["pieces"])
        actual.append(np.frombuffer(payload[index : index + size], np.int8).reshape(-1, strip["width"]))
        index += size
    assert index == len(payload)
    return header, actual


def test_the_browser_gets_every_number_of_every_strip() -> None:
    vectors = cache.shared.input_vectors.input_vectors("minilm", FIRST)
    header, levels = levels_of(cache.shared.input_vectors.strips("minilm", FIRST))
    assert [strip["name"] for strip in header["strips"]] == ["token", "segment", "position", "sum", "LayerNorm"]
    assert [strip["sign"] for strip in header["strips"]] == ["", "+", "+", "=", "→"]
    for strip, sent, drawn in zip(all_strips(vectors), header["strips"], levels, strict=True):
        back = np.sign(drawn) * (drawn / 127.0) ** 2 * sent["reach"]
        inside = np.abs(strip.values) < sent["reach"]
        assert np.abs(back - strip.values)[inside].max() < 0.01 * sent["reach"]
    piece = header["pieces"][3]
    assert (piece["piece"], piece["id"]) == ("##bel", 8671)
    assert piece["first"] == [pytest.approx(strip.values[3][0]) for strip in all_strips(vectors)]


def test_of_a_long_text_the_first_columns_are_drawn_and_the_number_is_said() -> None:
    header, _ = levels_of(cache.shared.input_vectors.strips("minilm", "the river bank " * 100))
    assert len(header["pieces"]) == COLUMN_LIMIT
    assert header["count"] == 302
