"""Every format becomes the pairs that it holds, and what is no list gets an error, whatever it is."""

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.user_errors import UserError
from components.suites.model.pairs import MinimalPair, shipped_pairs
from components.suites.model.published import FILE, aggregate, published_accuracies, published_accuracy
from components.suites.model.readers import BYTES_LIMIT, UNNAMED, read_pairs, read_published_answers

SUITES = next(
    (path for parent in Path(__file__).parents if (path := parent / "shared" / "data" / "suites").is_dir()), None
)
with_suites = pytest.mark.skipif(SUITES is None, reason="the suites are not here")
CELLS = st.text("abcxyzéßñ中я'-", min_size=1, max_size=12)


def scored_words(pair: MinimalPair) -> tuple[str, str]:
    assert pair.words is not None
    return pair.good[slice(*pair.words[0])], pair.bad[slice(*pair.words[1])]


def test_blimp_is_read_by_its_lines() -> None:
    lines = [
        {"sentence_good": f"These dogs {n} bark.", "sentence_bad": f"These dogs {n} barks.", "linguistics_term": "a_b"}
        for n in range(3)
    ]
    pairs = read_pairs("\n".join(map(json.dumps, lines)).encode())
    assert [pair.good for pair in pairs] == [line["sentence_good"] for line in lines]
    assert {pair.phenomenon for pair in pairs} == {"a b"}


def test_two_rows_of_gulordava_are_one_pair_with_its_verbs() -> None:
    table = io.StringIO()
    writer = csv.writer(table, delimiter="\t")
    writer.writerow(["pattern", "constr_id", "sent_id", "form", "class", "len_prefix", "sent"])
    sentence = 'the ideas near him sleep there add " weapons " . <eos>'
    writer.writerow(["P", "1", "7", "walks", "correct", "4", sentence])
    writer.writerow(["P", "1", "7", "walk", "wrong", "4", sentence])
    (pair,) = read_pairs(table.getvalue().encode())
    assert pair.good == 'the ideas near him walks there add " weapons " .'
    assert scored_words(pair) == ("walks", "walk")


def test_ettingers_endings_have_the_article_of_their_word() -> None:
    negation = (
        "context_aff\tcontext_neg\ttarget_aff\ttarget_neg\nA robin is (a|an)\tA robin is not (a|an)\tanimal\ttool\n"
    )
    affirmed, negated = read_pairs(negation)
    assert (affirmed.good, affirmed.bad) == ("A robin is an animal.", "A robin is a tool.")
    assert (negated.good, negated.bad) == ("A robin is not a tool.", "A robin is not an animal.")
    assert scored_words(negated) == ("tool", "animal")


def test_of_crows_pairs_the_stereotype_is_the_second() -> None:
    (pair,) = read_pairs("sent_more,sent_less,stereo_antistereo,bias_type\nMen lead.,Women lead.,stereo,gender\n")
    assert (pair.good, pair.bad, pair.phenomenon) == ("Women lead.", "Men lead.", "gender")


@pytest.mark.parametrize("header", ["good\tbad\tphenomenon\n", ""])
def test_a_plain_table_is_read_with_and_without_names(header: str) -> None:
    pairs = read_pairs(f"{header}The dog barks.\tThe dog bark.\tVerbs\nShe saw him.\tShe saw he.\n")
    assert [pair.phenomenon for pair in pairs] == ["Verbs", UNNAMED]
    assert pairs[1].bad == "She saw he."


@given(st.lists(st.tuples(CELLS, CELLS, CELLS, CELLS), min_size=1, max_size=8))
def test_what_is_written_as_a_plain_table_is_read_back(rows: list[tuple[str, str, str, str]]) -> None:
    pairs = [MinimalPair(f"{a} {b}.", f"{a} {c}.", name) for a, b, c, name in rows]
    lines = ["\t".join((pair.good, pair.bad, pair.phenomenon)) for pair in pairs]
    assert read_pairs("\n".join(["good\tbad\tphenomenon", *lines])) == tuple(pairs)


def test_the_apps_own_file_can_be_uploaded() -> None:
    content = Path(FILE).with_name("pairs.tsv").read_bytes()
    assert [(pair.good, pair.bad) for pair in read_pairs(content)] == [
        (pair.good, pair.bad) for pair in shipped_pairs()
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" \n",
        b"\x00\x01\x02" * 100,
        b'{"good": ',
        b"[]",
        b"word " * 2000,
        b"name;age\nann;3\n",
        b"x" * (BYTES_LIMIT + 1),
    ],
    ids=["empty", "blank", "binary", "cut", "no rows", "prose", "another table", "huge"],
)
def test_what_is_no_list_of_pairs_gets_an_error(content: bytes) -> None:
    with pytest.raises(UserError):
        read_pairs(content)


def test_too_many_pairs_get_an_error() -> None:
    lines = "\n".join(f"A dog {number}.\tA dogs {number}." for number in range(11))
    assert len(read_pairs(lines, limit=11)) == 11
    with pytest.raises(UserError):
        read_pairs(lines, limit=10)


