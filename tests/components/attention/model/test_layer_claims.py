"""Claims about layers, on attention made by hand and on a bundled model."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

import cache.shared.traces
from components.attention.model.layer_claims import LayerClaim, LayerPart, layer_claims, part_of_layer, three_layers
from components.attention.tables.layer_claims import claim_finding, claim_table
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.results import Token, Tokens, Trace

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

WORDS = ("[CLS]", "the", "bank", "of", "rivers", "[SEP]")


def made_up(attention: np.ndarray) -> Trace:
    items = tuple(
        Token(word, number, 0, 0, continues=False, special=word.startswith("["), typed_mask=False)
        for number, word in enumerate(WORDS)
    )
    return Trace(Tokens("the bank of rivers", items), attention.astype(np.float32), np.zeros((1, 1, 1), np.float32))


def even(layers: int = 3, heads: int = 2) -> np.ndarray:
    return np.full((layers, heads, len(WORDS), len(WORDS)), 1 / len(WORDS))


def test_attention_spread_evenly_has_the_baseline_everywhere() -> None:
    claims = layer_claims(made_up(even()), (2, 4))
    for claim in (claims.nearby, claims.pair, claims.content):
        assert claim is not None
        assert claim.by_layer == pytest.approx([claim.baseline] * 3)
    assert claims.nearby is not None
    assert claims.nearby.baseline == pytest.approx((1 + 2 + 2 + 1) / 4 / 6)  # special neighbours do not count
    assert claims.content is not None
    assert claims.content.baseline == pytest.approx(2 / 6)  # bank and rivers


def test_each_claim_reads_the_weights_that_it_is_about() -> None:
    attention = even()
    attention[0, :, 1:5] = 0.8 * np.eye(6)[2:6] + 0.2 / 6  # every word to the next token
    attention[1, 1, 2] = np.eye(6)[4]  # bank to rivers
    attention[2, :, 0] = [0, 0, 0.7, 0, 0.2, 0.1]  # [CLS] to bank and rivers
    claims = layer_claims(made_up(attention), (2, 4))
    assert claims.nearby is not None
    assert claims.nearby.by_layer[0] == pytest.approx(
        (3 * 0.8 + 6 * 0.2 / 6) / 4
    )  # the last word's next token is [SEP]
    assert claims.pair is not None
    assert (claims.pair.by_layer[1], claims.pair.heads[1]) == (pytest.approx(1), 1)
    assert claims.content is not None
    assert claims.content.by_layer[2] == pytest.approx(0.9)
    assert all(claim.holds for claim in (claims.nearby, claims.pair, claims.content))
    attention[0, :, 1:5] = np.eye(6)[2:6]  # now the pairs of neighbours have as much as bank and rivers
    as_much = layer_claims(made_up(attention), (2, 4)).pair
    assert as_much is not None
    assert as_much.is_in_part
    assert not as_much.holds
    upside_down = layer_claims(made_up(attention[::-1]), (2, 4))
    assert upside_down.nearby is not None
    assert not upside_down.nearby.holds


def test_the_largest_of_many_heads_is_compared_with_the_largest_of_other_pairs() -> None:
    """Random weights: two words seldom come out as true, however many heads there are."""
    generator, verdicts = np.random.default_rng(0), []
    for _ in range(60):
        attention = generator.dirichlet(np.ones(len(WORDS)), size=(6, 12, len(WORDS)))
        for query, key in ((1, 3), (2, 4), (4, 1)):
            pair = layer_claims(made_up(attention), (query, key)).pair
            assert pair is not None
            assert max(pair.by_layer) > 2 / len(WORDS), "above an even share by the number of heads alone"
            verdicts.append(pair.is_above_baseline)
    assert np.mean(verdicts) < 0.2  # one pair in twelve is the largest


def test_a_pair_in_a_short_sentence_has_nothing_to_be_compared_with() -> None:
    trace = made_up(even())
    short = Tokens("the bank of", trace.tokens.items[:4])
    assert layer_claims(Trace(short, even()[..., :4, :4], trace.hidden), (1, 2)).pair is None


def test_what_a_sentence_lacks_is_left_out() -> None:
    trace = made_up(even())
    lonely = Trace(Tokens("bank", (trace.tokens.items[0], trace.tokens.items[2])), even()[..., :2, :2], trace.hidden)
    claims = layer_claims(lonely, None)
    assert claims.nearby is claims.pair is None
    assert claims.content is not None
    without_start = Trace(
        Tokens("the of", (trace.tokens.items[1], trace.tokens.items[3])), lonely.attention, trace.hidden
    )
    assert layer_claims(without_start, None).content is None


@pytest.mark.parametrize(
    ("count", "layers"), [(12, (0, 5, 11)), (6, (0, 2, 5)), (4, (0, 1, 3)), (2, (0, 1)), (1, (0,))]
)
def test_the_three_layers(count: int, layers: tuple[int, ...]) -> None:
    assert three_layers(count) == layers


def test_every_layer_belongs_to_a_third() -> None:
    assert [part_of_layer(layer, 6) for layer in range(6)] == [part for part in LayerPart for _ in range(2)]
    assert part_of_layer(0, 1) is LayerPart.EARLY


@pytest.mark.parametrize(
    ("by_layer", "verdict"),
    [((0.1, 0.5, 0.2), "True here"), ((0.5, 0.1, 0.2), "Not here"), ((0.01, 0.05, 0.02), "Not here")],
)
def test_the_finding_says_whether_the_claim_holds(by_layer: tuple[float, ...], verdict: str) -> None:
    claim = LayerClaim(LayerPart.MIDDLE, by_layer, (3, 4, 5), baseline=0.08)
    finding = claim_finding(claim)
    assert finding.startswith(verdict)
    strongest = by_layer.index(max(by_layer))
    assert f"(layer {strongest + 1}, head {strongest + 4})" in finding
    assert ("middle layers reach 10.0% at most" in finding) is (strongest == 0)
    assert ("no more than chance" in finding) is (max(by_layer) < 0.08)
    table = claim_table(claim)
    assert list(table["claimed"]) == [False, True, False]
    assert (table["name"][2], table["head"][2]) == ("layer 3", "6")


def test_in_minilm_bank_finds_its_river_in_the_first_layer(engine: "Engine") -> None:
    """Tutorials place it in a middle layer."""
    trace = cache.shared.traces.trace(DEFAULT_MODEL, "The bank by the river had a nice view.")
    pair = layer_claims(trace, (2, 5)).pair
    assert pair is not None
    assert (pair.strongest_layer, pair.heads[0]) == (0, 4)
    assert pair.by_layer[0] == pytest.approx(0.86, abs=0.01)
    assert max(pair.by_layer[1:]) < 0.35
    assert not pair.holds
