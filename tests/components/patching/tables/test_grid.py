"""Findings about patching follow the numbers, whichever way they go."""

import pytest

from components.patching.model.results import SMALLEST_DIFFERENCE, AlignedPair, LayerParts, PatchSite
from components.patching.tables.grid import (
    arrival_layer,
    check_finding,
    default_cell,
    grid_finding,
    grid_table,
    odds_finding,
    parts_finding,
    parts_table,
    token_labels,
)
from tests.components.patching.pairs import BLANK, PAIR, grid, sentence

KEYS, THE = 2, 1
MIDDLE = grid([[0, 0, 1, 0, 0], [0, 0.1, 0.9, 0.1, 0], [0, 0, 0.2, 0.7, 0], [0, 0, 0, 1, 0]])
LATE = grid([[0, 0, 1, 0, 0], [0, 0, 0.9, 0.02, 0], [0, 0, 0.8, 0.3, 0], [0, 0, 0, 1, 0]])
BACK_AND_FORTH = grid([[0, 0, 1, 0, 0], [0, 0, 0.3, 0.6, 0], [0, 0, 0.8, 0.3, 0], [0, 0, 0, 1, 0]])


def test_the_layer_in_which_the_answer_moves_is_said() -> None:
    finding = grid_finding(MIDDLE)
    assert arrival_layer(MIDDLE) == 2
    assert finding.startswith("“keys” holds the answer; it moves")
    assert "in layer 2." in finding
    assert "90%" in finding
    assert "70%" in finding


def test_an_answer_that_moves_last_is_not_said_to_move_early() -> None:
    assert arrival_layer(LATE) == 3
    assert "only in the last layer" in grid_finding(LATE)
    assert "in layer 2." not in grid_finding(LATE)


def test_an_answer_that_goes_back_has_not_arrived() -> None:
    assert arrival_layer(BACK_AND_FORTH) == 3


def test_a_token_on_the_way_is_named_only_if_much_passes_through_it() -> None:
    detour = grid([[0, 0, 1, 0, 0], [0, 0.6, 0.4, 0, 0], [0, 0.1, 0.5, 0.1, 0], [0, 0, 0, 0.9, 0]])
    assert "passes through “the”: 60% after layer 1" in grid_finding(detour)
    assert "passes through" not in grid_finding(MIDDLE)


def test_a_cell_that_was_named_is_not_named_again_and_more_than_all_is_not_some() -> None:
    strong = grid([[0, 0, 1, 0, 0], [0, 1.19, 0.4, 0.1, 0], [0, 0, 0, 0.9, 0], [0, 0, 0, 1, 0]])
    assert "vector of “the” brings back 119%" in grid_finding(strong)
    assert "passes through" not in grid_finding(strong)
    early = grid([[0, 1.19, 1, 0, 0], [0, 0.1, 0.9, 0.1, 0], [0, 0, 0.2, 0.7, 0], [0, 0, 0, 1, 0]])
    assert "“the” alone brings back more than the whole answer: 119%" in grid_finding(early)
    assert "Some of it" not in grid_finding(early)


def test_an_answer_that_creeps_over_half_has_not_moved_in_one_layer() -> None:
    """As “Hello [MASK]” and “Goodbye [MASK]” do in MiniLM."""
    creeping = grid([[0, 0, 1, 0, 0], [0, 0, 0.5, 0.35, 0], [0, 0, 0.48, 0.47, 0], [0, 0, 0.45, 0.56, 0]])
    finding = grid_finding(creeping)
    assert arrival_layer(creeping) == 3
    assert "moves to the blank" not in finding
    assert "from layer 3 on" in finding
    assert "47%" in finding
    assert "56%" in finding


def test_a_word_that_stands_twice_has_its_number() -> None:
    pair = AlignedPair(sentence("the", "the", "[MASK]"), sentence("a", "the", "[MASK]"), BLANK)
    finding = grid_finding(grid(MIDDLE.shares, pair=pair))
    assert "“the” (token 3)" in finding
    assert "“keys”" in grid_finding(MIDDLE)
    assert "“keys” (" not in grid_finding(MIDDLE)
    assert "“the” (token 2)" in parts_finding(LayerParts(1, THE, (0.3, 0.1), 0.4, 0.5), pair)


