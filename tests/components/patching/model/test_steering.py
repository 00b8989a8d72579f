"""Steering: the same as plain hooks, nothing at strength zero, and nothing for anybody else."""

import math
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from operator import itemgetter

import pytest
import torch

from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.inference.edits import EditSite
from components.model.inference.forward import last_hidden_state
from components.model.inference.prediction import predictions
from components.model.user_errors import NothingMasked, UserError
from components.patching.model.steering import (
    SET_LIMIT,
    TOKEN_LIMIT,
    TOP_COUNT,
    random_directions,
    steer,
    steering_vectors,
)
from components.patching.model.steering_results import (
    RANDOM_COUNT,
    STRENGTHS,
    Steering,
    SteeringPlace,
    SteeringSets,
)
from tests.components.conftest import Opener
from tests.components.model.inference.test_edits import hooked
from tests.components.small_models import FAMILIES
from tests.sampling import first_of_each

MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]
SENTENCE, WORDS = "she sat on the [MASK] of the river", ("bank", "river")
PLAIN = SteeringSets(
    ("she went to the river", "the bank of the river"), ("he went here", "attention is here and there")
)
BLANKS = SteeringSets(("the [MASK] of the river", "she [MASK]"), ("he sat [MASK] here and there",))
PLACES = list(SteeringPlace)


def steered(
    opened: OpenModel, sets: SteeringSets = PLAIN, layer: int = 1, place: SteeringPlace = SteeringPlace.ALL
) -> Steering:
    tokens = opened.tokenizer.tokens(SENTENCE)
    return steer(opened, tokens, (), tokens.typed_masks[0], WORDS, sets, layer, place)


def plain_state(opened: OpenModel, sentence: str, layer: int) -> torch.Tensor:
    """What enters the first layer or leaves another, recorded by one plain hook. *Shape:* (token, width)."""
    states = []

    def record(values: torch.Tensor) -> torch.Tensor:
        states.append(values[0])
        return values

    hooked(opened, opened.tokenizer.tokens(sentence).ids, EditSite.LAYER, layer, record)
    return states[0]


def plain_vector(opened: OpenModel, sets: SteeringSets, layer: int, *, at_blank: bool) -> torch.Tensor:
    def mean(sentences: Sequence[str]) -> torch.Tensor:
        vectors = []
        for sentence in sentences:
            ids, state = opened.tokenizer.tokens(sentence).ids, plain_state(opened, sentence, layer)
            if at_blank:
                vectors.append(state[ids.index(opened.tokenizer.mask_id)])
            else:
                vectors.append(state[1:-1].mean(dim=0))  # without the tokens that the tokenizer added
        return torch.stack(vectors).mean(dim=0)

    return mean(sets.toward) - mean(sets.away)


@pytest.mark.parametrize(
    ("family", "layer", "place"),
    first_of_each(product(MASKED_FAMILIES, [0, 1, 2], PLACES), itemgetter(0), itemgetter(1), itemgetter(2)),
)
def test_every_strength_is_that_of_a_plain_hook(opened: Opener, family: str, layer: int, place: SteeringPlace) -> None:
    model = opened(family)
    sets = BLANKS if place is SteeringPlace.BLANK else PLAIN
    tokens = model.tokenizer.tokens(SENTENCE)
    blank = tokens.typed_masks[0]
    vector = plain_vector(model, sets, layer, at_blank=place is SteeringPlace.BLANK)
    positions = [blank] if place is SteeringPlace.BLANK else list(range(1, len(tokens) - 1))
    actual = steered(model, sets, layer, place)
    assert actual.length == pytest.approx(float(vector.norm()), abs=1e-5)
    for row in (0, 5, 12, 16):

        def add(values: torch.Tensor, strength: float = STRENGTHS[row]) -> torch.Tensor:
            values = values.clone()
            values[0, positions] += strength * vector
            return values

        with torch.no_grad():
            scores = model.head(hooked(model, tokens.ids, EditSite.LAYER, layer, add)).log_softmax(dim=-1)
        first, second = (model.tokenizer.word_id(word) for word in WORDS)
        assert [target.log_probabilities[row] for target in actual.targets] == pytest.approx(
            scores[blank, [first, second]].tolist(), abs=1e-5
        )
        others = [position for position in tokens.maskable if position != blank]
        losses = -scores[others, [tokens.ids[position] for position in others]]
        assert actual.other_losses is not None
        assert actual.other_losses[row] == pytest.approx(float(losses.mean()), abs=1e-5)


