"""Lists of other people: code pages, shapes of JSON, quotations, headers, and spellings of one label."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from components.model.lists.code_pages import likeliest_encoding
from components.model.lists.columns import ANSWER_LIST, LABEL_LIST, SENSE_LIST, ListKind
from components.model.lists.datasets import dataset_from_list
from components.model.lists.encodings import decode_text
from components.model.lists.errors import ListError, ListProblem
from components.model.lists.reader import listed_sentences, read_table
from pages.parts.visitor_lists import problem_text
from tests.components.model.lists.test_reader import lines, pairs

SHARED = Path(__file__).parents[5] / "shared" / "cases" / "lists"
REVIEWS = [(f"I {'liked' if n % 2 else 'hated'} film {n} a lot.", "pos" if n % 2 else "neg") for n in range(12)]
FRAME = pd.DataFrame(REVIEWS, columns=["text", "label"])
STRANGE = FRAME.rename(columns={"text": "Kommentar", "label": "Stimmung"})

# Text of several languages, with what they write letters as. A letter that a page lacks is in none of them.
TEXTS = {
    "Der Film war schön.\tgut\nDas Buch ist öde und viel zu lang für Kinder.\tschlecht\n": "cp1252 mac_roman cp850",
    "Le film était très réussi.\tbon\nOù est passé le héros du début ?\tmauvais\n": "cp1252 mac_roman",
    "It’s a “great” film – really.\tgood\nNaïve, but it’s charming…\tbad\n": "cp1252",
    "Winner of a £900 prize.\tspam\nNo, I am at home.\tham\n": "cp1252",
    "Film był świetny, podobał mi się.\tdobry\nKsiążka jest nudna i za długa.\tzły\n": "cp1250 iso8859_2",
    "Film se mi moc líbil, skvělý večer.\tdobré\nKniha je příšerně nudná.\tšpatné\n": "cp1250 iso8859_2",
    "A film nagyon jó volt, gyönyörű.\tjó\nA könyv hosszú, és gyenge a vége.\trossz\n": "cp1250",
    "Film çok güzeldi, beğendim.\tiyi\nKitap sıkıcıydı, akşam sevmedim.\tkötü\n": "cp1254",
    "Filma bija ļoti laba.\tlabi\nGrāmata ir garlaicīga un pārāk gara.\tslikti\n": "cp1257",
    "Фильм был хороший.\tхорошо\nКнига скучная и слишком длинная.\tплохо\n": "cp1251 koi8_r cp866 iso8859_5",
    "Η ταινία ήταν πολύ καλή.\tκαλό\nΤο βιβλίο είναι βαρετό.\tκακό\n": "cp1253 iso8859_7",
    "הסרט היה נהדר.\tטוב\nהספר היה משעמם.\tרע\n": "cp1255 iso8859_8",
    "كان الفيلم جميلا جدا.\tجيد\nالكتاب ممل وطويل.\tسيئ\n": "cp1256 iso8859_6",
    "หนังสนุกมากและเราหัวเราะ\tดี\nหนังสือน่าเบื่อและยาวเกินไป\tแย่\n": "cp874",
    "映画はとても面白くて、笑いました。\t良い\n本は退屈で長すぎる。\t悪い\n": "cp932 euc_jp iso2022_jp",
    "这部电影非常好看。\t好\n这本书很无聊，而且太长了。\t坏\n": "gb18030",
    "這部電影非常好看。\t好\n這本書很無聊，而且太長了。\t壞\n": "big5",
    "영화가 아주 재미있어요.\t좋음\n책은 지루하고 너무 길어요.\t나쁨\n": "cp949",
}
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")


@pytest.mark.parametrize(("text", "page"), [(text, page) for text, pages in TEXTS.items() for page in pages.split()])
def test_two_lines_are_enough_to_tell_the_code_page(text: str, page: str) -> None:
    decoded = decode_text(text.encode(page))
    assert (decoded.text, decoded.certain) == (text, False)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("encoding", WIDE)
def test_wide_characters_need_no_mark(text: str, encoding: str) -> None:
    assert decode_text(text.encode(encoding)).text == text


@pytest.mark.parametrize("text", [text for text, pages in TEXTS.items() if "iso2022_jp" not in pages])
@pytest.mark.parametrize("bad", [b"\xfc", b"\x81", b"\0"])
def test_one_bad_byte_does_not_make_another_encoding(text: str, bad: bytes) -> None:
    first, rest = text.encode().split(b"\t", 1)
    table = read_table(first + b"\t" + rest + b"\n" + first + bad + b"\t" + rest, LABEL_LIST)
    assert table.encoding == "utf-8"
    assert table.replaced_lines == (4,)
    assert not table.certain
    assert table.rows[3 - 1].cells[0] == first.decode() + "\ufffd"


def test_a_long_line_is_judged_by_what_is_not_ascii() -> None:
    assert likeliest_encoding(b"abc " * 5000 + "Größe und Öl für Jäger".encode("cp1252")) == "cp1252"


def test_marks_of_files_that_were_joined_are_no_letters() -> None:
    content = b"\xef\xbb\xbfWe sat on the bank.\triver\n\xef\xbb\xbfThe bank lent money.\tmoney\n"
    assert pairs(content, SENSE_LIST) == [("We sat on the bank.", "river"), ("The bank lent money.", "money")]


# JSON

TABLES = {
    **{orient: FRAME.to_json(orient=orient) for orient in ("columns", "index", "split", "records", "values", "table")},
    **{f"{name}, other names": STRANGE.to_json(orient=name) for name in ("columns", "index", "split", "table")},
    "list": json.dumps(FRAME.to_dict(orient="list")),
    "list, other names": json.dumps(STRANGE.to_dict(orient="list")),
    "rows in an object": json.dumps({"version": 1, "data": FRAME.to_dict(orient="records")}, indent=1),
    "splits": json.dumps({"train": FRAME[:9].to_dict("records"), "test": FRAME[9:].to_dict("records")}),
    "splits in an object": json.dumps({"data": {"a": FRAME[:9].to_dict("records"), "b": FRAME[9:].to_dict("records")}}),
    "objects one after another": "\n".join(json.dumps(row, indent=2) for row in FRAME.to_dict("records")),
    "lines with commas": ",\n".join(json.dumps(row) for row in FRAME.to_dict("records")),
    "arrays in lines": "\n".join(map(json.dumps, REVIEWS)),
    "arrays with a header": json.dumps([["text", "label"], *REVIEWS]),
    "labels by text": json.dumps(dict(REVIEWS)),
}  # fmt: skip


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_json_of_any_shape_is_read_as_rows(text: str) -> None:
    assert pairs(text, LABEL_LIST) == REVIEWS


def test_texts_by_label_are_rows() -> None:
    texts = {label: [text for text, each in REVIEWS if each == label] for label in ("pos", "neg")}
    assert sorted(pairs(json.dumps(texts), LABEL_LIST)) == sorted(REVIEWS)
    texts["neg"].pop()
    assert len(pairs(json.dumps(texts), LABEL_LIST)) == len(REVIEWS) - 1


def test_texts_alone_are_sentences() -> None:
    texts = [text for text, _ in REVIEWS]
    assert pairs(json.dumps(texts), SENSE_LIST) == [(text, None) for text in texts]


def test_a_sentence_that_begins_with_a_bracket_is_no_json() -> None:
    assert pairs("[MASK] is a city.\n[MASK] is a river.", ANSWER_LIST)[0] == ("[MASK] is a city.", None)
    assert pairs("{Sic} the bank.\n[The bank] was shut.", SENSE_LIST)[1] == ("[The bank] was shut.", None)


@pytest.mark.parametrize(
    ("text", "problem", "values"),
    [
        ('[{"text": "a bank."}, 3]', ListProblem.UNKNOWN_JSON, {}),
        ('[\n {"text": "a bank."},\n {"text" "the bank."}\n]', ListProblem.DAMAGED_JSON, {"line": 3}),
        ('{\n "text": "a bank.",\n "label" 1\n}', ListProblem.DAMAGED_JSON, {"line": 3}),
        ("{}", ListProblem.EMPTY, {}),
        ("[]", ListProblem.EMPTY, {}),
    ],
)
def test_json_that_is_no_table_is_refused_as_that(text: str, problem: ListProblem, values: dict[str, Any]) -> None:
    with pytest.raises(ListError) as raised:
        listed_sentences(read_table(text, SENSE_LIST))
    assert (raised.value.problem, raised.value.values) == (problem, values)
    assert problem_text(raised.value, "sense")


def test_json_of_too_many_rows_is_told_by_their_number() -> None:
    text = json.dumps([{"text": f"bank {n}", "label": "a"} for n in range(LABEL_LIST.limit + 7)], indent=1)
    with pytest.raises(ListError) as raised:
        read_table(text, LABEL_LIST)
    assert raised.value.values["count"] == LABEL_LIST.limit + 7


# Quotations


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        (LABEL_LIST, [("Slow.", "neg"), ('"Awful.', "neg"), ('I left."', "neg"), ("Nice.", "pos"), ("Fine.", "pos")]),
        (SENSE_LIST, [("A bank.", "river"), ('"The bank is shut.', "money"), ('Go on."', "money"), ("Mud.", "river")]),
        (ANSWER_LIST, [("I [MASK].", "am"), ('"I saw [MASK].', "her"), ("She is [MASK].", "old"), ('[MASK]."', "b")]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("separator", ["\t", ";"])
def test_a_quotation_over_several_lines_is_several_rows(
    kind: ListKind, rows: list[tuple[str, str]], separator: str
) -> None:
    text = lines(rows, f"{{}}{separator}{{}}")
    assert pairs(text, kind) == rows
    assert not read_table(text, kind).certain


def test_the_label_before_a_quotation_is_a_label() -> None:
    rows = [("neg", "Slow."), ("neg", '"Awful.'), ("neg", 'I left."'), ("pos", "Nice film."), ("pos", "We liked it.")]
    assert pairs(lines(rows), LABEL_LIST) == [(text, label) for label, text in rows]


def test_a_cell_of_several_lines_stays_one() -> None:
    text = 'text\tlabel\n"We sat\nby the river."\tpos\n"It was\tdull."\tneg\nGood.\tpos\nBad.\tneg\n'
    assert [text for text, _ in pairs(text, LABEL_LIST)] == ["We sat\nby the river.", "It was\tdull.", "Good.", "Bad."]


@pytest.mark.parametrize("quote", ['"', "'"])
def test_quotes_behind_a_backslash_are_letters(quote: str) -> None:
    quotations = [(f"She said {quote}film {n}{quote}, and left.", "ab"[n % 2]) for n in range(6)]
    escaped = [(text.replace(quote, f"\\{quote}"), label) for text, label in quotations]
    assert pairs("text,label\n" + lines(escaped, f"{quote}{{}}{quote},{{}}"), LABEL_LIST) == quotations


def test_single_quotes_are_around_cells() -> None:
    rows = [(f"We went, all {n} of us.", "ab"[n % 2]) for n in range(6)]
    assert pairs(lines(rows, "'{}','{}'"), LABEL_LIST) == rows


def test_a_quotation_at_the_beginning_of_a_line_does_not_hide_its_label() -> None:
    rows = [('"Come, eat," she said', "a"), ("We went, all of us", "b"), ('"No", he said', "a"), ("Fine, we said", "b")]
    assert pairs(lines(rows, "{},{}"), LABEL_LIST) == rows
    assert pairs('"Come, eat" ,a\nWe went, all of us,b', LABEL_LIST) == [
        ("Come, eat", "a"),
        ("We went, all of us", "b"),
    ]


# Headers

SHORT = [
    ("Sehr gut gemacht", "gut"),
    ("Nicht mein Ding", "schlecht"),
    ("Immer gern", "gut"),
    ("Nie wieder", "schlecht"),
]


@pytest.mark.parametrize("header", ["Kommentar,Stimmung", "texto,clase", "отзыв,оценка", "评论,标签", "v1,v2"])
@pytest.mark.parametrize("kind", [LABEL_LIST, SENSE_LIST])
def test_a_header_of_any_language_is_left_out(header: str, kind: ListKind) -> None:
    text = f"{header}\n" + lines(SHORT, "{},{}")
    assert pairs(text, kind) == SHORT
    assert not read_table(text, kind).certain
    swapped = lines([(label, text) for text, label in [tuple(header.split(",")), *SHORT]], "{},{},,")
    assert pairs(swapped, LABEL_LIST) == SHORT


def test_a_first_sentence_with_a_known_label_is_no_header() -> None:
    assert pairs(lines(SHORT, "{},{}"), LABEL_LIST) == SHORT


# Spellings of one label


@pytest.mark.parametrize(
    ("spellings", "labels"),
    [
        (("schön", "scho\u0308n", "öde", "o\u0308de"), ("schön", "öde")),
        (("1", "1.0", "0", "0.0"), ("0", "1")),
        (("True", "TRUE", "False", "false"), ("False", "True")),
        (("good", "good\u200b", "very bad", "very  bad"), ("good", "very bad")),
        (("1.5", "2.5"), ("1.5", "2.5")),
        (("1.0", "0.0"), ("0.0", "1.0")),
    ],
)
def test_spellings_of_a_label_are_one_label(spellings: tuple[str, ...], labels: tuple[str, ...]) -> None:
    count = len(spellings)
    text = lines([(f"I saw film {n} today.", spellings[n % count]) for n in range(4 * count)])
    assert dataset_from_list(listed_sentences(read_table(text, LABEL_LIST))).labels == labels


def test_senses_and_words_keep_their_capitals() -> None:
    rows = [("The polish is new.", "polish"), ("She is Polish.", "Polish"), ("A Polish bank.", "Polish")]
    assert pairs(lines(rows), SENSE_LIST) == rows
    assert pairs("He is [MASK].\tPolish\nI [MASK] it.\tpolish", ANSWER_LIST)[0][1] == "Polish"
    assert pairs("Le [MASK].\tcafe\u0301", ANSWER_LIST)[0][1] == "caf\u00e9"


def test_a_sentence_in_two_spellings_is_one() -> None:
    text = lines([*REVIEWS, ("Caf\u00e9 bar.", "pos"), ("Cafe\u0301 bar.", "neg")])
    with pytest.raises(ListError) as raised:
        dataset_from_list(listed_sentences(read_table(text, LABEL_LIST)))
    assert raised.value.problem is ListProblem.CONTRADICTION


ROWS = {"G15-fill": 4, "G15-label": 8, "G15-sense": 5, "G17-label-german": 4, "G17-label-v1": 10, "G19-fill": 2,
        "G19-label": 12, "G19-sense": 2, "G20": 12, "G21": 4, "G23": 12, "G25": 12, "G26": 12, "G28": 12}  # fmt: skip


@pytest.mark.skipif(not SHARED.exists(), reason="the cases are beside the project, not in it")
def test_the_collected_cases_are_read() -> None:
    kinds = {"label": LABEL_LIST, "fill": ANSWER_LIST, "sense": SENSE_LIST}
    for file in SHARED.glob("G*.*"):
        rows = pairs(file.read_bytes(), kinds[file.name.split("-")[1]])
        (count,) = (count for name, count in ROWS.items() if file.name.startswith(name))
        assert len(rows) == count, file.name
        if "-label-" in file.name:
            assert len({value for _, value in rows}) == 2, file.name


@pytest.mark.parametrize(("inner", "outer"), [(",", ";"), (";", ",")])
def test_of_two_separators_that_fit_every_line_the_column_of_few_different_cells_is_the_label(
    inner: str, outer: str
) -> None:
    rows = [(f"Film {number}{inner}seen {number} times", "yn"[number % 2]) for number in range(12)]
    assert pairs("\n".join(outer.join(row) for row in rows), LABEL_LIST) == rows