@pytest.mark.parametrize(
    ("site", "name"), [(PatchSite.ATTENTION, "attention"), (PatchSite.FEED_FORWARD, "the feed-forward part")]
)
def test_the_largest_part_is_named_with_its_layer(site: PatchSite, name: str) -> None:
    part = grid([[0, 0, 0.1, 0, 0], [0, 0, 0, 0.6, 0]], site=site)
    assert f"What {name} adds to the blank in layer 2" in grid_finding(part)
    assert "60%" in grid_finding(part)
    other = grid([[0, 0, 0.7, 0, 0], [0, 0, 0, 0.6, 0]], site=site)
    assert f"What {name} adds to “keys” in layer 1" in grid_finding(other)
    nothing = grid([[0, 0, 0.01, 0, 0], [-0.3, 0, 0, 0.02, 0]], site=site)
    assert "No vector" in grid_finding(nothing)


def test_no_answer_to_regain_is_said_in_words() -> None:
    same = AlignedPair(PAIR.clean, PAIR.clean, BLANK)
    assert "no answer to regain" in grid_finding(grid(None, pair=same))
    assert "are the same" in grid_finding(grid(None, pair=same))
    assert "are the same" not in grid_finding(grid(None))
    close = grid_finding(grid(None, odds=(0.29, 0.26)))
    assert "0.03 nats" in close
    assert f"have to differ by {SMALLEST_DIFFERENCE}" in close
    assert "nats" not in grid_finding(grid(None, odds=(0.26, 0.26)))
    assert grid_table(grid(None)).empty
    assert check_finding(grid(None)) == ""


def test_several_differing_words_are_not_named_as_one() -> None:
    pair = AlignedPair(sentence("the", "keys", "[MASK]"), sentence("a", "key", "[MASK]"), BLANK)
    assert grid_finding(grid(MIDDLE.shares, pair=pair)).startswith("The answer moves")


def test_the_first_open_cell_is_where_the_answer_arrives() -> None:
    assert default_cell(MIDDLE) == (2, BLANK)
    assert default_cell(grid([[0, 0, 0.7, 0, 0], [0, 0, 0, 0.6, 0]], site=PatchSite.ATTENTION)) == (1, KEYS)


def test_odds_name_the_likelier_answer_of_each_sentence() -> None:
    assert "First sentence: “were” is 7.4 times as likely as “was”" in odds_finding(MIDDLE)
    assert "Second sentence: “was” is 20 times as likely as “were”" in odds_finding(MIDDLE)
    turned = grid(MIDDLE.shares, odds=(-3.0, 2.0))
    assert "First sentence: “was”" in odds_finding(turned)
    even = grid(MIDDLE.shares, odds=(0.01, -0.01))
    assert "First sentence: “were” is about as likely as “was”" in odds_finding(even)
    assert "Second sentence: “was” is about as likely as “were”" in odds_finding(even)


def test_the_check_shows_both_ends() -> None:
    assert "100.0%" in check_finding(MIDDLE)
    assert "0.0%" in check_finding(MIDDLE)


def test_the_table_has_every_cell() -> None:
    table = grid_table(MIDDLE)
    assert len(table) == 20
    cell = table[(table["layer"] == 2) & (table["position"] == BLANK)].iloc[0]
    assert (cell["token"], cell["share"]) == ("[MASK]", 0.7)
    assert token_labels(PAIR)[KEYS] == "keys / key"


def test_the_best_head_is_named_if_it_matters() -> None:
    parts = LayerParts(4, BLANK, (0.01, 0.64, -0.2), 0.7, 0.3)
    assert "head 2 alone brings back 64%" in parts_finding(parts, PAIR)
    assert "at the blank" in parts_finding(parts, PAIR)
    weak = LayerParts(1, KEYS, (0.01, 0.02, -0.2), 0.03, 0.5)
    assert "no single head" in parts_finding(weak, PAIR)
    assert "at “keys”" in parts_finding(weak, PAIR)
    table = parts_table(parts)
    assert list(table["part"]) == ["head 1", "head 2", "head 3", "all attention", "feed-forward"]
    assert list(table["row"]) == [1, 2, 3, 4, 5]
