"""Tables and sentences of the room say what the results hold."""

import json
from dataclasses import replace

import numpy as np
import pytest

import cache.input
import cache.shared.input_vectors
from components.charts.files import png
from components.input.charts.pictures import PICTURE_LIMIT, piece_boxes, strips_chart, truncation_bars
from components.input.model.cutting import Rule, read_vocabulary, tokenize_words
from components.input.model.presets import CLUE_WORD, INPUT_PRESETS, LONG_OPENER
from components.input.tables.answers import (
    BLANK_LOST,
    BLANK_READ,
    CLUE_LOST,
    CLUE_READ,
    parts_table,
    ranked_table,
    truncation_table,
)
from components.input.tables.cutting import (
    STEP_LIMIT,
    aligned_words,
    displayed_words,
    piece_table,
    step_table,
)
from components.input.tables.findings import (
    missing_parts_note,
    next_merges_finding,
    parts_finding,
    sum_finding,
    tokenization_finding,
    truncation_finding,
    vocabularies_finding,
)
from components.input.tables.strips import lengths_table, vector_table
from components.model.blanks.occlusion import possible_answers
from components.model.inference.engine import Engine
from components.model.input_vectors.results import EmbeddingPart
from components.tables.numbers import percent_text
from tests.components.tokenizer_kinds import READ

FIRST = INPUT_PRESETS[0].sentence
BOLD = "“unbelievably”"
CAPITAL = "The capital of France is [MASK]."


@pytest.fixture(autouse=True)
def _with_the_engine(engine: Engine) -> None:
    assert engine


def test_files_hold_every_number_and_length() -> None:
    vectors = cache.shared.input_vectors.input_vectors("pocket-gpt", "the river bank")
    names = cache.input.piece_names("pocket-gpt", "the river bank")
    table = vector_table(vectors, names)
    assert len(table) == len(names) * 3 * 256
    item = table[(table["strip"] == "sum") & (table["position"] == 1)]["value"]
    np.testing.assert_allclose(item, vectors.total[1])
    lengths = lengths_table(vectors, names)
    assert list(lengths.columns) == ["place", "piece", "id", "segment_id", "token", "position", "sum"]
    assert lengths["sum"].tolist() == pytest.approx(np.linalg.norm(vectors.total, axis=1).tolist(), abs=1e-6)


def test_steps_are_told_in_the_order_in_which_they_are_taken() -> None:
    words = cache.input.tokenize_words("minilm", FIRST)
    shown = {word["word"]: word for word in displayed_words(words, Rule.WORD_PIECE)}["unbelievably"]
    assert shown["steps"][0]["caption"] == "“unbelievably” is not in the vocabulary."
    assert shown["steps"][-1]["caption"].startswith("“##bly” is in the vocabulary. “##” marks")
    table = step_table(words)
    assert (table["word"] == "unbelievably").sum() == len(shown["steps"])
    odd = displayed_words(cache.input.tokenize_words("minilm", "🍕"), Rule.WORD_PIECE)[0]
    assert odd["steps"][-1]["pieces"] == ("[UNK]",)


def test_a_search_with_very_many_tries_is_shown_by_its_finds() -> None:
    word = "zq" * 40
    (shown,) = displayed_words(cache.input.tokenize_words("minilm", word), Rule.WORD_PIECE)
    assert len(shown["steps"]) <= STEP_LIMIT
    assert all(step["in_vocabulary"] for step in shown["steps"])


def test_every_piece_stands_below_its_word() -> None:
    cuts = [cache.input.tokenize_words(model, "I can't go.") for model in ("minilm", "pocket-bert")]
    words = aligned_words("I can't go.", cuts)
    assert [word["text"] for word in words] == ["I", "can't", "go."]
    for number, cut in enumerate(cuts):
        shown = [piece["piece"] for word in words for piece in word["cuts"][number]]
        assert shown == [piece for word in cut for piece in word.pieces]
    table = piece_table(["a", "b"], cuts)
    assert (table["end"] > table["start"]).all()
    for _, custom in table.groupby("vocabulary"):
        assert (
            custom["start"].to_numpy()[1:] >= custom["end"].to_numpy()[:-1] - 1e-9
        ).all()  # no box lies over another