@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_any_file_gives_pairs_or_an_error(content: bytes | str) -> None:
    try:
        pairs = read_pairs(content)
    except UserError:
        return
    assert all(pair.good.strip() and pair.bad.strip() for pair in pairs)


_SENTENCE = "the ideas near him sleep there . <eos>"
_TABLES = {  # of each format: its names, and rows that together are a pair
    "BLiMP": (("sentence_good", "sentence_bad", "UID"), [("Dogs bark.", "Dogs barks.", "verbs")]),
    "Gulordava": (
        ("pattern", "constr_id", "sent_id", "form", "class", "len_prefix", "sent"),
        [("P", "1", "7", "walks", "correct", "4", _SENTENCE), ("P", "1", "7", "walk", "wrong", "4", _SENTENCE)],
    ),
    "CPRAG": (
        ("context_s1", "context_s2", "expected", "within_category"),
        [("It was cold.", "He put on his", "coat", "shirt")],
    ),
    "ROLE": (("context", "target"), [("The cook that the guest had", "served"), ("The guest that he had", "served")]),
    "NEG": (
        ("context_aff", "context_neg", "target_aff", "target_neg"),
        [("A robin is (a|an)", "A robin is not (a|an)", "animal", "tool")],
    ),
    "CrowS": (("sent_more", "sent_less", "bias_type"), [("Men lead.", "Women lead.", "gender")]),
    "plain": (("good", "bad", "phenomenon"), [("Dogs bark.", "Dogs barks.", "verbs")]),
}


@given(st.data(), st.sampled_from(sorted(_TABLES)), st.sampled_from("\t,"), st.booleans())
def test_rows_that_were_cut_off_are_left_out(data: st.DataObject, name: str, separator: str, is_cut: bool) -> None:
    names, rows = _TABLES[name]
    whole = [list(row) for row in rows]
    cut = [row[: data.draw(st.integers(0, len(row)))] if is_cut else row for row in whole]
    emptied = [[cell if data.draw(st.booleans()) else "" for cell in row] for row in cut]
    table = io.StringIO()
    # A pair that is whole comes after the damaged one: of ROLE, too, it is put together by its own rows.
    csv.writer(table, delimiter=separator).writerows([names, *(row or [" "] for row in emptied), *whole])
    try:
        pairs = read_pairs(table.getvalue())
    except UserError:
        return
    for pair in pairs:
        assert pair.good.strip()
        assert pair.bad.strip()
        if pair.words is not None:
            assert all(word.strip() for word in scored_words(pair))


@pytest.mark.parametrize("name", sorted(_TABLES))
def test_a_short_row_does_not_take_the_others_with_it(name: str) -> None:
    names, rows = _TABLES[name]
    expected = read_pairs("\n".join("\t".join(row) for row in (names, *rows)))
    short = [row[:1] for row in rows]
    assert read_pairs("\n".join("\t".join(row) for row in (names, *short, *rows))) == expected


def test_half_a_character_in_json_is_replaced() -> None:
    (pair,) = read_pairs(json.dumps({"good": "A \ud800 b.", "bad": "A c.", "phenomenon": "x\udc00"}))
    assert f"{pair.good}{pair.phenomenon}".encode()


def test_a_place_that_is_no_number_of_a_word_is_left_out() -> None:
    names, rows = _TABLES["Gulordava"]
    huge = [(*row[:5], "9" * 5000, row[6]) for row in rows]
    with pytest.raises(UserError):
        read_pairs("\n".join("\t".join(row) for row in (names, *huge)))


@with_suites
@pytest.mark.parametrize(("size", "right", "share"), [("base", 319, 0.833), ("large", 305, 0.796)])
def test_berts_published_answers_give_the_published_figures(size: str, right: int, share: float) -> None:
    assert SUITES is not None
    text = (SUITES / "goldberg" / f"gulordava_results_{size}.txt").read_text(encoding="utf-8")
    answers = read_published_answers(text)
    assert len(answers) == 383
    assert sum(answer.log_odds > 0 for answer in answers) == right
    assert right / 383 == pytest.approx(share, abs=5e-4)


@with_suites
def test_goldbergs_items_are_those_of_generated_tab() -> None:
    assert SUITES is not None
    published = read_pairs((SUITES / "goldberg" / "gulordava_results_base.txt").read_bytes())
    generated = read_pairs((SUITES / "goldberg" / "generated.tab").read_bytes())
    assert len(generated) == 410
    assert {_verbs(pair) for pair in published} <= {_verbs(pair) for pair in generated}


def _verbs(pair: MinimalPair) -> tuple[str, str, str]:
    """What stands before the verb, and both forms of it."""
    assert pair.words is not None
    return (pair.good[: pair.words[0][0]].lower().strip(), *scored_words(pair))


@with_suites
def test_the_published_table_is_made_from_the_authors_files() -> None:
    assert SUITES is not None
    made = aggregate(SUITES / "blimp-published")
    assert {group: pytest.approx(row, abs=1e-4) for group, row in made.items()} == published_accuracies()


def test_published_figures_are_known_under_both_names() -> None:
    assert published_accuracy("Agreement", "GPT-2") == published_accuracy("subject verb agreement", "GPT-2") == 0.8635
    assert published_accuracy("Articles", "GPT-2") is None
