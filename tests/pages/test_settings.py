"""Every setting of every view changes what is shown, and the headline is computed anew."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts.rooms import Room
from tests.pages.conftest import messages, page_text, run
from tests.pages.headlines import INDEX_OF_ALL_VIEWS, computed_headlines
from tests.pages.test_every_view import INVITES, finding, open_view, settings
from tests.rooms import EVERY_VIEW
from tests.sampling import first_of_each

pytestmark = pytest.mark.timeout(400)  # a map of other vectors is laid out anew, beside a busy machine

# Lists of views, examples and models: what these lead to is not there everywhere, and has tests of its own.
OTHER_LISTS = ("chosen-mode", "example", "model", "model2", "causal", "student")
OF_A_BENCHMARK = "bench-"  # which a button starts
# By view and setting: what is without effect on the text that a view opens with, or on a figure of other runs.
WITHOUT_EFFECT = (
    "senses: The river, pooled",  # “bank” is one token
    "senses: The map, pooled",
    "teaching: Watch it learn, run-pooling",  # until that run is asked for
    "teaching: Use it, say-picked",
    "tasks: Tagging words, mended",  # every tag of this text is possible
    "tasks: Tagging words, pieces",  # none of its words is split
)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("room", "view"),
    first_of_each(EVERY_VIEW, lambda case: None, name=lambda case: f"{case[0].key}: {case[1]}"),
)
def test_each_setting_changes_what_is_shown_and_the_headline_is_computed_anew(room: Room, view: str) -> None:
    app, name = open_view(room, view), f"{room.key}: {view}"
    for key in settings(app):
        if (
            key in OTHER_LISTS or key.startswith(OF_A_BENCHMARK) or key not in settings(app)
        ):  # one setting may take another away
            continue
        before = _shown(app)
        if not _set_otherwise(app, key):
            continue
        with computed_headlines() as computed:
            run(app)
        assert messages(app) or name in INVITES or finding(app) in computed, key
        assert f"{name}, {key}" in WITHOUT_EFFECT or _shown(app) != before, key


def _shown(app: AppTest) -> list[Any]:
    """The texts of a page, and what its figures are sent."""
    elements = [element.proto for element in app.main.get("bidi_component")]
    sent = [(each.json, each.bytes) for each in elements if each.component_name != INDEX_OF_ALL_VIEWS]
    charts = [chart.proto.SerializeToString() for chart in app.get("vega_lite_chart")]
    return [page_text(app), messages(app), sent, charts, len(app.dataframe), len(app.code)]


def _set_otherwise(app: AppTest, key: str) -> bool:
    """Give a setting its next value; False if it has none."""
    for setting in (*app.toggle, *app.checkbox):
        if setting.key == key:
            setting.set_value(not setting.value)
            return True
    for setting in (*app.slider, *app.number_input):
        if setting.key == key:
            setting.set_value(setting.min if setting.value != setting.min else setting.max)
            return True
    for setting in (*app.selectbox, *app.button_group):
        if setting.key == key and len(setting.options) > 1:
            if hasattr(setting, "select_index"):
                setting.select_index(((setting.index or 0) + 1) % len(setting.options))
            else:
                setting.set_value(next(option for option in setting.options if option != setting.value))
            return True
    return False
