"""What the browser sends back about the trees is believed only if it is one of their layers."""

from types import SimpleNamespace

import pytest

from components.probing.arcs import chosen_layer


def test_a_layer_is_taken() -> None:
    assert chosen_layer(SimpleNamespace(layer=6), 7) == 6


@pytest.mark.parametrize("layer", [None, "0", {}, [0], 7, -1, True, 0.0], ids=str)
def test_other_answers_are_not_taken(layer: object) -> None:
    assert chosen_layer(SimpleNamespace(layer=layer), 7) is None
    assert chosen_layer(None, 7) is None
