"""A pair of sentences written as one: "The keys/key to the house ___ lost."."""

import re

from components.model.tokens.typed_masks import MASK_TEXT, replace_typed_masks
from components.model.user_errors import UserError

# The first version begins where a word does: from each of its letters, the search would take quadratic time.
_VERSIONS = re.compile(r"(?<![^\s/(“\"\[\]])([^\s/(“\"\[\]]+)/([^\s/.,;:!?)”\"\[\]]+)")
_BLANK = re.compile(r"_{2,}")


def read_written_pair(text: str) -> tuple[str, str]:
    """The two sentences, each with [MASK] at the blank.

    Raises:
        UserError: There is no word in two versions, both versions are the same, or there is not one blank.
    """
    text = _without_spaces_at_slashes(_BLANK.sub(MASK_TEXT, replace_typed_masks(text)))
    if text.count(MASK_TEXT) != 1:
        raise UserError("Leave one blank: write ___ where the model has to guess.")
    if not _VERSIONS.search(text):
        raise UserError("Write one word in two versions with a slash between them, such as keys/key.")
    first, second = _VERSIONS.sub(r"\1", text), _VERSIONS.sub(r"\2", text)
    if first.casefold() == second.casefold():
        raise UserError("Both versions are the same word. Change one of them.")
    return first, second


def _without_spaces_at_slashes(text: str) -> str:
    return "/".join(map(str.strip, text.split("/")))
