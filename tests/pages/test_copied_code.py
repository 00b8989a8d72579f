"""The code of every view, copied at settings that are not the defaults, prints the numbers on the screen.

A setting that the code forgets (a temperature that is always 1) leaves it printing the numbers of the default.
"""

import math
import re
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts.rooms import Room
from tests.pages.conftest import messages, page_text, run, tables
from tests.pages.notebook import run_code
from tests.pages.test_every_view import open_view
from tests.rooms import EVERY_VIEW
from tests.sampling import first_of_each

NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d{2,}(?:e-?\d+)?|(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d{5,})(?![\w.,])")
UNITS = (1.0, -1.0, math.log(2), 1 / math.log(2), 0.01, 100.0)  # shares or percent, nats or bits, gains or losses
QUESTIONS = ("example", "chosen-mode", "model", "model2")  # what is asked, and not how
FOLDED = {"fill: The blank": {"temperature": "2"}}  # settings in closed panels
# Their numbers are drawn on a canvas, or are pictures, counts or words: the tests of their rooms compare them with
# results.
UNREADABLE = {
    *("input: The sum", "input: Tokenization", "attention: Every head"),
    *("inside: The whole pass", "inside: One token’s path", "masks: Side by side", "masks: Encoder against decoder"),
    "positions: Near and far",
    *("senses: The river", "senses: The map", "probing: The tree in the vectors"),
    *("pretraining: One training step", "tasks: Text classification", "mistakes: Spot the mistake"),
    "family: The stacks",
}
LONG_RUNNING = {"teaching", "speed"}  # rooms whose code trains or measures times, for minutes: it has tests of its own
SLOW = {"distillation: Same blanks", "probing: Probe each layer"}  # never quick
SHARE = 0.5  # of the printed numbers: code may print more than is drawn


def name_of(case: tuple[Room, str]) -> str:
    """A view with its room."""
    return f"{case[0].key}: {case[1]}"


CASES = [case for case in EVERY_VIEW if case[0].key not in LONG_RUNNING and name_of(case) not in UNREADABLE]
PARAMETERS = [
    *first_of_each((case for case in CASES if name_of(case) not in SLOW), lambda case: case[0].key, name=name_of),
    *(pytest.param(*case, marks=pytest.mark.thorough, id=name_of(case)) for case in CASES if name_of(case) in SLOW),
]


def settings(app: AppTest) -> Iterator[Any]:
    """The settings of a view, but for those of the lecturer's panel."""
    for kind in (app.slider, app.select_slider, app.selectbox, app.button_group, app.number_input):
        yield from (
            setting for setting in kind if setting.key not in QUESTIONS and not str(setting.key).endswith("-guess")
        )


def change(setting: Any) -> bool:
    """Choose another value of a setting; returns whether there is one."""
    if setting.type in ("slider", "number_input"):
        step = setting.step or 1
        setting.set_value(setting.value + step if setting.value + step <= setting.max else setting.value - step)
    elif setting.type == "selectbox":
        setting.select_index(((setting.index or 0) + 1) % len(setting.options))
    else:
        others = [option for option in setting.options if option not in (setting.value, str(setting.value))]
        if not others:
            return False
        setting.set_value(others[0])
    return True


def away_from_the_defaults(room: Room, view: str) -> AppTest:
    """A view with another value of every setting that has one; what the view cannot do is left as it was."""
    link = FOLDED.get(name_of((room, view)), {})
    app = open_view(room, view, **link)
    for key in [setting.key for setting in settings(app)]:
        setting = next((setting for setting in settings(app) if setting.key == key), None)
        if setting is None:  # another setting took it away
            continue
        before = setting.value
        if change(setting) and messages(run(app)):
            next(setting for setting in settings(app) if setting.key == key).set_value(before)
            run(app)
    return app


def shown_numbers(app: AppTest) -> list[float]:
    """Whatever numbers the page holds: of tables, of texts, of custom elements."""
    frames = [*tables(app), *(frame.value for frame in app.dataframe)]
    columns = [frame[column].dropna() for frame in frames for column in frame.select_dtypes("number")]
    texts = [page_text(app), *(element.value for element in app.markdown)]
    texts += [element.proto.json for element in app.get("bidi_component")]
    written = [float(number.replace(",", "")) for text in texts for number in NUMBER.findall(text.replace("−", "-"))]
    return [*(float(number) for column in columns for number in column), *written]


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(("room", "view"), PARAMETERS)
def test_copied_code_prints_the_numbers_on_the_screen(room: Room, view: str) -> None:
    app = away_from_the_defaults(room, view)
    shown = [unit * number for number in shown_numbers(app) for unit in UNITS]
    codes = [block.value for block in app.code if block.language == "python"]
    assert codes
    for code in codes:
        printed = [float(number.replace(",", "")) for line in run_code(code) for number in NUMBER.findall(line)]
        held = [n for n in printed if any(math.isclose(n, each, rel_tol=2e-3, abs_tol=6e-5) for each in shown)]
        assert held, (printed, code)
        assert len(held) >= SHARE * len(printed), (printed, code)
