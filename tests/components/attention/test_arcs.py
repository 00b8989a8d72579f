"""A row of attention as arcs: one to every token with weight, as wide as the words are apart, coloured by its fate."""

import numpy as np
import pytest
import vl_convert

from components.attention.charts.arcs import sentence_arcs
from components.attention.tables.arcs import SAME, SEEN, WeightChange, arc_table, arc_token_table, weight_changes
from components.charts.theme import COLOUR, SECOND_COLOUR
from components.model.results import Token, Tokens

WORDS = ("she", "walked", "the", "river", "bank")
TOKENS = Tokens(" ".join(WORDS), tuple(Token(word, i, 0, 0, False, False, False) for i, word in enumerate(WORDS)))
FIRST = np.array([0.3, 0.0, 0.1, 0.5, 0.1], dtype=np.float32)
SECOND = np.array([0.1, 0.4, 0.1 + SAME / 2, 0.3, 0.1], dtype=np.float32)
PAIRS = ((0, 0), (1, 1), (2, 2), (4, 4))


def test_a_fate_is_told_of_both_sentences_alike_and_of_words_that_correspond_alone() -> None:
    changes, other = weight_changes(FIRST, SECOND, ((0, 1), (1, 0), (2, 2)))
    assert changes == {0: WeightChange.MORE, 1: WeightChange.MORE, 2: WeightChange.SAME}
    assert other == {1: WeightChange.MORE, 0: WeightChange.MORE, 2: WeightChange.SAME}
    changes, _ = weight_changes(FIRST, SECOND, PAIRS)
    table = arc_token_table(TOKENS, FIRST, 4, changes)
    assert table["change"].tolist() == [
        WeightChange.LESS,
        WeightChange.MORE,
        WeightChange.SAME,
        WeightChange.ALONE,
        WeightChange.SAME,
    ]
    assert table["figure"].tolist() == ["30%", "", "10%", "50%", "10%"]


@pytest.mark.parametrize("query", range(len(WORDS)))
def test_an_arc_goes_from_the_word_that_looks_to_each_other_token_with_weight(query: int) -> None:
    table = arc_token_table(TOKENS, FIRST, query, {})
    arcs = arc_table(table)
    ends = {place: {round(x, 6) for x in (arc["x"].iloc[0], arc["x"].iloc[-1])} for place, arc in arcs.groupby("place")}
    wanted = {place for place, weight in enumerate(FIRST) if weight >= SEEN and place != query}
    assert ends == {place: {float(place), float(query)} for place in wanted}
    assert arcs["y"].between(-1e-9, 1 + 1e-9).all()
    # The farther, the higher: no arc crosses another one on the same side.
    reach = max(query, len(WORDS) - 1 - query)
    tops = arcs.groupby("place")["y"].max().to_dict()
    assert tops == pytest.approx({place: abs(place - query) / reach for place in wanted}, abs=0.01)


def test_the_chart_draws_every_arc_its_figures_and_the_words() -> None:
    changes, _ = weight_changes(FIRST, SECOND, PAIRS)
    table = arc_token_table(TOKENS, SECOND, 4, changes)
    chart = sentence_arcs(table, arc_table(table)).to_dict(validate=True)
    picture = str(vl_convert.vegalite_to_svg({"width": 400, **chart}))
    assert picture.count('aria-roledescription="line mark"') == 4
    for text in (*WORDS, "40%", "30%"):
        assert f">{text}<" in picture
    for colour in (COLOUR, SECOND_COLOUR):
        assert colour.lower() in picture.lower()


def test_one_token_alone_has_no_arc() -> None:
    single = Tokens("she", TOKENS.items[:1])
    table = arc_token_table(single, np.ones(1, dtype=np.float32), 0, {})
    assert arc_table(table).empty
    vl_convert.vegalite_to_svg({"width": 400, **sentence_arcs(table, arc_table(table)).to_dict(validate=True)})
