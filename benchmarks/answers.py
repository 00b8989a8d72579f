"""How long does a plain HTTP response take, on a persistent connection like a browser's?

Nothing is computed, so anything beyond a millisecond is waiting, for example for an acknowledgement.
"""

import time
from dataclasses import dataclass

import httpx2

from benchmarks.serving import serve
from benchmarks.spread import TimeSpread, spread

WARM_UP, ANSWERS = 20, 300
PATHS = ("/_stcore/health", "/join/assets/join.js")


@dataclass(frozen=True)
class Answers:
    """Seconds per response, by path."""

    times: dict[str, TimeSpread]

    def line(self) -> str:
        """The table's line."""
        cells = "; ".join(
            f"`{path}` p50 {1e3 * each.median:.1f} ms, p95 {1e3 * each.p95:.1f} ms" for path, each in self.times.items()
        )
        return f"| {ANSWERS} plain answers over HTTP on one connection | {cells} | | |"


def measure() -> Answers:
    """Measure on a server of its own."""
    with serve() as port, httpx2.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
        return Answers({path: spread(_times(client, path)) for path in PATHS})


def _times(client: httpx2.Client, path: str) -> list[float]:
    times = []
    for _ in range(WARM_UP + ANSWERS):
        start = time.perf_counter()
        client.get(path).raise_for_status()
        times.append(time.perf_counter() - start)
    return times[WARM_UP:]
