"""Who may show the app in a frame."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from components.server.security_headers import FRAMES_VARIABLE, SecurityHeaders, frame_ancestors


def policy(*, own: str | None = None) -> str:
    headers = {} if own is None else {"Content-Security-Policy": own}
    app = Starlette(
        routes=[Route("/", lambda request: PlainTextResponse("", headers=headers))],
        middleware=[Middleware(SecurityHeaders)],
    )
    return TestClient(app).get("/").headers["Content-Security-Policy"]


def test_other_sites_may_not_frame_it() -> None:
    assert policy().endswith("; frame-ancestors 'self'")


def test_a_page_with_a_policy_of_its_own_is_not_framed_elsewhere_either() -> None:
    assert policy(own="sandbox allow-scripts") == "sandbox allow-scripts; frame-ancestors 'self'"


def test_the_operator_may_name_a_course_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FRAMES_VARIABLE, "https://course.example.org https://*.uni.example:8443")
    assert policy().endswith("frame-ancestors 'self' https://course.example.org https://*.uni.example:8443")


@pytest.mark.parametrize("named", ["course.example.org", "https://a.org; script-src *", "https://a.org/path", "*"])
def test_what_is_no_site_is_refused(named: str) -> None:
    with pytest.raises(ValueError, match=FRAMES_VARIABLE):
        frame_ancestors({FRAMES_VARIABLE: named})
