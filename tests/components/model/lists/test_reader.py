"""Lists as people paste and upload them, from every program and in every encoding, are read as what they say."""

import csv
import io
import json
from collections.abc import Callable, Sequence

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from components.model.lists.code_pages import COMMON_ENCODINGS, RARE_ENCODINGS
from components.model.lists.columns import ANSWER_LIST, LABEL_LIST, SENSE_LIST, ListKind
from components.model.lists.errors import ListError, ListProblem
from components.model.lists.reader import (
    NO_COLUMN,
    ListChoices,
    ListTable,
    listed_sentences,
    read_table,
)
from components.model.lists.records import Separator
from pages.parts.visitor_lists import ENCODINGS

BINARY = b"\xff\xfe\x00\x01binary\x00" * 50  # begins like UTF-16
KINDS = {"answers": ANSWER_LIST, "labels": LABEL_LIST, "senses": SENSE_LIST}


def pairs(content: bytes | str, kind: ListKind, choices: ListChoices | None = None) -> list[tuple[str, str | None]]:
    return [(item.sentence, item.value) for item in listed_sentences(read_table(content, kind, choices))]


def only(line: str, kind: ListKind) -> tuple[str, str | None]:
    (item,) = pairs(line, kind)
    return item


def problem(content: bytes | str, kind: ListKind) -> ListError:
    with pytest.raises(ListError) as raised:
        listed_sentences(read_table(content, kind))
    return raised.value


# One line, as people write them


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
        ("They met in [MASK] city.,new york", "They met in [MASK] city.", "new york"),
        *((line, line, None) for line in ('"Come here," she [MASK].', '"Yes", he [MASK], and left.')),
        *((line, line, None) for line in ('"Yes", he [MASK].', '"Yes, he [MASK].')),
    ],
)
def test_a_line_is_a_sentence_and_the_right_word_where_there_is_one(line: str, sentence: str, word: str | None) -> None:
    assert only(line, ANSWER_LIST) == (sentence, word)


@pytest.mark.parametrize(
    ("line", "sentence", "sense"),
    [
        ("We sat on the bank.", "We sat on the bank.", None),
        ("We sat on the bank.\triver", "We sat on the bank.", "river"),
        ("  We sat on the bank. \t river edge ", "We sat on the bank.", "river edge"),
        ("We sat on the bank.\t", "We sat on the bank.", None),
        ("We sat on the bank.,river", "We sat on the bank.", "river"),
        ("We sat on the bank!, the river", "We sat on the bank!", "the river"),
        ("Well, we sat on the bank.,river", "Well, we sat on the bank.", "river"),
        ("We sat on the bank, tired", "We sat on the bank, tired", None),
        ("He left., she stayed.", "He left., she stayed.", None),
        ('"We sat, tired, on the bank",river', "We sat, tired, on the bank", "river"),
        ('"We sat on the ""bank""."', 'We sat on the "bank".', None),
        ('"We sat on the bank."\triver', "We sat on the bank.", "river"),
        ('"Come to the bank," she said.', '"Come to the bank," she said.', None),
        ('"The bank', '"The bank', None),
    ],
)
def test_a_line_is_a_sentence_and_its_sense_where_there_is_one(line: str, sentence: str, sense: str | None) -> None:
    assert only(line, SENSE_LIST) == (sentence, sense)


@pytest.mark.parametrize(
    "header",
    [
        "sentence",
        "Sentence,word",
        "sentence\tword",
        '"sentence","word"',
        "\ufeffsentence,word",
        " SENTENCE ",
        "Satz,Wort",
    ],
)
def test_a_header_is_no_sentence(header: str) -> None:
    separator = "\t" if "\t" in header else ","
    assert pairs(f"{header}\nParis is in [MASK].{separator}france", ANSWER_LIST) == [("Paris is in [MASK].", "france")]


