"""Blanks that are typed: "[MASK]" and "<mask>" both are one, whatever a model calls its own mask.

So one link serves every model. Before a tokenizer reads a text, what was typed is replaced by the mask as the tokenizer
knows it; nothing else of the text is touched. Copied code does it by ``sentence.replace("[MASK]", mask_token)``.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass

MASK_TEXT = "[MASK]"
_TYPED = re.compile(r"\[mask\]|<mask>", re.IGNORECASE)


@dataclass(frozen=True)
class MaskedText:
    """A text with its typed masks replaced, and where its characters stood before.

    Attributes:
        text: As the tokenizer gets it.
        masks: Of every mask: start and end here, start and end in the text as typed.
    """

    text: str
    masks: tuple[tuple[int, int, int, int], ...]

    def typed_span(self, start: int, end: int) -> tuple[int, int]:
        """A span of ``text`` as a span of what was typed; one that ends inside a mask takes in all of it."""
        return self._typed_place(start, is_end=False), self._typed_place(end, is_end=True)

    def _typed_place(self, place: int, *, is_end: bool) -> int:
        number = bisect_right(self.masks, place, key=lambda mask: mask[0]) - 1
        if number < 0:
            return place
        start, end, typed_start, typed_end = self.masks[number]
        if start < place < end:
            return typed_end if is_end else typed_start
        return typed_start if place == start else typed_end + place - end


def has_typed_mask(text: str) -> bool:
    """Whether a blank is typed in a text."""
    return _TYPED.search(text) is not None


def replace_typed_masks(text: str, mask_token: str = MASK_TEXT) -> str:
    """The text with every typed mask written as ``mask_token``."""
    return masked_text(text, mask_token).text


def masked_text(text: str, mask_token: str) -> MaskedText:
    """The text with every typed mask written as ``mask_token``, and the places of all."""
    parts: list[str] = []
    masks: list[tuple[int, int, int, int]] = []
    done = length = 0
    for match in _TYPED.finditer(text):
        before = text[done : match.start()]
        start = length + len(before)
        length = start + len(mask_token)
        masks.append((start, length, *match.span()))
        parts += before, mask_token
        done = match.end()
    return MaskedText("".join([*parts, text[done:]]), tuple(masks))
