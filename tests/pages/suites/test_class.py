"""A class writes minimal pairs: the projector sorts them, and the best go into a file that the room opens again."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from cache.classes.class_suites import check_minimal_pairs_of_classes
from components.classroom.classroom import Classroom
from components.classroom.entries import EntryKind
from components.classroom.errors import ClassroomError
from components.model.lists.operator_folder import FOLDER_VARIABLE
from components.suites.model.class_pairs import class_phenomena
from components.suites.model.pairs import shipped_pairs
from components.suites.model.results import BAD, GOOD
from pages.parts.rooms import SUITES
from pages.suites.inputs import CLASS_LIST, LIST
from tests.pages.conftest import COLD_LINKS, messages, open_page, page_text, run, tables
from tests.pages.test_every_view import finding

PAGE = f"pages/{SUITES.key}/page.py"
GOOD_PAIR = "She ate an orange.\nShe ate a orange."  # does not fool MiniLM
FOOLING = "The nurse told herself a joke.\nThe nurse told himself a joke."


@pytest.fixture(autouse=True)
def _pairs_are_checked() -> None:
    check_minimal_pairs_of_classes()  # as the app does when its server starts


def send(classroom: Classroom, text: str, label: str = "", *, name: str = "1") -> None:
    ask = classroom.phone_state.question
    assert ask is not None
    classroom.send(classroom.join(), name, ask.question_id, text, label)


def counts(app: AppTest) -> dict[tuple[str, str], int]:
    """How many pairs lie on each side, by phenomenon; what is nowhere is left out."""
    (table,) = (each for each in tables(app) if "side_name" in each)
    rows = zip(table["phenomenon"], table["side"], table["pairs"], strict=True)
    return {(phenomenon, side): int(count) for phenomenon, side, count in rows if count}


def file_buttons(app: AppTest) -> list[object]:
    return [button for button in app.get("download_button") if button.key == "class-pairs-file"]


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("link", COLD_LINKS, ids=str)
def test_before_there_is_a_model_the_apps_pairs_are_there(link: dict[str, str]) -> None:
    app = open_page(PAGE, **{**link, LIST: CLASS_LIST})
    assert not messages(app)
    assert "MiniLM" in finding(app)


@pytest.mark.usefixtures("ready")
def test_without_a_class_it_offers_to_start_one_and_sorts_examples() -> None:
    app = open_page(PAGE, **{LIST: CLASS_LIST})
    assert app.button(key="start-class-suites")
    assert len(app.get("vega_lite_chart")) == 2
    assert sum(counts(app).values()) > 5
    assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_the_list_leads_to_the_class_and_an_example_back() -> None:
    app = open_page(PAGE)
    app.selectbox(key=LIST).set_value(CLASS_LIST)
    run(app)
    assert app.button(key="start-class-suites")
    app.selectbox(key="example").select_index(0)
    run(app)
    assert "start-class-suites" not in [button.key for button in app.button]
    assert "“Articles”" in finding(app)


@pytest.mark.usefixtures("ready")
def test_pairs_are_sorted_as_they_arrive_and_equal_ones_count_once(classroom: Classroom) -> None:
    app = open_page(PAGE, present="1", **{LIST: CLASS_LIST})
    ask = classroom.phone_state.question
    assert ask is not None
    assert (ask.kind, ask.labels) == (EntryKind.MINIMAL_PAIR, class_phenomena())
    assert LIST not in classroom.phone_state.shows
    assert classroom.code in page_text(app)
    assert not app.get("vega_lite_chart")
    for text, label in ((GOOD_PAIR, "Articles"), (GOOD_PAIR.lower(), ""), (FOOLING, "Reflexives")):
        send(classroom, text, label)
    run(app)
    assert counts(app) == {("Articles", GOOD): 1, ("Reflexives", BAD): 1}
    assert "1 of 2 pairs" in page_text(app)
    assert classroom.code in page_text(app)
    assert len(app.get("vega_lite_chart")) == 2
    assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_another_model_sorts_the_same_pairs(classroom: Classroom) -> None:
    app = open_page(PAGE, present="1", **{LIST: CLASS_LIST})
    send(classroom, GOOD_PAIR, "Articles")
    question = classroom.phone_state.question
    app = open_page(PAGE, present="1", model="pocket-gpt", **{LIST: CLASS_LIST})
    assert classroom.phone_state.question == question
    assert sum(counts(app).values()) == 1


@pytest.mark.usefixtures("ready")
def test_what_the_lecturer_hides_is_not_counted(classroom: Classroom) -> None:
    app = open_page(PAGE, present="1", **{LIST: CLASS_LIST})
    send(classroom, GOOD_PAIR, "Articles")
    send(classroom, FOOLING, "Reflexives")
    classroom.moderate(hide=[classroom.entries()[0].number])
    run(app)
    assert counts(app) == {("Reflexives", BAD): 1}


@pytest.mark.usefixtures("ready")
def test_the_best_pairs_can_be_saved_beside_the_figure_but_not_on_a_projector(classroom: Classroom) -> None:
    app = open_page(PAGE, **{LIST: CLASS_LIST})
    send(classroom, GOOD_PAIR, "Articles")
    run(app)
    assert not file_buttons(app), "nothing fools the model yet"
    send(classroom, FOOLING, "Reflexives")
    run(app)
    assert len(file_buttons(app)) == 1
    assert not file_buttons(open_page(PAGE, present="1", **{LIST: CLASS_LIST}))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "text",
    ["The cat sleeps.\nThe cat sleeps.", "The cat sleeps.\nMy dogs bark loudly.", "A <b>cat</b>.\nA <b>dog</b>."],
)
def test_a_phone_is_told_at_once_what_is_no_pair(classroom: Classroom, text: str) -> None:
    open_page(PAGE, **{LIST: CLASS_LIST})
    with pytest.raises(ClassroomError):
        send(classroom, text)
    assert classroom.entries(hidden=True) == ()


@pytest.mark.usefixtures("ready")
def test_what_a_student_sends_is_text(classroom: Classroom) -> None:
    app = open_page(PAGE, **{LIST: CLASS_LIST})
    send(classroom, "The **keys** :red-ish $x$ are here.\nThe **keys** :red-ish $x$ is here.".replace("*", "~"))
    run(app)
    assert not messages(app)
    assert sum(counts(app).values()) == 1


@pytest.mark.usefixtures("ready")
def test_a_list_of_the_operator_takes_the_place_of_the_apps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "suites").mkdir()
    pairs = [pair for pair in shipped_pairs() if pair.phenomenon == "Articles"][:4]
    lines = [f"{pair.good}\t{pair.bad}\tMine" for pair in pairs]
    (tmp_path / "suites" / "mine.tsv").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "suites" / "notes.txt").write_text("Nothing to compare.", encoding="utf-8")
    (tmp_path / "secret.tsv").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    app = open_page(PAGE, **{LIST: "mine.tsv"})
    assert "“Mine”" in finding(app)
    assert not messages(app)
    assert messages(open_page(PAGE, **{LIST: "notes.txt"}))
    for name in ("../secret.tsv", str(tmp_path / "secret.tsv")):
        assert "“Articles”" in finding(open_page(PAGE, **{LIST: name}))
