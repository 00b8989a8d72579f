"""What a page asks for beside itself is found below the path that the operator names."""

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from components.server.base_path import with_base_path


async def respond(request: Request) -> PlainTextResponse:
    return PlainTextResponse(request.path_params["key"])


ROUTES = [Route("/parcel/{key}", respond), Route("/send/{key}", respond, methods=["POST"])]


@pytest.mark.parametrize(("base", "before"), [("", ""), ("riverbank", "/riverbank"), ("/a/b/", "/a/b")])
def test_addresses_are_below_the_path(base: str, before: str) -> None:
    browser = TestClient(Starlette(routes=with_base_path(base, ROUTES)))
    assert browser.get(f"{before}/parcel/x").text == "x"
    assert browser.get("/parcel/x").text == "x"
    assert browser.post(f"{before}/send/x").text == "x"
    assert browser.get(f"{before}/send/x").status_code == 405
    assert browser.get(f"{before}/other").status_code == 404
