"""Cached results of steering, in the room “Change its mind”."""

from collections.abc import Callable

import streamlit as st

from cache.engine import engine
from cache.sized_cache import SizedCache
from components.patching.model.steering_results import Steering, SteeringPlace, SteeringSets

_STEERED: SizedCache[Steering] = SizedCache(200, lambda _: 1)


@st.cache_data(max_entries=50, show_spinner=False)
def layer_count(model_id: str) -> int:
    """The number of layers of a model."""
    return int(engine().open_model(model_id).model.config.num_hidden_layers)


def steering(
    model_id: str,
    sentence: str,
    masked: tuple[int, ...],
    blank: int,
    words: tuple[str, str],
    sets: SteeringSets,
    layer: int,
    place: SteeringPlace,
    on_progress: Callable[[int, int], None],
) -> Steering:
    """A blank predicted at every strength of a steering vector, and with random vectors."""

    def compute() -> Steering:
        from components.patching.model.steering import steer

        opened, tokens = engine().inspect(model_id, sentence)
        return steer(opened, tokens, masked, blank, words, sets, layer, place, on_progress=on_progress)

    return _STEERED.get((model_id, sentence, masked, blank, words, sets, layer, place), compute)
