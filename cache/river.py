"""Cached rivers of the room “Word meanings”, and the threads of visitors' sentences in them."""

from collections.abc import Sequence

from cache.engine import engine
from cache.senses import Progress, included_sentences, similar_from, word_vectors
from cache.shipped.word_index import shipped_word_index
from cache.sized_cache import share_results
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.occurrences import SentenceWithSense
from components.model.user_errors import UserError
from components.senses.model.request import SensesRequest
from components.senses.model.results import WordVectors, point_senses
from components.senses.model.river_results import NearbyWords, River, WordIndex
from components.senses.tables.river import OwnThread


@share_results(200)
def river(request: SensesRequest, senses: tuple[str, str]) -> River:
    """The river of a word between two of its meanings.

    Raises:
        UserError: There are too many sentences, or too few with one of the meanings.
    """
    from components.senses.model.river import check_river, compute_river

    vectors = word_vectors(request, _ignore_progress)
    labels = point_senses(vectors.points, request.sentences)
    check_river(labels, vectors.texts, senses)
    return compute_river(vectors.vectors, labels, vectors.texts, senses)


def default_senses(request: SensesRequest, added: WordVectors | None = None) -> tuple[str, str] | None:
    """The two meanings that the river runs between; None if the sentences have fewer than two.

    Of more than two meanings these are the ones nearest to the visitor's sentence in the last layer, without one the
    first two.
    """
    from components.senses.model.river import nearest_senses

    names = tuple(dict.fromkeys(sentence.sense for sentence in request.sentences if sentence.sense))
    if len(names) < 2:
        return None
    if len(names) == 2 or added is None or not added.points:
        return names[0], names[1]
    vectors = word_vectors(request, _ignore_progress)
    labels = [sense or None for sense in point_senses(vectors.points, request.sentences)]
    return nearest_senses(vectors.vectors[:, -1], labels, added.vectors[0, -1])


def own_vectors(request: SensesRequest, sentence: str) -> WordVectors:
    """The vectors of the word in a visitor's sentence; without points if the sentence does not have the word.

    Raises:
        UserError: The model cannot read the sentence.
    """
    added = word_vectors(
        SensesRequest(request.model_id, request.forms, (SentenceWithSense(sentence),), request.pooling),
        _ignore_progress,
    )
    if added.unreadable:
        raise UserError(added.unreadable[0][1])
    return added


def own_threads(request: SensesRequest, senses: tuple[str, str], added: WordVectors) -> tuple[OwnThread, ...]:
    """A thread for each time that the word occurs in a visitor's sentence."""
    from components.senses.model.river import added_threads

    drawn, vectors = river(request, senses), word_vectors(request, _ignore_progress)
    labels = point_senses(vectors.points, request.sentences)
    return added_threads(drawn, vectors, labels, added, similar_from(request, drawn.last))


def read_sides(request: SensesRequest, senses: tuple[str, str], added: Sequence[WordVectors | None]) -> tuple[str, ...]:
    """On which meaning's side the word ends in each sentence; "" if it is undecided, or the word is not there."""
    drawn = river(request, senses)
    threads = [own_threads(request, senses, each)[:1] if each is not None else () for each in added]
    return tuple(drawn.side(each[0][1].heights[-1], drawn.last) if each else "" for each in threads)


def nearby(model_id: str, sentence: str, word: str, on_progress: Progress) -> NearbyWords | None:
    """The words of the included sentences nearest to a word of a visitor's; None if the sentence does not have it.

    Args:
        model_id: The registry's id of the model.
        sentence: The sentence.
        word: The word; if the sentence has it more often, the first counts.
        on_progress: Called with a short status text.

    Raises:
        UserError: The model cannot read the sentence.
    """
    from components.senses.model.nearby import nearby_words

    added = own_vectors(SensesRequest(model_id, (word,), ()), sentence)
    if not added.points:
        return None
    index = shipped_word_index() if model_id == DEFAULT_MODEL else _word_index(model_id, on_progress)
    return nearby_words(engine().open_model(model_id), index, added.only_point(0))


@share_results(size=lambda index: index.vectors.nbytes)
def _word_index(model_id: str, on_progress: Progress) -> WordIndex:
    from components.senses.model.nearby import index_words

    def report(done: int, of: int) -> None:
        on_progress(f"Example {done:,} of {of:,}")

    return index_words(engine().open_model(model_id), included_sentences(), report)


def _ignore_progress(_: str) -> None:
    """Ignore progress."""
