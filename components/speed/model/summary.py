"""Statistics of measured times: the latency distribution, and the speed-up with its confidence interval.

The interval of the speed-up is a bootstrap (Efron 1979, https://doi.org/10.1214/aos/1176344552): the measured runs are
resampled with replacement, and the ratio is computed for each resample. Pairs are resampled, a run of the first model
with the run of the second right after it, so that disturbances of both cancel out; and blocks of neighbouring pairs
(Künsch 1989, https://doi.org/10.1214/aos/1176347265), because a disturbance lasts longer than one run.
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
        seconds: Seconds of every run.
        batch: Sentences per run.
        length: Tokens per sentence.

    Raises:
        ValueError: There are no runs.
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
        first: Seconds of every run of the first model.
        second: Seconds of the second model; run ``i`` followed run ``i`` of the first.
        draws: How often the runs are drawn again.
        confidence: Of the interval.

    Raises:
        ValueError: There are no runs, or the numbers of runs differ.
    """
    if not first or len(first) != len(second):
        raise ValueError(f"expected pairs of runs, got {len(first)} and {len(second)}")
    first_times: Times = np.asarray(first, dtype=np.float64)
    second_times: Times = np.asarray(second, dtype=np.float64)
    indices = resample_indices(len(first_times), resamples=draws, block=max(1, round(len(first_times) ** (1 / 3))))
    ratios = np.median(first_times[indices], axis=1) / np.median(second_times[indices], axis=1)
    return interval(float(np.median(first_times) / np.median(second_times)), ratios, confidence=confidence)
