"""Rivers of the included words: recomputed from plain vectors, stored for the first screen, and threads in them."""

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from cache.river import default_senses, nearby, own_threads, own_vectors, read_sides, river
from cache.senses import included_sentences
from cache.shipped.first_river import first_river
from cache.shipped.word_index import shipped_word_index
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.occurrences import SentenceWithSense
from components.model.user_errors import UserError
from components.model.word_senses import OPENING_SENTENCES, OpeningSentence, SensePreset, concordance, sense_presets
from components.senses.model.request import SensesRequest
from components.senses.model.river_results import River

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

BANK = sense_presets()[0]
SENSES = ("money", "river")


def request_of(preset: SensePreset, model_id: str = DEFAULT_MODEL) -> SensesRequest:
    sentences = tuple(SentenceWithSense(each.sentence, each.sense) for each in preset.sentences)
    return SensesRequest(model_id, preset.forms, sentences)


def end_of(sentence: str) -> float:
    """The height of a sentence after the last layer of the first river."""
    request = request_of(BANK)
    ((_, thread),) = own_threads(request, SENSES, own_vectors(request, sentence))
    return thread.heights[-1]


def test_the_river_of_bank_has_the_counts_of_plain_vectors(engine: "Engine") -> None:
    """Read one sentence at a time by transformers, with the axis of all other sentences for each."""
    opened = engine.open_model(DEFAULT_MODEL)
    vectors = []
    for example in BANK.sentences:
        tokens = opened.tokenizer.tokens(example.sentence)
        place = next(n for n, token in enumerate(tokens.items) if token.text.lower() in BANK.forms)
        with torch.no_grad():
            states = opened.model(torch.tensor([tokens.ids]), output_hidden_states=True).hidden_states
        vectors.append(np.stack([state[0, place].double().numpy() for state in states]))
    unit = np.array(vectors) / np.linalg.norm(vectors, axis=-1, keepdims=True)
    is_river = np.array([example.sense == "river" for example in BANK.sentences])
    counts = []
    for layer in range(unit.shape[1]):
        right = 0
        for point in range(len(unit)):
            others = np.arange(len(unit)) != point
            first, second = (unit[others & (is_river == sense), layer].mean(axis=0) for sense in (False, True))
            right += ((unit[point, layer] - (first + second) / 2) @ (second - first) > 0) == is_river[point]
        counts.append(int(right))
    assert river(request_of(BANK), SENSES).right_counts == tuple(counts) == (43, 74, 72, 73, 73, 73, 76)


@pytest.mark.usefixtures("engine")
def test_the_stored_river_is_the_one_computed_now() -> None:
    stored, current = first_river.read(), river(request_of(BANK), SENSES)
    assert (stored.river.senses, stored.river.points, stored.river.signs) == (SENSES, current.points, current.signs)
    assert stored.river.right_counts == current.right_counts
    np.testing.assert_allclose(stored.river.heights, current.heights, atol=2e-5)
    np.testing.assert_allclose(stored.river.shuffled, current.shuffled, atol=0.02)
    assert [point.sentence for point, _ in stored.added] == [opening.sentence for opening in OPENING_SENTENCES]
    for point, thread in stored.added:
        assert thread.heights[-1] == pytest.approx(end_of(point.sentence), abs=2e-5)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("opening", OPENING_SENTENCES, ids=lambda opening: opening.name)
def test_an_offered_sentence_is_read_as_the_list_says(opening: OpeningSentence) -> None:
    drawn = river(request_of(BANK), SENSES)
    assert (drawn.side(end_of(opening.sentence), drawn.last) == opening.sense) is not opening.fools


