"""What a sentence of the attention room opens with."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

import cache.traces
from components.attention.model.opening import opening_head
from components.model.checkpoints.catalogue import FIRST_MODEL

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

SENTENCE = "She walked to the bank of the river."


def test_it_opens_with_the_head_in_which_the_word_looks_most_at_the_other(engine: "Engine") -> None:
    found = cache.traces.trace(FIRST_MODEL, SENTENCE)
    texts = [token.text for token in found.tokens.items]
    layer, head, query = opening_head(found, ("Bank", "RIVER"))
    assert query == texts.index("bank")
    looks = found.attention[:, :, query, texts.index("river")]
    assert looks[layer, head] == np.max(looks)


@pytest.mark.parametrize("looks", [None, ("bank", "ship"), ("ship", "bank")])
def test_it_opens_with_the_first_head_where_there_is_no_such_word(
    engine: "Engine", looks: tuple[str, str] | None
) -> None:
    assert opening_head(cache.traces.trace(FIRST_MODEL, SENTENCE), looks) == (0, 0, None)
