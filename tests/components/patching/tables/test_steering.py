"""Tables and findings of steering, on results made by hand, with the opposite numbers."""

import math
from dataclasses import replace

import pytest

from components.model.results import Conditions, Token, Tokens
from components.patching.model.steering_results import (
    RANDOM_COUNT,
    STRENGTHS,
    SteeredWord,
    Steering,
    SteeringPlace,
)
from components.patching.tables.steering import (
    breakdown_finding,
    other_losses_table,
    random_band_table,
    share_table,
    steered_words_table,
    steering_finding,
    vector_note,
)

BIT = math.log(2)
TOKENS = Tokens(
    "[MASK] river", (Token("[MASK]", 1, 0, 6, False, False, True), Token("river", 2, 7, 12, False, False, False))
)


def by_hand(slope: float = 1.0, random_slope: float = 0.25, losses: tuple[float, ...] | None = None) -> Steering:
    """The log-odds rise by ``slope`` bits with the strength, and by ``random_slope`` in the farthest direction."""
    first = SteeredWord(11, "were", False, tuple(math.log(0.1) + slope * s * BIT for s in STRENGTHS))
    second = SteeredWord(12, "was", False, tuple(math.log(0.2) for _ in STRENGTHS))
    third = SteeredWord(13, "ing", True, tuple(math.log(0.15) for _ in STRENGTHS))
    odds = [
        tuple(math.log(0.5) + random_slope * (n + 1) / RANDOM_COUNT * (-1) ** n * s * BIT for s in STRENGTHS)
        for n in range(RANDOM_COUNT)
    ]
    return Steering(
        tokens=TOKENS,
        blank=0,
        layer=4,
        layer_count=6,
        place=SteeringPlace.ALL,
        positions=(0, 1),
        reads_blank=False,
        length=2.0,
        typical_length=8.0,
        strengths=STRENGTHS,
        words=(first, second, third),
        targets=(first, second),
        other_losses=tuple(0.1 for _ in STRENGTHS) if losses is None else losses,
        random_log_odds=tuple(odds),
        conditions=Conditions("m", "r", "CPU", "float32", "v"),
    )


def steered(steering: Steering, strength: float) -> str:
    return steering_finding(steering, strength, "away" if strength < 0 else "ahead")


def losses(rises: dict[float, float], default: float = 0.0) -> tuple[float, ...]:
    return tuple(0.1 + rises.get(strength, default) * BIT for strength in STRENGTHS)


def share(bits: float) -> float:
    """The part of two words' probability that the first has, by its odds."""
    return 2**bits / (1 + 2**bits)


def test_odds_are_in_bits_with_the_likelier_word_first() -> None:
    table = share_table(by_hand()).set_index("strength")
    assert table["bits"].to_dict() == pytest.approx({s: s - 1 for s in STRENGTHS})
    assert table["share"].to_dict() == pytest.approx({s: share(s - 1) for s in STRENGTHS})
    assert table["odds"][3.0] == "“were” is 4.0 times as likely as “was”"
    assert table["odds"][-1.0] == "“was” is 4.0 times as likely as “were”"
    assert table["odds"][1.0] == "“were” is about as likely as “was”"
    assert (table["word"][0.0], table["word"][2.0]) == ("was", "were")


def test_the_band_spans_the_random_directions_and_closes_at_zero() -> None:
    band = random_band_table(by_hand()).set_index("strength")
    assert (band["low"][0.0], band["high"][0.0]) == pytest.approx((share(-1.0), share(-1.0)))
    assert (band["low"][4.0], band["high"][4.0]) == pytest.approx((share(-2.0), share(-0.1)))
    assert list(band.index) == sorted(band.index)


def test_words_are_compared_with_those_without_steering() -> None:
    table = steered_words_table(by_hand(), 2.0, count=2).set_index("word")
    assert list(table.index) == ["were", "was"]
    assert (table["first"]["were"], table["second"]["were"]) == pytest.approx((0.1, 0.4))
    unlikely = replace(by_hand(), words=(SteeredWord(14, "x", False, (-math.inf,) * len(STRENGTHS)),))
    assert steered_words_table(unlikely, 2.0, count=2)["first"].tolist() == [0.0]


def test_the_two_words_are_among_the_bars_however_unlikely_they_are() -> None:
    rare = tuple(replace(word, log_probabilities=(-30.0,) * len(STRENGTHS)) for word in by_hand().targets)
    common = SteeredWord(99, "soup", False, (-0.1,) * len(STRENGTHS))
    steering = replace(by_hand(), words=(*rare, common), targets=rare)
    table = steered_words_table(steering, 2.0, count=1)
    assert table["word"].tolist()[0] == "soup"
    assert set(table["word"]) == {"soup", *(word.text for word in rare)}
    assert table["row"].tolist() == [1, 2, 3]


def test_a_direction_that_works_is_told_from_chance() -> None:
    finding = steered(by_hand(), 3.0)
    assert "“were” is 4.0 times as likely as “was”" in finding
    assert "“was” is 2.0 times as likely as “were”" in finding
    assert "3.0 bits. 10 random directions" in finding
    assert "at most 0.8 bits" in finding
    assert "1.2 bits" not in steered(by_hand(), 3.0)


