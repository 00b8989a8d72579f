"""What does sharing one encoder between heads save, and what does encoding every pair cost?

A new text asked by all heads for whole texts and words after one pass, against a pass for each of them, as separately
fine-tuned models would need. Ten passages ranked for a new question by vectors that are there, against ten pairs read;
the ratio of counted operations stands beside that of times. And a passage of 5,000 words, read in windows.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.spread import TimeSpread, spread
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.unlisted import MULTITASK_MODEL_ID
from components.model.heads.head import Head
from components.model.heads.heads import encode_texts, load_heads, pooled_vector
from components.model.heads.specs import ANSWERS, SPAN, SPECS, HeadInput
from components.model.inference.engine import Engine
from components.model.statistics.cosines import cosine_matrix
from components.tasks.model.gold import passages
from components.tasks.model.search import rank_passages
from components.tasks.model.spans import answer_question

REPEATS = 12
TEXT = "Anna Petrova flew from Lima to Toronto to work for Siemens, and the film on the way was dull."
QUESTIONS = ("Which river floods in spring?", "Who opened the bank?", "How far is Mercury from the Sun?")
LONG_WORDS = 5000


@dataclass(frozen=True)
class Tasks:
    """Times in seconds. ``heads`` is the number of heads, ``counted`` the ratio of operations of both searches."""

    heads: int
    together: TimeSpread
    apart: TimeSpread
    vectors: TimeSpread
    pairs: TimeSpread
    counted: float
    passage: float

    def line(self) -> str:
        """The table's lines."""
        return (
            f"| A new text, {self.heads} heads on one encoder | {self.together.milliseconds()} | an encoder for each: "
            f"{self.apart.milliseconds()} | {self.apart.median / self.together.median:.1f}× |\n"
            f"| Ten passages ranked by vectors that are there | {self.vectors.milliseconds()} | by reading each pair: "
            f"{self.pairs.milliseconds()} | {self.pairs.median / self.vectors.median:.0f}×, "
            f"counted {self.counted:.0f}× |\n"
            f"| The best span of {LONG_WORDS:,} words, window by window | {self.passage:.1f} s | | |"
        )


def measure() -> Tasks:
    """Measure them in turn, each with texts that are not cached."""
    opened = Engine(weights_folder).open_model(MULTITASK_MODEL_ID)
    heads_by_name = load_heads()
    heads = [
        head
        for name, spec in SPECS.items()
        if spec.input_kind in (HeadInput.TEXT, HeadInput.WORDS)
        for head in heads_by_name[name][:1]
    ]
    tokens = opened.tokenizer.tokens(TEXT)

    def together() -> None:
        (vectors,) = encode_texts(opened, [tokens])
        for head in heads:
            _ask(head, vectors)

    def apart() -> None:
        for head in heads:
            (vectors,) = encode_texts(opened, [tokens])
            _ask(head, vectors)

    def _ask(head: Head, vectors: np.ndarray) -> None:
        head.scores(vectors if head.pooling is None else pooled_vector(opened, vectors, head)[0])

    texts = [passage.text for passage in passages()[:10]]
    alone = [opened.tokenizer.tokens(text) for text in texts]
    means = np.stack([vectors.mean(axis=0) for vectors in encode_texts(opened, alone)])
    answers = heads_by_name[ANSWERS][0]

    def by_vectors(question: str) -> None:
        (vectors,) = encode_texts(opened, [opened.tokenizer.tokens(question)])
        cosine_matrix(np.vstack([vectors.mean(axis=0), means]))

    def by_pairs(question: str) -> None:
        for vectors in encode_texts(opened, [opened.tokenizer.pair(question, text) for text in texts]):
            answers.scores(vectors[0])

    questions = [QUESTIONS[place % len(QUESTIONS)] for place in range(REPEATS)]
    result = rank_passages(
        opened,
        opened.tokenizer.tokens(questions[0]),
        alone,
        [opened.tokenizer.pair(questions[0], text) for text in texts],
        answers,
    )
    words = " ".join(text for passage in passages() for text in passage.text.split())
    long = " ".join((f"{words} " * (LONG_WORDS // len(words.split()) + 1)).split()[:LONG_WORDS])
    start = time.perf_counter()
    answer_question(opened, questions[0], long, heads_by_name[SPAN][0])
    passage = time.perf_counter() - start
    together_times, apart_times = _both([together] * REPEATS, [apart] * REPEATS)
    vectors, pairs = _both(
        [partial(by_vectors, question) for question in questions],
        [partial(by_pairs, question) for question in questions],
    )
    counted = result.pair_search_operations(len(texts)) / result.vector_search_operations(len(texts))
    return Tasks(len(heads), together_times, apart_times, vectors, pairs, counted, passage)


def _both(
    ones: Sequence[Callable[[], object]], others: Sequence[Callable[[], object]]
) -> tuple[TimeSpread, TimeSpread]:
    """Seconds of two alternatives, in turn, after a warm-up of each."""
    times: tuple[list[float], list[float]] = ([], [])
    ones[0]()
    others[0]()
    for pair in zip(ones, others, strict=True):
        for run, taken in zip(pair, times, strict=True):
            start = time.perf_counter()
            run()
            taken.append(time.perf_counter() - start)
    return spread(times[0]), spread(times[1])
