"""Cached heads of tasks, and what they say of whole texts, shared by the rooms that ask them."""

from typing import TYPE_CHECKING

from cache.engine import engine
from cache.sized_cache import share_results
from components.model.checkpoints.unlisted import MULTITASK_MODEL_ID, SST2_RUN
from components.model.heads.specs import REVIEWS

if TYPE_CHECKING:
    from components.model.heads.head import Head
    from components.model.heads.results import TextReading


@share_results(1)
def heads() -> "dict[str, tuple[Head, ...]]":
    """Every bundled head, by name."""
    from components.model.heads.heads import load_heads, load_review_head

    return load_heads() | {REVIEWS: (load_review_head(),)}


@share_results(20)
def published_head(model_id: str) -> "Head":
    """The head that a checkpoint was published with."""
    from components.model.heads.published_heads import published_head

    return published_head(engine().open_model(model_id))


def encoder_of(head: str) -> str:
    """The id of the model whose vectors a bundled head reads."""
    return SST2_RUN.id if head == REVIEWS else MULTITASK_MODEL_ID


def heads_of(model_id: str, head: str) -> "tuple[Head, ...]":
    """The bundled head of that name, once for each pooling; for other models the head they were published with."""
    return heads()[head] if head in heads() and model_id == encoder_of(head) else (published_head(model_id),)


@share_results(500)
def text_reading(head: str, text: str, model_id: str = "") -> "TextReading":
    """A head's prediction for a whole text, for each pooling; ``model_id`` if it is a published one."""
    from components.model.heads.readings import classify_text

    model_id = model_id or encoder_of(head)
    return classify_text(*engine().read(model_id, text), heads_of(model_id, head))