@pytest.mark.parametrize(
    ("header", "separator"),
    [
        ("sentence,sense", ","),
        ("\ufeffSentence, Group", ","),
        ('"sentence";"sense"', ";"),
        ("text\tlabel", "\t"),
    ],
)
def test_a_header_says_what_separates_the_columns(header: str, separator: str) -> None:
    read = pairs(f"{header}\r\na bank, of sorts{separator}river\r\nanother{separator}", SENSE_LIST)
    assert read == [("a bank, of sorts", "river"), ("another", None)]


def test_columns_with_other_names_are_left_alone() -> None:
    rows = "sentence\tsense\thard\na bank\triver\tyes\nthe bank\tmoney\t"
    assert pairs(rows, SENSE_LIST) == [("a bank", "river"), ("the bank", "money")]
    assert pairs('sentence,sense,by\n"a bank","river","me"', SENSE_LIST) == [("a bank", "river")]


def test_a_sentence_about_sentences_is_no_header() -> None:
    assert len(pairs("Sentence, the [MASK].\nSentences are [MASK].", ANSWER_LIST)) == 2
    assert len(pairs("Sentence, the bank.\nText, he said", SENSE_LIST)) == 2


def test_blank_lines_and_the_line_ends_of_any_machine_do_not_matter() -> None:
    text = "\r\n one [MASK]\tx\r\n\r\n \t \r\ntwo [MASK]\rthree [MASK]\n\n"
    table = read_table(text, ANSWER_LIST)
    assert pairs(text, ANSWER_LIST) == [("one [MASK]", "x"), ("two [MASK]", None), ("three [MASK]", None)]
    assert [item.line for item in listed_sentences(table)] == [2, 5, 6]


def test_sentences_keep_their_order_and_their_doubles() -> None:
    sentences = ["b [MASK]", "a [MASK]", "b [MASK]"]
    assert [sentence for sentence, _ in pairs("\n".join(sentences), ANSWER_LIST)] == sentences


# Whole files, as programs write them

GERMAN = [(f"Der Kuchen {n} war {'köstlich' if n % 2 else 'öde'}.", "süß" if n % 2 else "öde") for n in range(24)]
REVIEWS = [(f"The film, part {n}, was {'fine' if n % 2 else 'dull'}.", "good" if n % 2 else "bad") for n in range(24)]
CITIES = [("Lyon and Nice are towns in [MASK].", "france"), ("Bach, they say, was a [MASK].", "genius")]
UMLAUTS = [("Größe ist [MASK] für Jäger.", "öde")]
NUMBERED = [(sentence, str(int(label == "good"))) for sentence, label in REVIEWS]
BANKS = [
    ("They fished from the bank, all day.", "river"),
    ("The bank lent them nothing.", "money"),
    ("A heron stood on the bank.", "river"),
]


def comma(rows: Sequence[tuple[str, ...]], *, delimiter: str = ",", end: str = "\r\n") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows(rows)
    return out.getvalue()


def frame(rows: list[tuple[str, str]], value: str, **options: object) -> str:
    return str(pd.DataFrame(rows, columns=["sentence", value]).to_csv(**options))  # type: ignore[call-overload]


def lines(rows: list[tuple[str, str]], pattern: str = "{}\t{}") -> str:
    return "\n".join(pattern.format(*row) for row in rows)


def changed(old: str, new: str) -> list[tuple[str, str]]:
    return [(sentence.replace(old, new), label) for sentence, label in REVIEWS]


