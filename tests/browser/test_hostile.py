"""Pages of somebody else's reach nothing here: neither the socket, nor by another name, nor in a frame or a script."""

import httpx2
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from tests.browser.rooms_page import APP
from tests.browsers import Serve

pytestmark = pytest.mark.browser  # a served app, as the others have; no browser is needed
ELSEWHERE = "elsewhere.example.org"


def opens(address: str, *, origin: str, host: str = "") -> bool:
    """Whether a page of ``origin`` may open the socket."""
    url = address.replace("http", "ws", 1) + "/_stcore/stream"
    headers = {"Host": host} if host else {}
    try:
        with connect(
            url,
            origin=Origin(origin),
            subprotocols=[Subprotocol("streamlit")],
            additional_headers=headers,
            proxy=None,
        ):
            return True
    except InvalidStatus as refused:
        return refused.response.status_code != 403  # any other trouble is no refusal


def test_a_page_of_another_site_may_not_open_the_socket(serve: Serve) -> None:
    address = serve(APP)
    assert opens(address, origin=address)
    assert not opens(address, origin=f"http://{ELSEWHERE}")
    assert not opens(address, origin="null")


def test_another_name_of_this_machine_is_no_way_in(serve: Serve) -> None:
    address = serve(APP)
    for path in ("/", "/join", "/ready", "/fill-the-blank", "/_stcore/health"):
        assert httpx2.get(address + path, headers={"host": ELSEWHERE}).status_code == 403


def test_the_page_may_run_its_own_scripts_and_no_text_as_one(serve: Serve) -> None:
    policy = httpx2.get(serve(APP)).headers["content-security-policy"]
    directives = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    assert "unsafe-eval" not in policy
    assert "unsafe-inline" not in directives["script-src"]
    assert "*" not in policy
    assert directives["default-src"] == "'self'"
    assert directives["object-src"] == "'none'"
    assert directives["frame-ancestors"] == "'self'"
