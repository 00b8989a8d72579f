"""How soon does the first visitor of a cold server see the title and the picture?

Two servers in turn, each restarted for every visit: the app, and a variant whose script imports torch, transformers and
altair at the top, as scripts usually do, and then shows the same page. Measured with the browser's clock, from the
start of the navigation to the first frame with both the title and the map, with an empty browser cache. Starting the
server process is not included; importing what the script needs is.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.serving import APP, ROOT, chromium, serve
from benchmarks.spread import TimeSpread, spread

REPEATS = 3
_TELL_WHEN_PAINTED = """
const seen = element => element && element.getBoundingClientRect().height > 0;
const look = () => {
  const hosts = [...document.querySelectorAll(".stBidiComponent [data-testid]")];
  const maps = hosts.map(host => host.shadowRoot?.querySelector(".room[data-drawn]"));
  if (seen(document.querySelector("h1")) && maps.some(seen)) {
    requestAnimationFrame(() => console.log("painted " + performance.now()));
  } else {
    requestAnimationFrame(look);
  }
};
if (window === window.top) look();
"""
_IMPORTS_FIRST = f"""
import runpy
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer
import altair
runpy.run_path({str(ROOT / "pages" / "front_door.py")!r})
"""
_VARIANT = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
import streamlit as st
from starlette.middleware import Middleware
from components.server.security_headers import SecurityHeaders
app = st.App(Path(__file__).with_name("imports_first.py"), middleware=[Middleware(SecurityHeaders)])
"""


@dataclass(frozen=True)
class FirstPaint:
    """Seconds from navigation to title and picture."""

    app: TimeSpread
    imports_first: TimeSpread

    def line(self) -> str:
        """The table's line."""
        return (
            f"| First paint of a cold server | {self.app.seconds()} | everything imported first: "
            f"{self.imports_first.seconds()} | {self.imports_first.median / self.app.median:.1f}× |"
        )


def measure() -> FirstPaint:
    """Measure both, in turn."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        variant = Path(folder) / "app.py"
        variant.write_text(_VARIANT, encoding="utf-8")
        variant.with_name("imports_first.py").write_text(_IMPORTS_FIRST, encoding="utf-8")
        pairs = [(_seconds(browser, APP), _seconds(browser, variant)) for _ in range(REPEATS)]
    app, imports_first = zip(*pairs, strict=True)
    return FirstPaint(spread(app), spread(imports_first))


def _seconds(browser: Browser, script: Path) -> float:
    with serve(script) as port, browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        page.add_init_script(_TELL_WHEN_PAINTED)
        with page.expect_console_message(
            lambda message: message.text.startswith("painted "), timeout=60_000
        ) as painted:
            page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
        return float(painted.value.text.split()[1]) / 1e3