@pytest.mark.parametrize("family", MASKED_FAMILIES)
@pytest.mark.parametrize("place", PLACES)
def test_strength_zero_changes_nothing(opened: Opener, family: str, place: SteeringPlace) -> None:
    model = opened(family)
    actual = steered(model, layer=2, place=place)
    with torch.inference_mode():
        hidden = last_hidden_state(model, [actual.tokens.ids])
        plain = model.head(hidden[0, actual.blank]).log_softmax(dim=-1)
    assert [word.log_probabilities[actual.unsteered] for word in actual.words] == pytest.approx(
        plain[[word.id for word in actual.words]].tolist(), abs=1e-6
    )


@pytest.mark.parametrize("family", ["bert", "modernbert", "roformer"])
@pytest.mark.parametrize("column", [STRENGTHS.index(3.0), STRENGTHS.index(-3.5)])
def test_random_directions_are_as_long_and_the_same_every_time(opened: Opener, family: str, column: int) -> None:
    model = opened(family)
    tokens = model.tokenizer.tokens(SENTENCE)
    blank, width = tokens.typed_masks[0], model.model.config.hidden_size
    actual = steered(model, layer=1)
    directions = random_directions(RANDOM_COUNT, width)
    assert directions.norm(dim=1).tolist() == pytest.approx([1.0] * RANDOM_COUNT)
    number = 3

    def add(values: torch.Tensor) -> torch.Tensor:
        values = values.clone()
        values[0, 1:-1] += STRENGTHS[column] * actual.length * directions[number]
        return values

    with torch.no_grad():
        scores = model.head(hooked(model, tokens.ids, EditSite.LAYER, 1, add))[blank]
    first, second = (model.tokenizer.word_id(word) for word in WORDS)
    assert actual.random_log_odds[number][column] == pytest.approx(float(scores[first] - scores[second]), abs=1e-5)
    assert actual.random_log_odds == steered(model, layer=1).random_log_odds
    assert len({odds[column] for odds in actual.random_log_odds}) == RANDOM_COUNT


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_the_shared_model_is_unchanged(opened: Opener, family: str) -> None:
    model = opened(family)
    tokens = model.tokenizer.tokens(SENTENCE)
    weights = {name: weight.clone() for name, weight in model.model.state_dict().items()}
    before = predictions(model, tokens)
    steered(model)
    assert predictions(model, tokens) == before
    assert all(torch.equal(weight, weights[name]) for name, weight in model.model.state_dict().items())


