"""Figures for Prometheus: what is open, what waits, what was refused; and nothing of it but on this machine."""

import socket
import urllib.request

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from components.server.metrics import PORT_VARIABLE, REGISTRY, PassMetrics, RequestMetrics, path_kind, serve_metrics


async def page(_: Request) -> PlainTextResponse:
    return PlainTextResponse("page")


async def talk(socket: WebSocket) -> None:
    await socket.accept()
    await socket.receive_text()
    await socket.close()


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.fixture
def browser() -> TestClient:
    routes = [Route("/fill-the-blank", page), WebSocketRoute("/_stcore/stream", talk)]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(RequestMetrics)]))


def test_answers_are_counted_by_part_and_status(browser: TestClient) -> None:
    before = value("riverbank_requests_total", part="page", status="200")
    browser.get("/fill-the-blank")
    browser.get("/join/XXXX")
    assert value("riverbank_requests_total", part="page", status="200") == before + 1
    assert value("riverbank_requests_total", part="join", status="404") >= 1


def test_open_pages_are_counted_while_they_are_open(browser: TestClient) -> None:
    before = value("riverbank_visitors")
    with browser.websocket_connect("/_stcore/stream") as page:
        assert value("riverbank_visitors") == before + 1
        page.send_text("bye")
    assert value("riverbank_visitors") == before


def test_passes_and_refusals_are_counted() -> None:
    rows, refused = value("riverbank_batch_rows_sum"), value("riverbank_refused_total")
    answers = value("riverbank_answer_seconds_count")
    watch = PassMetrics()
    watch.on_batch(7)
    watch.on_answer(0.02)
    watch.on_rejection()
    assert value("riverbank_batch_rows_sum") == rows + 7
    assert value("riverbank_answer_seconds_count") == answers + 1
    assert value("riverbank_refused_total") == refused + 1


@pytest.mark.parametrize("path", ["/", "/x" * 500, "/a/b/join", "/\u2028", "/which-bank"])
def test_whatever_is_asked_for_is_one_of_a_few_parts(path: str) -> None:
    assert path_kind(path) in {"page", "join"}


def test_figures_are_served_to_this_machine_where_a_port_is_named() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert serve_metrics(lambda: 3.0, {PORT_VARIABLE: str(port)})
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        metrics = answer.read().decode()
    assert "riverbank_students 3.0" in metrics
    assert "riverbank_answer_seconds_bucket" in metrics


@pytest.mark.parametrize("named", ["", "no port", "-1", "99999999"])
def test_what_is_no_port_serves_nothing_and_stops_nothing(named: str, caplog: pytest.LogCaptureFixture) -> None:
    assert not serve_metrics(lambda: 0.0, {PORT_VARIABLE: named})
    assert (PORT_VARIABLE in caplog.text) is bool(named)