def test_what_is_compared_differs_as_shown() -> None:
    narrow = steered(by_hand(0.135, 0.13), 3.0)  # 0.405 and 0.39 bits
    assert "0.41 bits. 10 random directions" in narrow
    assert "at most 0.39 bits" in narrow
    first, second = by_hand().targets
    little = replace(first, log_probabilities=tuple(math.log(0.2 * 1.06) + 0.02 * s * BIT for s in STRENGTHS))
    finding = steered(replace(by_hand(), targets=(little, second)), 3.0)  # 1.06 and 1.105 times as likely
    assert finding.count("1.1 times") == 1
    assert "does not change" not in finding


def test_a_direction_that_does_no_more_than_chance_is_said_to() -> None:
    assert "3.0 bits. 10 of 10 random directions" in steered(by_hand(1.0, 20.0), 3.0)
    assert "random directions" in steered(by_hand(1.0, 20.0), 3.0).partition(". ")[0]
    assert "1 of 10 random directions" in steered(by_hand(1.0, 1.05), 3.0)


def test_negative_strengths_and_slopes_go_the_other_way() -> None:
    assert "away, the model still prefers “was” to “were”. “was” is 16 times as likely" in steered(by_hand(), -3.0)
    assert "“were” is 4.0 times as likely as “was”" in steered(by_hand(-1.0), -3.0)


def test_a_ratio_of_words_that_are_both_unlikely_comes_with_their_probabilities() -> None:
    likely = by_hand()
    assert "%" not in steered(likely, 3.0)
    rare = tuple(
        replace(word, log_probabilities=tuple(each + math.log(0.001) for each in word.log_probabilities))
        for word in likely.targets
    )
    finding = steered(replace(likely, targets=rare), 3.0)
    assert "“were” is 4.0 times as likely as “was”" in finding
    assert "0.080% and 0.020%" in finding


def test_random_directions_count_by_what_they_do_at_that_very_strength() -> None:
    steering = by_hand()
    assert "at most 0.6 bits" in steered(steering, 2.5)  # 0.25 bits times 2.5
    far = list(steering.random_log_odds[0])
    far[STRENGTHS.index(2.5)] = 10.0  # its neighbours at 2 and 3 stay
    bent = replace(steering, random_log_odds=(tuple(far), *steering.random_log_odds[1:]))
    assert f"1 of {RANDOM_COUNT} random" in steered(bent, 2.5)
    assert f"1 of {RANDOM_COUNT} random" not in steered(bent, 2.0)
    assert random_band_table(bent).set_index("strength")["high"][2.5] == pytest.approx(share(10.0 / BIT))


def test_no_effect_and_no_strength() -> None:
    stays = steered(by_hand(0.001), 3.0)
    assert "does not change" in stays
    assert "0.0 bits" not in stays
    assert "nothing is added" in steered(by_hand(), 0.0)


def test_sets_without_a_difference_say_what_to_do() -> None:
    finding = steered(replace(by_hand(), length=1e-7, layer=0, reads_blank=True), 2.0)
    assert "the embeddings" in finding
    assert "blanks of both sets have the same vector" in finding
    assert "layer 4 the sentences" in steered(replace(by_hand(), length=0.0), 2.0)


def test_where_the_other_words_are_lost() -> None:
    up = by_hand(losses=losses({3.0: 1.0, 3.5: 1.5, 4.0: 2.0}))
    assert breakdown_finding(up).startswith("From 3 up ")
    down = by_hand(losses=losses({-3.5: 1.1, -4.0: 2.0}))
    assert breakdown_finding(down).startswith("From −3.5 down ")
    both = by_hand(losses=losses({-4.0: 2.0, 4.0: 2.0}))
    assert breakdown_finding(both).startswith("From 4 up and from −4 down ")
    assert other_losses_table(up)["broken"].sum() == 3


def test_words_that_survive_are_said_to() -> None:
    assert "keep at least 71%" in breakdown_finding(by_hand(losses=losses({4.0: 0.5})))
    assert "keep almost all" in breakdown_finding(by_hand())
    # Lost at 2 and back at 4: no strength from which on they are lost.
    bump = by_hand(losses=losses({2.0: 1.5}))
    assert "half of their probability" not in breakdown_finding(bump)
    assert "keep at least 35%" in breakdown_finding(bump)


def test_sentences_that_have_no_other_words_to_lose() -> None:
    alone = replace(by_hand(), other_losses=None)
    assert "no other words" in breakdown_finding(alone)
    assert other_losses_table(alone).empty
    last = replace(by_hand(), place=SteeringPlace.BLANK, layer=6)
    assert "cannot be lost" in breakdown_finding(last)


def test_the_length_is_compared_with_a_word_s() -> None:
    assert "0.25 times as long as a token’s vector" in vector_note(by_hand())
    assert "[CLS]" not in vector_note(by_hand())  # RoBERTa adds other tokens
    blank = replace(by_hand(), place=SteeringPlace.BLANK, reads_blank=True)
    assert "the blanks of both sets" in vector_note(blank)
    assert "the blank’s vector" in vector_note(blank)