LAMA = '{"masked_sentences": ["Nice is in [MASK]."], "obj_label": "France", "uuid": {"a": 1}}'
FILES: dict[str, tuple[bytes | str, str, list[tuple[str, str]], bool]] = {
    "Excel in German": (comma([("Satz", "Wort"), *CITIES], delimiter=";"), "answers", CITIES, False),
    "pandas with its index": (frame(CITIES, "word"), "answers", CITIES, False),
    "pandas without its index": (frame(CITIES, "word", index=False), "answers", CITIES, True),
    "Windows-1252, answers": (lines(UMLAUTS).encode("cp1252"), "answers", UMLAUTS, False),
    "Unicode text of Excel, answers": (lines(UMLAUTS).encode("utf-16"), "answers", UMLAUTS, True),
    "UTF-16 without a mark": (lines(UMLAUTS).encode("utf-16-le"), "answers", UMLAUTS, False),
    "LAMA's JSON lines": (LAMA, "answers", [("Nice is in [MASK].", "France")], False),
    "CSV with a header": (comma([("sentence", "label"), *REVIEWS]), "labels", REVIEWS, True),
    "SST-2": (lines([("sentence", "label"), *NUMBERED]), "labels", NUMBERED, True),
    "a header in Italian": (comma([("Testo", "Voto"), *REVIEWS]), "labels", REVIEWS, False),
    "pandas with its index and no header": (frame(REVIEWS, "label", header=False), "labels", REVIEWS, False),
    "Windows-1252, labels": (lines(GERMAN).encode("cp1252"), "labels", GERMAN, False),
    "Unicode text of Excel, labels": (lines(GERMAN).encode("utf-16"), "labels", GERMAN, True),
    "UTF-16, the other way round": (b"\xfe\xff" + lines(GERMAN).encode("utf-16-be"), "labels", GERMAN, True),
    "UTF-8 with a mark": (lines(GERMAN).encode("utf-8-sig"), "labels", GERMAN, True),
    "vertical tabs": (lines(changed("film", "fi\vlm")), "labels", changed("film", "fi\vlm"), True),
    "line separators of Unicode": (lines(changed("film", "fi\u2028lm")), "labels", changed("film", "fi\u2028lm"), True),
    "JSON lines": ("\n".join(json.dumps({"text": s, "label": v}) for s, v in REVIEWS), "labels", REVIEWS, False),
    "a JSON list": (json.dumps([{"label": v, "text": s} for s, v in REVIEWS]), "labels", REVIEWS, False),
    "a tab at the end": (lines(REVIEWS, "{}\t{}\t"), "labels", REVIEWS, True),
    "a comma at the end": (comma([(*row, "") for row in REVIEWS], end="\n"), "labels", REVIEWS, True),
    "the label first": (lines([(v, s) for s, v in REVIEWS]), "labels", REVIEWS, False),
    "commas that nobody quoted": (lines(REVIEWS, "{},{}"), "labels", REVIEWS, True),
    "a space behind every comma": (lines(REVIEWS, "{}, {}"), "labels", REVIEWS, True),
    "line breaks in quotes": (comma(changed(", ", "\n")), "labels", changed(", ", "\n"), True),
    "senses of pandas": (frame(BANKS, "sense"), "senses", BANKS, False),
    "senses in Dutch": (comma([("Zin", "Betekenis"), *BANKS], delimiter=";"), "senses", BANKS, False),
}  # fmt: skip


@pytest.mark.parametrize(("content", "kind", "rows", "certain"), FILES.values(), ids=FILES)
def test_a_file_is_read_as_what_it_says(
    content: bytes | str, kind: str, rows: list[tuple[str, str]], certain: bool
) -> None:
    assert pairs(content, KINDS[kind]) == rows
    assert read_table(content, KINDS[kind]).certain is certain  # whether nothing has to be shown


@pytest.mark.parametrize(("content", "kind", "rows", "certain"), FILES.values(), ids=FILES)
def test_the_same_text_pasted_gives_the_same(
    content: bytes | str, kind: str, rows: list[tuple[str, str]], certain: bool
) -> None:
    if isinstance(content, str):
        assert pairs(content.encode(), KINDS[kind]) == rows


def test_lines_are_those_of_the_file() -> None:
    text = 'sentence,label\n\n"a\nbank",river\n\nanother bank,money\n'
    assert [item.line for item in listed_sentences(read_table(text, SENSE_LIST))] == [3, 6]


def test_a_missing_label_is_told_by_the_line_of_the_file() -> None:
    error = problem("\n\n" + lines(REVIEWS) + "\n\nA film without one.\t\n", LABEL_LIST)
    assert (error.problem, error.values) == (ListProblem.MISSING_LABEL, {"line": 28})


