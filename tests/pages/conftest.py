"""Opening a page as a visitor does, and reading off it what they see."""

import functools
import io
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from altair.utils import schemapi
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner_utils import script_run_context
from streamlit.testing.v1 import AppTest, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

import cache.engine
import pages.parts.lecture.classes as classes
from components.charts import altair_overhead
from components.classroom.classes import CLASSES
from components.classroom.classroom import Classroom
from components.model.checkpoints.folders.trials import TRIALS
from pages.parts.layout import DRAWER
from pages.parts.rooms import ROOMS
from tests.examples import full
from tests.rooms import VIEWS
from tests.typed_markup import as_shown

SCAN = manifest_scanner.scan_component_manifests
APP = Path(__file__).parents[2] / "app.py"
HOME, FILL = "pages/home/page.py", "pages/fill/page.py"
ATTENTION, SENSES = "pages/attention/page.py", "pages/senses/page.py"
MASKS = "pages/masks/page.py"
POSITIONS = "pages/positions/page.py"
SPEED = "pages/speed/page.py"
DISTILLATION = "pages/distillation/page.py"
INPUT = "pages/input/page.py"
PRETRAINING = "pages/pretraining/page.py"
MISTAKES_PAGE = "pages/mistakes/page.py"
FAMILY_PAGE = "pages/family/page.py"
TEACHING_PAGE = "pages/teaching/page.py"
TASKS_PAGE = "pages/tasks/page.py"
PROBING = "pages/probing/page.py"
NASTY = (  # what every mode is given: markup, marks as text, right to left, nothing but a blank, a letter, a picture
    "<script>alert(1)</script> **b** $x$ :red[x] a [SEP] b [PAD] [MASK] שלום عالم 😀 \0 e\u0301\u0301",
    "[MASK]",
    "x",
    "😀",
)
# The same for the tests of one room; `test_every_view.py` gives every room two of them.
ODD_TEXTS = (NASTY[0], *(pytest.param(text, marks=pytest.mark.thorough) for text in NASTY[1:]))
# How a server that is still cold is linked to: settings and all, without settings, on a projector.
COLD_LINKS = (
    {},
    *(pytest.param(link, marks=pytest.mark.thorough) for link in ({"hide": "controls"}, {"present": "1"})),
)


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder ``page``."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("page")


@pytest.fixture(autouse=True)
def _models_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each trial of an operator's model is a process that imports torch; tests of pages make their own models."""
    monkeypatch.setattr(TRIALS, "known", lambda _: {})


@pytest.fixture(autouse=True)
def _scanned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each app under test looks through every installed package for components: half a second, and always the same."""
    monkeypatch.setattr(manifest_scanner, "scan_component_manifests", _manifests)


@pytest.fixture(autouse=True)
def _charts_are_checked_at_the_first_look(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Altair's check of a chart takes a fifth of a page: quick tests check what every view draws at first.

    All tests together check all charts, and those in `tests/components` each chart that they make.
    """
    if not full() and request.node.get_closest_marker("first_look") is None:
        monkeypatch.setattr(altair_overhead, "_validate_once", _unchecked)
        monkeypatch.setattr(schemapi.SchemaBase, "validate", classmethod(_unchecked))


def _unchecked(*_specification: Any) -> None:
    """Pass every chart."""


@functools.cache
def _manifests() -> list[Any]:
    return SCAN()


# Tests set the state of a page from outside of its run, and each value would be a line in the log.
logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").disabled = True


@pytest.fixture(autouse=True)
def _waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the end of a run; AppTest asks every millisecond, and takes the interpreter's lock from it each time."""
    monkeypatch.setattr(local_script_runner, "require_widgets_deltas", _join)


@pytest.fixture(autouse=True)
def _messages_are_not_hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash of a message tells a browser which it has already; AppTest has none, and they take 6% of a page."""
    monkeypatch.setattr(script_run_context, "populate_hash_if_needed", lambda message: message.hash)


def _join(runner: LocalScriptRunner, timeout: float = 3) -> None:
    thread = runner._script_thread
    assert thread is not None
    thread.join(timeout)
    if thread.is_alive():
        runner.request_stop()
        runner.join()
        raise RuntimeError(f"the page ran for more than {timeout} seconds")


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose engine has not started, and does not for as long as the test lasts."""
    monkeypatch.setattr(cache.engine, "engine_stage", lambda: cache.engine.EngineStage.COLD)
    monkeypatch.setattr(cache.engine, "start_engine", lambda: None)


