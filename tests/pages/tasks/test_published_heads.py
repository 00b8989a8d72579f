"""Checkpoints with a head of their own, in the operator's folder: the room shows what they say, and where they fit."""

from pathlib import Path

import pytest

import cache.shared.heads
import cache.tasks
from components.model.checkpoints.records import OnHub, TaskHead
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from components.model.checkpoints.unlisted import PUBLISHED_HEADS
from components.model.heads.specs import TextPooling
from components.tasks.model.gold import passages
from components.tasks.model.presets import OPINION_TEXT, QUESTION, TASK_PRESETS, WORDS_TEXT
from tests.pages.conftest import TASKS_PAGE, messages, notice_text, open_page, page_text, run
from tests.pages.notebook import printed_lines
from tests.published_checkpoints import publish

pytestmark = pytest.mark.usefixtures("ready", "folder")
HOSTILE = "<b>$x$</b> :red[label]"
MOODS = ("dull", HOSTILE, "neither")
TAGS = ("O", "B-RIVER", "I-RIVER")
TEXT, WORDS, SPAN = "local/text", "local/words", "local/span"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("published")
    publish(root / "text", TaskHead.TEXT, MOODS)
    publish(root / "words", TaskHead.WORDS, TAGS)
    publish(root / "span", TaskHead.SPAN, ("begins", "ends"))
    publish(root / "number", TaskHead.TEXT, ("score",), problem_type="regression")
    return root


@pytest.fixture
def folder(published: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The operator's folder, where code that a visitor copies is run too."""
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(published))
    monkeypatch.chdir(published)
    return published


def numbers(line: str) -> list[float]:
    return [float(each) for each in line.strip("[]").split(", ")]


def test_a_text_is_labelled_with_the_labels_of_the_checkpoint() -> None:
    app = open_page(TASKS_PAGE, model=TEXT)
    reading = cache.shared.heads.text_reading("", OPINION_TEXT, TEXT)
    assert reading.spec.labels == MOODS
    assert "how good they are was not measured here" in page_text(app)
    assert TASK_PRESETS[0].notice not in notice_text(app)  # it is about the bundled heads
    for line, label, share in zip(
        printed_lines(app), MOODS, reading.with_pooling(TextPooling.POOLER).probabilities, strict=True
    ):
        assert line.startswith(label)
        assert float(line.split()[-1]) == pytest.approx(share, abs=1e-5)


def test_words_are_labelled_with_the_labels_of_the_checkpoint() -> None:
    app = open_page(TASKS_PAGE, model=WORDS, mode="Tagging words")
    reading = cache.tasks.words_reading("", WORDS_TEXT, WORDS)
    tags = reading.tags()
    assert app.selectbox(key="mended").value == "left as it is"  # B and I: not every sequence is possible
    for line, word, tag in zip(printed_lines(app), reading.words, tags, strict=True):
        assert line.rsplit(" ", 2)[:2] == [word.text, tag]


def test_an_answer_has_to_be_ahead_of_none_as_transformers_has_it() -> None:
    app = open_page(TASKS_PAGE, model=SPAN, mode="Question answering")
    reading = cache.tasks.span_reading(QUESTION, passages()[0].text, 20, lambda _: None, SPAN)
    (line,) = printed_lines(app)
    text, score, none = line.rsplit(" ", 2)
    assert text == reading.text(reading.spans[0])
    assert (float(score), float(none)) == pytest.approx((reading.spans[0].score, reading.window.no_answer), abs=1e-4)


@pytest.mark.parametrize("mode", ["Text classification", "Question answering"])
def test_where_a_checkpoint_has_no_head_it_is_said_where_it_has_one(mode: str) -> None:
    app = open_page(TASKS_PAGE, model=WORDS, mode=mode)
    assert "words has one head" in messages(app)
    app.button(key="where-the-head-is").click()
    run(app)
    assert not messages(app)
    assert app.query_params["mode"] == "Tagging words"


def test_a_checkpoint_that_gives_a_number_is_told_in_a_sentence() -> None:
    assert "a number, not" in messages(open_page(TASKS_PAGE, model="local/number"))


def test_checkpoints_of_the_hub_are_offered_here_with_their_licence() -> None:
    for model in PUBLISHED_HEADS:
        app = open_page(TASKS_PAGE, model=model.id)
        assert model.licence in page_text(app)
        assert model.name in "".join(each.value for each in app.markdown)
        assert isinstance(model.home, OnHub)
