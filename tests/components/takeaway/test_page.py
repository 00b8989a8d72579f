"""Pages without a server: the app's colours, a figure as it stands, and nothing but what the policy allows."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from components.server.downloads.policy_hash import policy_hash
from components.takeaway.page import PageParts, html_page, theme_style
from components.takeaway.page.figure import TakenFigure, figure_page
from components.widgets.canvas import CANVAS_STYLE, STAGE_STYLE
from components.widgets.element_files import ElementFiles

ROOT = Path(__file__).parents[3]
RIVER = ElementFiles(ROOT / "components" / "senses" / "river" / "river", base=CANVAS_STYLE)
GRID = ElementFiles(ROOT / "components" / "patching" / "grid" / "patch_grid", base=STAGE_STYLE)
HOSTILE = '</script><script>alert(1)</script> {{script}} <!-- <b> & "'


def _variables(block: str) -> dict[str, str]:
    return dict(re.findall(r"--st-([\w-]+): ([^;]+);", block))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_has_the_colours_of_the_app(theme: str) -> None:
    light, dark = theme_style().split("@media", 1)
    variables = _variables(light if theme == "light" else dark)
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"][theme]
    for name, value in variables.items():
        setting = re.sub(r"-(\w)", lambda match: match[1].upper(), name)
        if setting in config:
            assert (
                value == (",".join(config[setting]) if isinstance(config[setting], list) else config[setting]).lower()
            )
    assert {"primary-color", "text-color", "chart-categorical-colors"} <= variables.keys()


@pytest.mark.parametrize("figure", [TakenFigure(RIVER, bytes(range(256))), TakenFigure(GRID, {"tokens": [HOSTILE]})])
def test_a_figures_page_has_no_model_and_allows_its_styles_and_script(figure: TakenFigure) -> None:
    page = figure_page("A figure", figure, headline=HOSTILE, why=(HOSTILE,)).decode()
    (script,) = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)[0]
    assert f"script-src {policy_hash(script)};" in policy
    for style in re.findall(r"<style>(.*?)</style>", page, re.DOTALL):
        assert policy_hash(style) in policy
    assert "worker-src" not in policy
    assert "alert(1)</script>" not in page
    assert len(page) < 1_000_000


def test_a_script_that_ends_early_is_refused() -> None:
    with pytest.raises(ValueError, match="script"):
        html_page(PageParts("", "", "", 'const a = "</script>";', {}, ()))


def test_a_figures_page_needs_neither_torch_nor_streamlit() -> None:
    code = "import sys, components.takeaway.page.figure; sys.exit(bool({'torch', 'streamlit'} & sys.modules.keys()))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)
