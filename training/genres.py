"""What kinds of text the corpus has, and a model's figures for each."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import torch
from transformers import BertTokenizer

from training.corpus import corpus_files, documents
from training.dataset import MixedSingles, PairSampler, SingleSampler, encode
from training.evaluate import Evaluation, evaluate
from training.objectives import Marks, Model

EVERYDAY = "everyday sentences"
GENRES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "encyclopedia": ("wikipedia-",),
        "fiction": ("fiction-", "ebooks-", "childrens-", "stories-"),
        "dialogue": ("dialogues-",),
        "definitions": ("wordnet-",),
        "textbooks": ("textbook", "deep-learning-"),
        EVERYDAY: ("sentences-",),
    }
)


def genre_files(genre: str, files: list[str]) -> list[str]:
    """Those of ``files`` that are of ``genre``."""
    return [name for name in files if name.startswith(GENRES[genre])]


def evaluate_genres(
    model: Model, corpus: Path, tokenizer: BertTokenizer, *, marks: Marks, device: torch.device, pairs: int
) -> dict[str, Evaluation]:
    """Figures of ``model`` on the held-out documents of every genre that ``corpus`` has, as of :func:`evaluate`.

    Everyday sentences are asked one by one, as people type them; everything else in pairs of segments.
    """
    found = {}
    for genre in GENRES:
        only = genre_files(genre, corpus_files(corpus))
        held_out = [one.paragraphs for one in documents(corpus, only) if one.held_out]
        if not held_out:
            continue
        text = encode(held_out, tokenizer)
        ends = {"cls": tokenizer.cls_token_id, "sep": tokenizer.sep_token_id}
        sampler = (
            MixedSingles(SingleSampler(text, **ends, pad=tokenizer.pad_token_id, whole_documents=False))
            if genre == EVERYDAY
            else PairSampler(text, **ends)
        )
        found[genre] = evaluate(model, sampler, marks=marks, device=device, pairs=pairs)
    return found
