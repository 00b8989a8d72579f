"""A class on a tour: every stop asks all phones, and its outcome and the scores stand on the projector."""

import json
import re
from urllib.parse import urlencode

import pytest

from components.classroom.classes import CLASSES
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassResult, EntryKind
from components.classroom.items import item_table
from components.classroom.lecture import LectureAction
from components.tours.gift import gift_text
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.tour import Stop, Tour, pack_tour, unpack_tour
from pages.parts.lecture import stop_settings
from pages.parts.lecture.class_files import item_places, moodle_items
from pages.parts.lecture.tour_stop import PATHS, CurrentStop, StopVote, load_tour
from tests.pages.conftest import FILL, answered, open_page, page_text, run

pytestmark = pytest.mark.usefixtures("ready")

CLASS = "pages/classroom/page.py"


def test_phones_point_at_a_token_and_the_pins_stand_on_the_sentence(classroom: Classroom) -> None:
    asks = StopQuestion(AnswerKind.PLACE, patterns=("Biggest surprise: “{}”",))
    parameters = {"sentence": "The fisherman took all of the money to the <i>bank</i>.", "mode": "Every position"}
    stop = Stop(f"/fill-the-blank?{urlencode(parameters)}", "Which token surprises most?", "That one.", asks=asks)
    tour = pack_tour(Tour("A tour", "", (stop,)))
    app = open_page(FILL, **parameters, tour=tour, stop="1", present="1")
    question = classroom.phone_state.question
    assert question is not None
    assert (question.kind, question.text) == (EntryKind.PLACE, "Which token surprises most?")
    assert question.labels[:3] == ("[CLS]", "the (token 2)", "fisherman")
    assert len(set(question.labels)) == len(question.labels)
    tokens = [classroom.join() for _ in range(3)]
    for token, place in zip(tokens, ("fisherman", "fisherman", "[CLS]"), strict=True):
        classroom.send(token, "1", question.question_id, place)
    run(app)
    tiles = next(each.proto.body for each in app.get("html") if 'class="places"' in each.proto.body)
    assert "<b>fisherman</b>" in tiles
    assert not re.search(r"<i>\d|right|<i>bank", tiles), "neither pins nor the answer before the reveal, and no markup"
    assert "&lt;" in tiles
    app.session_state["tour-answers-shown"] = {(tour, 0)}
    run(app)
    (result,) = classroom.results
    assert result.right in question.labels
    tiles = next(each.proto.body for each in app.get("html") if 'class="places"' in each.proto.body)
    assert "<i>2</i><b>fisherman</b>" in tiles
    assert "<i>1</i><b>[CLS]</b>" in tiles
    assert f'<li class="right"><i>{dict(result.counts).get(result.right, "")}</i><b>{result.right}</b>' in tiles
    standings = [classroom.standing(token) for token in tokens]
    assert [each.was_right for each in standings if each] == [
        place == result.right for place in ("fisherman", "fisherman", "[CLS]")
    ]
    app.query_params["sentence"] = "The cat sat."
    run(app)
    assert "votes" in "".join(each.proto.body for each in app.get("html")), "the tokens of another sentence are listed"


def test_phones_show_all_options_of_a_choice_also_those_that_nobody_chose(classroom: Classroom) -> None:
    asks = StopQuestion(AnswerKind.CHOICE, ("river", "hill", "bank"), ("“river” is", "“hill” is", "“bank” is the top"))
    parameters = {"sentence": "The [MASK] charges fees and pays interest on savings accounts."}
    stop = Stop(f"/fill-the-blank?{urlencode(parameters)}", "Which word?", "bank.", asks=asks)
    tour = pack_tour(Tour("A tour", "", (stop,)))
    app = open_page(FILL, **parameters, tour=tour, stop="1", present="1")
    question = classroom.phone_state.question
    assert question is not None
    for token in [classroom.join() for _ in range(2)]:
        classroom.send(token, "1", question.question_id, "hill")
    app.session_state["tour-answers-shown"] = {(tour, 0)}
    run(app)
    (result,) = classroom.results
    assert (result.right, result.counts) == ("bank", (("river", 0), ("hill", 2), ("bank", 0)))
    bars = next(each.proto.body for each in app.get("html") if 'class="votes"' in each.proto.body)
    assert "<b>✓ bank</b> 0 (0%)" in bars
    assert "--from: 1; --to: 2" in bars  # a frame goes from what most have guessed to the answer


