"""A made-up corpus whose pieces tell where they are from."""

import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from transformers import BertTokenizer

from training.dataset import EncodedText, encode_documents
from training.recipe import Architecture, Recipe
from training.wordpiece import SPECIAL_TOKENS

CPU = torch.device("cpu")
TINY = Recipe(
    tokens=40_000,
    architecture=Architecture(layers=2, width=32, heads=2, positions=128),
    batch_tokens=512,
    learning_rate=4e-3,
    warmup_tokens=5_000,
    singles=0.0,  # sentences of this corpus are all of one length
)
SUBJECTS = ["the king", "the queen", "a dog", "the old man", "my sister", "the river"]
VERBS = ["sees", "likes", "finds", "hears"]
OBJECTS = ["the sea", "a house", "the bank", "bread", "a small bird", "the road to town"]


def sentence(rng: random.Random) -> str:
    return f"{rng.choice(SUBJECTS)} {rng.choice(VERBS)} {rng.choice(OBJECTS)}."


def paragraphs(seed: int, count: int = 60) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(sentence(rng) for _ in range(rng.randint(1, 6))) for _ in range(count)]


def write_corpus(folder: Path, *, files: int = 2, count: int = 60) -> Path:
    for number in range(files):
        (folder / f"book-{number}.txt").write_text("\n\n".join(paragraphs(number, count)), encoding="utf-8")
    return folder


def tokenizer() -> BertTokenizer:
    words = sorted({word for part in (*SUBJECTS, *VERBS, *OBJECTS) for word in part.split()})
    return BertTokenizer(vocab={word: n for n, word in enumerate([*SPECIAL_TOKENS, ".", "!", "?", *words])})


def encoded(documents: int = 6, count: int = 60) -> EncodedText:
    return encode_documents((paragraphs(seed, count) for seed in range(documents)), tokenizer())


def numbered(*sizes: int, every: int = 7, first: int = 10) -> EncodedText:
    """Documents whose pieces count up and never repeat, with a sentence beginning at every ``every``th piece."""
    bounds = np.concatenate(([0], np.cumsum(sizes)))
    starts = np.unique(np.concatenate([np.arange(a, b, every) for a, b in pairwise(bounds)]))
    return EncodedText(np.arange(first, first + bounds[-1]).astype(np.uint16), bounds, starts)