@pytest.mark.parametrize("kind", READ)
def test_the_headline_of_a_cut_says_no_more_than_its_numbers(kind: str) -> None:
    tokenizer = READ[kind]
    rule = read_vocabulary(tokenizer.backend).rule
    for sentence in ("the", "unbelievable zebra", "日本", "q" * 300, "😀" * 150):
        words = tokenize_words(tokenizer, sentence)
        for word in words:
            finding = tokenization_finding(words, word, rule)
            assert len(finding) < 600
            assert ("cannot write" in finding) is not word.known
            assert ("is one token" in finding) <= (len(word.pieces) == 1)
            if word.known and len(word.pieces) > 1:
                assert f"becomes {len(word.pieces)} tokens" in finding
        assert [len(shown["steps"]) for shown in displayed_words(words, rule)] == [
            len(word.steps) + (bool(word.steps) and not word.known) for word in words
        ] or any(len(word.steps) > STEP_LIMIT for word in words)


def test_the_headlines_say_what_was_found() -> None:
    vectors = cache.shared.input_vectors.input_vectors("minilm", FIRST)
    assert "15 vectors: token + segment + position. Layer 1 gets an array of shape (1, 15, 384)" in sum_finding(vectors)
    assert not missing_parts_note(vectors)
    assert "no segment embeddings" in missing_parts_note(
        cache.shared.input_vectors.input_vectors("pocket-distilbert", FIRST)
    )
    fewer = cache.shared.input_vectors.input_vectors("minilm", FIRST, "", (EmbeddingPart.SEGMENT,))
    assert "15 vectors: token + position." in sum_finding(fewer)
    np.testing.assert_allclose(fewer.total, vectors.total - vectors.parts[1].values, atol=1e-6)
    words = cache.input.tokenize_words("minilm", FIRST)
    assert tokenization_finding(words, words[1], Rule.WORD_PIECE).startswith(
        f"{BOLD} becomes 5 tokens: un ##bel ##ie ##va ##bly. It took 30 look-ups in the vocabulary. "
    )
    assert "9 words" in tokenization_finding(words, words[1], Rule.WORD_PIECE)
    assert "13 tokens in all" in tokenization_finding(words, words[1], Rule.WORD_PIECE)
    (odd,) = cache.input.tokenize_words("minilm", "🍕")
    assert "the vocabulary cannot write it" in tokenization_finding([odd], odd, Rule.WORD_PIECE)
    both = [cache.input.tokenize_words(model, "the 🍕") for model in ("minilm", "pocket-bert")]
    assert "MiniLM has no token for “🍕”." in vocabularies_finding(["MiniLM", "x"], both, [30522, 8704])
    actual = cache.input.next_merges(100)
    assert f"After 100 merges, BPE would merge “{actual.by_count[0].pair[0]}”" in next_merges_finding(actual)
    assert next_merges_finding(replace(actual, by_count=(), by_gain=())) == ""
    assert list(ranked_table(actual.by_gain, by="gain")["row"]) == list(range(1, 7))
    # Where both rules name one pair, the sentence says so.
    alike = replace(actual, by_gain=actual.by_count)
    assert " too (" in next_merges_finding(alike)
    assert " too (" not in next_merges_finding(replace(actual, by_gain=actual.by_count[1:]))


