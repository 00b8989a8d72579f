"""The layer and head on the screen stay when the sentence changes."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import ATTENTION, open_page, run
from tests.pages.test_attention import atlases


def head_on(app: AppTest) -> object:
    """Layer and head of the atlas, from 0."""
    initial = atlases(app)[0]["initial"]
    assert isinstance(initial, dict)
    return initial["panel"]


@pytest.mark.usefixtures("ready")
def test_another_sentence_is_shown_in_the_head_that_was_on_the_screen() -> None:
    app = open_page(ATTENTION, sentence="She walked to the bank of the river.")
    opened = head_on(app)
    assert opened != [0, 0]
    assert not {"layer", "head"} & set(app.query_params)
    for sentence in ("The old man sat by the sea.", "Nobody knows."):
        app.text_input(key="sentence").set_value(sentence)
        assert head_on(run(app)) == opened
    app.query_params["mode"] = "Inside one weight"
    weight = run(app)
    assert [weight.selectbox(key=key).value for key in ("layer", "head")] == opened
    app.text_input(key="sentence").set_value("Everybody knows.")
    run(app)
    assert [app.selectbox(key=key).value for key in ("layer", "head")] == opened
    app.selectbox(key="example").select_index(1)
    assert not {"layer", "head"} & set(run(app).query_params), "an example opens with its own head"
