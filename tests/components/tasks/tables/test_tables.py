"""Tables and sentences of the room, from results that were made by hand."""

import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from components.model.heads.specs import ANSWERS, NAME_TAGS, NAMES, SPAN, SPECS
from components.model.results import Conditions, Token, Tokens
from components.tasks.charts.encoder import encoder_chart
from components.tasks.charts.products import product_bars
from components.tasks.charts.spans import span_triangle
from components.tasks.charts.words import word_cells
from components.tasks.model.bio import repair_tags
from components.tasks.model.results import Match, SearchResult
from components.tasks.model.span_results import AnswerSpan, PassageWindow, SpanReading, span_scores
from components.tasks.model.word_results import TaggedWord, TokenAggregation, WordsReading
from components.tasks.tables.encoder import TOKEN_LIMIT, encoder_diagram, size_text
from components.tasks.tables.passage import passage_table, passage_words
from components.tasks.tables.quality import FROZEN, quality_finding, quality_table
from components.tasks.tables.search import (
    MILLION,
    cost_finding,
    cost_table,
    rank_table,
    reading_finding,
    search_finding,
)
from components.tasks.tables.spans import (
    DISPLAY_LIMIT,
    NO_ANSWER,
    answer_table,
    displayed_range,
    span_finding,
    tokens_around_answer,
    triangle_table,
)
from components.tasks.tables.words import cut_finding, repair_finding, word_table, words_finding

BY = Conditions("model", "revision", "device", "float32", "versions")


def token(text: str, start: int, *, continues: bool = False, special: bool = False, segment: int = 0) -> Token:
    return Token(text, 1, start, start + len(text), continues, special, False, segment)


def words_reading() -> WordsReading:
    """“Ann Lee ran”: the second word is split, and tagged I-LOC, which is invalid there."""
    tokens = Tokens(
        "Ann Lee ran",
        (
            token("[CLS]", 0, special=True),
            token("ann", 0),
            token("l", 4),
            token("ee", 5, continues=True),
            token("ran", 8),
            token("[SEP]", 0, special=True),
        ),
    )
    tags = ["O", "B-PER", "I-LOC", "I-PER", "O", "O"]
    scores = np.full((6, len(NAME_TAGS)), 0.01, dtype=np.float32)
    for place, tag in enumerate(tags):
        scores[place, NAME_TAGS.index(tag)] = 0.94 if place != 2 else 0.5
    scores[2, NAME_TAGS.index("I-PER")] = 0.45
    words = (TaggedWord("Ann", 0, 3, (1,)), TaggedWord("Lee", 4, 7, (2, 3)), TaggedWord("ran", 8, 11, (4,)))
    return WordsReading(tokens, SPECS[NAMES], words, np.log(scores), scores, 4, BY)


def test_an_invalid_tag_is_named_and_repaired() -> None:
    reading = words_reading()
    repaired = repair_tags(reading.word_probabilities(), reading.spec.labels)
    assert repaired.places == (1,)
    assert repaired.as_beginnings == ("B-PER", "B-LOC", "O")
    assert repaired.most_likely == ("B-PER", "I-PER", "O")
    assert {"“Lee”", "I-LOC", "B-LOC", "I-PER"} <= set(
        re.findall(r"“\w+”|[BI]-[A-Z]{3}", repair_finding(reading, repaired))
    )
    fine, without = replace(repaired, places=()), replace(repaired, places=(), tags=("B-PER", "O", "O"))
    assert "Lee" not in repair_finding(reading, fine)
    assert repair_finding(reading, fine) != repair_finding(reading, without)


def test_tokens_of_a_word_are_aggregated_in_three_ways() -> None:
    reading = words_reading()
    assert reading.tags()[1] == "I-LOC"
    assert reading.tags(aggregation=TokenAggregation.MAX)[1] == "I-PER"
    assert reading.tags(aggregation=TokenAggregation.AVERAGE)[1] == "I-PER"
    assert reading.reading_mask().tolist() == [0, 1, 1, 0, 1, 0]
    assert reading.reading_mask(aggregation=TokenAggregation.AVERAGE).tolist() == [0, 1, 1, 1, 1, 0]


