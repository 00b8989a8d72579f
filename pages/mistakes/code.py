"""The code of a mistake: the right version, and the version with the wrong line."""

from typing import Any

import cache.mistakes
from components.mistakes.model.mistake import Mistake
from components.mistakes.model.results import Comparison
from pages.mistakes.context import MistakesContext
from pages.parts.rooms import MISTAKES
from pages.parts.snippets import model_source, snippet

# The last line of programs about one probability, and what says the word instead.
PROBABILITY_LINE = "print(logits[0, blank].softmax(dim=-1)[answer_id].item())"
WORD_LINE = "print(tokenizer.decode(logits[0, blank].argmax()))"


def code_of(context: MistakesContext, comparison: Comparison | None = None) -> str:
    """Plain transformers code of the right version."""
    values: dict[str, Any] = {name: _as_lists(value) for name, value in context.mistake.inputs.items()}
    if "other" in values:
        values["other"] = model_source(cache.mistakes.other_model(context.model.id))[0]
    if comparison is not None and comparison.followed is not None and context.mistake.needs_followed:
        values["answer_id"] = comparison.followed[0]
    return snippet(MISTAKES, context.mistake.key, context.model, **values)


def wrong_code(context: MistakesContext, comparison: Comparison | None = None, *, prints_word: bool = False) -> str:
    """The code with the wrong line; it prints a probability, or the likeliest word instead."""
    code = code_of(context, comparison).replace(context.mistake.right, context.mistake.wrong)
    if not prints_word or PROBABILITY_LINE not in code:
        return code
    lines = code.replace(PROBABILITY_LINE, WORD_LINE).splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("answer_id = "))


def wrong_line(mistake: Mistake) -> str:
    """The wrong line, as Markdown shows code."""
    return f"`{mistake.wrong}`"


def _as_lists(value: object) -> object:
    """Tuples as lists, as people write them."""
    if isinstance(value, tuple):
        return [item if isinstance(item, str) else tuple(item) for item in value]
    return value
