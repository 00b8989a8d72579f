"""What does a pool of models behind Ray Serve answer, and how soon, beside this process's own engine?

Thirty-two threads fill one blank after another, each in a new sentence: once with the engine of this process, once with
a pool of one replica over HTTP. Client, proxy and replica share the cores of this machine, so the pool's figure is
lower than on separate machines. Needs Ray (requirements-cluster.txt).
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.rerun import new_sentences
from benchmarks.spread import TimeSpread, spread
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.engine import Engine
from components.model.inference.pool import PoolClient
from components.model.inference.prediction import predictions
from components.server.workers import free_ports

ROOT = Path(__file__).parents[1]
ASKERS, QUESTIONS_EACH, WARM_UP = 32, 30, 3


@dataclass(frozen=True)
class EngineTimes:
    """Seconds per answer, and answers per second of all threads together."""

    seconds: TimeSpread
    rate: float


@dataclass(frozen=True)
class PoolTimes:
    """The engine of a process, and a pool with one replica."""

    here: EngineTimes
    pool: EngineTimes

    def line(self) -> str:
        """The table's line."""
        texts = [
            f"{times.rate:.0f}/s, p50 {times.seconds.milliseconds()}, p95 {1e3 * times.seconds.p95:.0f} ms"
            for times in (self.pool, self.here)
        ]
        return (
            f"| {ASKERS} askers of one replica behind Ray Serve, all on one machine | {texts[0]} | "
            f"of the process's own engine: {texts[1]} | {self.pool.rate / self.here.rate:.2f}× |"
        )


def measure() -> PoolTimes:
    """Measure both."""
    opened = Engine(weights_folder).open_model(DEFAULT_MODEL)
    here = _engine_times(opened)
    with ray_pool() as address:
        pool = PoolClient(address)
        pool_times = _engine_times(replace(opened, predictor=pool))
        pool.close()
    return PoolTimes(here, pool_times)


@contextmanager
def ray_pool() -> Iterator[str]:
    """Start a pool with one replica in separate processes. Yields its address."""
    (port,) = free_ports(1)
    command = [
        sys.executable,
        "-m",
        "components.server.pool",
        "--port",
        str(port),
        "--replicas",
        "1",
        "--max-replicas",
        "1",
    ]
    process = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {"OMP_NUM_THREADS": "2"}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert process.stdout is not None
        if b"A pool of models" not in process.stdout.readline():
            raise RuntimeError("the pool did not start: is Ray installed (requirements-cluster.txt)?")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.communicate(timeout=60)


def _engine_times(opened: OpenModel) -> EngineTimes:
    sentences = new_sentences()
    read = [[opened.tokenizer.tokens(next(sentences)) for _ in range(WARM_UP + QUESTIONS_EACH)] for _ in range(ASKERS)]

    def ask(number: int) -> list[float]:
        times = []
        for tokens in read[number]:
            start = time.perf_counter()
            predictions(opened, tokens)
            times.append(time.perf_counter() - start)
        return times[WARM_UP:]

    with ThreadPoolExecutor(ASKERS) as threads:
        start = time.perf_counter()
        times = [taken for each in threads.map(ask, range(ASKERS)) for taken in each]
        whole = time.perf_counter() - start
    return EngineTimes(spread(times), ASKERS * (WARM_UP + QUESTIONS_EACH) / whole)
