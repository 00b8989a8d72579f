"""Pairs of sentences from a class, sorted by the layer in which the answer moves. Each pair is computed once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cache.engine import EngineStage, engine, engine_stage
from cache.sized_cache import SizedCache
from components.classroom.entries import ClassEntry, ClassQuestion, EntryKind
from components.classroom.entry_checks import register_entry_check
from components.model.user_errors import UserError
from components.patching.model.results import PairPath
from components.patching.model.written_pair import read_written_pair

READ_LIMIT = 4  # new pairs per call: about half a second with a small model
_TOPIC = "pairs "
_PATHS: SizedCache[PairPath | None] = SizedCache(5000)


@dataclass(frozen=True)
class ClassPair:
    """An entry, and where its answer is, layer after layer."""

    entry: ClassEntry
    path: PairPath


@dataclass(frozen=True)
class ClassPairs:
    """The pairs of a class.

    Attributes:
        pairs: Those in which the answers differ, in order of arrival.
        even_count: The number of pairs that cannot be told apart by their answers, or not be read.
        unread_count: The number of pairs that have not been computed yet; the next call computes some of them.
    """

    pairs: tuple[ClassPair, ...]
    even_count: int
    unread_count: int


def pairs_topic(model_id: str) -> str:
    """The topic of the question for pairs, :attr:`~components.classroom.entries.ClassQuestion.about`."""
    return f"{_TOPIC}{model_id}"


def class_pairs(model_id: str, entries: Sequence[ClassEntry]) -> ClassPairs:
    """The pairs computed so far, after computing up to :data:`READ_LIMIT` new ones."""
    unread = [text for text in dict.fromkeys(entry.text for entry in entries) if (model_id, text) not in _PATHS]
    for text in unread[:READ_LIMIT]:
        _PATHS.put((model_id, text), _path(model_id, text))
    waiting = set(unread[READ_LIMIT:])
    read = [
        (entry, _PATHS.get((model_id, entry.text), partial(_path, model_id, entry.text)))
        for entry in entries
        if entry.text not in waiting
    ]
    pairs = tuple(ClassPair(entry, path) for entry, path in read if path is not None)
    return ClassPairs(pairs, len(read) - len(pairs), len(entries) - len(read))


def _path(model_id: str, text: str) -> PairPath | None:
    """The path of a pair; None if its answers do not differ, or it cannot be read."""
    from components.patching.model.alignment import align_pair
    from components.patching.model.grid import answer_pair
    from components.patching.model.paths import pair_path

    opened = engine().open_model(model_id)
    try:
        pair = align_pair(opened, *(opened.tokenizer.tokens(sentence) for sentence in read_written_pair(text)))
        return pair_path(opened, pair, answer_pair(opened, pair))
    except UserError:
        return None


def check_pair(question: ClassQuestion, text: str) -> str:
    """What is wrong with a pair that a student sends in; "" if nothing is.

    Whether it has as many tokens in either version is checked once the engine has loaded; the projector leaves out
    others.
    """
    try:
        first, second = read_written_pair(text)
        if engine_stage() is EngineStage.READY:
            from components.patching.model.alignment import align_pair

            opened = engine().open_model(question.about.removeprefix(_TOPIC))
            align_pair(opened, opened.tokenizer.tokens(first), opened.tokenizer.tokens(second))
    except UserError as error:
        return str(error)
    return ""


def check_pairs_of_classes() -> None:
    """Have pairs checked when students send them in. Call it once, before the first request."""
    register_entry_check(EntryKind.PAIR, check_pair)
