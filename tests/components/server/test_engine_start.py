"""The launcher has each of its workers load the models, at the start and after each restart."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from components.server.workers import HEALTH, READY, Child, HealthWatch, allowed_host
from tests.components.waiting import until


def test_a_worker_loads_its_models_before_a_page_comes_and_again_after_a_restart() -> None:
    requests: list[tuple[str, str]] = []

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append((self.path, self.headers["Host"]))
            self.send_response(503 if self.path == READY else 200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    ending, child = threading.Event(), Child("a worker", ["sleep", "60"])
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        child.start()
        watch = HealthWatch(ending, every_s=0.05, host="lectern.example.edu")
        thread = watch.watch(child, f"http://127.0.0.1:{server.server_port}")
        try:
            until(lambda: len([path for path, _ in requests if path == HEALTH]) > 3)
            assert [host for path, host in requests if path == READY] == ["lectern.example.edu"], "once"
            child.end()
            child.start()
            until(lambda: len([path for path, _ in requests if path == READY]) == 2)
        finally:
            ending.set()
            thread.join()
            child.end()
            server.shutdown()


@pytest.mark.parametrize(
    ("options", "host"),
    [
        ((), ""),
        (("--server.port", "1"), ""),
        (("--server.allowedHosts", "a.example.edu"), "a.example.edu"),
        (("--server.allowedHosts=a.example.edu,b.example.edu",), "a.example.edu"),
        (("--server.allowedHosts", "*"), ""),
    ],
)
def test_the_host_that_workers_answer_to_is_one_that_they_were_given(options: tuple[str, ...], host: str) -> None:
    assert allowed_host(options) == host
