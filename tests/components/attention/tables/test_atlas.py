"""What the browser decodes is what was computed, to 1/255 where it is a colour and exactly where it is a number."""

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from hypothesis.extra import numpy as arrays

from components.attention.tables.atlas import (
    REDUCED_SIDE,
    WHOLE_PANEL_LIMIT,
    atlas_bytes,
    panel_at,
    panel_bytes,
)
from tests.examples import scaled


def attention(rows: int, columns: int, tokens: int, seed: int = 0) -> np.ndarray:
    """Rows that sum to 1, most of it on few tokens. *Shape:* (row, column, query, key)."""
    scores = np.random.default_rng(seed).normal(scale=3, size=(rows, columns, tokens, tokens))
    weights = np.exp(scores)
    return (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)


def encoded(panels: np.ndarray, **options: Any) -> bytes:
    rows, columns, tokens = panels.shape[:3]
    names = {"row_names": [str(i) for i in range(rows)], "column_names": [str(i) for i in range(columns)]}
    return atlas_bytes(panels, **{**names, "tokens": [f"t{i}" for i in range(tokens)], **options})


def read(payload: bytes) -> tuple[dict[str, Any], np.ndarray, np.ndarray]:
    """Header, decoded panels and chosen panel, as the format says and independently of the encoder."""
    start = 4 + int.from_bytes(payload[:4], "little")
    header = json.loads(payload[4:start])
    rows, columns, tokens = (len(header[name]) for name in ("rows", "columns", "tokens"))
    side = header["side"]
    end = start + rows * columns * side * side
    levels = np.frombuffer(payload[start:end], np.uint8).reshape(rows, columns, side, side)
    return header, (levels / 255.0) ** 2, np.frombuffer(payload[end:], "<f4").reshape(tokens, tokens)


@settings(max_examples=scaled(50))
@given(
    arrays.arrays(
        np.float32,
        some.tuples(some.integers(1, 3), some.integers(1, 3), some.integers(1, 5)).map(lambda s: (*s, s[2])),
        elements=some.floats(0, 1, width=32),
    )
)
def test_a_colour_is_never_off_by_more_than_1_in_255(panels: np.ndarray) -> None:
    _, decoded, exact = read(encoded(panels))
    assert np.abs(decoded - panels).max() <= 1 / 255
    assert np.array_equal(exact, panels[0, 0])


def test_weights_a_linear_byte_would_lose_are_shown() -> None:
    panels = np.full((1, 1, 2, 2), 1e-3, dtype=np.float32)
    _, decoded, _ = read(encoded(panels))
    assert (decoded > 0).all()
    assert np.rint(255 * panels).max() == 0


@pytest.mark.parametrize("tokens", [WHOLE_PANEL_LIMIT + 1, 130, 200, 257, 512])
def test_long_panels_are_reduced_by_the_maximum_of_each_block(tokens: int) -> None:
    panels = attention(2, 1, tokens)
    header, decoded, exact = read(encoded(panels, chosen=(1, 0)))
    block = header["block"]
    assert header["side"] == math.ceil(tokens / block) <= REDUCED_SIDE
    for i in range(0, header["side"], 7):
        for j in range(header["side"]):
            largest = panels[0, 0, i * block : (i + 1) * block, j * block : (j + 1) * block].max()
            assert decoded[0, 0, i, j] == pytest.approx(largest, abs=1 / 255)
    assert np.array_equal(exact, panels[1, 0])


def test_up_to_128_tokens_nothing_is_reduced() -> None:
    header, decoded, _ = read(encoded(attention(1, 2, WHOLE_PANEL_LIMIT)))
    assert (header["block"], decoded.shape) == (1, (1, 2, WHOLE_PANEL_LIMIT, WHOLE_PANEL_LIMIT))


