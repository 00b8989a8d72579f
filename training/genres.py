"""The genres of the corpus, and the evaluation of a model on each."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import torch
from transformers import BertTokenizer

from training.corpus import corpus_files
from training.evaluate import Evaluation, evaluate
from training.objectives import Model, VocabularyIds
from training.segments import NoHeldOutTextError, held_out_text

EVERYDAY = "everyday sentences"
SENTENCES_FOR_SEGMENT = 10  # everyday sentences that have about the tokens of one segment
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
    segments: int,
) -> dict[str, Evaluation]:
    """Evaluate how well ``model`` predicts tokens of every genre in ``corpus`` on held-out documents.

    Everyday sentences are read one by one, as people type them; other genres in segments of their documents.
    """
    evaluations = {}
    for genre in GENRES:
        try:
            text = held_out_text(
                corpus, tokenizer, genre_files(genre, corpus_files(corpus)), by_sentence=genre == EVERYDAY
            )
        except NoHeldOutTextError:
            continue
        evaluations[genre] = evaluate(
            model,
            text,
            vocabulary_ids=vocabulary_ids,
            device=device,
            segments=segments * (SENTENCES_FOR_SEGMENT if genre == EVERYDAY else 1),
            next_sentence=False,
        )
    return evaluations
