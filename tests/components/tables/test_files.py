"""Files to take away: the table comes back as it was, with what it was computed by."""

import codecs
import dataclasses
import io
import json

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.fill.model.results import ListRow
from components.fill.tables.sentence_list import list_table
from components.model.results import Conditions
from components.tables.files import as_json, cell, csv

CONDITIONS = Conditions("pocket-bert", "abc123", "CPU", "float32", 'torch 2, "transformers" 5')
AWKWARD = [
    "😀",
    'say "hello"',
    "=1+1",
    "@SUM(A1)",
    "a, b",
    "line\nbreak",
    "שלום",
    "e\u0301",
    "<script>",
    "null",
    "NA",
    "",
]
TABLE = pd.DataFrame(
    {
        "rank": range(1, len(AWKWARD) + 1),
        "word": AWKWARD,
        "probability": [1 / (3 + number) for number in range(len(AWKWARD))],
        "was_there": [number == 2 for number in range(len(AWKWARD))],
    }
)


def read(content: bytes) -> pd.DataFrame:
    return pd.read_csv(io.BytesIO(content), keep_default_na=False)


def test_csv_comes_back_as_the_table_it_was_and_holds_no_formula() -> None:
    table = read(csv(TABLE, CONDITIONS))[list(TABLE.columns)]
    expected = TABLE.assign(word=["'" + word if word[:1] in {"=", "@"} else word for word in AWKWARD])
    pd.testing.assert_frame_equal(table, expected, check_exact=True)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@a", "'@a"),
        ("\t=1", "\t'=1"),
        ("\t\t=1", "\t\t'=1"),
        ("\u200b=1", "'\u200b=1"),
        ("bank;\ufeff =1", "bank;'\ufeff =1"),
        ("﹦1+1", "'﹦1+1"),
        ("-", "-"),
        ("a=1", "a=1"),
        ("bank;=1+1", "bank;'=1+1"),
        ("bank; -2\n@b", "bank;' -2\n'@b"),
        ('bank;"=1+1', "bank;'\"=1+1"),
        (" =1+1", "' =1+1"),
        ("＝1+1", "'＝1+1"),
        ("bank\t＋1", "bank\t'＋1"),
        ("bank, -2", "bank, -2"),
        (-1, -1),
    ],
)
def test_what_a_spreadsheet_would_compute_is_text(text: object, written: object) -> None:
    assert cell(text) == written


def test_every_row_of_csv_carries_the_conditions() -> None:
    table = read(csv(TABLE, CONDITIONS))
    assert list(table.columns) == [*TABLE.columns, *(field.name for field in dataclasses.fields(Conditions))]
    for name, value in dataclasses.asdict(CONDITIONS).items():
        assert list(table[name]) == [value] * len(TABLE)


def test_a_row_that_names_its_model_keeps_it_and_no_file_says_otherwise() -> None:
    names = ["pocket-gpt", *["pocket-bert"] * (len(TABLE) - 1)]
    table = TABLE.assign(model_id=names)
    assert list(read(csv(table, CONDITIONS))["model_id"]) == names
    content = json.loads(as_json(table, CONDITIONS))
    assert [row["model_id"] for row in content["rows"]] == names
    assert content["conditions"] == {k: v for k, v in dataclasses.asdict(CONDITIONS).items() if k != "model_id"}


def test_csv_begins_with_the_mark_that_has_excel_read_utf_8() -> None:
    content = csv(TABLE, CONDITIONS)
    assert content.startswith(codecs.BOM_UTF8)
    assert not content.removeprefix(codecs.BOM_UTF8).startswith(codecs.BOM_UTF8)


def test_half_of_a_pair_of_surrogates_does_not_stop_a_file() -> None:
    table = pd.DataFrame({"word": pd.Series(["a\ud800b"], dtype=object)})
    assert list(read(csv(table, CONDITIONS))["word"]) == ["a?b"]
    assert json.loads(as_json(table, CONDITIONS))["rows"] == [{"word": "a?b"}]


def test_making_a_file_leaves_the_table_as_it_is() -> None:
    before = TABLE.copy(deep=True)
    csv(TABLE, CONDITIONS)
    as_json(TABLE, CONDITIONS)
    pd.testing.assert_frame_equal(TABLE, before)


def test_json_holds_conditions_and_rows() -> None:
    content = json.loads(as_json(TABLE, CONDITIONS))
    assert content == {"conditions": dataclasses.asdict(CONDITIONS), "rows": TABLE.to_dict(orient="records")}
    assert "😀".encode() in as_json(TABLE, CONDITIONS)  # readable, not escaped


def test_json_of_what_is_missing_is_json() -> None:
    def refuse(constant: str) -> None:
        pytest.fail(f"{constant} is no JSON")

    table = list_table(
        [ListRow("a [MASK]", None, "b", 0.5, None, None, None), ListRow("c [MASK]", "d", "d", 0.5, 0.25, 3, None)]
    )
    row, other = json.loads(as_json(table, CONDITIONS), parse_constant=refuse)["rows"]
    assert (row["rank"], row["probability of the right word"], row["note"]) == (None, None, None)
    assert (other["rank"], other["probability of the right word"]) == (3, 0.25)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), min_size=1, max_size=5))
def test_any_text_comes_back(words: list[str]) -> None:
    table = pd.DataFrame({"word": words, "share": 0.5})
    from_csv = pd.read_csv(io.BytesIO(csv(table, CONDITIONS)), keep_default_na=False, dtype={"word": str})
    assert list(from_csv["word"]) == [cell(word) for word in words]
    assert [row["word"] for row in json.loads(as_json(table, CONDITIONS))["rows"]] == words


def test_json_has_the_link_only_if_there_is_one() -> None:
    link = "/which-bank?sentence=R+%26+D"
    assert json.loads(as_json(TABLE, CONDITIONS, link=link))["link"] == link
    assert "link" not in json.loads(as_json(TABLE, CONDITIONS))
