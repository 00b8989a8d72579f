"""Streamlit's page goes out with what it has to know first; every other answer goes out as it is."""

import gzip
import re
from pathlib import Path

import pytest
import streamlit
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from components.server.security_headers import POLICY
from components.server.shell import PageShell, inline_scripts

INDEX = Path(streamlit.__file__).parent / "static" / "index.html"
OTHER = "<html><head></head><body>Ours</body></html>"
PAGE = {"accept": "text/html"}


@pytest.fixture
def browser() -> TestClient:
    routes = [
        Route("/page", lambda request: FileResponse(INDEX)),
        Route("/ours", lambda request: HTMLResponse(OTHER)),
        Route("/packed", lambda request: Response(gzip.compress(b"x"), headers={"content-encoding": "gzip"})),
        Route("/nothing", lambda request: Response(status_code=304)),
    ]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(PageShell)]))


def test_the_page_names_its_server_before_any_script_of_its_own(browser: TestClient) -> None:
    answer = browser.get("/page", headers={**PAGE, "accept-encoding": "identity"})
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert len(answer.content) > INDEX.stat().st_size
    assert "BACKEND_BASE_URL" in answer.text.split("</head>")[0]
    assert re.search(r'<html [^>]*translate="no"', answer.text)
    # Its body is Streamlit's, with what is read until its first output before it.
    body = re.sub(r'<style>.*?(<div id="root">)', r"\1", answer.text.split("</head>")[1], flags=re.DOTALL)
    assert body == INDEX.read_text(encoding="utf-8").split("</head>")[1]


def test_a_style_sheet_of_all_pages_stands_behind_the_head_and_before_the_pages_own(tmp_path: Path) -> None:
    sheet = tmp_path / "all.css"
    sheet.write_text(".x { color: red; } /* “é” */", encoding="utf-8")
    app = Starlette(routes=[Route("/", lambda request: FileResponse(INDEX))], middleware=[Middleware(PageShell, sheet)])
    answer = TestClient(app).get("/", headers=PAGE)
    head, _, body = answer.text.partition("</head>")
    assert sheet.read_text(encoding="utf-8") not in head
    assert f"<style>{sheet.read_text(encoding='utf-8')}</style>" in body.split('<div id="root">')[0]


def test_until_the_first_run_has_answered_the_page_has_a_line_to_read_in_both_schemes(browser: TestClient) -> None:
    before = browser.get("/page", headers=PAGE).text.split('<div id="root">')[0]
    assert re.search(r'<p [^>]*role="status"[^>]*>\w+', before)
    for scheme in ("light", "dark"):
        assert str(streamlit.get_option(f"theme.{scheme}.backgroundColor")) in before


@pytest.mark.parametrize("base", ["", "/class/bert/"])
def test_the_home_page_has_a_picture_until_then_and_no_other_page_has(base: str) -> None:
    start = base.rstrip("/")
    routes = [Route(f"{start}{path}", lambda request: FileResponse(INDEX)) for path in ("/", "/fill-the-blank")]
    shell = Middleware(PageShell, picture="<svg></svg>", base=base)
    client = TestClient(Starlette(routes=routes, middleware=[shell]))
    assert "<svg></svg>" in client.get(f"{start}/", headers=PAGE).text
    assert "<svg></svg>" not in client.get(f"{start}/fill-the-blank", headers=PAGE).text


def test_the_page_is_compressed_for_who_accepts_it(browser: TestClient) -> None:
    plain = browser.get("/page", headers={**PAGE, "accept-encoding": "identity"})
    answer = browser.get("/page", headers={**PAGE, "accept-encoding": "gzip, br"})
    assert answer.content == plain.content
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(plain.content) / 2
    assert "content-encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["vary"]


def test_a_copy_of_streamlits_page_in_a_browser_is_not_taken_for_it(browser: TestClient) -> None:
    cached = TestClient(Starlette(routes=[Route("/page", lambda request: FileResponse(INDEX))])).get("/page").headers
    answer = browser.get("/page", headers={**PAGE, "if-none-match": cached["etag"]})
    assert answer.status_code == 200
    assert "etag" not in answer.headers


def test_other_answers_are_left_alone(browser: TestClient) -> None:
    assert browser.get("/ours", headers=PAGE).text == OTHER
    assert browser.get("/packed", headers=PAGE).content == b"x"
    assert browser.get("/nothing", headers=PAGE).status_code == 304
    assert browser.get("/page", headers={"accept": "*/*"}).content == INDEX.read_bytes()


def test_the_policy_allows_the_scripts_of_the_page() -> None:
    assert len(inline_scripts()) >= 1
    assert POLICY.count("'sha256-") == len(inline_scripts())