def test_a_line_with_another_separator_is_told_from_one_without_a_label() -> None:
    error = problem("\n".join(f"word {n}\t{n % 2}" for n in range(10)) + "\ncar, vehicle\n", LABEL_LIST)
    assert (error.problem, error.values) == (ListProblem.MISSING_SEPARATOR, {"line": 11, "separator": "\t"})
    error = problem("\n".join(f"word {n}\t{n % 2}" for n in range(10)) + "\ncar\n", LABEL_LIST)
    assert (error.problem, error.values) == (ListProblem.MISSING_LABEL, {"line": 11})


# What cannot be told is asked


def test_two_columns_of_sentences_are_not_guessed() -> None:
    rows = [(f"The film {n} was long.", f"I liked the film {n} a lot.", "ab"[n % 2]) for n in range(24)]
    table = read_table(comma(rows), LABEL_LIST)
    assert table.columns.open_question
    assert not table.certain
    assert table.preview[0] == rows[0]
    read = pairs(comma(rows), LABEL_LIST, ListChoices(sentence=1, value=2))
    assert read == [(second, label) for _, second, label in rows]


def test_two_columns_that_could_be_the_label_are_not_guessed() -> None:
    rows = [(f"The film {n} was long.", "ab"[n % 2], "xyz"[n % 3]) for n in range(24)]
    assert read_table(comma(rows), LABEL_LIST).columns.open_question
    assert pairs(comma(rows), LABEL_LIST, ListChoices(value=2))[0] == (rows[0][0], "x")


def choice_tables() -> list[tuple[ListChoices, list[tuple[str, str | None]]]]:
    return [
        (ListChoices(value=NO_COLUMN), [("a bank.", None), ("the bank.", None)]),
        (ListChoices(sentence=1, value=0), [("river", "a bank."), ("money", "the bank.")]),
        (ListChoices(separator=Separator.NOTHING), [("a bank.,river", None), ("the bank.,money", None)]),
        (ListChoices(header=True), [("the bank.", "money")]),
    ]


@pytest.mark.parametrize(("choices", "rows"), choice_tables())
def test_what_was_told_can_be_corrected(choices: ListChoices, rows: list[tuple[str, str | None]]) -> None:
    assert pairs("a bank.,river\nthe bank.,money", SENSE_LIST, choices) == rows


def test_another_encoding_can_be_chosen() -> None:
    content = "Wczoraj padał śnieg.\tzima".encode("cp1250")
    assert pairs(content, SENSE_LIST, ListChoices(encoding="cp1250")) == [("Wczoraj padał śnieg.", "zima")]
    assert not read_table(content, SENSE_LIST).certain


def test_the_page_names_every_encoding_that_may_be_told() -> None:
    assert {*COMMON_ENCODINGS, *RARE_ENCODINGS} <= set(ENCODINGS)


# Bounds


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_as_many_as_the_limit_are_taken_and_one_more_is_refused_with_the_number(kind: ListKind) -> None:
    line = "a [MASK] .\tx\n"
    assert len(pairs("sentence\tlabel\n" + line * kind.limit, kind)) == kind.limit
    error = problem(line * (kind.limit + 1), kind)
    assert (error.problem, error.values) == (
        ListProblem.TOO_MANY_SENTENCES,
        {"count": kind.limit + 1, "limit": kind.limit},
    )


def test_a_file_of_millions_of_lines_is_refused_before_a_row_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.model.lists.reader.delimited_records", lambda *_: pytest.fail("rows were made"))
    assert problem("a\n" * 2_400_000, ANSWER_LIST).values["count"] == 2_400_000
    assert problem(b"x" * 5_000_001, LABEL_LIST).problem is ListProblem.TOO_LARGE


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("text", ["", " ", "\n\r\n\t\n", "\ufeff", "sentence,sense", "sentence"])
def test_a_list_without_a_sentence_is_empty(text: str, kind: ListKind) -> None:
    assert problem(text, kind).problem is ListProblem.EMPTY


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\x89PNG\x00\x01bank", bytes(256), BINARY])
def test_a_picture_is_no_list(content: bytes) -> None:
    assert problem(content, SENSE_LIST).problem is ListProblem.NOT_TEXT


