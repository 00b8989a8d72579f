"""The sentences that probes are trained and evaluated on, and their vectors."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import hidden_states
from components.model.results import Tokens
from components.model.user_errors import UserError
from components.probing.model.parsed_sentences import ParsedSentence, tree_distances
from components.probing.model.structural_probe import WORD_LIMIT, mean_by_word, word_positions

SHORTEST = 3  # words without punctuation: a tree of two words is always right
SIZES = {"train": 3000, "dev": 400, "test": 1000}
Halves = npt.NDArray[np.float16]


def split_treebank(sentences: Iterable[ParsedSentence], seed: int = 0) -> dict[str, list[ParsedSentence]]:
    """Split by document, so that no document and no text is in two parts; sentences are drawn at random.

    Args:
        sentences: Of the whole treebank.
        seed: Of the split.
    """
    by_document: dict[str, list[ParsedSentence]] = {}
    texts: set[str] = set()
    for parsed in sentences:
        text = " ".join(parsed.sentence.casefold().split())
        if SHORTEST <= len(parsed.nodes) <= WORD_LIMIT and text not in texts:
            texts.add(text)
            by_document.setdefault(parsed.document, []).append(parsed)
    rng = random.Random(seed)
    documents = sorted(by_document)
    rng.shuffle(documents)
    parts: dict[str, list[ParsedSentence]] = {}
    for name in ("test", "dev", "train"):
        pool: list[ParsedSentence] = []
        while documents and (len(pool) < 1.2 * SIZES[name] or name == "train"):
            pool += by_document[documents.pop()]
        parts[name] = rng.sample(pool, k=min(SIZES[name], len(pool)))
    return parts


@dataclass(frozen=True)
class SentenceVectors:
    """The word vectors of one sentence and its tree.

    Attributes:
        vectors: *Shape:* (layer + 1, node, width)
        heads: For each node, the place of its head among the nodes.
    """

    vectors: Halves
    heads: tuple[int, ...]

    @cached_property
    def distances(self) -> npt.NDArray[np.int64]:
        """The number of arcs between every two words. *Shape:* (node, node)."""
        return tree_distances(self.heads)


@torch.inference_mode()
def sentence_vectors(
    opened: OpenModel, sentences: Sequence[ParsedSentence], *, batch_size: int = 16
) -> list[SentenceVectors]:
    """The vectors of every sentence that the model reads whole, in the order of ``sentences``."""
    readable: dict[int, tuple[Tokens, list[tuple[int, ...]]]] = {}
    for index, parsed in enumerate(sentences):
        try:
            tokens = opened.tokenizer.tokens(parsed.sentence)
        except UserError:
            continue
        positions = word_positions(tokens, parsed.words)
        if all(positions[node] for node in parsed.nodes):
            readable[index] = tokens, [positions[node] for node in parsed.nodes]
    result: dict[int, SentenceVectors] = {}
    order = sorted(readable, key=lambda index: len(readable[index][0]))
    for start in range(0, len(order), batch_size):
        batch = order[start : start + batch_size]
        layers = torch.stack(hidden_states(opened, [readable[index][0].ids for index in batch])).float().cpu().numpy()
        for row, index in enumerate(batch):
            means = mean_by_word(layers[:, row], readable[index][1])
            result[index] = SentenceVectors(means.astype(np.float16), sentences[index].node_heads)
    return [result[index] for index in sorted(result)]
