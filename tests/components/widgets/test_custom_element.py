"""Scripts are joined into the one module that Streamlit takes, as a browser would have run them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from components.widgets.custom_element import DrawnFigure, custom_element, drawn_figures
from components.widgets.element_files import bundled_script

ROOT = Path(__file__).parents[3]
ENTRIES = [file for file in sorted(ROOT.glob("components/**/*.js")) if "export default" in file.read_text("utf-8")]


def _write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / "entry.js"


def test_what_is_imported_comes_first_and_once(tmp_path: Path) -> None:
    entry = _write(
        tmp_path,
        entry='import { a } from "./a.js";\nimport { b } from "./b.js";\n\nexport default () => a + b;\n',
        a='import { b } from "./b.js";\n\nexport const a = 2 * b;\n',
        b="export const b = 1;\n",
    )
    lines = [line for line in bundled_script(entry).splitlines() if line]
    assert lines == ["const b = 1;", "const a = 2 * b;", "export default () => a + b;"]


def test_types_are_not_sent_and_strings_stay(tmp_path: Path) -> None:
    entry = _write(
        tmp_path,
        entry="/** @param {number} a\n * @returns {string} */\nexport default (a) => {\n  /** @type {string} */\n"
        '  const text = "/** kept */"; // why\n  return text + a;\n};\n',
    )
    script = bundled_script(entry)
    assert "@" not in script
    assert '"/** kept */"; // why' in script


def test_modules_may_import_each_other(tmp_path: Path) -> None:
    entry = _write(
        tmp_path,
        entry='import { a } from "./a.js";\n\nexport function b() {}\nexport default a;\n',
        a='import {\n  b,\n} from "./entry.js";\n\nexport function a() {\n  b();\n}\n',
    )
    assert "import" not in bundled_script(entry)
    assert bundled_script(entry).count("function b()") == 1


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param({"entry": 'import a from "./a.js";\n', "a": ""}, id="default import"),
        pytest.param({"entry": 'import { a } from "streamlit";\n'}, id="package"),
        pytest.param(
            {"entry": 'import { a } from "./a.js";\n\nconst b = a;\n', "a": "export const a = 1;\nconst b = 2;\n"},
            id="declared twice",
        ),
    ],
)
def test_what_could_not_run_is_refused(tmp_path: Path, texts: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        bundled_script(_write(tmp_path, **texts))


@pytest.mark.parametrize(
    ("sheets", "css"),
    [
        ({"base": ".a {}", "entry": ".b {}"}, ".a {}\n.b {}"),
        ({"base": ".a {}"}, ".a {}"),
        ({"entry": ".b {}"}, ".b {}"),
        ({}, None),
    ],
)
def test_a_base_stands_in_front_of_the_style(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sheets: dict[str, str], css: str | None
) -> None:
    monkeypatch.setattr("streamlit.components.v2.component", lambda _, **given: given["css"])
    entry = _write(tmp_path, entry="export default () => undefined;\n")
    for name, text in sheets.items():
        (tmp_path / f"{name}.css").write_text(text, encoding="utf-8")
    base = tmp_path / "base.css" if "base" in sheets else None
    assert custom_element("element", entry.with_suffix(""), html="<i></i>", base=base).render == css


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.stem)
def test_every_canvas_widget_has_the_style_of_all(entry: Path) -> None:
    is_canvas_widget = "\nfunction mount(" in bundled_script(entry)  # of canvas_widget.js
    assert is_canvas_widget == ("base=CANVAS_STYLE" in entry.with_name("__init__.py").read_text("utf-8"))


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.stem)
def test_every_element_of_the_app_is_one_module(entry: Path) -> None:
    script = bundled_script(entry)
    assert script.count("export ") == 1
    subprocess.run(["node", "--check", "--input-type=module", "-"], input=script, text=True, check=True, timeout=60)


def test_figures_that_can_be_taken_away_are_collected_and_no_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn: list[dict[str, object]] = []
    monkeypatch.setattr("streamlit.components.v2.component", lambda *_, **__: lambda **given: drawn.append(given))
    (tmp_path / "entry.js").write_text("export default function () {}\n", encoding="utf-8")
    element = custom_element("element", tmp_path / "entry", html="<i></i>")
    element(key="before", data={"a": 1}, taken={"a": 1})
    figures: list[DrawnFigure] = []
    with drawn_figures(figures):
        element(key="tiles", data={"a": 2})
        element(key="figure", data={"a": 3, "address": "/x"}, taken={"a": 3, "address": None})
        with drawn_figures([]):
            element(key="drawer", data={"a": 4}, taken={"a": 4})
    element(key="after", data={"a": 5}, taken={"a": 5})
    assert figures == [DrawnFigure(element.files, {"a": 3, "address": None})]
    assert [given["key"] for given in drawn] == ["before", "tiles", "figure", "drawer", "after"]
    assert all("taken" not in given for given in drawn)
