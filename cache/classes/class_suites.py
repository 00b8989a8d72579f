"""Minimal pairs from a class, scored as the view “Pairs” scores its lists. Each pair is scored once a model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cache.engine
from cache.sized_cache import SizedCache
from components.classroom.entries import ClassEntry, ClassQuestion, EntryKind
from components.classroom.entry_checks import register_entry_check
from components.model.user_errors import UserError
from components.suites.model.class_pairs import DistinctPairs, distinct_pairs, read_class_pair
from components.suites.model.pairs import MinimalPair
from components.suites.model.results import PairScore, SuiteScores

READ_LIMIT = 8  # new pairs per call: about half a second with a small model
TOPIC = "minimal pairs"  # of the question, the same for all models: another model reads the same pairs
_SCORES: SizedCache[PairScore] = SizedCache(10_000)


@dataclass(frozen=True)
class ClassSuite:
    """The pairs of a class with their scores.

    Attributes:
        scores: Of the pairs that have been scored, each once, in order of arrival.
        pairs: All pairs that were sent, each once, and how many were sent again or both ways round.
        unread_count: The number of pairs that have not been scored yet; the next call scores some of them.
    """

    scores: SuiteScores
    pairs: DistinctPairs
    unread_count: int


def class_suite(model_id: str, entries: Sequence[ClassEntry]) -> ClassSuite:
    """The pairs scored so far, after scoring up to :data:`READ_LIMIT` new ones.

    Raises:
        Busy: Too many requests are waiting.
    """
    pairs = distinct_pairs([read_class_pair(entry.text, entry.label) for entry in entries])
    unread = [pair for pair in pairs.pairs if _key(model_id, pair) not in _SCORES]
    for score in _score(model_id, unread[:READ_LIMIT]):
        _SCORES.put(_key(model_id, score.pair), score)
    waiting = set(unread[READ_LIMIT:])
    scores = tuple(_stored(model_id, pair) for pair in pairs.pairs if pair not in waiting)
    return ClassSuite(SuiteScores(scores, cache.engine.conditions(model_id)), pairs, len(waiting))


def _key(model_id: str, pair: MinimalPair) -> tuple[str, str, str]:
    return model_id, pair.good, pair.bad


def _stored(model_id: str, pair: MinimalPair) -> PairScore:
    """The score of a pair, under the phenomenon that it has now."""
    score = _SCORES.get(_key(model_id, pair), lambda: _score(model_id, [pair])[0])
    return replace(score, pair=pair)


def _score(model_id: str, pairs: Sequence[MinimalPair]) -> tuple[PairScore, ...]:
    if not pairs:
        return ()
    from components.suites.model.scoring import score_pairs

    opened = cache.engine.engine().open_model(model_id)
    return score_pairs(opened, pairs, on_progress=lambda _done, _of: None).scores


def check_class_pair(question: ClassQuestion, text: str) -> str:
    """What is wrong with a pair that a student sends in; "" if nothing is. No model is needed to say it."""
    try:
        read_class_pair(text)
    except UserError as error:
        return str(error)
    return ""


def check_minimal_pairs_of_classes() -> None:
    """Have pairs checked when students send them in. Call it once, before the first request."""
    register_entry_check(EntryKind.MINIMAL_PAIR, check_class_pair)