def test_the_end_of_a_tour_shows_the_scores_of_its_quiz(classroom: Classroom) -> None:
    name = "which-bank"
    stops = [CurrentStop(name, load_tour(name), index) for index in range(6)]
    tokens = [classroom.join() for _ in range(2)]
    for stop, right_students in ((stops[0], {1, 2}), (stops[3], {1}), (stops[5], {1, 2})):
        result = ClassResult(stop.topic(1), stop.prompt, "4", "", (("4", 2),), 2, frozenset(right_students))
        classroom.show("../", None, result=result)
    app = open_page("pages/tours/page.py", finished=name)
    assert "Quiz: scores of 2 students on 2 questions" in page_text(app)
    assert "All questions: scores of 2 students on 3 questions" in page_text(app)
    scores = classroom.scores(tokens[1])
    assert scores is not None
    assert [(score.right, score.question_count) for score in scores] == [(1, 2), (2, 3)]
    open_page(FILL, present="1")
    assert classroom.scores(tokens[1]) is None


def test_files_of_a_class_agree_on_what_is_right(classroom: Classroom) -> None:
    name = "which-bank"
    stops = [CurrentStop(name, load_tour(name), index) for index in range(len(load_tour(name).stops))]
    rights = {0: "70 or more", 1: "river", 2: "85% or more"}
    tokens = [classroom.join() for _ in range(3)]
    for index, right in rights.items():
        result = ClassResult(stops[index].topic(1), stops[index].prompt, right, "", (), len(tokens), frozenset({1, 2}))
        classroom.show("../", None, result=result)
    other = CurrentStop("what-does-it-read", load_tour("what-does-it-read"), 0)
    second = {"vote": 2, "question_key": other.question_key}
    result = ClassResult(other.topic(2), other.prompt, "5", "", (), 1, frozenset(), 2, **second)
    classroom.show("../", None, result=result)
    result = ClassResult(stops[-1].topic(1), stops[-1].prompt, "85% or more", "", (), 3, frozenset({3}))
    classroom.show("../", None, result=result)
    table = item_table(classroom.results, len(tokens), item_places(stops)).set_index(["tour", "stop", "vote"])
    title = load_tour(name).title
    assert table["right_answer"].to_dict() == {
        (title, "1", 1): "70 or more",
        (title, "2", 1): "river",
        (title, "3", 1): "85% or more",
        (other.tour.title, "1", 1): "5",
        (other.tour.title, "1", 2): "5",
        (title, "Quiz 3", 1): "85% or more",
    }
    assert table.loc[(title, "2", 1), "options"] == "A. money; B. river"
    assert table.loc[(title, "2", 1), "right_option"] == "B"
    assert table.loc[(title, "1", 1), "right_option"] == "C"
    assert table.loc[(title, "3", 1), "right_option"] == "C"
    file = gift_text(moodle_items(stops, classroom.results)).replace("\\", "")
    moodle = dict(re.findall(r"^(.+) \{(.+)\}$", file, re.MULTILINE))
    for index, right in rights.items():
        answers = moodle[stops[index].prompt]
        assert answers == f"#{right}:0" if right.isdigit() else re.findall(r"=([\w% ]*\w)", answers) == [right]
    assert len(moodle) == len(rights) + 1, "this tour's questions only, and only those that were answered"


def test_the_end_of_a_tour_says_what_to_try_next_and_how_to_leave(classroom: Classroom) -> None:
    for link in ({}, {"present": "1"}):
        app = open_page("pages/tours/page.py", finished="which-bank", **link)
        labels = [each.label for each in app.get("page_link")]
        expected = ["Word meanings", "The tour “Tokens and input”", "end the class"] if not link else []
        assert [name for name in expected if not any(name in label for label in labels)] == []
        assert bool(labels) is not bool(link), "a projector has nothing to click"
        (bar,) = (each.proto for each in app.get("bidi_component") if "tour_bar" in each.proto.component_name)
        bar = json.loads(bar.json)
        assert bar["leave"] == "/tours"
        assert "tour" in bar["leave_text"]
    CLASSES.end(classroom)
    app = open_page("pages/tours/page.py", finished="which-bank", score="rw-w")
    labels = [each.label.replace("\\", "") for each in app.get("page_link")]
    missed = [label for label in labels if label.startswith(("2. ", "Quiz 1. "))]
    assert len(missed) == 2, "what was answered wrongly"
    assert not any("end the class" in label for label in labels)


def capital_tour() -> tuple[Stop, str]:
    """A stop that asks for a word, and the name of a tour that begins with it."""
    asks = StopQuestion(AnswerKind.WORD, patterns=("“{}” is the top guess",))
    stop = Stop("/fill-the-blank?sentence=The+capital+of+France+is+%5BMASK%5D.", "Which word?", "Paris.", asks=asks)
    return stop, pack_tour(Tour("A tour", "", (stop, Stop("/the-family"))))


