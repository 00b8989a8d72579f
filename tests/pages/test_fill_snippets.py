"""Every way of asking: its snippet computes what the page shows, and a teacher's link leaves its settings away."""

import contextlib
import io
import re
import threading

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import FILL, opened, said

pytestmark = pytest.mark.usefixtures("ready")

TWO = "The [MASK] sat on the [MASK]."
MODES = {
    "A word I name": {"word": "bank, hospital"},
    "Several blanks": {"sentence": TWO},
    "Two sentences": {},
    "Every position": {},
    "Where from?": {},
    "Left side only": {},
    "A list of my own": {},
}


def printed(app: AppTest) -> str:
    """What the page's snippet prints in a notebook: with nothing of the app around it."""
    (snippet,) = (block.value for block in app.code if "AutoModelForMaskedLM" in block.value)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        thread = threading.Thread(target=lambda: exec(compile(snippet, "snippet", "exec"), {}))
        thread.start()
        thread.join()
    return out.getvalue()


def number_at_the_end(line: str) -> float:
    return float(line.split()[-1])


def test_a_named_words_probability_comes_out_again() -> None:
    app = opened(FILL, mode="A word I name", word="bank")
    (share,) = re.findall(r"“bank”[^.]*?(\d+\.\d+) %", said(app))[:1]
    assert 100 * number_at_the_end(printed(app)) == pytest.approx(float(share), abs=0.1)


def test_a_word_of_several_pieces_comes_out_again() -> None:
    app = opened(FILL, mode="A word I name", word="riverbanks", sentence="They sat on the green [MASK] of the <mask>.")
    assert 0 < number_at_the_end(printed(app)) < 1


def test_the_fill_made_each_for_itself_comes_out_again() -> None:
    app = opened(FILL, mode="Several blanks", sentence=TWO)
    sentence = printed(app).split("]", 1)[1].rsplit("[", 1)[0].strip().rstrip(".").strip()
    assert sentence.replace(" ", "") in said(app).lower().replace(" ", "")


def test_the_words_that_moved_most_come_out_again() -> None:
    lines = printed(opened(FILL, mode="Two sentences")).splitlines()
    moved = [abs(number_at_the_end(line)) for line in lines]
    assert len(moved) == 5
    assert moved == sorted(moved, reverse=True)
    assert moved[0] > 0.1


@pytest.mark.parametrize("mode", MODES)
def test_a_teachers_link_leaves_every_setting_away_and_shows_the_result(mode: str) -> None:
    app = opened(FILL, mode=mode, hide="controls", **MODES[mode])
    assert not app.exception
    assert [*app.slider, *app.selectbox, *app.button_group] == []
    assert not app.warning
