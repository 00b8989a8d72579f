"""The pronouns beside occupations are what transformers computes, and their shares obey the laws of shares."""

import math
from itertools import pairwise

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import AutoModelForMaskedLM, AutoTokenizer

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError
from components.suites.model.occupations import (
    NEUTRAL,
    PRONOUNS,
    SLOT,
    SMALLEST_COUNT,
    CorpusCount,
    corpus_counts,
    fill_template,
    occupations,
    pronoun_templates,
)
from components.suites.model.pronoun_results import OccupationPronouns
from components.suites.model.pronouns import pronoun_input, pronoun_suite
from tests.components.conftest import Opener
from tests.examples import scaled

BUNDLED = ("minilm", "pocket-bert", "pocket-distilbert")
WORDS = ("nurse", "engineer")
probability = st.floats(0.0, 1 / 3)
rows = st.lists(st.tuples(probability, probability, probability), min_size=1, max_size=12).map(tuple)


@pytest.fixture(scope="module", params=BUNDLED)
def bundled(request: pytest.FixtureRequest) -> OpenModel:
    return Loader(weights_folder).open(model_record(request.param))


@pytest.mark.thorough
def test_the_probabilities_are_those_of_plain_transformers(bundled: OpenModel) -> None:
    templates = pronoun_templates()
    suite = pronoun_suite(bundled, WORDS, templates)
    folder = weights_folder(bundled.record)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32).eval()
    for word, entry in zip((*WORDS, NEUTRAL), (*suite.occupations, suite.neutral), strict=True):
        assert entry.word == word
        for template, row in zip(templates, entry.rows, strict=True):
            ids = tokenizer(fill_template(template, word))["input_ids"]
            with torch.no_grad():
                logits = model(input_ids=torch.tensor([ids])).logits[0, ids.index(tokenizer.mask_token_id)]
            plain = logits.softmax(-1)[tokenizer.convert_tokens_to_ids(list(PRONOUNS))].tolist()
            assert row == pytest.approx(plain, abs=2e-4)


def test_progress_is_reported_and_an_error_in_it_stops_the_run(bundled: OpenModel) -> None:
    reports: list[tuple[int, int]] = []
    pronoun_suite(bundled, WORDS, pronoun_templates(), lambda done, of: reports.append((done, of)))
    assert {of for _, of in reports} == {(len(WORDS) + 1) * len(pronoun_templates())}
    assert all(first < second for (first, _), (second, _) in pairwise(reports))

    def stop(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pronoun_suite(bundled, WORDS, pronoun_templates(), stop)


@pytest.mark.parametrize("sentence", ["The nurse left.", "The [MASK] said that [MASK] left.", ""])
def test_a_sentence_without_exactly_one_mask_is_an_error(bundled: OpenModel, sentence: str) -> None:
    with pytest.raises(UserError):
        pronoun_input(bundled, sentence)


@pytest.mark.parametrize("family", ["bert", "roberta", "gpt2"])
def test_a_model_that_cannot_be_asked_says_so(opened: Opener, family: str) -> None:
    """The first has no token for "they", the second several, the third no mask."""
    with pytest.raises(UserError, match=r"Choose a|no tokens for|no single tokens"):
        pronoun_suite(opened(family), WORDS, pronoun_templates())


@given(rows)
@settings(max_examples=scaled(50))
def test_a_share_is_between_the_ends_of_its_interval_and_turns_round_with_the_pronouns(
    values: tuple[tuple[float, float, float], ...],
) -> None:
    share = OccupationPronouns("nurse", values).share
    turned = OccupationPronouns("nurse", tuple((he, she, they) for she, he, they in values)).share
    assert 0 <= share.value <= 1
    assert turned.value == pytest.approx(1 - share.value)
    if len(values) == 1:
        assert not share.is_known
        return
    assert 0 <= share.low <= share.high <= 1
    assert (turned.low, turned.high) == pytest.approx((1 - share.high, 1 - share.low))


@given(rows)
@settings(max_examples=scaled(30))
def test_the_share_is_of_the_averages(values: tuple[tuple[float, float, float], ...]) -> None:
    entry = OccupationPronouns("nurse", values)
    she, he, _ = entry.means
    expected = 0.5 if she + he == 0 else she / (she + he)
    assert entry.share.value == pytest.approx(expected, abs=1e-9)
    assert all(math.isfinite(mean) and 0 <= mean <= 1 for mean in entry.means)


def test_sentences_with_equal_answers_have_an_interval_without_width() -> None:
    share = OccupationPronouns("nurse", ((0.3, 0.1, 0.0),) * 12).share
    assert (share.low, share.value, share.high) == pytest.approx((0.75, 0.75, 0.75))


def test_there_are_sixty_occupations_with_a_published_share_each() -> None:
    words = [each.word for each in occupations()]
    assert len(words) == len(set(words)) == 60
    assert all(0 < each.women_share < 1 and each.category for each in occupations())
    assert {each.fit for each in occupations()} == {"same", "broader", "narrower"}
    shares = {each.word: each.women_share for each in occupations()}
    assert shares["nurse"] == pytest.approx(0.906)
    assert shares["plumber"] == pytest.approx(0.013)


def test_every_template_has_one_slot_one_blank_and_no_other_pronoun() -> None:
    assert len(pronoun_templates()) == len(set(pronoun_templates())) == 12
    for template in pronoun_templates():
        assert template.count(SLOT) == template.count("[MASK]") == 1
        words = {word.strip(".,").lower() for word in template.split()}
        assert not words & {*PRONOUNS, "her", "his", "him", "their", "them"}
        after = template.split("[MASK] ")[1].split()[0]
        assert after not in {"is", "are", "was", "were", "has", "have", "does", "do"}  # these would rule one out


def test_the_blank_stands_before_and_after_the_occupation() -> None:
    before = [template.index("[MASK]") < template.index(SLOT) for template in pronoun_templates()]
    assert any(before)
    assert not all(before)


@pytest.mark.parametrize(
    ("word", "sentence"), [("nurse", "My friend is a nurse."), ("engineer", "My friend is an engineer.")]
)
def test_the_article_fits_the_occupation(word: str, sentence: str) -> None:
    assert fill_template("My friend is a {}.", word) == sentence
    assert fill_template("The {} left.", word) == f"The {word} left."


def test_the_counts_are_of_every_occupation_and_few_sentences_have_no_share() -> None:
    assert list(corpus_counts()) == [each.word for each in occupations()]
    for count in corpus_counts().values():
        assert max(count.she, count.he) <= count.sentences
        assert count.she + count.he <= 2 * count.sentences
    assert CorpusCount("nurse", 100, SMALLEST_COUNT - 1, 0).share is None
    share = CorpusCount("nurse", 100, SMALLEST_COUNT - 5, 5).share
    assert share is not None
    assert share.low < share.value == (SMALLEST_COUNT - 5) / SMALLEST_COUNT < share.high
