"""The right answers of the check are those of the bundled models, computed here, and the wrong ones are wrong."""

import re
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

import cache.engine
import cache.fill
import cache.pretraining
import cache.shared.blanks
import cache.shared.passes
import cache.shared.traces
from cache.shipped.first_runs import first_run
from components.classroom.check.questions import QUESTIONS, CheckQuestion
from components.mistakes.model.catalogue import MISTAKES
from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE, STUDENT
from components.model.results import Floats
from components.pretraining.model.results import TokenCorruption
from components.teaching.model.plan import SST2_PLAN
from components.tours.shipped import shipped_tours
from pages.parts.lecture.tour_stop import PATHS

pytestmark = pytest.mark.usefixtures("engine")

LECTURE = shipped_tours(PATHS)["bert-in-45-minutes"]
GPT, NO_POSITIONS = "pocket-gpt", "pocket-nopos"
OTHER = "The capital of Germany is [MASK]."
CHECKS: dict[str, Callable[[CheckQuestion], str]] = {}


def answers(key: str) -> Callable[[Callable[[CheckQuestion], str]], Callable[[CheckQuestion], str]]:
    """Register what computes the answer to a question: a part of the text of the right option, and of no other."""

    def register(compute: Callable[[CheckQuestion], str]) -> Callable[[CheckQuestion], str]:
        CHECKS[key] = compute
        return compute

    return register


def quoted(question: CheckQuestion) -> list[str]:
    """The sentences and words in quotation marks."""
    return re.findall("“([^”]+)”", question.text)


def hidden(model: str, sentence: str) -> Floats:
    """Hidden states. *Shape:* (layer, token, width)."""
    return cache.shared.traces.trace(model, sentence).hidden


def place(model: str, sentence: str, word: str) -> int:
    return [token.text for token in cache.engine.tokens(model, sentence).items].index(word)


def was_and_were(sentence: str) -> tuple[float, float]:
    """The logarithms of both probabilities."""
    (blank,) = cache.engine.tokens(DEFAULT_MODEL, sentence).typed_masks
    was, were = cache.fill.named_words(DEFAULT_MODEL, sentence, (), blank, ("was", "were")).words
    return was.log_probability, were.log_probability


@answers("both-sides")
def _both_sides(question: CheckQuestion) -> str:
    sentence = quoted(question)[0]
    tokens = cache.engine.tokens(DEFAULT_MODEL, sentence)
    (blank,) = tokens.typed_masks
    others = [index for index, token in enumerate(tokens.items) if not token.special and index != blank]
    assert min(others) < blank < max(others)

    def guess(*masked: int) -> float:
        masks = cache.shared.blanks.predictions(DEFAULT_MODEL, sentence, masked).masks
        return next(mask for mask in masks if mask.position == blank).candidates[0].probability

    changes = [abs(guess(other) / guess() - 1) for other in others]
    return "All" if min(changes) > 0.01 else "None"


@answers("unknown-word")
def _unknown_word(question: CheckQuestion) -> str:
    (word,) = quoted(question)
    pieces = [token for token in cache.engine.tokens(DEFAULT_MODEL, word).items if not token.special]
    assert not any(piece.unknown for piece in pieces)
    return "Several known parts" if 1 < len(pieces) < len(word) else "letters"


@answers("weights")
def _weights(question: CheckQuestion) -> str:
    sums = [
        cache.shared.traces.trace(DEFAULT_MODEL, sentence).attention.sum(axis=-1)  # (layer, head, query)
        for sentence in ("Banks lend.", "She walked to the bank of the river, and then along it to the old bridge.")
    ]
    return "Always 1" if all(np.allclose(each, 1, atol=1e-5) for each in sums) else "differs"


@answers("causal-mask")
def _causal_mask(question: CheckQuestion) -> str:
    sentence, changed = quoted(question)[0], quoted(question)[1]
    other = sentence.replace(changed, "up")
    cat = place(GPT, sentence, "cat")
    gpt, bert = (np.abs(hidden(model, sentence) - hidden(model, other)) for model in (GPT, DEFAULT_MODEL))
    assert bert[-1, cat].max() > 0
    return "Not at all" if not gpt[:, cat].any() else "A little"


@answers("word-order")
def _word_order(question: CheckQuestion) -> str:
    first, second = quoted(question)

    def change(model: str) -> float:
        words = [word.lower() for word in first.split()]
        return max(
            float(np.abs(hidden(model, first)[:, place(model, first, word)] - hidden(model, second)[:, index]).max())
            for word, index in ((word, place(model, second, word)) for word in words)
        )

    assert change(REFERENCE) > 0.1
    return "No" if change(NO_POSITIONS) < 1e-4 else "Yes"