def test_the_finding_names_the_least_certain_word() -> None:
    reading = words_reading()
    tags = repair_tags(reading.word_probabilities(), reading.spec.labels).most_likely
    table = word_table(reading, tags, aggregation=TokenAggregation.FIRST)
    assert list(table["pieces"]) == ["ann", "l ##ee", "ran"]
    assert list(table["kind"]) == ["PER", "PER", ""]
    finding = words_finding(reading, tags, aggregation=TokenAggregation.FIRST)
    assert finding.startswith("It finds one name: 1 person.")
    assert "Ann Lee (person)" in finding
    assert "“Lee” (45.0%)" in finding
    assert "l ##ee" in cut_finding(reading)
    elsewhere = replace(reading, spec=replace(reading.spec, name="published"))
    assert cut_finding(elsewhere) != cut_finding(reading)
    assert word_cells(table).to_dict()["layer"]


def span_reading(count: int = 6, max_answer_length: int = 3) -> SpanReading:
    rng = np.random.default_rng(0)
    begins, ends = rng.normal(size=(2, count)).astype(np.float32)
    begins[2], ends[3] = 6.0, 5.0
    passage = " ".join(f"w{place}" for place in range(count))
    starts = [passage.index(f"w{place}") for place in range(count)]
    pieces = tuple(token(f"w{place}", start) for place, start in enumerate(starts))
    best = float(begins[2] + ends[3])
    span = AnswerSpan(2, 3, best, pieces[2].start, pieces[3].end, 0)
    other = AnswerSpan(2, 4, float(begins[2] + ends[4]), pieces[2].start, pieces[4].end, 0)
    total = float(np.logaddexp.reduce(span_scores(begins, ends, max_answer_length).astype(np.float64), axis=None))
    window = PassageWindow(0, begins, ends, no_answer=4.0, log_total=total)
    mark = token("[CLS]", 0, special=True)
    return SpanReading("Who?", passage, mark, pieces, (window,), (span, other), max_answer_length, SPECS[SPAN], 4, BY)


def test_what_comes_first_is_what_the_head_says() -> None:
    reading = span_reading()
    table = answer_table(reading)
    assert table["text"].iloc[0] == "w2 w3"
    assert table["score"].is_monotonic_decreasing
    none = table.set_index("text").loc[NO_ANSWER]
    every = np.exp(reading.window.log_total) + np.exp(4.0)
    assert none["score"] == 4.0
    assert none["probability"] == pytest.approx(np.exp(4.0) / every)
    assert not span_finding(reading, 0.0).startswith("No answer")


def test_the_triangle_leaves_out_what_cannot_be_and_rings_the_best() -> None:
    reading = span_reading()
    table = triangle_table(reading)
    possible = int(
        np.isfinite(
            span_scores(reading.window.start_scores, reading.window.end_scores, reading.max_answer_length)
        ).sum()
    )
    assert (table["kind"] == "possible").sum() == possible
    assert (table.loc[table["last"] < table["first"], "kind"] == "ends before it begins").all()
    best = table[table["ring"] == 1].iloc[0]
    assert (best["first"], best["last"], best["share"]) == (3, 4, 1.0)
    assert table["share"].max() == 1.0
    assert span_triangle(table).to_dict()["layer"]


@pytest.mark.parametrize(("count", "first"), [(10, 3), (100, 0), (100, 50), (100, 99)])
def test_what_is_drawn_holds_the_answer(count: int, first: int) -> None:
    begin, end = displayed_range(count, first, first)
    assert begin <= first < end
    assert end - begin == min(count, DISPLAY_LIMIT)


def test_an_answer_that_is_not_far_enough_ahead_is_none() -> None:
    reading = span_reading()
    findings = {threshold: span_finding(reading, threshold) for threshold in (0.0, 7.5, -2.0)}
    assert all("“w2 w3”" in finding and "7.0 higher" in finding for finding in findings.values())
    assert [finding.startswith("No answer") for finding in findings.values()] == [False, True, False]
    unsure = replace(reading, windows=(replace(reading.window, no_answer=12.0),))
    assert "w2 w3" in span_finding(unsure, -2.0)
    first = [span_finding(each, limit).split(".")[0] for each, limit in ((reading, 0.0), (unsure, -2.0), (unsure, 0.0))]
    assert len(set(first)) == 3, "an answer, one that the head is not sure of, and none"
    bars = answer_table(reading).set_index("text")["figure"]
    assert all(bars[text] in finding for text in ("w2 w3", NO_ANSWER) for finding in findings.values())