def test_answers_are_told_with_their_numbers(engine: Engine) -> None:
    opened, tokens = engine.read("minilm", CAPITAL)
    blank = tokens.typed_masks[0]
    answer = possible_answers(opened, tokens, (), blank)[0].id
    parts = cache.input.ablate_parts("minilm", CAPITAL, (), blank, answer)
    assert "token embeddings" not in parts_finding(parts)
    assert parts_finding(parts, "no tokens").startswith("Without token embeddings, “paris” falls from")
    assert parts_table(parts)["rank"].iloc[0] == 1
    long = cache.input.truncate_text("minilm", LONG_OPENER, 64, 32, CLUE_WORD)
    assert "2 of 4 excerpts" in truncation_finding(long)
    assert "2 of 4 excerpts" in truncation_finding(replace(long, excerpts=long.excerpts[1:]))
    assert "The clue is in the same text as the blank here: the whole text." in truncation_finding(long)
    assert list(truncation_table(long)["blank"]).count(True) == 3
    table = truncation_table(long)
    for piece, reads, figure in zip(long.excerpts, table["reads"], table["figure"], strict=True):
        if piece.probability is None:
            assert figure == reads == BLANK_LOST
        else:
            holds = piece.start <= long.clue_positions[0] < piece.end
            assert figure == f"king {percent_text(piece.probability)}: {CLUE_READ if holds else CLUE_LOST}"
    assert set(table["reads"]) == {CLUE_READ, CLUE_LOST, BLANK_LOST}
    others = [piece.name for piece in long.excerpts if piece.rank not in (None, 1)]
    assert all(name in truncation_finding(long).split("Another word comes first here: ")[1] for name in others)
    firsts = replace(long, excerpts=tuple(replace(excerpt, rank=excerpt.rank and 1) for excerpt in long.excerpts))
    assert "Another word" not in truncation_finding(firsts)
    assert "The text has 115 tokens, an excerpt at most 64" in truncation_finding(long)
    lowest = min(piece.probability for piece in long.excerpts if piece.probability is not None)
    assert f"but {percent_text(lowest)} with " in truncation_finding(long)
    assert truncation_finding(long).partition(". ")[0].endswith(f"to {percent_text(lowest)} when the clue is not read")
    without_clue = replace(long, clue_positions=())
    assert set(truncation_table(without_clue)["reads"]) == {BLANK_READ, BLANK_LOST}
    assert f"but {percent_text(lowest)} with " in truncation_finding(without_clue).partition(". ")[0] + "."
    even = replace(long, excerpts=tuple(replace(each, probability=each.probability and 0.5) for each in long.excerpts))
    assert truncation_finding(even).partition(". ")[0].count("%") == 1
    short = cache.input.truncate_text("minilm", CAPITAL, 64, 32, "")
    assert "excerpt" not in truncation_finding(short)
    assert truncation_finding(short).partition(". ")[0].count("%") == 1
    nothing = cache.input.truncate_text("minilm", "The water was high. " * 20, 32, 8, "")
    assert "Type [MASK]" in truncation_finding(nothing)
    assert not any("blank" in figure for figure in truncation_table(nothing)["figure"])
    assert any("blank" in figure for figure in truncation_table(long)["figure"])
    whole = nothing.excerpts[0]
    assert truncation_table(nothing)["figure"].iloc[0].startswith(f"{whole.end - whole.start} ")


def test_every_picture_can_be_taken_away() -> None:
    names = cache.input.piece_names("pocket-bert", FIRST)
    vectors = vector_table(cache.shared.input_vectors.input_vectors("pocket-bert", FIRST), names)
    picture = strips_chart(vectors[vectors["dimension"] < 16])
    spec = picture.to_dict()
    assert spec["spec"]["mark"]["type"] == "rect"
    assert len(names) <= PICTURE_LIMIT
    assert json.dumps(names) in spec["spec"]["encoding"]["x"]["axis"]["labelExpr"]
    cuts = [cache.input.tokenize_words("minilm", FIRST)]
    long = cache.input.truncate_text("minilm", LONG_OPENER, 64, 32, CLUE_WORD)
    charts = [
        picture,
        piece_boxes(piece_table(["MiniLM"], cuts)),
        truncation_bars(truncation_table(long), count=long.count, blank=long.blank, clue_positions=long.clue_positions),
    ]
    for chart in charts:
        assert png(chart).startswith(b"\x89PNG")
