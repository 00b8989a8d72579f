"""A pool of models as a Ray Serve deployment; the app's processes use it through ``RIVERBANK_ENGINE``.

``pip install -r requirements-cluster.txt`` and then ``python -m components.server.pool`` start it on this machine, or
on the cluster that ``RAY_ADDRESS`` names. Every replica has its own models, on a GPU if it is given one. Ray Serve
passes requests to it in batches and scales the number of replicas.
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
from components.model.checkpoints.registry import model_record
from components.model.inference.batching import QueuedRequest, reply_to_batch, split_first_batch
from components.model.inference.forward import predict_batch
from components.model.inference.pool import DEVICE_HEADER, PATH
from components.model.inference.prediction_io import PredictionOutput
from components.model.inference.wire import decode_request, encode_outputs
from components.model.user_errors import UserError
from components.server.openmp_wait import SPIN_VARIABLE, limit_spinning

ROOT = Path(__file__).parents[2]
BODY_LIMIT = 4 * 1024 * 1024  # bytes; 32 rows of 512 tokens take a tenth of that
BATCH, WAIT_S = 32, 0.005
# Clients that were answered together send their next requests at about the same time, so after a full batch it pays to
# wait a little longer. A single client does not wait.
CROWDED_WAIT_S = 0.04
ONGOING_REQUESTS = 64  # per replica


class PoolModels:
    """The models of one replica.

    Args:
        folder_of: Returns the folder of a model's weights.
        record_of: Returns the record of a model id.
    """

    def __init__(
        self,
        folder_of: Callable[[ModelRecord], Path | None] = weights_folder,
        record_of: Callable[[str], ModelRecord] = model_record,
    ) -> None:
        self._loader, self._record_of = Loader(folder_of), record_of
        self.device = self._loader.device.name

    def answer(self, bodies: Sequence[bytes]) -> list[Response]:
        """The responses to a batch of request bodies, in order."""
        replies: list[Response | Future[list[PredictionOutput]]] = []
        waiting: list[QueuedRequest] = []
        for body in bodies:
            try:
                model_id, questions = decode_request(body)
                request = QueuedRequest(self._loader.open(self._record_of(model_id)), questions)
            except ValueError as error:
                replies.append(self._error(str(error), 400))
            except UserError as error:
                replies.append(self._error(str(error), 404))
            else:
                replies.append(request.reply if questions else self._success([]))
                waiting += [request] if questions else []
        while waiting:
            batch, waiting = split_first_batch(waiting)
            reply_to_batch(predict_batch, batch)
        return [reply if isinstance(reply, Response) else self._reply(reply) for reply in replies]

    def _reply(self, reply: "Future[list[PredictionOutput]]") -> Response:
        try:
            return self._success(reply.result(0))
        except UserError as error:
            return self._error(str(error), 404)
        except Exception as error:
            return self._error(f"{type(error).__name__} in a pass", 500)

    def _success(self, replies: Sequence[PredictionOutput]) -> Response:
        return Response(encode_outputs(replies), media_type="application/octet-stream", headers=self._headers)

    def _error(self, message: str, status: int) -> Response:
        return PlainTextResponse(message, status, self._headers)

    @property
    def _headers(self) -> dict[str, str]:
        return {DEVICE_HEADER: self.device}


def deployment(*, min_replicas: int, max_replicas: int, gpus: float) -> Any:
    """The deployment for Ray Serve, which adds replicas up to ``max_replicas`` as more requests wait."""
    serve: Any = importlib.import_module("ray.serve")

    class Models:
        def __init__(self) -> None:
            self._models = PoolModels()

        async def answer_batch(self, bodies: list[bytes]) -> list[Response]:
            batched: Any = self.answer_batch
            batched.set_batch_wait_timeout_s(CROWDED_WAIT_S if len(bodies) > 1 else WAIT_S)
            return await asyncio.to_thread(self._models.answer, bodies)

        async def __call__(self, request: WebRequest) -> Response:
            if request.url.path != PATH:
                return PlainTextResponse("ready", 200 if request.url.path == "/ready" else 404)
            if int(request.headers.get("content-length") or BODY_LIMIT + 1) > BODY_LIMIT:
                return PlainTextResponse("too long", 413)
            batched: Any = self.answer_batch  # one request in, one response out
            response: Response = await batched(await request.body())
            return response

    batches: Any = serve.batch(max_batch_size=BATCH, batch_wait_timeout_s=WAIT_S)
    Models.answer_batch = batches(Models.answer_batch)  # type: ignore[method-assign]

    deployed: Any = serve.deployment(
        name="riverbank-models",
        max_ongoing_requests=ONGOING_REQUESTS,
        max_queued_requests=ONGOING_REQUESTS * max_replicas,
        autoscaling_config={
            "min_replicas": min_replicas,
            "max_replicas": max_replicas,
            "target_ongoing_requests": ONGOING_REQUESTS // 4,
        },
        ray_actor_options={"num_gpus": gpus, "num_cpus": 1},
    )(Models)
    return deployed.bind()


def main(arguments: Sequence[str]) -> int:
    """Serve until SIGINT or SIGTERM. Returns the exit status."""
    options = _parser().parse_args(arguments)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # sends no usage statistics
    ray: Any = importlib.import_module("ray")
    serve: Any = importlib.import_module("ray.serve")

    # Imported by name, so that replicas can import it; every machine has the repository at the same path.
    from components.server.pool import deployment

    stop = threading.Event()
    local_options = {} if "RAY_ADDRESS" in os.environ else {"include_dashboard": False}
    limit_spinning()
    variables = {"PYTHONPATH": str(ROOT)}
    if SPIN_VARIABLE in os.environ:
        variables[SPIN_VARIABLE] = os.environ[SPIN_VARIABLE]
    ray.init(log_to_driver=False, runtime_env={"env_vars": variables}, **local_options)
    serve.start(http_options={"host": options.host, "port": options.port})
    max_replicas = max(options.replicas, options.max_replicas)
    serve.run(deployment(min_replicas=options.replicas, max_replicas=max_replicas, gpus=options.gpus), name="riverbank")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    sys.stdout.write(
        f"A pool of models at http://{options.host}:{options.port}: RIVERBANK_ENGINE names it to the app.\n"
    )
    sys.stdout.flush()
    stop.wait()
    if "RAY_ADDRESS" in os.environ:
        serve.delete("riverbank")
    ray.shutdown()  # also stops what was started here
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m components.server.pool", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8600)
    parser.add_argument("--replicas", type=int, default=1, help="minimum number of replicas")
    parser.add_argument("--max-replicas", type=int, default=4, help="maximum number of replicas")
    parser.add_argument("--gpus", type=float, default=0.0, help="GPUs for each replica; fractions are allowed")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
