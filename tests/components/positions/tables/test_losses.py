"""Losses by position in rows and sentences, and a change of order in words."""

import dataclasses
import math

import pytest

from components.model.results import Candidate, Conditions, MaskPrediction, Token, Tokens
from components.positions.model.extrapolation import extrapolations
from components.positions.model.results import OrderEffect
from components.positions.tables.losses import (
    claim_verdict,
    extrapolation_claim,
    extrapolation_finding,
    extrapolation_table,
)
from components.positions.tables.order import (
    order_finding,
    order_table,
    twins_finding,
    twins_table,
    words_in_order,
)
from pages.parts.sentences import split_headline
from tests.components.positions.model.test_extrapolation import family


def test_the_family_in_rows_and_the_claim_in_words() -> None:
    assert "25% longer" in extrapolation_claim(128)
    assert "at 160 tokens" in extrapolation_claim(128)
    assert "at 80 tokens" in extrapolation_claim(64)
    for fine_to, text in (
        (128, "up to 128 tokens, the training length. RoPE: at 144 tokens, each token costs 0.7"),
        (144, "up to 144 tokens, 16 past training. RoPE: at 160 tokens, each token costs 0.7"),
        (144, "sooner than claimed."),
        (160, "as claimed."),
        (192, "later than claimed."),
        (600, "worse at 512 tokens (+0.01 bits per token, chance: ±0.03)"),
    ):
        figures = family(lambda length, fine_to=fine_to: 0.5 * (length > fine_to))
        (actual,) = extrapolations(figures, 128)
        assert text in extrapolation_finding(actual)
        assert extrapolation_finding(actual).startswith("RoPE: ")
        table = extrapolation_table([actual])
        assert table["worse"].tolist() == [length > fine_to for length in table["length"]]
        assert table["excess"].iloc[-1] == pytest.approx(actual.lengths[-1].excess / math.log(2))
    short = extrapolations(family(lambda _: 0.0, lengths=(32, 128)), 128)
    assert "too few measurements past 128" in extrapolation_finding(short[0])
    assert extrapolation_table([]).empty


@pytest.mark.parametrize(
    ("fine_to", "where"),
    [
        ((160, 160), ["where claimed (RoPE and no positions)"]),
        ((128, 600), ["sooner than claimed (RoPE)", "(no positions)"]),
        ((600, 128), ["sooner than claimed (no positions)", "(RoPE)"]),
        ((160, 192), ["where claimed (RoPE)", "later than claimed (no positions)"]),
    ],
)
def test_where_quality_falls_is_in_the_first_sentence_for_every_model_that_was_measured(
    fine_to: tuple[int, int], where: list[str]
) -> None:
    figures = [
        dataclasses.replace(loss, member=member)
        for member, limit in zip(("rope", "nopos"), fine_to, strict=True)
        for loss in family(lambda length, limit=limit: 0.5 * (length > limit))
    ]
    measured = extrapolations(figures, 128)
    verdict = claim_verdict(measured)
    assert all(part in split_headline(verdict)[0] for part in where)
    assert ("than claimed" in verdict) is any("than claimed" in part for part in where)
    assert "MiniLM" not in verdict
    assert "MiniLM" in claim_verdict(measured, other="MiniLM")
    assert "1 small model in" in claim_verdict(measured[:1])


def test_models_with_too_few_measurements_are_named() -> None:
    unknown = extrapolations(family(lambda _: 0.0, lengths=(32, 128)), 128)
    assert "too little was measured" in claim_verdict(unknown)
    known = extrapolations(
        [dataclasses.replace(loss, member="nopos") for loss in family(lambda length: 0.5 * (length > 128))], 128
    )
    first, second = split_headline(claim_verdict([*unknown, *known]))
    assert "sooner than claimed (no positions)" in first
    assert "RoPE" in second


def prediction(text: str, probability: float) -> MaskPrediction:
    return MaskPrediction(2, None, (Candidate(text, probability, False),), 1.0)


