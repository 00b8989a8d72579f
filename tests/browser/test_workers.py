"""A page whose process is killed opens again elsewhere, with what its visitor had chosen; so does one in a class."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Page, expect

from components.classroom.cookie import COOKIE
from components.server.proxies import find_proxy
from components.server.workers import STORES, free_ports
from tests.components.waiting import until

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
ROOT = Path(__file__).parents[2]
SENTENCE = "A heron stood in the [MASK] all day."


@pytest.fixture(scope="module")
def several() -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """Two processes of the app behind a proxy, and its address."""
    if find_proxy() is None or not any(map(shutil.which, STORES)):
        pytest.skip("there is no proxy, or no store, on this machine")
    (port,) = free_ports(1)
    command = [sys.executable, "-m", "components.server.workers", "--workers", "2", "--server.port", str(port)]
    environment = {name: value for name, value in os.environ.items() if name != "RIVERBANK_STORE"}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert b"2 processes behind" in process.stdout.readline()
    yield process, f"http://127.0.0.1:{port}"
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)


def workers_of(process: "subprocess.Popen[bytes]") -> list[psutil.Process]:
    return [child for child in psutil.Process(process.pid).children() if "streamlit" in child.cmdline()]


def test_a_page_whose_process_is_killed_comes_back_with_its_state(
    page: Page, several: tuple["subprocess.Popen[bytes]", str]
) -> None:
    process, address = several
    page.goto(f"{address}/class")
    page.get_by_role("button", name="Start a class").first.click()
    heading = page.get_by_role("heading", name=re.compile("^Class .{5}$"))
    expect(heading).to_be_visible()
    started = heading.inner_text()
    until(lambda: any(cookie.get("name") == COOKIE for cookie in page.context.cookies()))
    page.goto(f"{address}/fill-the-blank?sentence={SENTENCE.replace(' ', '+')}&k=7")
    box = page.get_by_label(re.compile("^Your sentence")).first
    expect(page.locator(".st-key-live")).to_be_attached(timeout=60_000)
    expect(box).to_have_value(SENTENCE)
    before = workers_of(process)
    with page.expect_websocket(timeout=90_000):  # nobody touches the page: it asks again by itself
        for worker in before:  # whichever holds it
            worker.kill()
    until(lambda: len(workers_of(process)) == 2)
    expect(box).to_have_value(SENTENCE)
    assert "k=7" in page.url
    box.fill("A heron caught the [MASK] at once.")
    box.press("Enter")
    expect(page.get_by_role("button", name="caught").first).to_be_visible(timeout=60_000)
    assert not {worker.pid for worker in before} & {worker.pid for worker in workers_of(process)}
    page.goto(f"{address}/class")  # which the store has kept
    expect(page.get_by_role("heading", name=started)).to_be_visible()