def test_two_visitors_at_once_do_not_disturb_each_other(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    alone = [steered(model, layer=layer) for layer in (0, 1, 2)]
    plain = predictions(model, tokens).masks[0].candidates
    start = threading.Barrier(4)

    def visit(layer: int | None) -> object:
        start.wait()
        for _ in range(5):
            result = predictions(model, tokens).masks[0].candidates if layer is None else steered(model, layer=layer)
        return result

    with ThreadPoolExecutor(4) as threads:
        *together, undisturbed = threads.map(visit, (0, 1, 2, None))
    assert undisturbed == plain
    for mine, expected in zip(together, alone, strict=True):
        assert isinstance(mine, Steering)
        assert mine.log_odds == pytest.approx(expected.log_odds, abs=1e-6)
        assert mine.other_losses == pytest.approx(expected.other_losses, abs=1e-6)


def test_the_sets_exchanged_turn_the_strengths_round(opened: Opener) -> None:
    model = opened("bert")
    exchanged = steered(model, SteeringSets(PLAIN.away, PLAIN.toward))
    assert exchanged.log_odds == pytest.approx(steered(model).log_odds[::-1], abs=1e-5)


def test_a_set_against_itself_steers_nowhere(opened: Opener) -> None:
    actual = steered(opened("bert"), SteeringSets(PLAIN.toward, PLAIN.toward))
    assert actual.length == 0
    assert actual.log_odds == pytest.approx([actual.log_odds[0]] * len(STRENGTHS), abs=1e-6)


def test_a_repeated_sentence_does_not_change_the_mean(opened: Opener) -> None:
    model = opened("roberta")
    twice = SteeringSets(PLAIN.toward * 2, PLAIN.away)
    single, double = (steering_vectors(model, sets, SteeringPlace.ALL).vectors for sets in (PLAIN, twice))
    torch.testing.assert_close(single, double, atol=1e-6, rtol=0)


def test_sentences_without_blanks_are_read_as_a_whole(opened: Opener) -> None:
    model = opened("bert")
    assert not steering_vectors(model, PLAIN, SteeringPlace.BLANK).reads_blank
    assert steering_vectors(model, BLANKS, SteeringPlace.BLANK).reads_blank
    assert not steering_vectors(model, BLANKS, SteeringPlace.ALL).reads_blank
    mixed = SteeringSets((*BLANKS.toward, "the river"), BLANKS.away)
    assert not steering_vectors(model, mixed, SteeringPlace.BLANK).reads_blank


def test_every_strength_keeps_its_likeliest_words(opened: Opener) -> None:
    actual = steered(opened("bert"))
    for row in range(len(STRENGTHS)):
        ranked = sorted((word.log_probabilities[row] for word in actual.words), reverse=True)
        assert sum(map(math.exp, ranked[:TOP_COUNT])) <= 1 + 1e-6
        assert len(ranked) >= TOP_COUNT


def test_a_sentence_of_one_blank_has_no_other_words(opened: Opener) -> None:
    model = opened("bert")
    tokens = model.tokenizer.tokens("[MASK]")
    assert steer(model, tokens, (), 1, WORDS, PLAIN, 1, SteeringPlace.ALL).other_losses is None


def test_a_second_blank_is_not_another_word(opened: Opener) -> None:
    model = opened("bert")
    tokens = model.tokenizer.tokens("she sat on the [MASK]")
    actual = steer(model, tokens, (1,), 5, WORDS, PLAIN, 1, SteeringPlace.ALL)
    assert actual.other_losses is not None
    hidden = model.tokenizer.tokens("[MASK] sat on the [MASK]")
    again = steer(model, hidden, (), 5, WORDS, PLAIN, 1, SteeringPlace.ALL)
    assert actual.other_losses == pytest.approx(again.other_losses, abs=1e-6)


def test_progress_counts_every_row(opened: Opener) -> None:
    model = opened("bert")
    tokens = model.tokenizer.tokens(SENTENCE)
    calls: list[tuple[int, int]] = []
    steer(
        model,
        tokens,
        (),
        tokens.typed_masks[0],
        WORDS,
        PLAIN,
        1,
        SteeringPlace.ALL,
        on_progress=lambda done, of: calls.append((done, of)),
    )
    total = len(STRENGTHS) * (1 + RANDOM_COUNT)
    assert calls[-1] == (total, total)
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        (SteeringSets((), ("the river",)), "first set is empty"),
        (SteeringSets(("the river",), ()), "second set is empty"),
        (SteeringSets(("the river",), ("the bank",) * (SET_LIMIT + 1)), str(SET_LIMIT)),
        (SteeringSets(("the river", "\u200b"), ("the bank",)), "Sentence 2 of the first set"),
        (SteeringSets(("the river",), ("here " * 600,)), "Sentence 1 of the second set"),
    ],
)
def test_sets_that_cannot_be_used(opened: Opener, sets: SteeringSets, message: str) -> None:
    with pytest.raises(UserError, match=message):
        steered(opened("bert"), sets)


def test_what_else_cannot_be_steered(opened: Opener) -> None:
    model, gpt = opened("bert"), opened("gpt2")
    tokens = model.tokenizer.tokens(SENTENCE)
    blank = tokens.typed_masks[0]
    with pytest.raises(NothingMasked):
        steer(model, tokens, (), 1, WORDS, PLAIN, 1, SteeringPlace.ALL)
    with pytest.raises(UserError, match="different"):
        steer(model, tokens, (), blank, ("bank", " Bank"), PLAIN, 1, SteeringPlace.ALL)
    with pytest.raises(UserError, match="single token"):
        steer(model, tokens, (), blank, ("bank", "xyzzy"), PLAIN, 1, SteeringPlace.ALL)
    for layer in (-1, 3):
        with pytest.raises(UserError, match="2 layers"):
            steer(model, tokens, (), blank, WORDS, PLAIN, layer, SteeringPlace.ALL)
    with pytest.raises(UserError, match="MASK"):
        steering_vectors(gpt, PLAIN, SteeringPlace.ALL)
    long = model.tokenizer.tokens_of_any_length("the " * TOKEN_LIMIT + "[MASK]")
    with pytest.raises(UserError, match=str(TOKEN_LIMIT)):
        steer(model, long, (), long.typed_masks[0], WORDS, PLAIN, 1, SteeringPlace.ALL)