@pytest.mark.parametrize(("tokens", "byte_limit"), [(128, 2_500_000), (512, 4_000_000)])
def test_144_heads_fit(tokens: int, byte_limit: int) -> None:
    panels = np.broadcast_to(attention(1, 1, tokens), (12, 12, tokens, tokens))
    labels = {(i, j): "looks from an owner to what is owned" for i in range(12) for j in range(12)}
    assert len(encoded(panels, labels=labels)) <= byte_limit


def test_the_same_arguments_give_the_same_bytes() -> None:
    labels = {(0, 1): "previous", (0, 0): "next"}
    payload = encoded(attention(1, 2, 6), labels=labels, special={5, 0})
    other = encoded(attention(1, 2, 6), labels=dict(reversed(labels.items())), special=[0, 5])
    assert payload == other


def test_the_fingerprint_is_of_the_trace_and_not_of_what_is_chosen_or_said() -> None:
    panels = attention(2, 2, 5)
    traces = [
        read(encoded(panels, **options))[0]["trace"]
        for options in (
            {},
            {"chosen": (1, 1)},
            {"labels": {(0, 0): "next"}},
            {"tokens": list("abcde")},
            {"special": [0]},
            {"axes": ("layer", "")},
        )
    ]
    assert traces[0] == traces[1] == traces[2]
    assert len(set(traces)) == 4
    assert read(encoded(attention(2, 2, 5, seed=1)))[0]["trace"] != traces[0]


@given(some.lists(some.text(some.characters(exclude_categories=[])), min_size=3, max_size=3))
def test_any_text_travels(tokens: list[str]) -> None:
    """Lone surrogates too, which UTF-8 cannot encode."""
    assert read(encoded(attention(1, 1, 3), tokens=tokens))[0]["tokens"] == tokens


def test_the_header_says_all_there_is_to_say() -> None:
    header, _, _ = read(
        encoded(
            attention(2, 1, 3),
            row_names=["1", "2"],
            column_names=["average"],
            tokens=["[CLS]", "a", "[SEP]"],
            special={2, 0},
            segments=[0, 0, 1],
            labels={(1, 0): "broad"},
            axes=("layer", ""),
        )
    )
    del header["trace"]
    assert header == {
        "axes": ["layer", ""],
        "rows": ["1", "2"],
        "columns": ["average"],
        "tokens": ["[CLS]", "a", "[SEP]"],
        "special": [0, 2],
        "segments": [0, 0, 1],
        "labels": [[1, 0, "broad"]],
        "chosen": [0, 0],
        "side": 3,
        "block": 1,
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"row_names": ["1"]}, "2 row names"),
        ({"column_names": ["1", "2"]}, "1 column names"),
        ({"tokens": ["a"]}, "3 tokens"),
        ({"segments": [0]}, "3 segments"),
        ({"special": [3]}, "positions below 3"),
        ({"chosen": (2, 0)}, "2 × 1"),
        ({"labels": {(0, 1): ""}}, "2 × 1"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        encoded(attention(2, 1, 3), **options)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, np.nan, np.inf])
@pytest.mark.parametrize("tokens", [3, 130])
def test_what_is_not_a_weight_is_refused(wrong: float, tokens: int) -> None:
    panels = np.zeros((1, 1, tokens, tokens), dtype=np.float32)
    panels[...] = wrong
    with pytest.raises(ValueError, match="weights from 0 to 1"):
        encoded(panels)


@pytest.mark.parametrize("shape", [(2, 3, 3), (1, 1, 2, 3), (0, 1, 2, 2), (1, 1, 0, 0)])
def test_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        atlas_bytes(np.zeros(shape), row_names=[], column_names=[], tokens=[])


def test_one_panel_is_fetched_exactly_and_by_no_other_name() -> None:
    panels = attention(2, 3, 4).astype(np.float64)
    assert panel_at(panels, "1/2") == panels[1, 2].astype("<f4").tobytes() == panel_bytes(panels, 1, 2)
    for name in ("2/0", "0/3", "-1/0", "1", "1/2/0", "", "a/b", "1/2\n", "१/०", "00001/1"):
        assert panel_at(panels, name) is None
