"""The list of models, the panel of one that is not on this machine, and the operator's folders that hold none."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from cache import downloads
from components.model.checkpoints.availability import HubProbe
from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.download import DownloadManager
from components.model.checkpoints.folders.trials import TRIALS
from components.model.checkpoints.records import ModelRecord, OnHub, Role
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from pages.parts import model_choice
from tests.components.model.checkpoints.test_folder_kinds import make
from tests.hub_server import REPOSITORY, REVISION, HubServer, hub_server
from tests.pages.conftest import FILL, HOME, open_page


def _page() -> None:
    import streamlit as st

    from components.model.checkpoints.records import Role
    from pages.parts.model_choice import choose_model

    chosen = choose_model(Role.MASKED)
    if chosen is not None:
        st.markdown(f"ready: {chosen.id}")


def _model(name: str) -> ModelRecord:
    return ModelRecord(
        id=name,
        name=name.title(),
        family="BERT",
        role=Role.MASKED,
        home=OnHub(REPOSITORY, REVISION, 440_000_000),
        parameters=None,
        licence="MIT",
        about="For tests.",
    )


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.delenv("TRANSFORMERS_OFFLINE", raising=False)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "no-cache"))
    with hub_server() as server:
        manager = DownloadManager(tmp_path, endpoint=server.endpoint)
        probe = HubProbe(server.endpoint, environment={})
        for module in (model_choice, downloads):
            monkeypatch.setattr(module, "download_manager", lambda: manager)
            monkeypatch.setattr(module, "hub_probe", lambda: probe)
        monkeypatch.setattr(downloads, "MODELS", (MODELS[0], _model("tiny")))
        forget()
        yield server
    forget()


def forget() -> None:
    """What was found on the disk of another test."""
    downloads._listed.clear()
    downloads._availabilities.clear()


def _app() -> AppTest:
    return AppTest.from_function(_page, default_timeout=20)


def _texts(app: AppTest) -> str:
    return " ".join(element.value for element in (*app.markdown, *app.caption, *app.text))


def _run_until(app: AppTest, done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not done():
        assert time.monotonic() < deadline, _texts(app)
        threading.Event().wait(0.01)
        app.run()


def _has(app: AppTest, label: str) -> bool:
    return any(button.label == label for button in app.button)


def test_the_first_choice_works_and_connects_to_nothing(hub: HubServer) -> None:
    app = _app().run()
    assert not app.exception
    assert app.selectbox(key="model").options == ["MiniLM · 23 million weights", "Tiny · needs a download (440 MB)"]
    assert "ready: minilm" in _texts(app)
    assert hub.requests == []


@pytest.mark.parametrize("linked", ["nonsense", "../../etc/passwd", "gpt2", ""])
def test_a_link_to_no_model_falls_back_to_the_first(hub: HubServer, linked: str) -> None:
    app = _app()
    app.query_params["model"] = linked
    app.run()
    assert not app.exception
    assert "ready: minilm" in _texts(app)
    assert "model" not in app.query_params


def test_the_choice_lives_in_the_link(hub: HubServer) -> None:
    app = _app().run()
    app.selectbox(key="model").select("tiny").run()
    assert app.query_params["model"] == "tiny"
    app.run()
    assert app.selectbox(key="model").value == "tiny"
    app.selectbox(key="model").select("minilm").run()
    assert "model" not in app.query_params


def test_choosing_a_model_offers_it_and_the_download_makes_it_usable(hub: HubServer) -> None:
    app = _app()
    app.query_params["model"] = "tiny"
    app.run()
    _run_until(app, lambda: "Hub can be reached" in _texts(app))
    assert "ready" not in _texts(app)
    assert "440 MB" in _texts(app)
    assert "MIT" in _texts(app)
    app.button(key="model-download").click().run()
    _run_until(app, lambda: "ready: tiny" in _texts(app))
    assert not app.exception
    assert app.selectbox(key="model").options[1] == "Tiny"


def test_a_download_can_be_stopped_and_tried_again(hub: HubServer) -> None:
    hub.hold_after = 200_000
    app = _app()
    app.query_params["model"] = "tiny"
    app.run()
    _run_until(app, lambda: _has(app, "Download"))
    app.button(key="model-download").click().run()
    _run_until(app, lambda: _has(app, "Stop") and hub.holding.is_set())
    assert app.get("progress")
    app.button(key="model-stop").click().run()
    assert "Stopped" in _texts(app)
    hub.released.set()
    app.button(key="model-again").click().run()
    _run_until(app, lambda: "ready: tiny" in _texts(app))


def test_a_hub_that_is_away_is_said_in_the_list_and_the_panel(hub: HubServer) -> None:
    hub.status = 503
    app = _app()
    app.query_params["model"] = "tiny"
    app.run()
    _run_until(app, lambda: _has(app, "Check again"))
    app.run()
    assert "cannot be reached now" in _texts(app)
    assert app.selectbox(key="model").options[1] == "Tiny · cannot be reached now"
    hub.status = 200
    app.button(key="model-look").click().run()
    _run_until(app, lambda: _has(app, "Download"))


def test_a_failed_download_says_why(hub: HubServer) -> None:
    hub.cut_after = 100_000
    app = _app()
    app.query_params["model"] = "tiny"
    app.run()
    _run_until(app, lambda: _has(app, "Download"))
    app.button(key="model-download").click().run()
    _run_until(app, lambda: _has(app, "Try again"))
    assert "connection was lost" in _texts(app)


def test_looking_at_the_list_again_asks_the_disk_for_nothing(hub: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cache.downloads.FRESH_S", 1e9)  # no list grows old meanwhile
    app = _app().run()
    requested: list[Path] = []
    monkeypatch.setattr(Path, "is_file", lambda path: bool(requested.append(path)) or path.exists())
    app.run()
    app.run()
    assert "ready: minilm" in _texts(app)
    assert requested == []


def _three_models() -> None:
    from components.widgets.model_picker import ModelOption, model_picker

    far, near, farther = (
        ModelOption("far", "Far", "110 million weights", "needs a download"),
        ModelOption("near", "Near", "23 million weights", ""),
        ModelOption("farther", "Farther", "", "needs a download"),
    )
    model_picker([far, farther, near], key="with-far-default")
    model_picker([near, far, farther, ModelOption("mine", "Mine", "", "")], key="with-mine")
    model_picker([near], key="all-near")


def test_models_that_are_not_at_hand_are_one_grey_group_at_the_end() -> None:
    app = AppTest.from_function(_three_models).run()
    assert app.selectbox(key="with-mine").options == [
        "Near · 23 million weights",
        "Mine",
        "Far · needs a download · 110 million weights",
        "Farther · needs a download",
    ]
    assert app.selectbox(key="with-far-default").value == "far", "the first stays the default"
    rules = {rule.split(" ")[0]: rule for rule in (element.proto.body for element in app.get("html"))}
    grey = [re.findall(r'data-key="(\d)"', rule) for rule in rules.values()]
    assert grey == [["0", "2"], ["2", "3"]], "none where all are at hand"


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, config in (("<b>old", '{"model_type": "t5"}'), ("half", "{")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").write_text(config)
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))


@pytest.mark.usefixtures("cold", "folders")
@pytest.mark.parametrize("page", [HOME, FILL])
def test_they_are_named_with_the_reason(page: str) -> None:
    app = open_page(page)
    labels = [element.label for element in app.expander]
    assert "Model folder: 2 folders have no usable model" in labels
    texts = [element.value for element in app.text]
    assert "<b>old is of a kind that Riverbank does not support (t5)." in texts
    assert "half has a damaged config.json." in texts


@pytest.mark.usefixtures("cold", "folders")
@pytest.mark.parametrize("link", [{"present": "1"}, {"hide": "controls"}])
def test_an_audience_is_not_told(link: dict[str, str]) -> None:
    assert not [panel for panel in open_page(FILL, **link).expander if "hold no model" in panel.label]


@pytest.mark.usefixtures("cold")
def test_where_nothing_is_wrong_nothing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    assert not [panel for panel in open_page(FILL).expander if "hold no model" in panel.label]


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("page", [HOME, FILL])
def test_a_path_that_is_not_there_is_named_on_the_page(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path / "nowhere"))
    app = open_page(page)
    assert not app.exception
    assert any(LOCAL_FOLDER_VARIABLE in text.value and "not there" in text.value for text in app.text)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("page", [HOME, FILL])
def test_a_shape_without_an_end_breaks_no_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "config.json").write_text('{"model_type": "bert", "vocab_size": 4}')
    header = b'{"a": {"dtype": "F32", "shape": [1e999], "data_offsets": [0, 0]}}'
    (tmp_path / "bad" / "model.safetensors").write_bytes(len(header).to_bytes(8, "little") + header)
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    app = open_page(page)
    assert not app.exception
    assert any(text.value.startswith("bad ") for text in app.text)


@pytest.mark.usefixtures("cold")
def test_a_model_that_failed_its_trial_is_named_and_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("fine", "odd"):
        make(tmp_path / name)
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(TRIALS, "known", lambda _: {"local/odd": "cannot read a sentence.", "local/fine": None})
    assert [model.id for model in downloads.listed_models() if model.id.startswith("local/")] == ["local/fine"]
    app = open_page(FILL)
    assert "odd cannot read a sentence." in [element.value for element in app.text]