def effect(**changed: object) -> OrderEffect:
    settings = {
        "order": (0, 3, 2, 1, 4),
        "blanks": (2,),
        "position": 2,
        "new_position": 2,
        "before": prediction("bank", 0.5),
        "after": prediction("bank", 0.25),
        "top_word_before": math.log(0.5),
        "top_word_after": math.log(0.25),
        "divergence": 0.125,
        "conditions": Conditions("some", "local", "CPU", "float32", "none"),
    }
    return OrderEffect(**{**settings, **changed})


WORDS = Tokens(
    "a b c",
    tuple(Token(text, 9, 0, 0, False, text.startswith("["), False) for text in ("[CLS]", "a", "b", "c", "[SEP]")),
)


def test_an_order_in_rows() -> None:
    table = order_table(WORDS, effect())
    assert table["word"].tolist() == ["[CLS]", "c", "[MASK]", "a", "[SEP]"]
    assert table["before"].tolist() == [0, 3, 2, 1, 4]
    assert table["moved"].tolist() == [False, True, False, True, False]


def test_what_a_change_did_is_told_from_its_numbers() -> None:
    finding = order_finding(WORDS, effect())
    for part in ("With “c” and “a” swapped, “bank” stays first", "50.0% before, and has 25.0% after", "0.125 bits"):
        assert part in finding
    other = order_finding(WORDS, effect(after=prediction("shore", 0.6)))
    assert other.startswith("With “c” and “a” swapped, “shore” overtakes “bank”")
    assert "“bank” had 50.0% before" in other
    assert "“shore” has 60.0%" in other
    assert order_finding(WORDS, effect(divergence=1e-7)).startswith("Nothing changes")
    assert order_finding(WORDS, effect(divergence=1e-7, same_input=True)).startswith("Equal words")
    same_order = effect(divergence=1e-7, same_input=True, order=(0, 1, 2, 3, 4))
    assert order_finding(WORDS, same_order).startswith("Nothing changes")
    turned = effect(order=(0, 2, 3, 1, 4), blanks=())
    assert order_finding(WORDS, turned).startswith("In this order")


def test_the_words_are_told_as_they_stand_now() -> None:
    items = [Token(text, 9, 0, 0, False, text.startswith("["), False) for text in ("[CLS]", "a", "b", "c", "[SEP]")]
    tokens = Tokens("a b c", tuple(items))
    assert words_in_order(tokens, effect()) == [
        ("[CLS]", None, False),
        ("c", 3, True),
        ("[MASK]", None, False),
        ("a", 1, True),
        ("[SEP]", None, False),
    ]


def test_the_pieces_of_a_word_are_one_tile() -> None:
    items = [Token("[CLS]", 9, 0, 0, False, True, False), Token("bank", 9, 0, 0, False, False, False)]
    items += [Token("s", 9, 0, 0, True, False, False), Token("sell", 9, 0, 0, False, False, False)]
    tokens = Tokens("banks sell", (*items, Token("[MASK]", 9, 0, 0, False, False, True)))
    moved = effect(order=(0, 3, 1, 2, 4), blanks=(4,), position=4)
    assert words_in_order(tokens, moved) == [
        ("[CLS]", None, False),
        ("sell", 3, True),
        ("banks", 1, True),
        ("[MASK]", None, False),
    ]


def test_twins_that_notice_are_told_from_those_that_do_not() -> None:
    table = twins_table(
        {"one": effect(divergence=0.2), "two": effect(divergence=1e-9), "three": effect(divergence=0.4)}
    )
    assert table["bits"].tolist() == [0.2, 0.0, 0.4]
    assert table["figure"].tolist() == ["0.200 bits", "0.000 bits", "0.400 bits"]
    finding = twins_finding(table)
    assert "three by 0.400 bits, one by 0.200 bits" in finding
    assert "No change for two." in finding
    assert "No change for one" in twins_finding(twins_table({"one": effect(divergence=0.0)}))
    assert "one by 0.125 bits" in twins_finding(twins_table({"one": effect()}))
