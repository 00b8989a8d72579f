"""Example benchmarks, each named by the question it answers."""

from dataclasses import dataclass, replace

from components.speed.model.spec import Benchmark


@dataclass(frozen=True)
class BenchmarkPreset:
    """A named benchmark, and what to look for in its results."""

    name: str
    benchmark: Benchmark
    notice: str


_POCKET = Benchmark()  # the pair whose results ship, so that the button measures what is shown
BASE = replace(_POCKET, first="bert-base-uncased", second="distilbert-base-uncased", least_seconds=2.0)

BENCHMARK_PRESETS = (
    BenchmarkPreset(
        "Half the layers",
        _POCKET,
        "Two small models of this project, with four layers and two: measured in seconds instead of minutes. "
        "Where layers are small, the parts that both models share weigh more.",
    ),
    BenchmarkPreset(
        "BERT base and DistilBERT",
        BASE,
        "BERT base has twelve layers, DistilBERT six. Vocabulary head and embeddings are equally large in both. "
        "Do half the layers take half the time?",
    ),
    BenchmarkPreset(
        "One at a time, on a processor",
        replace(BASE, device="cpu", batches=(1,), lengths=(128,)),
        "Sanh and others timed one example at a time on a CPU. Do their 60% hold on this one, at 128 tokens?",
    ),
    BenchmarkPreset(
        "Longer and longer",
        replace(BASE, batches=(1,), lengths=(32, 64, 128, 256, 512)),
        "Attention grows with the square of the length, everything else in proportion to it. Does the speed-up change?",
    ),
    BenchmarkPreset(
        "More at once",
        replace(BASE, batches=(1, 2, 4, 8, 16), lengths=(32,)),
        "A batch shares the cost of loading the weights. When does a larger batch stop paying off?",
    ),
    BenchmarkPreset(
        "Attention step by step",
        replace(BASE, attention="eager", batches=(1,), lengths=(64, 256)),
        "Eager attention stores every weight, as the other rooms need. What does that cost?",
    ),
    BenchmarkPreset(
        "A model against itself",
        replace(_POCKET, second="pocket-bert", batches=(1,), lengths=(64,)),
        "There is no difference to find. If the interval does not include 1.0, do not trust the measurement.",
    ),
)
