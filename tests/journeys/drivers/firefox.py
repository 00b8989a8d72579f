"""Firefox, driven through Marionette, which needs no geckodriver."""

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.browsers import free_port
from tests.journeys.drivers.driver import PHONE
from tests.journeys.drivers.marionette import MarionetteClient
from tests.journeys.drivers.webdriver import WebDriver

_BARS = 86  # pixels above the page, of tabs and address
_PREFERENCES = {
    "browser.shell.checkDefaultBrowser": "false",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "toolkit.telemetry.reportingpolicy.firstRun": "false",
    "network.captive-portal-service.enabled": "false",
    "network.connectivity-service.enabled": "false",
    "app.update.disabledForTesting": "true",
    "dom.w3c_touch_events.enabled": "1",
}
# What the page itself complained of: scripts of the browser's own write to the same place. The security policy is left
# out: Streamlit asks whether it may run WebAssembly, is told no, and does without.
_COMPLAINTS = """
const fromPage = (source) => String(source ?? "").startsWith("http");
const errors = Services.console.getMessageArray()
  .filter((each) => each instanceof Ci.nsIScriptError && fromPage(each.sourceName))
  .filter((each) => !(each.flags & Ci.nsIScriptError.warningFlag) && each.category !== "CSP_CSPWasmEvalScriptViolation")
  .map((each) => `error: ${each.errorMessage} (${each.sourceName})`);
Services.console.reset();
const kept = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
const written = kept.getEvents()
  .filter((each) => each.level === "error" && fromPage(each.filename))
  .map((each) => `console: ${[...each.arguments].map(String).join(" ").slice(0, 300)}`);
kept.clearEvents();
return [...errors, ...written];
"""


class FirefoxDriver(WebDriver):
    """A Firefox of its own, with a new profile. Its window is at least 500 pixels wide."""

    name = "firefox"

    def __init__(self, executable: str, size: tuple[int, int]) -> None:
        self.touches = size == PHONE
        self._profile = Path(tempfile.mkdtemp(prefix="riverbank-firefox-"))
        port = free_port()
        lines = [f'user_pref("{name}", {value});' for name, value in _PREFERENCES.items()]
        lines.append(f'user_pref("marionette.port", {port});')
        (self._profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        options = ("--headless", "--marionette", "--no-remote", "-remote-allow-system-access")
        self._process = subprocess.Popen(
            [executable, *options, "--profile", str(self._profile)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._client = MarionetteClient(port)
        self.send("SetWindowRect", width=size[0], height=size[1] + _BARS)

    def send(self, command: str, **parameters: Any) -> Any:
        if command == "ExecuteScript":
            parameters["sandbox"] = None  # the page's own scope
        elif command == "TakeScreenshot":
            parameters["full"] = False
        return self._client.ask(f"WebDriver:{command}", parameters)

    def complaints(self) -> list[str]:
        self._client.ask("Marionette:SetContext", {"value": "chrome"})
        complaints: list[str] = self.run(_COMPLAINTS)
        self._client.ask("Marionette:SetContext", {"value": "content"})
        return complaints

    def close(self) -> None:
        self._client.close()
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._profile, ignore_errors=True)
