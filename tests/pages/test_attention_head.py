"""The layer and head on the screen stay when the sentence changes."""

import re

import pytest

from tests.pages.conftest import ATTENTION, open_page, page_text, run


@pytest.mark.usefixtures("ready")
def test_another_sentence_is_shown_in_the_head_that_was_on_the_screen() -> None:
    app = open_page(ATTENTION, sentence="She walked to the bank of the river.")
    opened = re.search(r"layer \d+, head \d+", page_text(app).lower())
    assert opened is not None
    assert opened.group() != "layer 1, head 1"
    assert not {"layer", "head"} & set(app.query_params)
    for sentence in ("The old man sat by the sea.", "Nobody knows."):
        app.text_input(key="sentence").set_value(sentence)
        assert opened.group() in page_text(run(app)).lower()
    app.query_params["mode"] = "Inside one weight"
    weight = run(app)
    shown = [weight.selectbox(key=key).value + 1 for key in ("layer", "head")]
    assert [int(number) for number in re.findall(r"\d+", opened.group())] == shown
    app.text_input(key="sentence").set_value("Everybody knows.")
    run(app)
    assert [app.selectbox(key=key).value + 1 for key in ("layer", "head")] == shown
    app.selectbox(key="example").select_index(1)
    assert not {"layer", "head"} & set(run(app).query_params), "an example opens with its own head"
