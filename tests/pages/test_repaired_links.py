"""Links that a mail program has changed open what they were meant to open."""

import pytest

from components.tasks.model.gold import passages
from tests.pages.conftest import FILL, TASKS_PAGE, open_page, page_text

pytestmark = pytest.mark.usefixtures("ready")

SENTENCE = "The bank of the [MASK] river."


@pytest.mark.parametrize("escaped", ["amp;mode", "amp;amp;mode"])
def test_an_escaped_ampersand_is_an_ampersand(escaped: str) -> None:
    app = open_page(FILL, sentence=SENTENCE, **{escaped: "Every position"})
    assert app.button_group(key="chosen-mode").value == "Every position"
    assert app.query_params["mode"] == "Every position"
    assert escaped not in app.query_params
    assert "The link says" not in page_text(app)


@pytest.mark.parametrize("break_", ["\n", "\r\n", " \n ", "\n\n"], ids=repr)
@pytest.mark.parametrize("settings", [{}, {"hide": "controls"}, {"present": "1"}], ids=str)
def test_a_line_break_in_a_sentence_is_a_space(break_: str, settings: dict[str, str]) -> None:
    app = open_page(FILL, sentence=SENTENCE.replace(" ", break_, 2), **settings)
    assert app.text_input(key="sentence").value == SENTENCE
    assert app.query_params["sentence"] == SENTENCE


def test_it_is_one_in_every_box_of_one_line_and_a_passage_keeps_its_lines() -> None:
    assert (
        open_page(FILL, mode="Two sentences", other="The\nsea [MASK].").text_input(key="other").value
        == "The sea [MASK]."
    )
    passage = "It rained.\nThe river rose."
    app = open_page(TASKS_PAGE, mode="Question answering", passage=str(len(passages())), **{"own-passage": passage})
    assert app.text_area(key="own-passage").value == passage
