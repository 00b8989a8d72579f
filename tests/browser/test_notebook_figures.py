"""Figures of the package in a notebook's frame: they draw in both themes, make no request, and answer the pointer."""

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

import riverbank
from riverbank.results import NotebookResult
from riverbank.widgets import widget_markup, widget_script

pytestmark = pytest.mark.browser
MODEL = "pocket-bert"
HOSTILE = "</script><script>alert(1)</script> <img src=x onerror=alert(1)> bank."
RESULTS: dict[str, Callable[[], NotebookResult]] = {
    "fill": lambda: riverbank.fill("The [MASK] barked.", model=MODEL),
    "attention": lambda: riverbank.attention("The cat sat on the mat.", model=MODEL),
    "river": lambda: riverbank.river("The bank was covered with mud.", "bank", model=MODEL),
    "patch": lambda: riverbank.patch("The keys [MASK] here.", "The key [MASK] here.", model=MODEL),
    "machine": lambda: riverbank.machine("The [MASK] barked.", model=MODEL),
    "hostile attention": lambda: riverbank.attention(HOSTILE, model=MODEL),
    "hostile river": lambda: riverbank.river(HOSTILE, "bank", model=MODEL),
}
INK = """() => {
  const root = document.getElementById("figure")?.shadowRoot ?? document;
  const canvases = [...root.querySelectorAll("canvas")].filter((canvas) => canvas.clientWidth > 100);
  return canvases.map((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
}"""
Opening = Callable[..., Frame]


@pytest.fixture
def open_output(chromium: Browser, tmp_path: Path) -> Iterator[Opening]:
    """Opens a cell's output without a network, as a notebook shows it. Fails at requests, errors and dialogs."""
    faults: list[str] = []
    contexts = []

    def watch(page: Page, address: str) -> None:
        page.on("request", lambda request: None if request.url == address else faults.append(request.url))
        page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
        page.on("console", lambda line: faults.append(line.text))
        page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))

    def open_frame(result: NotebookResult, **options: Any) -> Frame:
        file = tmp_path / "output.html"
        file.write_text(f"<!doctype html><meta charset=utf-8><p>In [1]:</p>{result._repr_html_()}", encoding="utf-8")
        context = chromium.new_context(**{"offline": True, "viewport": {"width": 1000, "height": 1000}, **options})
        contexts.append(context)
        page = context.new_page()
        watch(page, file.as_uri())
        page.goto(file.as_uri())
        frame = page.frames[1]
        frame.wait_for_load_state()
        return frame

    yield open_frame
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", RESULTS)
def test_a_figure_draws(open_output: Opening, name: str, scheme: str) -> None:
    result = RESULTS[name]()
    frame = open_output(result, color_scheme=scheme)
    expect(frame.locator("#message")).to_have_text(result.finding)
    drawn = frame.locator("#blanks li, #figure .grid button, #figure canvas:visible").first
    expect(drawn).to_be_visible()
    frame.wait_for_function(f"() => ({INK})().every((colours) => colours > 3)")
    paper = frame.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert paper == ("rgb(252, 251, 248)" if scheme == "light" else "rgb(16, 25, 31)")
    for side in ("Height", "Width"):
        assert frame.evaluate(f"() => document.documentElement.scroll{side} <= inner{side}"), side


def test_a_phone_scrolls_down_but_not_sideways(open_output: Opening) -> None:
    for make in RESULTS.values():
        frame = open_output(make(), viewport={"width": 390, "height": 800})
        frame.wait_for_timeout(500)
        assert frame.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_page_in_a_notebook_reaches_neither_its_parent_nor_its_storage(open_output: Opening) -> None:
    frame = open_output(RESULTS["fill"]())
    assert frame.evaluate("() => { try { return parent.document.title } catch { return null } }") is None
    assert frame.evaluate("() => { try { return localStorage.length } catch { return null } }") is None


def test_the_machine_opens_its_floors_and_follows_its_tokens(open_output: Opening) -> None:
    result = riverbank.machine("The [MASK] barked.", model=MODEL)
    frame = open_output(result)
    building = frame.locator("#figure canvas.building")
    building.focus()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        building.press(key)
    expect(frame.locator("#figure .trail .here")).to_have_text("Layer 1, attention")
    frame.get_by_role("button", name="every number").click()
    expect(frame.locator("#figure .floor-name")).to_contain_text("Layer 1")
    calculation = frame.locator("#figure .lines tr")
    expect(calculation.first).to_be_visible()
    for _ in range(result.traced.floors - 2):
        building.press("ArrowUp")
    expect(frame.locator("#figure .lines tr.total")).to_be_visible()
    building.press("ArrowRight")
    expect(frame.locator("#figure .message")).to_contain_text("“\u2068[MASK]\u2069”")


def test_a_cell_of_the_patch_grid_and_a_head_can_be_pointed_at(open_output: Opening) -> None:
    grid = riverbank.patch("The keys [MASK] here.", "The key [MASK] here.", model=MODEL)
    frame = open_output(grid)
    buttons = frame.locator("#figure .grid button")
    expect(buttons).to_have_count(len(grid.table))
    frame.get_by_role("button", name="Play").click()
    expect(frame.get_by_role("button", name="Pause")).to_be_visible()


_DRAW_WIDGET = """async ({ script, markup, bytes, values }) => {
  const content = bytes === null ? new Uint8Array() : Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
  const traits = { markup, values, content: new DataView(content.buffer), selection: {} };
  window.saved = [];
  const model = {
    get: (name) => traits[name],
    set: (name, value) => (traits[name] = value),
    save_changes: () => window.saved.push(traits.selection),
  };
  const { default: widget } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const el = document.body.appendChild(document.createElement("div"));
  window.stop = await widget.render({ model, el });
}"""
_CHOICES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "attention": ("canvas.map", lambda chosen: len(chosen["panel"]) == 2),
    "machine": ("canvas.building", lambda chosen: chosen["token"] >= 0),
    "patch": (".cell:nth-of-type(3)", lambda chosen: len(chosen) == 2),
}


@pytest.mark.parametrize("name", _CHOICES)
def test_what_is_clicked_in_a_widget_goes_to_python(chromium: Browser, name: str) -> None:
    """A front end gives a widget's script its traits and takes what it sets: that is all that anywidget does."""
    kind, data = RESULTS[name]().widget_data()
    given = {
        "script": widget_script(kind.files),
        "markup": widget_markup(kind.files),
        "bytes": base64.b64encode(data).decode() if isinstance(data, bytes) else None,
        "values": {} if isinstance(data, bytes) else data,
    }
    target, is_choice = _CHOICES[name]
    with chromium.new_context(viewport={"width": 1000, "height": 1000}, reduced_motion="reduce") as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text))
        page.evaluate(_DRAW_WIDGET, given)
        page.locator(target).first.click()
        page.wait_for_function("window.saved.length > 0")
        assert is_choice(page.evaluate("window.saved.at(-1)"))
        page.evaluate("window.stop()")
        assert not faults
