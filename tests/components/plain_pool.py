"""A pool of models without Ray: the same replies, from a small server of the standard library."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from components.model.inference.pool import PATH
from components.server.pool import PoolModels
from tests.components.waiting import LONG_ENOUGH


@contextmanager
def plain_server(port: int, status: int | None = None, models: PoolModels | None = None) -> Iterator[str]:
    """Models behind a small server, those of the app if none are given, or one that answers with a status alone."""
    models = models or PoolModels()

    class PoolHandler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == PATH
            body = self.rfile.read(int(self.headers["Content-Length"]))
            (reply,) = models.answer([body])
            self.send_response(status or reply.status_code)
            for name, value in reply.headers.items() if status is None else [("content-length", str(len(reply.body)))]:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(bytes(reply.body))

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", port), PoolHandler)
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.shutdown()
        thread.join(LONG_ENOUGH)
        server.socket.close()
