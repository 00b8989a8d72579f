"""Explanations and their test as tables, and sentences that are true for the numbers, whatever they are."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.fill.model.results import (
    Attribution,
    DeletionTest,
    Explanation,
    IntegratedGradients,
    PathBaseline,
)
from components.fill.tables.deletion import (
    RANDOM,
    area_table,
    curve_area,
    deletion_finding,
    deletion_table,
    random_band_table,
    winners,
)
from components.fill.tables.explanations import (
    agreement_finding,
    column_key,
    completeness_finding,
    correlation_finding,
    correlation_table,
    explanation_table,
    occlusion_attribution,
    score_finding,
    score_text,
)
from components.model.blanks.results import Occlusion
from components.tables.phrases import quoted
from pages.parts.sentences import split_sentences
from tests.components.fill.tables.test_evidence import LN2, sentence

TOKENS = sentence("green", "[MASK]", "of", "river")
PLACES = (1, 3, 4)


def scored(explanation: Explanation, *scores: float) -> Attribution:
    return Attribution(explanation, PLACES, scores)


def all_five(*scores: tuple[float, float, float]) -> list[Attribution]:
    return [scored(explanation, *of) for explanation, of in zip(Explanation, scores, strict=True)]


RIVER, GREEN, OF = (0.1, 0.2, 0.7), (0.7, 0.2, 0.1), (0.2, 0.7, 0.1)


def deletion_of(*areas: float, chance: tuple[float, ...] = (0.4, 0.5, 0.6), puts_back: bool = False) -> DeletionTest:
    """A test of two steps whose curves have these areas."""

    def curve(area: float) -> tuple[float, float, float]:
        return (0.8, 2 * area - 0.5, 0.2)  # (0.8 + 2m + 0.2) / 4 = area

    explanations = tuple(Explanation)[: len(areas)]
    return DeletionTest(2, (0, 1, 2), puts_back, explanations, tuple(map(curve, areas)), tuple(map(curve, chance)))


def test_scores_are_shown_in_their_units_and_as_shares_of_their_sum() -> None:
    table = explanation_table(
        TOKENS,
        [scored(Explanation.OCCLUSION, -LN2, 0.0, 3 * LN2), scored(Explanation.ROLLOUT, 0.1, 0.2, 0.1)],
        blanks=(2,),
    )
    assert list(table["word"]) == ["green", "[MASK]", "of", "river"] * 2
    assert list(table["figure"][:4]) == ["−1.0 bits", "(blank)", "0.0 bits", "3.0 bits"]
    assert list(table["figure"][4:]) == ["10.0%", "(blank)", "20.0%", "10.0%"]
    assert list(table["percent"]) == ["−25%", "", "0%", "75%", "25%", "", "50%", "25%"]
    assert table["share"].abs().sum() == pytest.approx(2)
    assert list(table["word"][table["first"]]) == ["river", "of"]


def test_scores_of_zero_have_shares_of_zero_and_no_first_word() -> None:
    table = explanation_table(TOKENS, [scored(Explanation.OCCLUSION, 0, 0, 0)], blanks=(2,))
    assert table["share"].dropna().eq(0).all()
    assert not table["first"].any()


def test_occlusion_is_one_of_the_explanations() -> None:
    attribution = occlusion_attribution([Occlusion(1, "green", 0.2, -0.5), Occlusion(4, "river", 0.1, 2.0)])
    assert (attribution.positions, attribution.scores, attribution.order) == ((1, 4), (-0.5, 2.0), (4, 1))


def test_explanations_that_agree_are_said_to() -> None:
    finding = agreement_finding(all_five(RIVER, RIVER, RIVER, RIVER, RIVER), TOKENS, "bank")
    assert finding.startswith("All 5")
    assert "“river”" in finding
    assert "“green”" not in finding
    correlations = correlation_table(all_five(RIVER, RIVER, RIVER, RIVER, RIVER))
    assert "alike" in correlation_finding(correlations)
    assert "1.00" in correlation_finding(correlations)
    assert "rollout" not in correlation_finding(correlations)  # all are alike, so that no two are least


def test_one_word_cannot_be_first() -> None:
    alone = [Attribution(explanation, (4,), (0.5,)) for explanation in Explanation]
    assert "only one other word" in agreement_finding(alone, TOKENS, "bank")
    assert "first" not in agreement_finding(alone, TOKENS, "bank")
    assert "only one" not in agreement_finding(all_five(RIVER, RIVER, RIVER, RIVER, RIVER), TOKENS, "bank")


def test_explanations_that_disagree_are_named_with_their_words() -> None:
    finding = agreement_finding(all_five(GREEN, RIVER, RIVER, OF, RIVER), TOKENS, "bank")
    assert finding.startswith("3 of 5")
    assert finding.index("“river”") < finding.index("“green” is first by occlusion")
    assert "“of” is first by attention rollout" in finding
    correlations = correlation_table(all_five(GREEN, RIVER, RIVER, OF, RIVER))
    assert len(correlations) == 10
    assert correlations["correlation"].is_monotonic_decreasing
    assert "least" in correlation_finding(correlations)
    each = agreement_finding(all_five(GREEN, RIVER, OF, OF, OF)[:3], TOKENS, "bank")
    assert each.startswith("The 3 explanations")
    assert all(
        word in each for word in ("Occlusion: “green”", "gradient × input: “river”", "integrated gradients: “of”")
    )


def test_a_word_that_stands_twice_is_named_with_its_number() -> None:
    tokens = sentence("the", "[MASK]", "of", "the")
    attributions = all_five((0.9, 0, 0), (0, 0, 0.9), (0, 0, 0.9), (0, 0, 0.9), (0, 0, 0.9))
    finding = agreement_finding(attributions, tokens, "bank")
    assert finding.index("“the” (token 5)") < finding.index("“the” (token 2)")  # [CLS] is token 1


def test_an_explanation_without_a_reason_names_no_word() -> None:
    none = (0.0, -1.0, 0.0)
    finding = agreement_finding(all_five(none, RIVER, RIVER, RIVER, RIVER), TOKENS, "bank")
    assert finding.startswith("4 of 5")
    assert "By occlusion, no word" in finding
    assert agreement_finding(all_five(none, none, none, none, none), TOKENS, "bank").startswith("No explanation")
    different = agreement_finding(all_five(none, RIVER, GREEN, none, OF), TOKENS, "bank")
    first, rest = different.split(". ", 1)
    assert "each" not in first  # explanation: two put none first
    # As many put another word first, so none is named alone.
    assert "river" not in first
    assert all(word in rest for word in ("river", "green", "of"))
    assert "no word" in score_finding(scored(Explanation.OCCLUSION, *none), TOKENS, "bank")
    assert correlation_finding(correlation_table([scored(Explanation.OCCLUSION, 1, 1, 1)])) == ""


def test_colours_are_for_one_answer_only_in_columns_that_explain_one() -> None:
    both = column_key(list(Explanation), "bank")
    assert (
        both.index("makes “bank” more likely")
        < both.index("In the last two columns")
        < both.index("whatever the answer")
    )
    assert "reaches the blank" not in column_key([Explanation.OCCLUSION], "bank")
    attention = column_key([Explanation.ROLLOUT], "bank")
    assert "In the last column:" in attention
    assert "bank" not in attention


@given(st.lists(st.tuples(*[st.floats(-5, 5, allow_nan=False)] * 3), min_size=5, max_size=5))
def test_any_scores_make_sentences(scores: list[tuple[float, float, float]]) -> None:
    attributions = all_five(*scores)
    finding = agreement_finding(attributions, TOKENS, "bank")
    assert finding.endswith(".")
    for attribution in attributions:
        largest = max(attribution.scores)
        if largest > 0 and score_text(attribution.explanation, largest) != score_text(attribution.explanation, 0.0):
            top = TOKENS.items[attribution.order[0]].text
            assert f"“{top}”" in finding
    correlation_finding(correlation_table(attributions))


def test_a_word_that_raises_by_0_bits_as_shown_raises_nothing() -> None:
    nothing = scored(Explanation.OCCLUSION, 0.01, 0.005, -0.01)  # 0.014 bits at the most
    finding = score_finding(nothing, TOKENS, "bank")
    assert "0.0 bits" not in finding
    assert not explanation_table(TOKENS, [nothing], blanks=[2])["first"].any()


def test_one_explanation_names_its_first_and_its_last_word() -> None:
    finding = score_finding(scored(Explanation.INTEGRATED_GRADIENTS, -LN2, 0.0, 3 * LN2), TOKENS, "bank")
    assert finding.index("“river”") < finding.index("3.0 bits") < finding.index("“green”") < finding.index("−1.0 bits")
    against = score_finding(scored(Explanation.GRADIENT_INPUT, -3 * LN2, 0.0, LN2), TOKENS, "bank")
    assert "“river” raises the probability of “bank” most (1.0 bits). “green” lowers it most (−3.0 bits)." in against
    assert "lowers" not in score_finding(scored(Explanation.INTEGRATED_GRADIENTS, LN2, 0, 0), TOKENS, "bank")
    shares = score_finding(scored(Explanation.ROLLOUT, 0.1, 0.05, 0.2), TOKENS, "bank")
    assert all(part in shares for part in ("“river”", "20.0%", "35.0%"))


@pytest.mark.parametrize(
    ("difference", "miss", "expected"),
    [
        (2 * LN2, 0.0, ("2.0 bits, which the answer gains", "less than 0.001 bits")),
        (-LN2, 0.05 * LN2, ("−1.0 bits, which the answer loses", "0.050 bits")),
    ],
)
def test_completeness_says_by_how_much_the_sum_is_off(
    difference: float, miss: float, expected: tuple[str, str]
) -> None:
    attribution = scored(Explanation.INTEGRATED_GRADIENTS, difference, miss, 0.0)
    integrated = IntegratedGradients(attribution, PathBaseline.PAD, difference, (0, 0.5, 1), 16)
    assert integrated.residual == pytest.approx(miss)
    finding = completeness_finding(integrated)
    assert all(part in finding for part in (*expected, "16 points", "[PAD]"))


def test_the_area_is_the_mean_along_the_curve_even_where_steps_differ() -> None:
    test = DeletionTest(4, (0, 1, 4), False, (), (), ())
    assert curve_area(test, (1.0, 0.5, 0.1)) == pytest.approx((0.75 * 1 + 0.3 * 3) / 4)
    assert curve_area(test, (0.3, 0.3, 0.3)) == pytest.approx(0.3)
    assert curve_area(DeletionTest(0, (0,), False, (), (), ()), (0.7,)) == 0.7


def test_the_lowest_area_wins_when_words_are_hidden_and_the_highest_when_they_are_put_back() -> None:
    hidden = area_table(deletion_of(0.45, 0.35, 0.55))
    assert list(hidden["series"]) == ["Gradient × input", "Occlusion", "Integrated gradients", RANDOM]
    assert list(hidden["beaten"][:3]) == [3, 2, 1]
    assert winners(hidden) == ["Gradient × input"]
    back = area_table(deletion_of(0.45, 0.35, 0.55, puts_back=True))
    assert winners(back) == ["Integrated gradients"]
    assert list(back["beaten"][:3]) == [2, 1, 0]
    assert hidden["area"].iloc[-1] == pytest.approx(0.5)


def test_the_winner_and_those_no_better_than_chance_are_named() -> None:
    finding = deletion_finding(deletion_of(0.45, 0.35, 0.55), "bank")
    assert all(part in finding for part in ("loses", "gradient × input: 35.0%", "3 of 3 random", "50.0%"))
    assert "; integrated gradients does no better than random" in split_sentences(finding)[0]
    back = deletion_finding(deletion_of(0.45, 0.35, 0.55, puts_back=True), "bank")
    assert all(part in back for part in ("regains", "integrated gradients: 55.0%", "2 of 3"))
    assert "; occlusion and gradient × input do no better than random" in split_sentences(back)[0]


def test_explanations_that_all_beat_chance_are_not_called_random() -> None:
    finding = split_sentences(deletion_finding(deletion_of(0.45, 0.35, 0.4), "bank"))[0]
    assert "no better" not in finding
    assert "35.0%" in finding
    assert "50.0%" in finding


def test_a_tie_and_a_test_that_nobody_wins_are_said_to_be_so() -> None:
    assert "orders of occlusion and gradient × input: 45.0%" in deletion_finding(
        deletion_of(0.45, 0.4502, 0.55), "bank"
    )
    assert "every explanation: 45.0%" in deletion_finding(deletion_of(0.45, 0.45), "bank")
    nobody = deletion_finding(deletion_of(0.65, 0.7), "bank")
    assert "no better than any of 3 random orders" in nobody
    assert "no explanation does better than random" in nobody


@pytest.mark.parametrize(
    ("areas", "tied"),
    [
        ((0.0847, 0.0847, 0.0852), 3),  # all read 8.5%
        ((0.0481, 0.0484, 0.0486, 0.0489), 2),  # 4.8, 4.8, 4.9 and 4.9%
        ((0.0848, 0.0852, 0.0856), 2),
        ((0.0849, 0.0851, 0.0750), 1),
    ],
)
@pytest.mark.parametrize("puts_back", [False, True])
def test_explanations_tie_if_the_legend_shows_the_same_figure(
    areas: tuple[float, ...], tied: int, puts_back: bool
) -> None:
    test = deletion_of(*((1 - area if puts_back else area) for area in areas), puts_back=puts_back)
    table = area_table(test)
    figures, best = dict(zip(table["series"], table["figure"], strict=True)), winners(table)
    assert len(best) == tied
    assert len({figures[name] for name in best}) == 1
    assert figures[best[0]] not in [figure for name, figure in figures.items() if name not in best]


def test_what_reads_like_the_random_orders_does_no_better_than_they_do() -> None:
    assert "occlusion does no better" in deletion_finding(deletion_of(0.4996, 0.3, chance=(0.5, 0.5, 0.5)), "bank")
    assert "no better" not in deletion_finding(deletion_of(0.4994, 0.3, chance=(0.5, 0.5, 0.5)), "bank")


def test_the_curves_and_the_band_hold_every_step() -> None:
    test = deletion_of(0.45, 0.35)
    table, band = deletion_table(test), random_band_table(test)
    assert list(table["series"].unique()) == ["Occlusion", "Gradient × input", RANDOM]
    assert list(table["count"]) == [0, 1, 2] * 3
    assert table["share"].max() == 1
    assert list(table.loc[table["series"] == RANDOM, "probability"]) == pytest.approx([0.8, 0.5, 0.2])
    assert list(band["low"]) == list(band["high"]) == pytest.approx([0.8, 0.5, 0.2])  # of three, the middle one is left
    assert math.isclose(curve_area(test, test.curves[1]), 0.35)


def test_tied_words_are_first_together_and_framed_together() -> None:
    tied = [
        scored(Explanation.OCCLUSION, 0.5, 0.1, 0.5 + 1e-8),
        scored(Explanation.GRADIENT_INPUT, -0.5, -0.5, -0.5),
        scored(Explanation.ROLLOUT, 0.3, 0.3, 0.3),
    ]
    table = explanation_table(TOKENS, tied, blanks=(2,))
    assert table["first"].tolist() == [True, False, False, True] + [False] * 4 + [True, False, True, True]
    finding = agreement_finding(tied, TOKENS, "bank")
    for part in ("“green” and “river” alike are first", "“green”, “of” and “river” alike are first"):
        assert part in finding
    assert "“green” and “river” alike raise" in score_finding(tied[0], TOKENS, "bank")
    assert "“green”, “of” and “river” alike send" in score_finding(tied[2], TOKENS, "bank")


def test_a_close_call_has_one_first_word() -> None:
    close = [scored(Explanation.OCCLUSION, 0.5, 0.1, 0.5001), scored(Explanation.ROLLOUT, 0.3, 0.3, 0.3001)]
    assert agreement_finding(close, TOKENS, "bank").startswith("All 2 explanations of “bank” put “river” first")
    assert explanation_table(TOKENS, close, blanks=(2,))["first"].sum() == 2
    assert "alike" not in score_finding(close[0], TOKENS, "bank")


@pytest.mark.parametrize("mark", ["”", "“", "'", '"', "’"])
def test_a_quotation_mark_is_named_and_not_put_between_others(mark: str) -> None:
    tokens = sentence(mark, "[MASK]", "of", "river")
    findings = [
        agreement_finding(all_five(GREEN, GREEN, GREEN, GREEN, GREEN), tokens, mark),
        agreement_finding(all_five(RIVER, GREEN, OF, RIVER, RIVER), tokens, mark),
        agreement_finding(all_five((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)), tokens, mark),
        score_finding(scored(Explanation.OCCLUSION, LN2, 0.0, -LN2), tokens, mark),
        column_key(list(Explanation), mark),
        deletion_finding(deletion_of(0.45, 0.35, 0.55), mark),
    ]
    for finding in findings:
        assert f"“{mark}”" not in finding
        assert quoted(mark) in finding
