"""Two grids as bytes: the browser reads back what was put in."""

import json
from dataclasses import replace

import numpy as np
import pytest

from components.masks.tables.grids import GridPanel, mask_grids_bytes
from components.model.inference.attention_mask import AttentionMask, Bidirectional, Causal, Padding
from components.model.results import Token, Tokens
from components.model.user_errors import TooLong


def read(payload: bytes) -> tuple[dict[str, object], list[np.ndarray], list[np.ndarray]]:
    length = int.from_bytes(payload[:4], "little")
    header = json.loads(payload[4 : 4 + length].decode("ascii"))
    counts, index = [len(grid["tokens"]) for grid in header["grids"]], 4 + length
    arrays: list[np.ndarray] = []
    for kind in ("<f4", "u1"):
        for count in counts:
            arrays.append(np.frombuffer(payload, kind, count * count, index).reshape(count, count))
            index += arrays[-1].nbytes
        if kind == "<f4":
            for grid, count in zip(header["grids"], counts, strict=True):
                index += 4 * count**3 * grid["prefixes"]
    assert index == len(payload)
    return header, arrays[:2], arrays[2:]


def panel(text: str, count: int, mask: AttentionMask, title: str = "Causal") -> GridPanel:
    items = tuple(Token(text, 5, 2 * index, 2 * index + 1, False, index == 0, False) for index in range(count))
    weights = np.random.default_rng(count).random((count, count)).astype(np.float32)
    return GridPanel(title, Tokens("", items), weights, mask)


@pytest.mark.parametrize("text", ["bank", "</script>", "\ud800", "שלום", "🙂", "\0"])
def test_the_browser_reads_back_what_was_put_in(text: str) -> None:
    panels = panel(text, 4, Bidirectional(), "Bidirectional"), panel("bank", 7, Causal())
    payload = mask_grids_bytes(*panels)
    assert payload == mask_grids_bytes(*panels)
    header, weights, allowed = read(payload)
    for grid, first, exact, visible in zip(header["grids"], panels, weights, allowed, strict=True):
        assert grid["tokens"] == [token.text for token in first.tokens.items]
        assert grid["special"] == [0]
        assert grid["starts"][:2] == [None, 2]
        assert grid["ends"][:2] == [None, 3]
        np.testing.assert_array_equal(exact, first.weights)
        np.testing.assert_array_equal(visible, first.mask.allowed(len(first.tokens)))
    assert [grid["causal"] for grid in header["grids"]] == [False, True]
    assert [grid["padding"] for grid in header["grids"]] == [[], []]


def test_the_weights_of_every_beginning_stand_between_weights_and_masks() -> None:
    plain = panel("bank", 4, Bidirectional())
    cube = np.random.default_rng(1).random((4, 4, 4)).astype(np.float32)
    payload = mask_grids_bytes(replace(plain, prefixes=cube), plain)
    header, weights, allowed = read(payload)
    assert [grid["prefixes"] for grid in header["grids"]] == [True, False]
    np.testing.assert_array_equal(weights[1], plain.weights)
    assert allowed[0].all()
    masks = 2 * 4 * 4
    held = np.frombuffer(payload[-masks - cube.nbytes : -masks], "<f4").reshape(cube.shape)
    np.testing.assert_array_equal(held, cube)
    assert header["trace"] != read(mask_grids_bytes(plain, plain))[0]["trace"]
    with pytest.raises(ValueError, match="4 beginnings"):
        mask_grids_bytes(replace(plain, prefixes=cube[:2]), plain)


def test_padding_is_told_and_not_guessed_from_the_mask() -> None:
    hides_two = panel("bank", 4, Padding(2))
    header, *_ = read(mask_grids_bytes(hides_two, replace(hides_two, text_length=2)))
    assert [grid["padding"] for grid in header["grids"]] == [[], [2, 3]]


def test_the_fingerprint_is_of_everything() -> None:
    first = panel("bank", 4, Causal())
    changed = first.weights.copy()
    changed[3, 0] += 1e-3
    others = [
        panel("bats", 4, Causal()),
        replace(first, mask=Bidirectional()),
        replace(first, title="x"),
        replace(first, weights=changed),
    ]
    visible = {read(mask_grids_bytes(first, grid))[0]["trace"] for grid in (first, *others)}
    assert len(visible) == 5


def test_too_many_tokens_are_refused_and_a_wrong_shape_is_a_fault() -> None:
    whole = panel("bank", 128, Causal())
    assert len(mask_grids_bytes(whole, whole)) > 2 * 128 * 128 * 5
    with pytest.raises(TooLong, match="129"):
        mask_grids_bytes(whole, panel("bank", 129, Causal()))
    with pytest.raises(ValueError, match="expected weights"):
        mask_grids_bytes(whole, replace(whole, weights=whole.weights[:5]))
