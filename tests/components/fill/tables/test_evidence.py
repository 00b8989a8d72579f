"""Surprisal, occlusion, layers and the left side as tables, and the sentences that say what they show."""

import math

import pytest

from components.fill.tables.occlusion import occlusion_finding, occlusion_table
from components.fill.tables.surprisal import surprisal_finding, surprisal_table, total_bits
from components.model.blanks.results import Occlusion
from components.model.results import Token, Tokens, TokenScore
from components.tables.numbers import bits_text, nats_to_bits
from components.tables.phrases import quoted

LN2 = math.log(2)


def sentence(*words: str) -> Tokens:
    """[CLS], the words (``##`` marks a continuation), [SEP]."""
    inner = (Token(w.removeprefix("##"), 9, 0, 1, w.startswith("##"), False, w == "[MASK]") for w in words)
    return Tokens(
        "", (Token("[CLS]", 2, 0, 0, False, True, False), *inner, Token("[SEP]", 3, 0, 0, False, True, False))
    )


def test_bits_are_nats_divided_by_ln_2() -> None:
    assert nats_to_bits(LN2) == pytest.approx(1)
    assert [bits_text(3.14), bits_text(-1.25), bits_text(-0.01), bits_text(0.0)] == [
        "3.1 bits",
        "−1.3 bits",
        "0.0 bits",
        "0.0 bits",
    ]


def test_surprisal_keeps_the_order_the_blank_and_the_sum() -> None:
    tokens = sentence("the", "[MASK]", "riv", "##er")
    scores = [TokenScore(1, "the", 0.5, LN2, 1, "the"), TokenScore(3, "riv", 0.25, 2 * LN2, 7, "bank")]
    scores.append(TokenScore(4, "er", 0.125, 3 * LN2, 2, "s", first_continues=True))
    table = surprisal_table(tokens, scores)
    assert list(table["word"]) == ["the", "[MASK]", "riv", "…er"]
    assert list(table["position"]) == [1, 2, 3, 4]
    assert list(table["scored"]) == [True, False, True, True]
    assert list(table["note"]) == ["", "", "bank", "…s"]
    assert total_bits(table) == pytest.approx(6)
    finding = surprisal_finding(table)
    assert all(
        part in finding
        for part in ("“…er”, where the model expected “…s”", "“…er” (3.0 bits)", "choice number 2", "1 of 3 tokens")
    )
    close = [TokenScore(1, "the", 0.5, LN2, 1, "the"), TokenScore(3, "riv", 0.4, 1.01 * LN2, 7, "bank")]
    assert "other token" not in surprisal_finding(surprisal_table(tokens, close))
    tied = [TokenScore(1, "the", 0.5, LN2, 1, "the"), TokenScore(3, "riv", 0.5, LN2 + 1e-8, 7, "bank")]
    assert "as for 1 other token)" in surprisal_finding(surprisal_table(tokens, tied))


def test_occlusion_names_the_word_an_answer_leans_on_and_the_one_against_it() -> None:
    tokens = sentence("green", "[MASK]", "of", "river")
    occlusions = [
        Occlusion(1, "green", 0.2, -LN2),
        Occlusion(3, "of", 0.1, 0.0),
        Occlusion(4, "river", 0.0125, 3 * LN2),
    ]
    table = occlusion_table(tokens, occlusions, blanks=(2,))
    assert list(table["figure"]) == ["20%", "the blank", "10%", "1%"]
    finding = occlusion_finding(table, "bank")
    assert all(part in finding for part in ("“river”: without it, 10% becomes 1%", "loses 3.0 bits"))
    assert finding.index("“river”") < finding.index("“green”") < finding.index("gains 1.0 bits")


def test_a_word_that_stands_twice_is_named_with_its_number() -> None:
    tokens = sentence("the", "[MASK]", "on", "the")
    occlusions = [Occlusion(1, "the", 0.2, -LN2), Occlusion(3, "on", 0.1, 0.0), Occlusion(4, "the", 0.0125, 3 * LN2)]
    finding = occlusion_finding(occlusion_table(tokens, occlusions, blanks=(2,)), "police")
    assert "depends most on “the” (token 5)" in finding
    assert "back is “the” (token 2)" in finding


def test_an_answer_that_leans_on_nothing_is_said_to() -> None:
    tokens = sentence("green", "[MASK]")
    assert "no single word" in occlusion_finding(
        occlusion_table(tokens, [Occlusion(1, "green", 0.2, 0.01)], blanks=(2,)), "bank"
    )
    assert "no other word" in occlusion_finding(occlusion_table(sentence("[MASK]"), [], blanks=(1,)), "bank")


@pytest.mark.parametrize("mark", ["”", "“", "'", '"', "’"])
def test_a_quotation_mark_is_named_and_not_put_between_others(mark: str) -> None:
    tokens = sentence(mark, "[MASK]", "river")
    helped, held_back = Occlusion(1, mark, 0.2, 3 * LN2), Occlusion(3, "river", 0.4, -LN2)
    for occlusions in ([helped, held_back], [Occlusion(1, mark, 0.2, -3 * LN2), Occlusion(3, "river", 0.4, 0.0)]):
        finding = occlusion_finding(occlusion_table(tokens, occlusions, blanks=(2,)), mark)
        assert quoted(mark) in finding
        assert f"“{mark}”" not in finding


def test_a_repeated_word_is_named_with_its_place() -> None:
    scores = [TokenScore(1, "bank", 0.5, LN2, 1, "bank"), TokenScore(2, "bank", 0.25, 2 * LN2, 7, "the")]
    assert "token 3" in surprisal_finding(surprisal_table(sentence("bank", "bank"), scores))
    once = [TokenScore(1, "the", 0.5, LN2, 1, "the"), TokenScore(2, "bank", 0.25, 2 * LN2, 7, "the")]
    assert "token 3" not in surprisal_finding(surprisal_table(sentence("the", "bank"), once))
