"""The river with sentences from a class in it: a thread each, and who fooled the model."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from statistics import fmean

from cache.classes.class_sentences import read_all, read_some
from cache.river import own_threads, river
from cache.senses import word_vectors
from cache.sized_cache import share_results
from components.classroom.entries import ClassEntry
from components.senses.model.request import SensesRequest
from components.senses.model.results import WordVectors
from components.senses.model.river_results import River, RiverThread
from components.senses.tables.river import OwnThread, encode_river

THREAD_LIMIT = 300  # the latest sentences are drawn: more threads could not be told apart
BEST_LIMIT = 5  # of the sentences that fooled the model
OWNER = "a sentence of the class"
_DECIMALS = 3  # of heights that phones draw


@dataclass(frozen=True)
class ClassThread:
    """A sentence of a class in the river.

    Attributes:
        entry: What was sent; its label is the meaning that it has for its writer.
        side: The meaning on whose side its thread ends; "" if it is undecided.
        height: Where it ends, as in :class:`~components.senses.model.river_results.RiverThread`.
        fools: Whether it ends on the side of the river's other meaning than its writer's.
    """

    entry: ClassEntry
    side: str
    height: float
    fools: bool


@dataclass(frozen=True)
class ClassRiver:
    """The river with the sentences of a class.

    Attributes:
        payload: The encoded river.
        threads: All sentences that have been read, in order of arrival; the latest are drawn.
        unread_count: How many sentences have not been read yet; the next call reads some of them.
    """

    payload: bytes
    threads: tuple[ClassThread, ...]
    unread_count: int

    @property
    def best(self) -> tuple[ClassThread, ...]:
        """The sentences that fooled the model most, as :func:`best_threads`."""
        return best_threads(self.threads)


def best_threads(threads: Sequence[ClassThread]) -> tuple[ClassThread, ...]:
    """Those that fooled the model most: they end furthest on the wrong side. Equal sentences count once."""
    fooling = sorted((thread for thread in threads if thread.fools), key=lambda each: -abs(each.height))
    first_of = {thread.entry.text.casefold(): thread for thread in reversed(fooling)}
    return tuple(thread for thread in fooling if first_of[thread.entry.text.casefold()] is thread)[:BEST_LIMIT]


def class_river(
    request: SensesRequest,
    senses: tuple[str, str],
    word: str,
    entries: Sequence[ClassEntry],
    *,
    has_numbers: bool = False,
) -> ClassRiver:
    """The river of a word between two meanings, with the sentences that a class sent.

    Args:
        request: The word in its included sentences.
        senses: The two meanings.
        word: The word itself.
        entries: What was sent; sentences without the word have no thread.
        has_numbers: Whether the threads that fooled the model most end in their numbers.
    """
    read = read_some(request, tuple(dict.fromkeys(entry.text for entry in entries)))
    drawn = river(request, senses)
    added = [
        (entry, _thread(request, senses, entry.text, vectors))
        for entry in entries
        if (vectors := read.get(entry.text)) is not None
    ]
    threads = tuple(_ended(entry, thread, drawn) for entry, (_, thread) in added)
    best = best_threads(threads) if has_numbers else ()
    shown = threads[-THREAD_LIMIT:]
    payload = encode_river(
        drawn,
        word_vectors(request, lambda _text: None).points,
        word,
        [thread for _, thread in added[-THREAD_LIMIT:]],
        owner=OWNER,
        fooling=[thread.fools for thread in shown],
        numbers=[best.index(thread) + 1 if thread in best else 0 for thread in shown],
    )
    return ClassRiver(payload, threads, sum(entry.text not in read for entry in entries))


def sentence_courses(
    request: SensesRequest, senses: tuple[str, str], sentences: Sequence[str]
) -> tuple[tuple[float, ...], ...]:
    """The heights of each sentence's thread, layer by layer; none if it lacks the word."""
    read = read_all(request, sentences)
    threads = [
        None if (vectors := read[text]) is None else _thread(request, senses, text, vectors) for text in sentences
    ]
    return tuple(() if thread is None else _rounded(thread[1].heights) for thread in threads)


def sense_courses(request: SensesRequest, senses: tuple[str, str]) -> dict[str, tuple[float, ...]]:
    """The average heights of the threads of either meaning, layer by layer."""
    drawn = river(request, senses)
    return {
        sense: _rounded([fmean(compress(layer, [each == sign for each in drawn.signs])) for layer in drawn.heights])
        for sense, sign in zip(drawn.senses, (-1, 1), strict=True)
    }


def _rounded(heights: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(height, _DECIMALS) for height in heights)


def _ended(entry: ClassEntry, thread: RiverThread, drawn: River) -> ClassThread:
    height = thread.heights[-1]
    side = drawn.side(height, drawn.last)
    return ClassThread(entry, side, height, fools=entry.label in drawn.senses and side not in ("", entry.label))


@share_results(10_000, by=lambda request, senses, text, vectors: (request, senses, text))
def _thread(request: SensesRequest, senses: tuple[str, str], text: str, vectors: WordVectors) -> OwnThread:
    """The thread of a sentence, of which ``vectors`` has the word once."""
    return own_threads(request, senses, vectors)[0]
