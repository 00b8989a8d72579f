"""Lists of sentences as people paste and upload them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from components.model.tokens.sentence_lists import MOST_SENTENCES, ListItem, parse_list
from components.model.user_errors import UserError


@pytest.mark.parametrize(
    ("line", "sentence", "word"),
    [
        ("Paris is in [MASK].", "Paris is in [MASK].", None),
        ("Paris is in [MASK].\tfrance", "Paris is in [MASK].", "france"),
        ("  Paris is in [MASK]. \t france ", "Paris is in [MASK].", "france"),
        ("Paris is in [MASK].\t", "Paris is in [MASK].", None),
        ("Paris is in [MASK].,france", "Paris is in [MASK].", "france"),
        ("Paris is in <mask>., france", "Paris is in <mask>.", "france"),
        ('"Paris, I think, is in [MASK].",france', "Paris, I think, is in [MASK].", "france"),
        ('"He said ""no"" to [MASK]."', 'He said "no" to [MASK].', None),
        ('"Paris, I think, is in [MASK].", "france"', "Paris, I think, is in [MASK].", "france"),
        ("In May, I think, [MASK] came, and left.", "In May, I think, [MASK] came, and left.", None),
        ("In May, [MASK].", "In May, [MASK].", None),
        ("No blank here,france", "No blank here,france", None),
    ],
)
def test_a_line_is_a_sentence_and_the_right_word_where_there_is_one(line: str, sentence: str, word: str | None) -> None:
    assert parse_list(line) == (ListItem(sentence, word),)


@pytest.mark.parametrize(
    "line",
    ['"Come here," she [MASK].', '"Yes", he [MASK], and left.', '"Yes", he [MASK].', '"Yes, he [MASK].'],
)
def test_a_sentence_that_begins_with_somebodys_words_is_kept_to_the_letter(line: str) -> None:
    assert parse_list(line) == (ListItem(line, None),)


@pytest.mark.parametrize(
    "header", ["sentence", "Sentence,word", "sentence\tword", '"sentence","word"', "\ufeffsentence,word", " SENTENCE "]
)
def test_a_header_is_no_sentence(header: str) -> None:
    assert parse_list(f"{header}\nParis is in [MASK].,france") == (ListItem("Paris is in [MASK].", "france"),)


def test_a_sentence_about_sentences_is_no_header() -> None:
    assert len(parse_list("Sentence, the [MASK].\nSentences are [MASK].")) == 2


def test_a_byte_order_mark_is_no_part_of_the_first_sentence() -> None:
    assert parse_list('\ufeff"Paris, in [MASK].",france')[0].sentence == "Paris, in [MASK]."


def test_blank_lines_and_the_line_ends_of_any_machine_do_not_matter() -> None:
    items = parse_list("\r\n one [MASK]\tx\r\n\r\n \t \r\ntwo [MASK]\rthree [MASK]\n\n")
    assert items == (ListItem("one [MASK]", "x"), ListItem("two [MASK]", None), ListItem("three [MASK]", None))


def test_items_keep_their_order_and_their_doubles() -> None:
    sentences = ["b [MASK]", "a [MASK]", "b [MASK]"]
    assert [item.sentence for item in parse_list("\n".join(sentences))] == sentences


def test_a_thousand_sentences_are_taken_and_one_more_is_refused_with_the_number() -> None:
    assert len(parse_list("sentence,word\n" + "a [MASK]\n" * MOST_SENTENCES)) == MOST_SENTENCES
    with pytest.raises(UserError, match=r"1,001 sentences; at most 1,000"):
        parse_list("a [MASK]\n" * (MOST_SENTENCES + 1))


@pytest.mark.parametrize("text", ["", " ", "\n\r\n\t\n", "\ufeff", "sentence,word", "sentence"])
def test_a_list_without_a_sentence_is_refused_with_what_to_do(text: str) -> None:
    with pytest.raises(UserError, match="Paste one sentence a line"):
        parse_list(text)


@example('"' + "x" * 140_000)  # longer than a field that Python's csv reads
@example('"')
@example('""')
@example('"\0",\0')
@example("\u2028\x85\x1c,")
@given(st.text(st.one_of(st.characters(), st.sampled_from('",\t\n\r '))))
def test_any_text_gives_items_or_a_refusal(text: str) -> None:
    try:
        items = parse_list(text)
    except UserError:
        return
    assert 0 < len(items) <= MOST_SENTENCES
    assert all(item.word is None or item.word.strip() for item in items)
