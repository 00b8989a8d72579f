"""Typed masks: "[MASK]" and "<mask>" both work for every model, so one link serves all of them.

Before tokenization they are replaced by the tokenizer's own mask token; nothing else of the text changes. Copied code
does the same with ``sentence.replace("[MASK]", mask_token)``.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass

MASK_TEXT = "[MASK]"
_TYPED = re.compile(r"\[mask\]|<mask>", re.IGNORECASE)


@dataclass(frozen=True)
class MaskedText:
    """A text with its typed masks replaced, and the mapping of positions to the text as typed.

    Attributes:
        text: The text for the tokenizer.
        masks: For every mask its start and end in ``text``, then its start and end as typed.
    """

    text: str
    masks: tuple[tuple[int, int, int, int], ...]

    def typed_span(self, start: int, end: int) -> tuple[int, int]:
        """Map a span of ``text`` to the text as typed; a span that ends inside a mask includes the whole mask."""
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
    """Whether a text has a typed mask."""
    return _TYPED.search(text) is not None


def replace_typed_masks(text: str) -> str:
    """Replace every typed mask by :data:`MASK_TEXT`."""
    return masked_text(text, MASK_TEXT).text


def masked_text(text: str, mask_token: str) -> MaskedText:
    """Replace every typed mask by ``mask_token``, with the mapping of positions."""
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