def test_a_stop_asks_all_phones_and_shows_what_they_answered(classroom: Classroom) -> None:
    stop, tour = capital_tour()
    link = {"tour": tour, "stop": "1", "present": "1"}
    app = open_page(FILL, **stop.parameters, **link)
    question = classroom.phone_state.question
    assert question is not None
    assert question.kind is EntryKind.WORD
    assert question.text == "Which word? “The capital of France is [MASK].”"
    assert classroom.phone_state.held_back
    tokens = [classroom.join() for _ in range(3)]
    for token, word in zip(tokens, ("Paris", "London", "Paris."), strict=True):
        classroom.send(token, "1", question.question_id, word)
    run(app)
    assert answered(app) == "3 of 3 phones"
    assert "paris" not in page_text(app).lower()
    notes = "\n".join(each.value for page in [open_page(CLASS)] for each in [*page.subheader, *page.markdown])
    assert "stop 1 of 2" in notes
    assert "Paris." in notes
    assert "Answers: 3 of 3 phones" in notes
    here = CurrentStop(tour, unpack_tour(tour, PATHS), 0)
    app.session_state["tour-votes"] = {(tour, 0): StopVote(2)}
    run(app)
    again = classroom.phone_state.question
    assert again is not None
    assert again.about == here.topic(2) != question.about
    assert answered(app) == "0 of 3 phones"
    for token in tokens:
        classroom.send(token, "2", again.question_id, "paris")
    app.session_state["tour-answers-shown"] = {(tour, 0)}
    run(app)
    assert "“paris”: 2 of 3 right before the discussion, 3 of 3 after it." in page_text(app)
    assert "Normalised gain: 1.00" in page_text(app)
    assert "1 means everybody is right now" in page_text(app)
    standing = classroom.standing(tokens[1])
    assert standing is not None
    assert (standing.answer, standing.was_right, standing.score.right, standing.score.question_count) == (
        "paris",
        True,
        1,
        1,
    )
    app.query_params["sentence"] = "The capital of England is [MASK]."
    run(app)
    assert classroom.results[0].right == "paris", "another sentence afterwards changes no score"
    app.session_state["tour-answers-shown"] = set()
    run(app)
    assert classroom.phone_state.question is None, "who has seen the answer is not asked again by itself"
    app = open_page("pages/tours/page.py", finished=tour)
    assert "1 question" in page_text(app)
    classroom.clear()
    assert "Nobody has answered" in "".join(
        each.value for each in open_page("pages/tours/page.py", finished=tour).markdown
    )


def test_a_question_is_asked_again_after_its_answer(classroom: Classroom) -> None:
    stop, tour = capital_tour()
    link = {"tour": tour, "stop": "1", "present": "1"}
    app = open_page(FILL, **stop.parameters, **link)
    first, place = classroom.phone_state.question, (tour, 0)
    assert first is not None

    def bar() -> dict[str, object]:
        (shown,) = (each.proto for each in app.get("bidi_component") if "tour_bar" in each.proto.component_name)
        return json.loads(shown.json)

    app.session_state["tour-answers-shown"] = {place}
    run(app)
    assert classroom.results == (), "a rehearsal: nobody was there to see the answer"
    app.session_state["tour-answers-shown"] = set()
    run(app)
    assert classroom.phone_state.question == first
    assert bar()["again_text"] == "Vote again"
    early = classroom.join()
    classroom.send(early, "1", first.question_id, "London")
    app.session_state["tour-answers-shown"] = {place}
    run(app)
    assert [result.right_students for result in classroom.results] == [frozenset()]
    assert "paris" in page_text(app).lower()
    assert bar()["again_text"] == "Ask again"

    def command(action: LectureAction) -> None:
        classroom.change_lecture(lambda lecture, _: lecture.give(action))
        run(app)

    command(LectureAction.ASK_ANEW)
    second = classroom.phone_state.question
    assert second is not None
    assert (second.vote, second.seen_by) == (3, 1)
    assert second.text == first.text
    assert "joined after" in second.note
    assert answered(app) == "0 of 1 phone", "its own count"
    command(LectureAction.SHOW)
    assert len(classroom.results) == 1, "nobody has answered: what was answered before is shown again"
    assert classroom.phone_state.about == first.about
    command(LectureAction.ASK_ANEW)
    assert classroom.phone_state.question == second, "the round goes on"
    late = classroom.join()
    for token in (early, late):
        classroom.send(token, "2", second.question_id, "paris")
    command(LectureAction.VOTE_AGAIN)
    third = classroom.phone_state.question
    assert third is not None
    assert (third.vote, third.seen_by) == (4, 1)
    assert bar()["again_text"] == ""
    classroom.send(late, "3", third.question_id, "paris")
    command(LectureAction.SHOW)
    assert "1 student who joined" in page_text(app)
    assert "0 of 1 were right" in page_text(app)
    assert [(result.round_number, result.answered, result.first_answered) for result in classroom.results] == [
        (1, 1, 0),
        (2, 1, 2),
    ]
    standings = [classroom.standing(token) for token in (early, late)]
    assert [(each.score.right, each.score.question_count) for each in standings if each] == [(0, 1), (1, 1)]
    assert [(each.answer, each.was_right) for each in standings if each] == [("paris", True)] * 2, (
        "also at one vote only"
    )
    assert classroom.results[-1].first_only_students == {1}
    table = item_table(classroom.results, 2)
    assert table[["round", "vote", "answers", "right"]].to_numpy().tolist() == [
        [1, 1, 1, 0],
        [2, 1, 2, 2],
        [2, 2, 1, 1],
    ]
    command(LectureAction.HIDE)
    assert classroom.phone_state.question is None
    classroom.clear()
    run(app)
    question = classroom.phone_state.question
    assert question is not None
    assert (question.vote, question.seen_by) == (1, 0), "all answers were deleted: the first round"
    command(LectureAction.SHOW)
    command(LectureAction.HIDE)
    assert classroom.phone_state.question is None, "no round begins by itself"


