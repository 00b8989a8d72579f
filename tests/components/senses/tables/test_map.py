"""The encoded map decodes to the positions within one step in 65,535, and to the same sentences."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from hypothesis.extra import numpy as arrays

from components.senses.model.results import WordPoint
from components.senses.tables.map import POINT_LIMIT, encode_sense_map, form_axis_note
from tests.examples import scaled

STEPS = 65_535


def cloud(layers: int, points: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(layers, points, 2)).astype(np.float32)


def encode(positions: np.ndarray, **options: Any) -> bytes:
    layers, points = positions.shape[:2]
    defaults = {
        "layer_names": [f"Layer {i}" for i in range(layers)],
        "labels": ["river", "money", ""][:points] + ["money"] * (points - 3),
        "texts": [f"bank {i}" for i in range(points)],
        "spans": [(0, 4)] * points,
    }
    return encode_sense_map(positions, **{**defaults, **options})


def decode(payload: bytes) -> tuple[dict[str, Any], np.ndarray]:
    """The header and the coordinates from 0 to 1, decoded independently of the encoder."""
    start = 4 + int.from_bytes(payload[:4], "little")
    header = json.loads(payload[4:start])
    coordinates = np.frombuffer(payload[start:], "<u2").reshape(len(header["layers"]), len(header["texts"]), 2)
    return header, coordinates / STEPS


@settings(max_examples=scaled(60))
@given(
    arrays.arrays(
        np.float32,
        some.tuples(some.integers(1, 4), some.integers(1, 6), some.just(2)),
        elements=some.floats(-1e6, 1e6, width=32),
    )
)
def test_one_scale_for_both_axes_and_all_layers_preserves_distances(positions: np.ndarray) -> None:
    _, coordinates = decode(encode(positions))
    low, high = positions.min(axis=(0, 1)).astype(float), positions.max(axis=(0, 1)).astype(float)
    side = (high - low).max() or 1.0
    back = (coordinates - 0.5) * side + (low + high) / 2
    assert np.abs(back - positions).max() <= 0.51 * side / STEPS


def test_the_longer_side_fills_the_square_and_the_other_lies_in_its_middle() -> None:
    _, coordinates = decode(encode(np.array([[[0, 0], [4, 1], [2, 0]]], dtype=np.float32)))
    assert coordinates[0].tolist() == pytest.approx(np.array([[0, 0.375], [1, 0.625], [0.5, 0.375]]), abs=1 / STEPS)


def test_one_point_alone_lies_in_the_middle() -> None:
    _, coordinates = decode(encode(np.full((2, 1, 2), 7, dtype=np.float32)))
    assert np.abs(coordinates - 0.5).max() <= 1 / STEPS


def test_the_header_holds_every_field() -> None:
    header, _ = decode(encode(cloud(2, 4), added={3, np.int64(0)}))
    del header["map"]
    assert header == {
        "layers": ["Layer 0", "Layer 1"],
        "texts": ["bank 0", "bank 1", "bank 2", "bank 3"],
        "spans": [[0, 4]] * 4,
        "names": ["river", "money"],
        "label": [0, 1, -1, 1],
        "added": [0, 3],
    }


def test_the_header_names_the_owner_of_added_points() -> None:
    header, _ = decode(encode(cloud(1, 4), added={3}, owner="the class"))
    assert header["owner"] == "the class"


@given(some.lists(some.text(some.characters(exclude_categories=[]), min_size=1), min_size=3, max_size=3))
def test_any_text_can_be_encoded(texts: list[str]) -> None:
    """Lone surrogates too, which UTF-8 cannot encode."""
    header, _ = decode(encode(cloud(1, 3), texts=texts, spans=[(0, 1)] * 3, labels=texts))
    assert header["texts"] == texts
    assert [header["names"][label] for label in header["label"]] == texts


def test_5000_points_at_25_layers_take_a_megabyte_and_their_sentences() -> None:
    texts = [f"They had a picnic on the bank of the river, {i}." for i in range(POINT_LIMIT)]
    payload = encode(cloud(25, POINT_LIMIT), texts=texts, spans=[(24, 28)] * POINT_LIMIT)
    assert len(payload) - sum(map(len, texts)) < 1_100_000


def test_the_same_arguments_give_the_same_bytes() -> None:
    assert encode(cloud(2, 5), added={4, 1}) == encode(cloud(2, 5), added=[1, 4, 1])


def test_the_fingerprint_depends_on_the_map_but_not_on_its_colours() -> None:
    maps = [
        decode(encode(cloud(2, 4), **options))[0]["map"]
        for options in (
            {},
            {"labels": ["a", "b", "c", "d"]},
            {"added": [1]},
            {"layer_names": ["a", "b"]},
            {"texts": ["bank"] * 4},
            {"spans": [(1, 4)] * 4},
        )
    ]
    assert maps[0] == maps[1] == maps[2]
    assert len(set(maps)) == 4
    assert decode(encode(cloud(2, 4, seed=1)))[0]["map"] != maps[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layer_names": ["0"]}, "2 layer names"),
        ({"labels": ["river"]}, "3 labels"),
        ({"texts": ["bank"]}, "3 texts"),
        ({"spans": [(0, 4)]}, "3 spans"),
        ({"spans": [(0, 4), (0, 7), (0, 4)]}, "within 6 characters"),
        ({"spans": [(0, 4), (4, 4), (0, 4)]}, "within 6 characters"),
        ({"spans": [(0, 4), (-1, 4), (0, 4)]}, "within 6 characters"),
        ({"added": [3]}, "points below 3"),
    ],
)
def test_arguments_that_do_not_match_are_an_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        encode(cloud(2, 3), **options)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_positions_that_are_not_finite_are_an_error(wrong: float) -> None:
    positions = cloud(2, 3)
    positions[1, 2, 0] = wrong
    with pytest.raises(ValueError, match="positions that are numbers"):
        encode(positions)


@pytest.mark.parametrize("shape", [(3, 2), (1, 3, 3), (0, 3, 2), (1, 0, 2), (1, POINT_LIMIT + 1, 2)])
def test_other_shapes_are_an_error(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        encode_sense_map(np.zeros(shape), layer_names=[], labels=[], texts=[], spans=[])


def test_a_direction_that_follows_the_form_is_named_and_another_is_not() -> None:
    points = [WordPoint(n, "A bank.", 2, 6, (2,), "banks" if n % 3 == 0 else "bank") for n in range(30)]
    noise = np.random.default_rng(0).normal(size=(30, 2))
    has_form = np.array([point.text == "banks" for point in points])
    assert form_axis_note(points, noise) == ""
    for axis, way in ((0, "left"), (1, "bottom")):
        parted = noise.copy()
        parted[:, axis] = 10 * has_form + 0.1 * noise[:, axis]
        note = form_axis_note(points, parted)
        assert way in note
        assert "“bank”" in note
        assert "“banks”" in note
        assert form_axis_note(points, -parted) == note
    assert form_axis_note([replace(point, text="bank") for point in points], parted) == ""
