"""Cached results of the room “Tasks”, shared by all visitors."""

import json
import time
from typing import TYPE_CHECKING, Any

from cache.engine import engine
from cache.shared.heads import heads, heads_of
from cache.sized_cache import share_results
from components.model.checkpoints.unlisted import HEADS_FOLDER, MULTITASK_MODEL_ID, SST2_FOLDER
from components.model.heads.specs import ANSWERS, SPAN
from components.tasks.model.gold import passages

if TYPE_CHECKING:
    from components.tasks.model.results import SearchResult, TextSimilarity
    from components.tasks.model.span_results import SpanReading
    from components.tasks.model.spans import ProgressCallback
    from components.tasks.model.word_results import WordsReading


@share_results(1)
def figures() -> dict[str, Any]:
    """The evaluation of the bundled heads, as ``python -m training.heads`` and ``training.sst2.evaluate`` stored it."""
    evaluation: dict[str, Any]
    evaluation, of_reviews = (
        json.loads((folder / "evaluation.json").read_text(encoding="utf-8")) for folder in (HEADS_FOLDER, SST2_FOLDER)
    )
    for kind in ("figures", "frozen"):
        evaluation[kind] += of_reviews[kind]
    return evaluation


@share_results(20)
def encoder_parameters(model_id: str) -> int:
    """The number of parameters of a model, without its published head."""
    return sum(weights.numel() for weights in engine().open_model(model_id).model.base_model.parameters())


@share_results(500)
def text_similarities(head: str, text: str, other: str) -> "tuple[TextSimilarity, ...]":
    """The cosine of two texts, for each pooling of a head."""
    from components.tasks.model.readings import text_similarities

    opened, first = engine().read(MULTITASK_MODEL_ID, text)
    return text_similarities(opened, first, opened.tokenizer.tokens(other), heads()[head])


@share_results(500)
def words_reading(head: str, text: str, model_id: str = MULTITASK_MODEL_ID) -> "WordsReading":
    """A head's predictions for every token of a text."""
    from components.tasks.model.readings import tag_words

    return tag_words(*engine().read(model_id, text), heads_of(model_id, head)[0])


@share_results(200)
def span_reading(
    question: str,
    passage: str,
    max_answer_length: int,
    on_progress: "ProgressCallback",
    model_id: str = MULTITASK_MODEL_ID,
) -> "SpanReading":
    """The best answer spans of a passage.

    ``on_progress`` is called with the share of windows read, unless the result is cached.
    """
    from components.tasks.model.spans import answer_question

    head = heads_of(model_id, SPAN)[0]
    return answer_question(
        engine().open_model(model_id),
        question,
        passage,
        head,
        max_answer_length=max_answer_length,
        on_progress=on_progress,
    )


@share_results(500)
def ranked_passages(question: str, chosen: tuple[int, ...]) -> "tuple[SearchResult, float]":
    """Bundled passages ranked for a question by both methods, and the seconds that took."""
    from components.tasks.model.search import rank_passages

    opened, question_tokens = engine().read(MULTITASK_MODEL_ID, question)
    texts = [passages()[place].text for place in chosen]
    alone = [opened.tokenizer.tokens(text) for text in texts]
    pairs = [opened.tokenizer.pair(question, text) for text in texts]
    began = time.perf_counter()
    result = rank_passages(opened, question_tokens, alone, pairs, heads()[ANSWERS][0])
    return result, time.perf_counter() - began
