"""A page may have so many bytes uploaded at a time, and so may all pages of one address."""

import asyncio

import httpx2
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from components.server.upload_limits import UploadLimits
from tests.event_loops import run_in_own_loop


class Store:
    """Stands for Streamlit's: keeps every file of a session."""

    def __init__(self) -> None:
        self.files: dict[str, dict[str, bytes]] = {}

    def bytes_of(self, session: str) -> int:
        return sum(map(len, self.files.get(session, {}).values()))

    async def put(self, request: Request) -> Response:
        body = await request.body()
        self.files.setdefault(request.path_params["session"], {})[request.path_params["file"]] = body
        return Response(status_code=204)

    def app(self, session_limit: int = 100, address_limit: int = 250) -> Starlette:
        limits = Middleware(UploadLimits, session_limit, address_limit, self.bytes_of)
        routes = [
            Route("/base/_stcore/upload_file/{session}/{file}", self.put, methods=["PUT"]),
            Route("/_stcore/upload_file/{session}/{file}", self.put, methods=["PUT"]),
            Route("/other/{session}/{file}", self.put, methods=["PUT"]),
        ]
        return Starlette(routes=routes, middleware=[limits])


def put(client: TestClient, session: str, file: str, size: int, folder: str = "/_stcore/upload_file") -> int:
    return client.put(f"{folder}/{session}/{file}", content=b"x" * size).status_code


def test_a_session_keeps_so_much_and_what_is_removed_makes_room() -> None:
    store = Store()
    client = TestClient(store.app())
    assert [put(client, "a", name, 40) for name in "12345"] == [204, 204, 413, 413, 413]
    assert put(client, "a", "6", 20) == 204
    assert put(client, "b", "1", 40) == 204, "another page has a limit of its own"
    del store.files["a"]["1"]
    assert put(client, "a", "7", 40) == 204
    assert store.bytes_of("a") == 100


def test_an_address_keeps_so_much_over_all_its_pages_and_other_addresses_are_not_affected() -> None:
    store = Store()
    app = store.app()
    here, elsewhere = TestClient(app, client=("10.0.0.1", 1)), TestClient(app, client=("10.0.0.2", 1))
    assert [put(here, f"page {n}", "1", 60) for n in range(6)] == [204] * 4 + [413] * 2
    assert put(elsewhere, "elsewhere", "1", 60) == 204
    store.files.clear()
    assert put(here, "page 7", "1", 60) == 204


def test_it_holds_below_a_path_too_and_leaves_everything_else_alone() -> None:
    client = TestClient(Store().app())
    assert put(client, "a", "1", 101, "/base/_stcore/upload_file") == 413
    assert put(client, "a", "1", 500, "/other") == 204
    assert client.get("/_stcore/upload_file/a/1").status_code == 405


def test_what_does_not_say_how_long_it_is_counts_as_the_largest() -> None:
    store = Store()
    client = TestClient(store.app(session_limit=1_000))
    assert client.put("/_stcore/upload_file/a/1", content=iter([b"x"])).status_code == 413


def test_files_that_are_on_their_way_together_count_together() -> None:
    store = Store()
    whole = store.app(session_limit=100)

    async def send_all() -> list[int]:
        async def send_file(name: str) -> int:
            async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=whole), base_url="http://here") as client:
                answer = await client.put(f"/_stcore/upload_file/a/{name}", content=b"x" * 60)
                return int(answer.status_code)

        return list(await asyncio.gather(*(send_file(name) for name in "12345")))

    statuses = run_in_own_loop(send_all())
    assert sorted(statuses) == [204, 413, 413, 413, 413]
    assert store.bytes_of("a") == 60
