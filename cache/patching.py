"""Cached results of the room “Change its mind”: grids of patched vectors, the parts of a layer, and steering."""

from collections.abc import Callable

from cache.engine import engine
from cache.sized_cache import share_results
from components.patching.model.presets import pairs_of
from components.patching.model.results import (
    AlignedPair,
    AnswerPair,
    LayerParts,
    PatchGrid,
    PatchSite,
    PhenomenonPaths,
)
from components.patching.model.steering_results import SteeredSentences, Steering, SteeringPlace, SteeringSets


@share_results(500)
def sentence_pair(model_id: str, clean: str, corrupt: str) -> AlignedPair:
    """Two sentences that can be patched into each other.

    Raises:
        UserError: They cannot; see :func:`components.patching.model.alignment.align_pair`.
    """
    from components.patching.model.alignment import align_pair

    opened, tokens = engine().read(model_id, clean)
    return align_pair(opened, tokens, engine().read(model_id, corrupt)[1])


@share_results(500)
def answer_pair(model_id: str, clean: str, corrupt: str, words: tuple[str, str]) -> AnswerPair:
    """The two answers that are compared; an empty word stands for the top answer of its sentence."""
    from components.patching.model.grid import answer_pair

    return answer_pair(engine().open_model(model_id), sentence_pair(model_id, clean, corrupt), words)


@share_results(500)
def patch_grid(
    model_id: str,
    clean: str,
    corrupt: str,
    words: tuple[str, str],
    site: PatchSite,
    on_progress: Callable[[int, int], None],
) -> PatchGrid:
    """The share of the answer that each vector of the clean sentence brings back in the corrupt one."""
    from components.patching.model.grid import patch_grid

    pair, answers = sentence_pair(model_id, clean, corrupt), answer_pair(model_id, clean, corrupt, words)
    return patch_grid(engine().open_model(model_id), pair, answers, site, on_progress=on_progress)


@share_results(2000)
def layer_parts(
    model_id: str, clean: str, corrupt: str, words: tuple[str, str], layer: int, position: int
) -> LayerParts:
    """The heads and the feed-forward part of one layer, put in alone at one token."""
    from components.patching.model.grid import layer_parts

    pair, answers = sentence_pair(model_id, clean, corrupt), answer_pair(model_id, clean, corrupt, words)
    return layer_parts(engine().open_model(model_id), pair, answers, layer, position)


@share_results(200)
def phenomenon_paths(model_id: str, phenomenon: str, on_progress: Callable[[int, int], None]) -> PhenomenonPaths:
    """Where the answer is, layer after layer, in all pairs of one phenomenon."""
    from components.patching.model.paths import phenomenon_paths

    return phenomenon_paths(engine().open_model(model_id), phenomenon, pairs_of(phenomenon), on_progress=on_progress)


@share_results(50)
def layer_count(model_id: str) -> int:
    """The number of layers of a model."""
    return int(engine().open_model(model_id).model.config.num_hidden_layers)


@share_results(200)
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
    from components.patching.model.steering import steer

    opened, tokens = engine().inspect(model_id, sentence)
    return steer(opened, tokens, masked, blank, words, sets, layer, place, on_progress=on_progress)


@share_results(200)
def steered_sentences(
    model_id: str,
    phenomenon: str,
    sets: SteeringSets,
    layer: int,
    place: SteeringPlace,
    on_progress: Callable[[int, int], None],
) -> SteeredSentences:
    """The first sentences of all pairs of one phenomenon, steered in the same direction."""
    from components.patching.model.steering_sentences import steer_sentences

    opened = engine().open_model(model_id)
    return steer_sentences(opened, pairs_of(phenomenon), sets, layer, place, on_progress=on_progress)
