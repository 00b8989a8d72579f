"""The genres of the corpus, and the evaluation of a model on each."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import torch
from transformers import BertTokenizer

from training.corpus import corpus_files, documents
from training.dataset import MixedSingles, PairSampler, SingleSampler, encode_documents
from training.evaluate import Evaluation, evaluate
from training.objectives import Model, VocabularyIds

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
    """The ``files`` of this genre."""
    return [name for name in files if name.startswith(GENRES[genre])]


def evaluate_genres(
    model: Model,
    corpus: Path,
    tokenizer: BertTokenizer,
    *,
    vocabulary_ids: VocabularyIds,
    device: torch.device,
    pairs: int,
) -> dict[str, Evaluation]:
    """Evaluate ``model`` on the held-out documents of every genre in ``corpus``, with :func:`evaluate`.

    Everyday sentences are read one by one, as people type them; other genres in pairs of segments.
    """
    evaluations = {}
    for genre in GENRES:
        only = genre_files(genre, corpus_files(corpus))
        held_out = [document.paragraphs for document in documents(corpus, only) if document.held_out]
        if not held_out:
            continue
        text = encode_documents(held_out, tokenizer)
        ends = {"cls": tokenizer.cls_token_id, "sep": tokenizer.sep_token_id}
        sampler = (
            MixedSingles(SingleSampler(text, **ends, pad=tokenizer.pad_token_id, whole_documents=False))
            if genre == EVERYDAY
            else PairSampler(text, **ends)
        )
        evaluations[genre] = evaluate(model, sampler, vocabulary_ids=vocabulary_ids, device=device, pairs=pairs)
    return evaluations