@pytest.mark.parametrize("sentence", ["The capital of England is [MASK].", "The capital of France was [MASK]."])
def test_votes_are_not_marked_beside_another_sentence_until_the_stops_is_back(
    classroom: Classroom, sentence: str
) -> None:
    stop, tour = capital_tour()
    app = open_page(FILL, **stop.parameters, tour=tour, stop="1", present="1")
    question = classroom.phone_state.question
    assert question is not None
    tokens = [classroom.join() for _ in range(2)]
    for token, word in zip(tokens, ("Paris", "London"), strict=True):
        classroom.send(token, "1", question.question_id, word)
    app.session_state["tour-answers-shown"] = {(tour, 0)}
    run(app)

    def bars() -> str:
        return next(each.proto.body for each in app.get("html") if 'class="votes"' in each.proto.body)

    def ways_back() -> list[str]:
        return [each.key for each in app.button if str(each.key).endswith("-restore")]

    assert "✓ paris" in bars().lower()
    assert "1 of 2" in page_text(app)
    assert not ways_back()
    (result,) = classroom.results
    app.text_input(key="sentence").set_value(sentence)
    run(app)
    assert "paris" in bars().lower()
    assert "✓" not in bars()
    assert "1 of 2" not in page_text(app)
    assert stop.parameters["sentence"] in page_text(app), "what the votes are about"
    assert classroom.results == (result,), "another sentence changes no score"
    (back,) = ways_back()
    app.button(key=back).click()
    run(app)
    assert "✓ paris" in bars().lower()
    assert not ways_back()


def test_a_sentence_that_was_changed_before_the_answer_is_the_stops_again_when_that_is_shown(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, tour = capital_tour()
    monkeypatch.setattr(stop_settings, "steady_time", lambda: 0.0)
    app = open_page(FILL, **stop.parameters, tour=tour, stop="1", present="1")

    def answer(count: int) -> None:
        question = classroom.phone_state.question
        assert question is not None
        classroom.send(classroom.join(), "1", question.question_id, "Paris")
        app.text_input(key="sentence").set_value("The capital of England is [MASK].")
        app.session_state["tour-answers-shown"] = {(tour, 0)}
        run(app)
        assert app.text_input(key="sentence").value == stop.parameters["sentence"]
        assert [each.right for each in classroom.results] == ["paris"] * count
        assert "1 of 1" in page_text(app)

    answer(1)
    app.text_input(key="sentence").set_value("The capital of England is [MASK].")
    run(app)
    assert app.text_input(key="sentence").value == stop.parameters["sentence"], "sent before the browser heard of it"
    monkeypatch.setattr(stop_settings, "steady_time", lambda: stop_settings.STALE_S)
    app.text_input(key="sentence").set_value("The capital of England is [MASK].")
    run(app)
    assert "1 of 1" not in page_text(app), "whoever has seen the answer may see another sentence"
    classroom.change_lecture(lambda lecture, _: lecture.give(LectureAction.ASK_ANEW))
    run(app)
    answer(2)