def test_the_picture_lights_the_head_and_what_it_reads() -> None:
    pieces, shares = tokens_around_answer(span_reading(count=40))
    assert len(pieces) == TOKEN_LIMIT
    assert [piece.text for piece, share in zip(pieces, shares, strict=True) if share == 1] == ["w2", "w3"]
    shown = encoder_diagram(pieces, shares, SPECS[ANSWERS], 384, "one encoder")
    assert list(shown.heads[shown.heads["lit"]]["title"]) == ["head for two texts"]
    assert size_text(SPECS[ANSWERS], 384) == "770 parameters"
    assert "average" not in json.dumps(encoder_chart(shown).to_dict())
    averaged = encoder_diagram(pieces, shares, SPECS[ANSWERS], 384, "one encoder", joined="average")
    assert "average" in json.dumps(encoder_chart(averaged).to_dict())


def test_the_passage_has_the_answer_in_brackets_and_all_of_its_characters() -> None:
    reading = span_reading()
    words = passage_words(reading)
    assert "".join(word["gap"] + word["text"] for word in words) == reading.passage
    assert [word["text"] for word in words if word["answer"]] == ["w2", "w3"]
    assert [word["text"] for word in words if word["opens"]] == ["w2"]
    assert [word["text"] for word in words if word["closes"]] == ["w3"]
    assert words[2]["start"] == words[3]["end"] == 1.0
    assert list(passage_table(words)["word"]) == [f"w{place}" for place in range(6)]
    long = passage_words(span_reading(count=400))
    assert len(long) < 400
    assert long[-1]["text"] == "…"


def search_result() -> SearchResult:
    matches = (Match(0, 0.5, 0.9, 2, 1), Match(1, 0.6, 0.2, 1, 2))
    return SearchResult(matches, width=4, question=10, passage=100, pair=120, conditions=BY)


def test_the_findings_name_both_rankings_and_their_cost() -> None:
    titles = ["one", "two"]
    assert "“two”" in search_finding(search_result(), titles)
    assert "“one”" in reading_finding(search_result(), titles)
    assert "too" not in reading_finding(search_result(), titles)
    assert search_result().vector_search_operations(MILLION) == 10 + MILLION * 8
    assert search_result().pair_search_operations(MILLION) == MILLION * 120
    finding, table = cost_finding(search_result(), seconds=1.0), cost_table(search_result(), seconds=1.0)
    assert "15 times" in finding
    assert all(figure in finding for figure in table["figure"])
    assert list(table["operations"]) == [10 + MILLION * 8, MILLION * 120]
    assert list(rank_table(search_result(), titles, "vectors")["passage"]) == ["two", "one"]
    assert list(rank_table(search_result(), titles, "reading pairs")["passage"]) == ["one", "two"]


def test_figures_stand_beside_those_of_the_encoder_as_it_was() -> None:
    figure = {"head": "span", "what": "answers", "asked": 8, "interval": [0.3, 0.5, 0.7], "chance": 0.25}
    evaluation = {"figures": [figure], "frozen": [{**figure, "interval": [0.0, 0.1, 0.2]}]}
    assert re.findall(r"\d+%", quality_finding(evaluation, "span")) == ["50%", "10%", "25%"]
    table = quality_table(evaluation, "span")
    assert list(table["name"]) == ["answers", FROZEN.removeprefix(", ")]
    assert list(table["figure"]) == ["4 of 8", "1 of 8"]


def test_products_are_drawn_one_for_each_number() -> None:
    drawn = product_bars(pd.DataFrame({"number": [1, 2], "product": [0.5, -0.25]})).to_dict()
    (rows,) = drawn["datasets"].values()
    assert [row["product"] for row in rows] == [0.5, -0.25]