# All pairs that were compared for the opening (docs/decisions/0010): a river's word and money's in the same sentence.
PAIRS = (
    ("The bank was covered with {}.", "mud", "cash"),
    ("We met at the bank and counted the {}.", "boats", "money"),
    ("She walked to the bank to {}.", "swim", "pay"),
    ("The bank was closed because of the {}.", "flood", "strike"),
    ("He sat by the bank and watched the {}.", "water", "clerks"),
    ("They went to the bank for a {}.", "swim", "loan"),
    ("The bank is full of {}.", "reeds", "money"),
    ("I left my {} at the bank.", "boat", "card"),
    ("He works near the bank with his {}.", "boat", "clients"),
    ("The old bank was washed away by the {}.", "river", "crisis"),
    ("At the bank we saw a {}.", "duck", "cashier"),
    ("She slipped on the bank and fell into the {}.", "water", "vault"),
    ("The {} stood at the bank all morning.", "heron", "customers"),
    ("Our bank lost a lot of {} last year.", "soil", "money"),
    ("The bank was steep and covered in {}.", "grass", "debt"),
    ("We tied the {} to the bank.", "boat", "loan"),
    ("The bank was washed away by the {}.", "flood", "crisis"),
    ("The bank was full of {}.", "frogs", "gold"),
    ("There was a {} on the bank.", "fisherman", "queue"),
    ("A {} ran along the bank.", "fox", "rumour"),
)


@pytest.mark.usefixtures("engine")
def test_the_first_two_sentences_have_the_largest_lead_of_twenty_pairs() -> None:
    leads = {frame: min(end_of(frame.format(wet)), -end_of(frame.format(rich))) for frame, wet, rich in PAIRS}
    frame, wet, rich = PAIRS[0]
    assert [opening.sentence for opening in OPENING_SENTENCES[:2]] == [frame.format(wet), frame.format(rich)]
    assert max(leads, key=leads.__getitem__) == frame
    assert leads.pop(frame) > max(leads.values()) + 0.02


@pytest.mark.usefixtures("engine")
def test_every_word_of_a_sentence_has_a_thread_of_its_own() -> None:
    request = request_of(BANK)
    added = own_vectors(request, "The bank by the river bank was closed.")
    threads = own_threads(request, SENSES, added)
    assert [point.start for point, _ in threads] == [4, 22]
    assert threads[0][1].heights != threads[1][1].heights
    assert read_sides(request, SENSES, [added, None]) == (
        river(request, SENSES).side(threads[0][1].heights[-1], 6),
        "",
    )


@pytest.mark.usefixtures("engine")
def test_of_several_meanings_the_two_nearest_to_the_sentence_are_drawn() -> None:
    spring = next(preset for preset in sense_presets() if preset.word == "spring")
    request = request_of(spring)
    assert default_senses(request) == ("season", "water")
    added = own_vectors(request, "A spring in the mattress broke and the metal coil hurt my back.")
    assert "coil" in (default_senses(request, added) or ())


@pytest.mark.usefixtures("engine")
def test_too_few_sentences_are_asked_for() -> None:
    sentences = (SentenceWithSense("The bank paid.", "money"), SentenceWithSense("The bank was wet.", "river"))
    with pytest.raises(UserError, match="two sentences"):
        river(SensesRequest(DEFAULT_MODEL, ("bank",), sentences), SENSES)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("preset", concordance()[:3], ids=lambda preset: preset.word)
def test_small_lists_have_rivers_too(preset: SensePreset) -> None:
    drawn: River = river(request_of(preset), (preset.senses[0], preset.senses[1]))
    assert len(drawn.points) == 10
    assert drawn.right_counts[-1] >= 5


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("sentence", "word", "near"), [("I sat on the bench.", "bench", "chair")])
def test_a_word_without_meanings_has_similar_words_near_it(sentence: str, word: str, near: str) -> None:
    nearest = nearby(DEFAULT_MODEL, sentence, word, lambda _: None)
    assert nearest is not None
    assert near in [point.text for point in nearest.points]
    assert list(nearest.cosines[-1]) == sorted(nearest.cosines[-1], reverse=True)
    assert len({point.sentence for point in nearest.points}) == len(nearest.points)
    assert nearby(DEFAULT_MODEL, sentence, "absent", lambda _: None) is None


@pytest.mark.usefixtures("engine")
def test_the_stored_words_are_found_as_in_vectors_computed_now(engine: "Engine") -> None:
    from components.senses.model.nearby import index_words

    index, few = shipped_word_index(), included_sentences()[:6]
    current = index_words(engine.open_model(DEFAULT_MODEL), few, lambda _done, _of: None)
    assert index.points[: len(current.points)] == tuple(
        point.__class__(point.sentence_index, point.sentence, point.start, point.end, (), point.text)
        for point in current.points
    )
    cosines = (index.vectors[: len(current.points)] * current.vectors).sum(axis=1)
    assert cosines.min() > 0.999