BY_MINILM = "by **MiniLM** (published, 6 layers, distilled from BERT; its vocabulary head was trained here"


def open_page(page: str, **link: str) -> AppTest:
    """The app, at ``page``, opened by a link with these parameters, with the drawer open."""
    app = AppTest.from_file(str(APP), default_timeout=60)
    app._registered_pages = _registered_pages()
    app._page_hash = _page_hash(page)
    app.session_state[DRAWER] = True
    for name, value in link.items():
        app.query_params[name] = value
    return run(app)


def offered_views(app: AppTest) -> tuple[list[str], str]:
    """The names of the views that the page offers, and the one that is shown. A room's only view needs no pills."""
    for pills in app.button_group:
        if pills.key == "chosen-mode":
            return pills.options, pills.value
    (only,) = next(VIEWS[room.path] for room in ROOMS if app.title[0].value.startswith(room.title))
    return [only], only


def shown_view(app: AppTest) -> str:
    """The name of the view that is shown."""
    return offered_views(app)[1]


@functools.cache
def _registered_pages() -> Any:
    """The app's pages, as the first visit to the home page makes them known: a link leads to a page without that."""
    return AppTest.from_file(str(APP), default_timeout=60).run()._registered_pages


@functools.cache
def _page_hash(page: str) -> str:
    """What AppTest knows a page by; to look it up takes a walk over all files of pages."""
    app = AppTest.from_file(str(APP))
    app._registered_pages = _registered_pages()
    app.switch_page(page)
    return str(app._page_hash)


def run(app: AppTest) -> AppTest:
    """Run the page; it never ends in an exception."""
    app.run()
    assert not app.exception, app.exception[0].value
    return app


def page_text(app: AppTest) -> str:
    """The plain texts and captions on the page."""
    return "\n".join(element.value for element in (*app.text, *app.caption))


def answered(app: AppTest) -> str:
    """How many phones have answered the question on the page, of how many."""
    parts = "".join(each.proto.body for each in app.get("html")).partition('<p class="answered"')[2]
    return parts.partition("<b>")[2].partition("</b>")[0]


def messages(app: AppTest) -> str:
    """What the page tells a visitor it could not do."""
    return "\n".join(as_shown(element.value) for element in (*app.info, *app.warning, *app.error))


def link_notes(app: AppTest) -> list[str]:
    """The lines of the note about what a link says and cannot be used; there is at most one note."""
    texts = [element.value for element in app.text if element.value.startswith("The link ")]
    assert len(texts) <= 1
    return "".join(texts).splitlines()


def bars(app: AppTest) -> list[pd.DataFrame]:
    """The tables behind the bar charts of words, one for each blank."""
    return [table for table in tables(app) if {"word", "probability", "was_there"} <= set(table.columns)]


def tables(app: AppTest) -> list[pd.DataFrame]:
    """The tables behind the charts on the page."""
    charts = app.get("vega_lite_chart")
    datasets = [c.proto.data for c in charts if c.proto.HasField("data")]
    datasets += [dataset.data for c in charts for dataset in c.proto.datasets]
    return [pa.ipc.open_stream(io.BytesIO(data.data)).read_pandas() for data in datasets]


def words(app: AppTest) -> list[list[str]]:
    """The words on the page, likeliest first, for each blank."""
    return [list(table["word"]) for table in bars(app)]


def notice_text(app: AppTest) -> str:
    """What stands beside the figure: what to notice in it, and in the example."""
    return "\n".join(element.value for element in app.markdown)


def start_from(app: AppTest, number: int) -> AppTest:
    """Choose an example, counted from 0."""
    app.selectbox(key="example").set_value(None)  # AppTest takes nothing chosen for the first
    run(app)
    app.selectbox(key="example").select_index(number)
    return run(app)


def alternatives(app: AppTest) -> list[str]:
    """What the charts say to those who do not see them."""
    return [chart.proto.alt for chart in app.get("vega_lite_chart")]


@pytest.fixture
def classroom(monkeypatch: pytest.MonkeyPatch) -> Iterator[Classroom]:
    """A class of whoever opens a page, as the browser has kept it."""
    started = CLASSES.start()
    monkeypatch.setattr(classes, "_held", lambda: f"{started.code}.{started.key}")
    yield started
    CLASSES.end(started)
