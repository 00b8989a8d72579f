"""How long does it take to predict every position of a sentence of 24 tokens, each masked in turn?

Against a loop over Hugging Face's fill-mask pipeline, one masked sentence at a time as its documentation shows, with a
model of BERT-base's size, both in single precision. Riverbank uses its engine: batches, ONNX Runtime, and the
vocabulary head on masked positions only.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer, pipeline

from benchmarks.base_model import base_model, folder_of, open_compiled, sentence
from benchmarks.spread import TimeSpread, spread
from components.model.inference.batching import MicroBatcher
from components.model.inference.prediction import token_scores

TOKENS = 24
REPEATS = 5


@dataclass(frozen=True)
class EveryPosition:
    """Seconds per sentence."""

    riverbank: TimeSpread
    pipeline: TimeSpread
    tokens: int

    def line(self) -> str:
        """The table's line."""
        return (
            f"| Every position predicted, {self.tokens} tokens, BERT-base size | {self.riverbank.seconds()} | "
            f"loop over the fill-mask pipeline: {self.pipeline.seconds()} | "
            f"{self.pipeline.median / self.riverbank.median:.1f}× |"
        )


def measure() -> EveryPosition:
    """Measure both, in turn."""
    with base_model() as record:
        opened = replace(open_compiled(record), predictor=MicroBatcher())
        tokens = opened.tokenizer.tokens(sentence(0, tokens=TOKENS))
        if len(tokens) != TOKENS:
            raise RuntimeError(f"expected {TOKENS} tokens, got {len(tokens)}")
        words = [token.text for token in tokens.items[1:-1]]
        masked = [" ".join([*words[:i], "[MASK]", *words[i + 1 :]]) for i in range(len(words))]
        ways: dict[str, Callable[[], object]] = {
            "riverbank": lambda: token_scores(opened, tokens),
            "pipeline": _loop(folder_of(record), masked),
        }
        times: dict[str, list[float]] = {name: [] for name in ways}
        for repeat in range(REPEATS + 1):  # the first is a warm-up
            for name, way in ways.items():
                start = time.perf_counter()
                way()
                if repeat:
                    times[name].append(time.perf_counter() - start)
    return EveryPosition(
        riverbank=spread(times["riverbank"]),
        pipeline=spread(times["pipeline"]),
        tokens=TOKENS,
    )


def _loop(folder: Path, masked: list[str]) -> Callable[[], object]:
    """The loop over a pipeline."""
    model = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32).eval()
    fill = pipeline("fill-mask", model=model, tokenizer=AutoTokenizer.from_pretrained(folder))
    return lambda: [fill(text) for text in masked]
