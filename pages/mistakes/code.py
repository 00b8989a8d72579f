"""The code of a mistake: a snippet of the right way, and the same with the one line that is wrong."""

from typing import Any

import cache.mistakes
from components.mistakes.model.mistake import Mistake
from components.mistakes.model.results import Comparison
from pages.mistakes.context import MistakesContext
from pages.parts.rooms import MISTAKES
from pages.parts.snippets import model_source, snippet


def code_of(context: MistakesContext, comparison: Comparison | None = None) -> str:
    """Plain transformers code of the right way."""
    values: dict[str, Any] = {name: _as_lists(value) for name, value in context.mistake.inputs.items()}
    if "other" in values:
        values["other"] = model_source(cache.mistakes.other_model(context.model.id))[0]
    if comparison is not None and comparison.followed is not None and context.mistake.needs_followed:
        values["followed"] = comparison.followed[0]
    return snippet(MISTAKES, context.mistake.key, context.model, **values)


def wrong_code(context: MistakesContext, comparison: Comparison | None = None) -> str:
    """The same with the wrong line in the right one's place."""
    return code_of(context, comparison).replace(context.mistake.right, context.mistake.wrong)


def wrong_line(mistake: Mistake) -> str:
    """The wrong line, as Markdown shows code."""
    return f"`{mistake.wrong}`"


def _as_lists(value: object) -> object:
    """Tuples as the lists that people write."""
    if isinstance(value, tuple):
        return [item if isinstance(item, str) else tuple(item) for item in value]
    return value