@answers("layers")
def _layers(question: CheckQuestion) -> str:
    stop = next(stop for stop in LECTURE.stops if stop.link == question.stop)
    changing = 0
    for sentence in (stop.parameters["sentence"], "She put the money in the [MASK]."):
        (blank,) = cache.engine.tokens(DEFAULT_MODEL, sentence).typed_masks
        stops = [
            each
            for each in cache.shared.passes.word_way(DEFAULT_MODEL, sentence, (), blank)
            if each.part != "attention"
        ]
        likely = [each.last for each in stops]
        guesses = {each.nearest.text for each in stops if each.nearest is not None}
        changing += len(guesses) > 1 and any(after < before for before, after in pairwise(likely))
    return "better and worse" if changing == 2 else "better with each"


@answers("pre-training")
def _pre_training(question: CheckQuestion) -> str:
    sentence = "The water is not cold, so we can swim."
    loss = cache.pretraining.masking_loss(REFERENCE, sentence, 1)
    targets = loss.sample.targets
    assert targets
    return "itself" if all(each.token_id == loss.tokens.items[each.position].id for each in targets) else "people"


@answers("one-step")
def _one_step(question: CheckQuestion) -> str:
    sentence = "The capital of France is Paris."
    paris = place(REFERENCE, sentence, "paris")
    sample = cache.pretraining.chosen_masking_loss(REFERENCE, sentence, ((paris, TokenCorruption.MASK),)).sample
    trained = cache.pretraining.train_on_sample(REFERENCE, sentence, sample, OTHER, (0, 1), lambda *_: None)
    before, after = trained.predictions
    assert after.probabilities[0] > 2 * before.probabilities[0]
    return "other sentences" if after.other_probability > 1.1 * before.other_probability else "Nowhere"


@answers("fine-tuning")
def _fine_tuning(question: CheckQuestion) -> str:
    result = first_run(SST2_PLAN.key)
    assert result is not None
    assert f"{result.plan.train_size:,}" in question.text
    pretrained, random = (history.evaluations[-1].accuracy for history in result.histories)
    guesses = next(baseline.accuracy for baseline in result.baselines if baseline.name == "majority")
    return "Between" if guesses + 0.1 < random < pretrained - 0.05 else "As good"


@answers("subject")
def _subject(question: CheckQuestion) -> str:
    sentence = quoted(question)[0]
    versions = {
        (label, bottles): sentence.replace("label", label).replace("bottles", bottles)
        for label in ("label", "labels")
        for bottles in ("bottle", "bottles")
    }
    singular = {key for key, each in versions.items() if was_and_were(each)[0] > was_and_were(each)[1]}
    return "subject" if singular == {key for key in versions if key[0] == "label"} else "nearest"


@answers("half-the-layers")
def _half_the_layers(question: CheckQuestion) -> str:
    layers = [len(cache.shared.traces.trace(model, "Banks lend.").attention) for model in (REFERENCE, STUDENT)]
    widths = {hidden(model, "Banks lend.").shape[-1] for model in (REFERENCE, STUDENT)}
    assert layers[0] == 2 * layers[1]
    assert len(widths) == 1
    share = cache.engine.parameter_count(STUDENT) / cache.engine.parameter_count(REFERENCE)
    return "More than half" if share > 0.55 else "Exactly half"


@answers("meanings")
def _meanings(question: CheckQuestion) -> str:
    first, second, word = quoted(question)
    index = place(DEFAULT_MODEL, first, word)
    change = np.abs(hidden(DEFAULT_MODEL, first)[:, index] - hidden(DEFAULT_MODEL, second)[:, index]).max(axis=1)
    assert change[-1] > 0
    return "Not at all" if change[0] == 0 else "A little"


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.key)
def test_the_right_option_is_what_the_bundled_models_compute(question: CheckQuestion) -> None:
    computed = CHECKS[question.key](question)
    assert [letter for letter, option in question.lettered if computed in option.text] == [question.right]


def test_every_question_belongs_to_a_stop_of_the_lecture_and_repeats_none() -> None:
    links = {stop.link for stop in LECTURE.stops}
    assert {question.stop for question in QUESTIONS} <= links
    assert len({question.stop for question in QUESTIONS}) == len(QUESTIONS)
    words = {stop.question for stop in LECTURE.stops}
    assert not words & {question.text for question in QUESTIONS}


def test_a_misconception_that_names_a_mistake_names_one_of_the_room() -> None:
    named = {option.mistake for question in QUESTIONS for option in question.options} - {""}
    assert named
    assert named <= {mistake.key for mistake in MISTAKES}
