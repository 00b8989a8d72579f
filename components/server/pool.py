"""What answers in a pool of models: a deployment of Ray Serve, for ``RIVERBANK_ENGINE`` of the app's processes.

``pip install -r requirements-cluster.txt`` and then ``python -m components.server.pool`` start it on this machine, or
on the cluster that ``RAY_ADDRESS`` names. Every replica holds models of its own, on a GPU where it is given one; Ray
Serve hands it what has come in as batches and starts as many replicas as are asked for.
"""

import argparse
import asyncio
import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import PlainTextResponse, Response

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import record
from components.model.inference.batches import Request, answer_all, first_batch
from components.model.inference.pool import DEVICE_HEADER, PATH
from components.model.inference.prediction import Answer, answers
from components.model.inference.wire import answers_as_bytes, questions_of
from components.model.user_errors import UserError
from components.server.short_spins import VARIABLE, keep_spins_short

ROOT = Path(__file__).parents[2]
MOST_BODY = 4 * 1024 * 1024  # bytes: 32 rows of 512 pieces take a tenth of that
BATCH, WAIT_S = 32, 0.005
# What came in together comes in together again, a moment apart, and a pass takes what it is given: waiting for them all
# makes one pass of many. Who is alone waits for nobody.
CROWDED_WAIT_S = 0.04
ONGOING = 64  # requests of one replica


class PoolModels:
    """The models of one replica."""

    def __init__(
        self,
        folder_of: Callable[[ModelRecord], Path | None] = weights_folder,
        record_of: Callable[[str], ModelRecord] = record,
    ) -> None:
        self._loader, self._record_of = Loader(folder_of), record_of
        self.device = self._loader.device.name

    def answered(self, bodies: Sequence[bytes]) -> list[Response]:
        """The replies to what has come in together."""
        replies: list[Response | Future[list[Answer]]] = []
        waiting: list[Request] = []
        for body in bodies:
            try:
                model_id, questions = questions_of(body)
                request = Request(self._loader.open(self._record_of(model_id)), questions)
            except ValueError as error:
                replies.append(self._told(str(error), 400))
            except UserError as error:
                replies.append(self._told(str(error), 404))
            else:
                replies.append(request.reply if questions else self._found([]))
                waiting += [request] if questions else []
        while waiting:
            batch, waiting = first_batch(waiting)
            answer_all(answers, batch)
        return [reply if isinstance(reply, Response) else self._reply(reply) for reply in replies]

    def _reply(self, reply: "Future[list[Answer]]") -> Response:
        try:
            return self._found(reply.result(0))
        except UserError as error:
            return self._told(str(error), 404)
        except Exception as error:
            return self._told(f"{type(error).__name__} in a pass", 500)

    def _found(self, found: Sequence[Answer]) -> Response:
        return Response(answers_as_bytes(found), media_type="application/octet-stream", headers=self._headers)

    def _told(self, what: str, status: int) -> Response:
        return PlainTextResponse(what, status, self._headers)

    @property
    def _headers(self) -> dict[str, str]:
        return {DEVICE_HEADER: self.device}


def deployment(*, replicas: int, most: int, gpus: float) -> Any:
    """The deployment for Ray Serve, which starts more replicas as more wait."""
    serve: Any = importlib.import_module("ray.serve")

    class Models:
        def __init__(self) -> None:
            self._models = PoolModels()

        async def together(self, bodies: list[bytes]) -> list[Response]:
            batched: Any = self.together
            batched.set_batch_wait_timeout_s(CROWDED_WAIT_S if len(bodies) > 1 else WAIT_S)
            return await asyncio.to_thread(self._models.answered, bodies)

        async def __call__(self, request: WebRequest) -> Response:
            if request.url.path != PATH:
                return PlainTextResponse("ready", 200 if request.url.path == "/ready" else 404)
            if int(request.headers.get("content-length") or MOST_BODY + 1) > MOST_BODY:
                return PlainTextResponse("too long", 413)
            batched: Any = self.together  # one request in, one response out
            found: Response = await batched(await request.body())
            return found

    batches: Any = serve.batch(max_batch_size=BATCH, batch_wait_timeout_s=WAIT_S)
    Models.together = batches(Models.together)  # type: ignore[method-assign]

    deployed: Any = serve.deployment(
        name="riverbank-models",
        max_ongoing_requests=ONGOING,
        max_queued_requests=ONGOING * most,
        autoscaling_config={"min_replicas": replicas, "max_replicas": most, "target_ongoing_requests": ONGOING // 4},
        ray_actor_options={"num_gpus": gpus, "num_cpus": 1},
    )(Models)
    return deployed.bind()


def main(arguments: Sequence[str]) -> int:
    """Serve until a signal ends it."""
    asked = _parser().parse_args(arguments)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no request leaves the machine
    ray: Any = importlib.import_module("ray")
    serve: Any = importlib.import_module("ray.serve")

    # By its own name, so that replicas import it; each machine has the clone at the same place.
    from components.server.pool import deployment

    ending = threading.Event()
    own = {} if "RAY_ADDRESS" in os.environ else {"include_dashboard": False}
    keep_spins_short()
    variables = {"PYTHONPATH": str(ROOT)}
    if VARIABLE in os.environ:
        variables[VARIABLE] = os.environ[VARIABLE]
    ray.init(log_to_driver=False, runtime_env={"env_vars": variables}, **own)
    serve.start(http_options={"host": asked.host, "port": asked.port})
    most = max(asked.replicas, asked.most)
    serve.run(deployment(replicas=asked.replicas, most=most, gpus=asked.gpus), name="riverbank")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ending.set())
    sys.stdout.write(f"A pool of models at http://{asked.host}:{asked.port}: RIVERBANK_ENGINE names it to the app.\n")
    sys.stdout.flush()
    ending.wait()
    if "RAY_ADDRESS" in os.environ:
        serve.delete("riverbank")
    ray.shutdown()  # and with it what was started here
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m components.server.pool", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8600)
    parser.add_argument("--replicas", type=int, default=1, help="minimum number of replicas")
    parser.add_argument("--most", type=int, default=4, help="maximum number of replicas")
    parser.add_argument("--gpus", type=float, default=0.0, help="GPUs for each replica; fractions are allowed")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
