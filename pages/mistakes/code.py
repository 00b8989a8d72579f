"""The code of a mistake: a snippet of the right way, and the same with the one line that is wrong."""

from typing import Any

import cache.mistakes
from components.mistakes.model.mistake import Mistake
from components.mistakes.model.results import Compared
from pages.mistakes.context import MistakesContext
from pages.parts.rooms import MISTAKES
from pages.parts.snippets import model_source, snippet


def code_of(at: MistakesContext, found: Compared | None = None) -> str:
    """Plain transformers code of the right way."""
    values: dict[str, Any] = {name: _plain(value) for name, value in at.mistake.given.items()}
    if "other" in values:
        values["other"] = model_source(cache.mistakes.other_than(at.model.id))[0]
    if found is not None and found.followed is not None and at.mistake.follows:
        values["followed"] = found.followed[0]
    return snippet(MISTAKES, at.mistake.key, at.model, **values)


def wrong_code(at: MistakesContext, found: Compared | None = None) -> str:
    """The same with the wrong line in the right one's place."""
    return code_of(at, found).replace(at.mistake.right, at.mistake.wrong)


def line_of_link(mistake: Mistake) -> str:
    """The wrong line, as Markdown shows code."""
    return f"`{mistake.wrong}`"


def _plain(value: object) -> object:
    """Tuples as the lists that people write."""
    if isinstance(value, tuple):
        return [one if isinstance(one, str) else tuple(one) for one in value]
    return value
