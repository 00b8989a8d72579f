"""A figure as a widget: what its front end is given, and what to do where anywidget is not installed."""

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
import traitlets

import riverbank
from riverbank import widgets

SENTENCE = "The cat sat on the mat."


@pytest.fixture
def without_cache() -> Iterator[None]:
    widgets._widget_class.cache_clear()
    yield
    widgets._widget_class.cache_clear()


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch, without_cache: None) -> None:
    """A module ``anywidget`` whose widgets have traits and no front end; the real one needs a kernel."""
    module = ModuleType("anywidget")
    module.AnyWidget = traitlets.HasTraits  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "anywidget", module)


def _results() -> dict[str, Any]:
    return {
        "attention": riverbank.attention(SENTENCE, model="pocket-bert"),
        "river": riverbank.river(["The bank was covered with mud."], "bank", model="pocket-bert"),
        "machine": riverbank.machine(SENTENCE, model="pocket-bert"),
        "patch": riverbank.patch("The keys [MASK] here.", "The key [MASK] here.", model="pocket-bert"),
    }


@pytest.mark.thorough
@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("name", ["attention", "river", "machine", "patch"])
def test_a_widget_has_the_figures_data_and_nothing_chosen(name: str) -> None:
    result = _results()[name]
    widget, (_, data) = result.widget(), result.widget_data()
    assert widget.selection == {}
    if isinstance(data, bytes):
        assert (widget.content, widget.values) == (data, {})
    else:
        assert (widget.content, widget.values) == (b"", data)
    assert "export default" in widget._esm
    assert "\nimport " not in widget._esm
    assert ":host {" in widget.markup
    assert ":root" not in widget.markup


@pytest.mark.usefixtures("without_cache")
def test_without_anywidget_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)  # as if it were not installed
    with pytest.raises(riverbank.UserError, match="pip install anywidget"):
        riverbank.attention(SENTENCE, model="pocket-bert").widget()
