"""Foreign hosts are turned away on every path, and metrics are told to this machine only."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from streamlit import config

from components.server.host_check import METRICS_PATH, HostCheck


def client(address: str = "127.0.0.1") -> TestClient:
    app = Starlette(
        routes=[Route("/{path:path}", lambda request: PlainTextResponse("served"))],
        middleware=[Middleware(HostCheck)],
    )
    return TestClient(app, base_url="http://localhost:8501", client=(address, 5000))


@pytest.fixture(autouse=True)
def allowed() -> Iterator[None]:
    before = config.get_option("server.allowedHosts")
    config.set_option("server.allowedHosts", ["localhost", "lectern.local"])
    yield
    config.set_option("server.allowedHosts", before)


@pytest.mark.parametrize("path", ["/", "/fill", METRICS_PATH, "/_stcore/health", "/parcel/x/y", "/static/main.js"])
def test_a_foreign_host_is_refused_on_every_path(path: str) -> None:
    assert client().get(path, headers={"Host": "evil.example"}).status_code == 403
    assert client().get(path, headers={"Host": "localhost:8501"}).text == "served"
    assert client().get(path, headers={"Host": "lectern.local"}).text == "served"


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.168.1.20", {}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.9"}, 403),
        ("testclient", {}, 403),
    ],
)
@pytest.mark.parametrize("path", [METRICS_PATH, f"/under/a/path{METRICS_PATH}", f"{METRICS_PATH}/"])
def test_metrics_are_for_this_machine(path: str, address: str, headers: dict[str, str], status: int) -> None:
    assert client(address).get(path, headers=headers).status_code == status


def test_everything_else_is_for_everybody() -> None:
    assert client("192.168.1.20").get("/fill").text == "served"
