"""Who may show the app in a frame."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from components.server.security_headers import FRAMES_VARIABLE, SecurityHeaders, connections, frame_ancestors


def policy(*, page_policy: str | None = None) -> str:
    headers = {} if page_policy is None else {"Content-Security-Policy": page_policy}
    app = Starlette(
        routes=[Route("/", lambda request: PlainTextResponse("", headers=headers))],
        middleware=[Middleware(SecurityHeaders)],
    )
    return TestClient(app).get("/").headers["Content-Security-Policy"]


def test_a_page_connects_to_its_own_host_alone_and_sends_forms_nowhere_else() -> None:
    directives = dict(each.split(" ", 1) for each in policy().split("; "))
    assert directives["connect-src"].split() == ["'self'", "ws://testserver", "wss://testserver"]
    assert directives["form-action"] == "'self'"


@pytest.mark.parametrize("host", ["", "a.edu; script-src *", "a b", "*", "ws:"])
def test_what_is_no_host_is_in_no_policy(host: str) -> None:
    assert connections(host) == "connect-src 'self'"


@pytest.mark.parametrize("host", ["localhost:8501", "a-b.example.edu", "[::1]:8501", "127.0.0.1"])
def test_a_host_is_named_with_its_port(host: str) -> None:
    assert connections(host).split()[1:] == ["'self'", f"ws://{host}", f"wss://{host}"]


def test_other_sites_may_not_frame_it() -> None:
    assert policy().endswith("; frame-ancestors 'self'")


def test_a_page_with_a_policy_of_its_own_is_not_framed_elsewhere_either() -> None:
    assert policy(page_policy="sandbox allow-scripts") == "sandbox allow-scripts; frame-ancestors 'self'"


def test_the_operator_may_name_a_course_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FRAMES_VARIABLE, "https://course.example.org https://*.uni.example:8443")
    assert policy().endswith("frame-ancestors 'self' https://course.example.org https://*.uni.example:8443")


@pytest.mark.parametrize("named", ["course.example.org", "https://a.org; script-src *", "https://a.org/path", "*"])
def test_what_is_no_site_is_refused(named: str) -> None:
    with pytest.raises(ValueError, match=FRAMES_VARIABLE):
        frame_ancestors({FRAMES_VARIABLE: named})
