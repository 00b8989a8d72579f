"""Folders of the operator's that hold no usable model are named on the page, with the reason, as text."""

from pathlib import Path

import pytest

from cache import downloads
from components.model.checkpoints.folders.trials import TRIALS
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from tests.components.model.checkpoints.test_folder_kinds import make
from tests.pages.conftest import FILL, HOME, open_page


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
