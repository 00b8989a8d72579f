"""Results of questions to a class: phones learn them with their score, and a teacher gets their figures."""

import io
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.classroom.classes import ClassDirectory
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind
from components.classroom.errors import ClassroomError
from components.classroom.items import ITEM_COLUMNS, ItemPlace, item_table, score_table
from components.classroom.outcome import (
    answer_table,
    is_right_answer,
    later_round_finding,
    place_table,
    result_finding,
    two_votes_finding,
    verdict_on,
    votes_explanation,
)
from components.classroom.shared import RESULTS, value_text
from components.model.tally import DIGIT_LIMIT
from components.tables.files import cell, csv_bytes

CHOICE = ClassQuestion(EntryKind.CHOICE, "tour 1", "Which bank?", ("money", "river"))
NUMBER = ClassQuestion(EntryKind.NUMBER, "tour 2", "Which layer?")


def result(right_students: set[int], *, answered: int = 4, about: str = "tour 1", right: str = "river") -> ClassResult:
    counts = ((right, len(right_students)), ("money", answered - len(right_students)))
    return ClassResult(about, "Which bank?", right, "It is.", counts, answered, frozenset(right_students))


@pytest.fixture
def classroom() -> Classroom:
    return ClassDirectory().start()


def test_a_choice_takes_its_options_only_and_the_last_answer_counts(classroom: Classroom) -> None:
    classroom.show("", CHOICE, held_back=True)
    token = classroom.join()
    with pytest.raises(ClassroomError, match="Choose"):
        classroom.send(token, "a", CHOICE.question_id, "lake")
    classroom.send(token, "b", CHOICE.question_id, "money")
    classroom.send(token, "c", CHOICE.question_id, "river")
    assert classroom.counts("tour 1") == (("river", 1),)
    assert classroom.answered("tour 1") == 1


def test_a_number_is_kept_as_a_number(classroom: Classroom) -> None:
    classroom.show("", NUMBER)
    token = classroom.join()
    with pytest.raises(ClassroomError, match="number"):
        classroom.send(token, "a", NUMBER.question_id, "about four")
    classroom.send(token, "b", NUMBER.question_id, "4,0")
    assert classroom.counts("tour 2") == (("4", 1),)


def test_a_whole_number_is_asked_for_where_nothing_else_can_be_right(classroom: Classroom) -> None:
    layer = ClassQuestion(EntryKind.WHOLE_NUMBER, "tour 3", "Which layer?")
    classroom.show("", layer)
    token = classroom.join()
    for typed in ("2.5", "four", "1,5"):
        with pytest.raises(ClassroomError, match="whole number"):
            classroom.send(token, typed, layer.question_id, typed)
    with pytest.raises(ClassroomError, match=f"{DIGIT_LIMIT}"):
        classroom.send(token, "long", layer.question_id, "1" + "0" * DIGIT_LIMIT)
    assert classroom.counts("tour 3") == ()
    classroom.send(token, "a", layer.question_id, "4.0")
    assert classroom.counts("tour 3") == (("4", 1),)


def test_a_place_takes_the_tokens_of_the_sentence_only(classroom: Classroom) -> None:
    places = ("[CLS]", "the (token 2)", "<b>", "the (token 4)")
    question = ClassQuestion(EntryKind.PLACE, "tour 4", "Which token?", places)
    classroom.show("", question, held_back=True)
    tokens = [classroom.join() for _ in range(3)]
    with pytest.raises(ClassroomError, match="Tap"):
        classroom.send(tokens[0], "a", question.question_id, "the")
    for token, place in zip(tokens, ("the (token 4)", "<b>", "<b>"), strict=True):
        classroom.send(token, "b", question.question_id, place)
    assert classroom.counts("tour 4") == (("<b>", 2), ("the (token 4)", 1))
    shown = ClassResult("tour 4", "Which token?", "the (token 4)", "", classroom.counts("tour 4"), 3, frozenset({1}))
    assert place_table(shown, places).to_dict("list") == {
        "place": list(places),
        "count": [0, 0, 2, 1],
        "right": [False, False, False, True],
    }
    other = ClassQuestion(EntryKind.PLACE, "tour 4", "Which token?", (*places, "bank"))
    assert other.question_id != question.question_id, "phones draw the tokens of another sentence"