def test_json_that_is_damaged_is_told_by_its_line() -> None:
    error = problem('{"text": "a bank."}\n\n{"text": "a b', SENSE_LIST)
    assert (error.problem, error.values) == (ListProblem.DAMAGED_JSON, {"line": 3})


@pytest.mark.parametrize(
    "text", ['{"text": ' + "[" * 100_000, "[" * 100_000, '{"text": 1e999, "a": ' + "9" * 5000 + "}"]
)
def test_hostile_json_is_text_or_refused(text: str) -> None:
    with_any_result(lambda: read_table(text, SENSE_LIST))


def test_names_of_json_that_differ_in_every_line_make_no_table_of_all() -> None:
    text = "\n".join(json.dumps({f"k{n}-{m}": "x" for m in range(40)} | {"text": "a bank."}) for n in range(2000))
    table = read_table(text, SENSE_LIST, ListChoices(sentence=0, value=NO_COLUMN))
    assert sum(len(row.cells) for row in table.rows) <= 50 * 2000


# Laws

SENTENCES = st.text(
    st.one_of(st.characters(codec="utf-8", exclude_characters="\r\0\ufeff"), st.sampled_from(' ,;\t"\n')), max_size=40
)


def sentence_of(text: str, number: int) -> str:
    """A sentence that is one: it has words, and ends as sentences do."""
    return f"Number {number} says {text.strip()} here."


def with_any_result(compute: Callable[[], ListTable]) -> None:
    try:
        listed_sentences(compute())
    except ListError:
        return


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@given(texts=st.lists(SENTENCES, min_size=20, max_size=24), header=st.booleans(), index=st.booleans())
def test_what_a_program_wrote_is_read_as_it_was(
    delimiter: str, encoding: str, texts: list[str], header: bool, index: bool
) -> None:
    rows = [(sentence_of(text, number), "ab"[number % 2]) for number, text in enumerate(texts)]
    table = pd.DataFrame(rows, columns=["sentence", "label"])
    written = table.to_csv(sep=delimiter, header=header, index=index, lineterminator="\r\n").encode(encoding)
    assert pairs(written, LABEL_LIST) == rows
    quoted = table.to_csv(sep=delimiter, header=header, index=index, quoting=csv.QUOTE_ALL).encode(encoding)
    assert pairs(quoted, LABEL_LIST) == rows


@given(texts=st.lists(SENTENCES, min_size=20, max_size=24))
def test_json_lines_are_read_as_they_were(texts: list[str]) -> None:
    rows = [(sentence_of(text, number), "ab"[number % 2]) for number, text in enumerate(texts)]
    written = pd.DataFrame(rows, columns=["text", "class"]).to_json(orient="records", lines=True)
    assert pairs(written, LABEL_LIST) == rows


WESTERN = ["Mädchen", "über", "schön", "Straße", "garçon", "déjà", "où", "forêt", "niño", "mañana", "house", "river"]


@given(words=st.lists(st.sampled_from(WESTERN), min_size=24, max_size=96))
def test_windows_1252_is_read_as_it_was(words: list[str]) -> None:
    rows = [(f"Die Größe {n}: {' '.join(words[n::24])}.", "schön" if n % 2 else "öde") for n in range(24)]
    assert pairs(lines(rows).encode("cp1252"), LABEL_LIST) == rows


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@example(text='"' + "x" * 140_000)  # longer than a field that Python's csv reads
@example(text='"')
@example(text='""')
@example(text='"\0",\0')
@example(text="\u2028\x85\x1c,")
@given(text=st.text(st.one_of(st.characters(), st.sampled_from('",;\t\n\r {}[]'))))
def test_any_text_gives_sentences_or_an_error(kind: ListKind, text: str) -> None:
    with_any_result(lambda: read_table(text, kind))


@given(st.binary(max_size=300))
def test_any_bytes_give_sentences_or_an_error(content: bytes) -> None:
    with_any_result(lambda: read_table(content, SENSE_LIST))
