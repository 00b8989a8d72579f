"""What many times of one thing say: their middle, their tail, and how sure a ratio of two middles is.

The interval of the speed-up is a bootstrap (Efron 1979, https://doi.org/10.1214/aos/1176344552): the measured runs are
drawn again, with replacement, and the ratio worked out for each draw. What is drawn are pairs, a run of the one model
and the run of the other beside it, so that what disturbed both does not count against either; and blocks of
neighbouring pairs (Künsch 1989, https://doi.org/10.1214/aos/1176347265), since a disturbance lasts longer than one run.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from components.model.statistics.bootstrap import CONFIDENCE, RESAMPLES, Interval, interval, resample_indices
from components.speed.model.results import Latency

Times = npt.NDArray[np.float64]


def latency(seconds: Sequence[float], *, batch: int, length: int) -> Latency:
    """The distribution of the times of one model in one cell.

    Args:
        seconds: One a run.
        batch: Sentences a run.
        length: Tokens a sentence.

    Raises:
        ValueError: There is no run.
    """
    if not seconds:
        raise ValueError("expected at least one run")
    times: Times = np.asarray(seconds, dtype=np.float64)
    p50, p90, p99 = np.percentile(times, (50, 90, 99))
    return Latency(
        p50=float(p50),
        p90=float(p90),
        p99=float(p99),
        mean=float(times.mean()),
        sd=float(times.std(ddof=1)) if len(times) > 1 else 0.0,
        minimum=float(times.min()),
        maximum=float(times.max()),
        count=len(times),
        sentences_per_second=batch / float(p50),
        tokens_per_second=batch * length / float(p50),
    )


def speed_up(
    first: Sequence[float], second: Sequence[float], *, draws: int = RESAMPLES, confidence: float = CONFIDENCE
) -> Interval:
    """How many times as fast the second model is: the ratio of the medians, with a bootstrap interval.

    Args:
        first: Seconds of the first model, one a run.
        second: Those of the second model; run ``i`` came right after run ``i`` of the first.
        draws: How often the runs are drawn again.
        confidence: Of the interval.

    Raises:
        ValueError: There is no run, or not as many of one as of the other.
    """
    if not first or len(first) != len(second):
        raise ValueError(f"expected pairs of runs, got {len(first)} and {len(second)}")
    one: Times = np.asarray(first, dtype=np.float64)
    other: Times = np.asarray(second, dtype=np.float64)
    drawn = resample_indices(len(one), resamples=draws, block=max(1, round(len(one) ** (1 / 3))))
    ratios = np.median(one[drawn], axis=1) / np.median(other[drawn], axis=1)
    return interval(float(np.median(one) / np.median(other)), ratios, confidence=confidence)