def test_a_phone_learns_its_answer_and_score_once_the_result_is_shown(classroom: Classroom) -> None:
    tokens = [classroom.join() for _ in range(3)]
    classroom.show("", CHOICE, held_back=True)
    for token, answer in zip(tokens, ("river", "money"), strict=False):
        classroom.send(token, "a", CHOICE.question_id, answer)
    assert classroom.standing(tokens[0]) is None, "nothing is told before"
    classroom.show("../", None, result=result({1}, answered=2))
    standings = [classroom.standing(token) for token in tokens]
    assert [(each.answer, each.was_right, each.score.right) for each in standings if each] == [
        ("river", True, 1),
        ("money", False, 0),
        ("", False, 0),
    ]
    classroom.show("../", None, result=result({2}, about="tour 2"))
    second = classroom.standing(tokens[0])
    assert second is not None
    assert (second.score.right, second.score.question_count, second.was_right) == (1, 2, False)
    classroom.show("../", NUMBER)
    assert classroom.standing(tokens[0]) is None, "the next question hides the result"
    assert classroom.standing("somebody else's") is None


def test_showing_a_result_again_changes_nothing(classroom: Classroom) -> None:
    classroom.show("../", None, result=result({1}))
    version = classroom.phone_state.version
    classroom.show("../", None, result=result({1}))
    assert classroom.phone_state.version == version
    classroom.show("../", None, result=result({1, 2}))
    assert classroom.phone_state.version == version + 1
    assert len(classroom.results) == 1
    classroom.clear()
    assert not classroom.results


def test_results_are_shared_between_processes_as_json() -> None:
    shown = replace(result({3, 1}), number=2)
    assert RESULTS.decode_value(value_text(shown)) == shown


