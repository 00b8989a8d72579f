"""The stored cosines are what the bundled model computes now."""

import pytest

from cache.probing import cosine_profile, pair_cosines
from cache.shipped.first_cosines import first_cosines
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.probing.model.cosine_presets import FIRST_SENTENCE, SECOND_SENTENCE, default_words
from components.probing.model.cosine_results import Correction, WordPlace

pytestmark = pytest.mark.usefixtures("engine")


def test_the_first_cosines_are_what_the_model_computes_now() -> None:
    stored, words = first_cosines(), default_words(FIRST_SENTENCE, SECOND_SENTENCE)
    places = WordPlace(FIRST_SENTENCE, words[0]), WordPlace(SECOND_SENTENCE, words[1])
    reports: list[str] = []
    live = cosine_profile(DEFAULT_MODEL, (), Correction(), reports.append)
    for ours, theirs in zip(stored.profile.layers, live.layers, strict=True):
        for name in ("random_words", "same_word", "word_and_sentence"):
            mean, again = getattr(ours, name), getattr(theirs, name)
            assert (mean.low, mean.value, mean.high) == pytest.approx((again.low, again.value, again.high), abs=1e-3)
        assert [each.dimension for each in ours.dimensions[:1]] == [each.dimension for each in theirs.dimensions[:1]]
    pair = pair_cosines(DEFAULT_MODEL, (), Correction(), places, reports.append)
    assert stored.pair.words == pair.words
    assert stored.pair.cosines == pytest.approx(pair.cosines, abs=1e-3)
    assert stored.pair.shares_below == pytest.approx(pair.shares_below, abs=2e-3)
    assert cosine_profile(DEFAULT_MODEL, (), Correction(), reports.append) is live


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (FIRST_SENTENCE, SECOND_SENTENCE, (4, 1)),
        ("The cat sat.", "It is the Cat.", (1, 3)),
        ("The cat sat.", "The dog ran.", (1, 1)),
        ("It is.", "The of.", (0, 0)),
    ],
)
def test_the_words_compared_at_first_are_a_content_word_of_both(
    first: str, second: str, words: tuple[int, int]
) -> None:
    assert default_words(first, second) == words
