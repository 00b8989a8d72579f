"""The second example of every room: whether it breaks what the first one shows."""

from collections.abc import Callable, Collection

import cache.engine
import cache.probing
import cache.shared.heads
from cache.shipped.first_runs import first_run
from cache.shipped.first_suites import first_suites
from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE, STUDENT
from components.model.heads.specs import REVIEW_SPEC, REVIEWS
from components.model.statistics.proportions import proportion_interval
from components.probing.model.tasks import TASKS
from components.suites.model.results import accuracy
from tests.openings import blank, second_example


def _wrong_blank(room: str, *right: str, model_ids: Collection[str] = (DEFAULT_MODEL,)) -> bool:
    """Whether no model is right about the blank of a room's second example."""
    sentence = second_example(room).sentence
    return not any(blank(model_id, sentence, right).answer in right for model_id in model_ids)


def _fooled_by_not(room: str, *model_ids: str) -> bool:
    """Whether the models answer the room's second example as they do without its “do not”."""
    preset = second_example(room)
    answers = [[blank(each, text, ()).answer for text in (preset.sentence, preset.other)] for each in model_ids]
    return all(negated == plain for negated, plain in answers)


def _unknown_token() -> bool:
    return any(token.unknown for token in cache.engine.tokens(DEFAULT_MODEL, second_example("input").sentence).items)


def _unseen_letters() -> bool:
    """Whether the probe gets letters of new words no more often right than always guessing the commonest."""
    ((_, task),) = second_example("probing").settings
    probed = cache.probing.probed_task(
        DEFAULT_MODEL, next(each.key for each in TASKS if each.name == task), lambda _: None
    )
    unseen = probed.layers[probed.best_layer].unseen
    return unseen is not None and unseen.high < probed.majority


def _learns_nothing() -> bool:
    result = first_run(second_example("teaching").plan.key)
    assert result is not None
    right = result.correct(result.history)
    return proportion_interval(sum(right), len(right)).contains(0.5)


def _fooled_by_irony() -> bool:
    ((_, text),) = second_example("tasks").settings
    pooled = cache.shared.heads.text_reading(REVIEWS, text).poolings[0]
    return REVIEW_SPEC.labels[pooled.best] == "positive"


def _guesses() -> bool:
    """Whether the model is no better than guessing in the pairs of the second example."""
    return accuracy(first_suites()[DEFAULT_MODEL].of(second_example("suites").phenomenon)).contains(0.5)


# By room: whether its second example, “Now break it: …”, fails.
BREAKS: dict[str, Callable[[], bool]] = {
    "fill": lambda: _fooled_by_not("fill", DEFAULT_MODEL),
    "input": _unknown_token,
    "inside": lambda: _fooled_by_not("inside", DEFAULT_MODEL),
    "probing": _unseen_letters,
    "positions": lambda: _wrong_blank("positions", "boat", "boats", "ship", "ships", "house", "guns", "wall"),
    "pretraining": lambda: _wrong_blank("pretraining", "paris", model_ids=[REFERENCE]),
    "teaching": _learns_nothing,
    "tasks": _fooled_by_irony,
    "distillation": lambda: _fooled_by_not("distillation", REFERENCE, STUDENT),
    "suites": _guesses,
}
# Rooms in which no example fails, and what holds their examples.
UNBROKEN = {
    "senses": "ten words, each with its score",
    "attention": "every example has a head that looks where it points",
    "patching": "every pair was chosen because its answers differ",
    "masks": "a causal mask hides what it hides in every sentence",
    "speed": "timings of this machine",
    "family": "published sizes",
    "mistakes": "every example is a failure, beside the right version",
}