def test_results_keep_their_order_and_the_oldest_goes_first(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("components.classroom.result_log.RESULT_LIMIT", 3)
    for topic in ("b", "a", "c", "a", "d"):
        classroom.show("../", None, result=result({1}, about=topic, answered=len(classroom.results) + 1))
    assert [each.about for each in classroom.results] == ["a", "c", "d"]


def test_an_answer_is_marked_as_right_however_it_is_written() -> None:
    for answer, right in (("paris", "Paris"), ("9", "9.0"), ("1200", "1,200")):
        assert is_right_answer(answer, right)
        shown = ClassResult("a", "b", right, "", ((answer, 2), ("other", 1)), 3, frozenset({1, 2}))
        assert answer_table(shown)["answer"].tolist() == [f"✓ {answer}", "other"]
    for answer, right in (("paris", ""), ("8", "9.0"), ("pari", "Paris")):
        assert not is_right_answer(answer, right)


def test_the_bars_show_every_option_and_mark_the_right_one() -> None:
    table = answer_table(result({1, 2, 3}), ("money", "river", "lake")).drop(columns="first_share")
    assert table.to_dict("list") == {
        "answer": ["money", "✓ river", "lake"],
        "share": [0.25, 0.75, 0.0],
        "figure": ["1 (25%)", "3 (75%)", "0 (0%)"],
    }
    first = ClassResult("a", "b", "river", "", (("money", 2), ("hill", 2)), 4)
    both = answer_table(result({1, 2, 3}), (), first).set_index("answer")
    assert set(both.index) == {"money", "✓ river", "hill"}, "what nobody says any more is shown, too"
    assert both.loc["✓ river"].tolist() == [0.75, 0.0, "0 → 3 (75%)"]
    assert both.loc["hill"].tolist() == [0.0, 0.5, "2 → 0 (0%)"]
    nobody = ClassResult("a", "b", "river")
    assert answer_table(nobody).empty
    assert result_finding(nobody) == "Nobody has answered."


def test_findings_hold_for_opposite_numbers() -> None:
    assert result_finding(result({1, 2, 3})).startswith("3 of 4 ")
    assert result_finding(result(set())).startswith("0 of 4 ")
    assert "is right" not in result_finding(result({1})), "what a model says may be wrong, and the tour says so below"
    numbers = ClassResult("a", "b", "10", "", (("2", 2), ("30", 1)), 3, frozenset())
    assert "0 of 3" in result_finding(numbers)
    assert "median answer is 2" in result_finding(numbers)
    risen = ClassResult("a", "b", "river", "", (), 4, frozenset({1, 2, 3}), 4, frozenset({1, 2}))
    assert two_votes_finding(risen).endswith("“river”: 2 of 4 right before the discussion, 3 of 4 after it.")
    assert "Normalised gain: 0.50." in votes_explanation(risen)
    fallen = ClassResult("a", "b", "12", "", (), 4, frozenset({1}), 4, frozenset({1, 2}))
    assert two_votes_finding(fallen).endswith("is 12: 2 of 4 right before the discussion, 1 of 4 after it.")
    assert "Normalised gain: -0.50." in votes_explanation(fallen).replace("−", "-")
    perfect = ClassResult("a", "b", "river", "", (), 4, frozenset({1}), 4, frozenset({1, 2, 3, 4}))
    assert "gain" not in two_votes_finding(perfect) + votes_explanation(perfect)
    assert two_votes_finding(replace(risen, right="")) == "4 answers, then 4 after the discussion."


def test_two_votes_are_explained_and_the_gain_where_there_is_one() -> None:
    risen = ClassResult("a", "b", "river", "", (), 4, frozenset({1, 2, 3}), 4, frozenset({1, 2}))
    assert "before the discussion" in votes_explanation(risen)
    assert "gain" in votes_explanation(risen)
    for without in (replace(risen, first_right_students=frozenset({1, 2, 3, 4})), replace(risen, right="")):
        assert "before the discussion" in votes_explanation(without)
        assert "gain" not in votes_explanation(without)
    everybody = replace(risen, right_students=frozenset({1, 2, 3, 4}))
    assert (everybody.normalised_gain, replace(risen, right_students=frozenset({3, 4})).normalised_gain) == (1, 0)


def test_a_verdict_says_close_enough_of_numbers_that_differ() -> None:
    exact = verdict_on("bank", "bank", was_right=True)
    assert "bank" in verdict_on("hill", "bank", was_right=False) != exact
    near, far = verdict_on("7", "9.0", was_right=True), verdict_on("2", "9.0", was_right=False)
    assert "Close enough" in near
    assert "Close enough" not in far
    assert "9.0" in near
    assert "9.0" in far
    assert verdict_on("9", "9.0", was_right=True) == exact


def test_a_verdict_names_every_number_that_is_right() -> None:
    for answer, right, was_right in (("1", "2 or 1", True), ("2", "2 or 1", True), ("7", "2, 1 or 3", False)):
        assert right in verdict_on(answer, right, was_right=was_right)
    assert "one of" in verdict_on("1", "2 or 1", was_right=True)
    assert "one of" not in verdict_on("4", "2 or 1", was_right=False)


def test_item_figures_are_those_of_a_hand_made_class() -> None:
    first, second = result({1, 2}), result({1, 2, 3}, about="tour 2")
    third = ClassResult("tour 3", "Which?", "river", "", (), 2, frozenset({1, 2}), 4, frozenset({4}))
    table = item_table([first, second, third, ClassResult("tour 4", "No answer", "", "", (), 3)], 4)
    assert list(table.columns) == [*ITEM_COLUMNS]
    assert table["round"].tolist() == [1, 1, 1, 1]
    assert table["vote"].tolist() == [1, 1, 1, 2]
    assert table["share_right"].tolist() == [0.5, 0.75, 0.25, 1.0]
    assert table["answers"].tolist() == [4, 4, 4, 2]
    assert table["right"].tolist() == [2, 3, 1, 2]
    assert table["normalised_gain"].tolist()[3] == 1.0
    assert table["normalised_gain"][:3].isna().all()
    # Right at item 1: students 1, 2. In the rest (items 2 and 3, first vote): 1, 1, 1, 1: no spread, no correlation.
    assert math.isnan(table["discrimination"][0])
    # Item 2: 1 1 1 0; rest (items 1 and 3): 1 1 0 1. Item 3: 0 0 0 1; rest: 2 2 1 0.
    assert table["discrimination"][1] == pytest.approx(-1 / 3)
    assert table["discrimination"][2] == pytest.approx(-0.8703882797784891)
    # The second vote at item 3: 1 1 0 0; the rest as at its first: 2 2 1 0.
    assert table["discrimination"][3] == pytest.approx(0.9045340337332909)
    scores = score_table([first, second], 4)
    assert scores["count"].tolist() == [1, 1, 2]
    assert scores["score"].tolist() == [0, 1, 2]
    assert item_table([], 0).empty


def test_a_later_round_has_rows_of_its_own_and_points_for_newcomers_only() -> None:
    first = result({1, 2}, about="tour 1")
    later = replace(
        result({1, 3, 5}, about="tour 1 vote 4", answered=6),
        **{"vote": 4, "seen_by": 4, "question_key": "tour 1", "first_answered": 5},
        first_right_students=frozenset({5}),
    )
    other = result({2, 5}, about="tour 2", answered=6)
    table = item_table([first, later, other], 6, {"tour 1": ItemPlace("A tour", "1")})
    assert table[["stop", "round", "vote", "right"]].to_numpy().tolist() == [
        ["1", 1, 1, 2],
        ["1", 2, 1, 1],
        ["1", 2, 2, 3],
        ["", 1, 1, 2],
    ]
    # The first vote of the first round stands for a question: right there 1 2, of the other question 2 5.
    assert table["discrimination"][3] == pytest.approx(np.corrcoef([0, 1, 0, 0, 1, 0], [1, 1, 0, 0, 0, 0])[0, 1])
    assert table["discrimination"][2] == pytest.approx(np.corrcoef([1, 0, 1, 0, 1, 0], [0, 1, 0, 0, 1, 0])[0, 1])
    assert later.scoring_students == {5}
    # Points: 1 has one, 2 two, 5 two (of the later round and the other question), the others none.
    assert score_table([first, later, other], 6)["count"].tolist() == [3, 1, 2]
    seen_by_all = replace(later, seen_by=6)
    assert not seen_by_all.is_scored
    assert score_table([seen_by_all], 6)["count"].tolist() == [6], "no question that gives points"
    assert item_table([seen_by_all], 6)["round"].tolist() == [2, 2], "its row remains"


@pytest.mark.parametrize("newcomers", [0, 1, 3])
@pytest.mark.parametrize("right", ["river", ""])
def test_a_later_round_says_who_gets_points(newcomers: int, right: str) -> None:
    finding = later_round_finding(result({1, 2, 3}, right=right), newcomers)
    assert ("3 of 4 were right" in finding) is bool(right)
    assert ("no points" in finding) is (newcomers == 0)
    assert (f"{newcomers} student" in finding) is (newcomers > 0)
    assert later_round_finding(None, newcomers).split(". ", 1)[1] == finding.split(". ", 1)[1]


TEXTS = ("tour", "stop", "question", "options", "right_answer", "right_option")
FIGURES = ("share_right", "normalised_gain", "discrimination")


def read_csv(content: bytes) -> pd.DataFrame:
    """The file as ``docs/class-files.md`` says how to read it."""
    texts, missing = dict.fromkeys(TEXTS, str), dict.fromkeys(FIGURES, "")
    return pd.read_csv(io.BytesIO(content), dtype=texts, keep_default_na=False, na_values=missing)


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=12),
            st.frozensets(st.integers(1, 5), max_size=5),
            st.integers(0, 3),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_item_figures_come_back_from_the_file(drawn: list[tuple[str, frozenset[int], int]]) -> None:
    results, places = [], {}
    for number, (text, right, option) in enumerate(drawn):
        options = ("null", "NaN", "river", "1.0") if number % 2 else ()
        answer = options[option] if options else text
        votes = {"first_answered": 5, "first_right_students": frozenset({1})} if option == 1 else {}
        results.append(ClassResult(f"tour {number}", text, answer, "", (), 5, right, **votes))
        places[f"tour {number}"] = ItemPlace("A tour", f"Quiz {number}" if number > 1 else str(number + 1), options)
    table = item_table(results, 5, places)
    back = read_csv(csv_bytes(table))
    assert list(back.columns) == [*ITEM_COLUMNS]
    for name in ITEM_COLUMNS:
        if name in TEXTS:
            assert back[name].tolist() == [cell(value) for value in table[name]]
        else:
            np.testing.assert_allclose(back[name].to_numpy(float), table[name].to_numpy(float), rtol=1e-12)
    chosen = table[table["right_option"] != ""]
    for _, row in chosen.iterrows():
        assert f"{row['right_option']}. {row['right_answer']}" in row["options"].split("; ")


def test_the_columns_are_documented() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "class-files.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", page, re.MULTILINE))
    assert rows == ITEM_COLUMNS
