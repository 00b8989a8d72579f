"""A sentence as a strip of token chips: click a chip to mask it, click it again to unmask it.

A drag over several chips, or Shift with a click or an arrow key, masks them all in one change. A strip can also select
one word, or be read-only: a click then starts editing, and a drag chooses the words to type over.

Design. The strip is *controlled*: Python owns which positions are masked and sends every chip's state on every run. The
browser answers with the **whole set** of masked positions as a state value, never with one toggled position, because:

- No click is lost when clicks are faster than reruns. Streamlit merges waiting reruns, and of several triggers with one
  name Python gets the last one only: two quick toggles would become one. Of several whole sets the last is right.
- A set is idempotent: delivered twice, or again after a reconnection, it means the same.

Each answer also carries the fingerprint of the sentence it was clicked on, so that a late click cannot mask a word of
the next sentence, and a click number. The number makes two equal sets differ (Streamlit calls back on change only, and
Python may have cleared the masks in between), and it is sent back so that the browser knows which clicks Python has
processed: until then it shows the visitor's own clicks instead of flickering through older states.

    def toggled() -> None:
        positions = masked_positions("strip", current_chips())
        if positions is not None:
            st.session_state["masked"] = positions

    token_strip(current_chips(), key="strip", on_toggle=toggled)
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal

import streamlit as st

from components.widgets.custom_element import custom_element

__all__ = ["Chip", "ChipState", "Kind", "masked_positions", "token_strip"]

ChipState = Literal["plain", "masked", "typed", "special"]
Kind = Literal["mask", "mark", "read"]

_TOGGLEABLE = ("plain", "masked")
_LARGEST_SAFE_INTEGER = 2**53 - 1  # of JavaScript numbers, so that the click number comes back as it was sent

_mount = custom_element("riverbank_token_strip", Path(__file__).with_name("token_strip"))


@dataclass(frozen=True, slots=True)
class Chip:
    """One token of a strip.

    Attributes:
        text: The token's text, "play" or "##ing"; for a masked chip, that of the hidden token.
        position: Index in the token sequence, unique within a strip.
        state: "typed" is a mask that the visitor typed, "special" a token that the tokenizer added; neither can be
            toggled.
        continues: Whether the token continues the word of the chip before it, and is drawn joined to it.
        start: Offset of its first character in the sentence.
        end: Offset after its last character.
    """

    text: str
    position: int
    state: ChipState
    continues: bool = False
    start: int = 0
    end: int = 0


_CHIP_FIELDS = tuple(field.name for field in fields(Chip))  # ``asdict`` would deep-copy each value


def token_strip(
    chips: Sequence[Chip],
    *,
    key: str,
    on_toggle: Callable[[], None] | None = None,
    box: str = "",
    kind: Kind = "mask",
    asks: str = "click one to mask it, drag over several",
    face: str = "[MASK]",
) -> None:
    """Draw the strip.

    Args:
        chips: The chips in order, with their current states.
        key: Key of the widget in ``st.session_state``.
        on_toggle: Called before the rerun when the visitor toggled chips; reads them with `masked_positions`. Without
            it a toggle is undone by the next run.
        box: A CSS selector of the text box of the sentence, which is focused by the pen, by a double click on a chip,
            and by F2 or a letter while a chip has the focus. Without it the sentence cannot be edited.
        kind: What a click does: "mask" masks or unmasks a word, "mark" selects a word (the chip in state "masked"), and
            "read" starts editing.
        asks: What a click does, for screen readers.
        face: The label of a chip in state "masked", above its word, if ``kind`` is "mask".

    Raises:
        ValueError: Two chips have the same position.
    """
    if len({chip.position for chip in chips}) != len(chips):
        raise ValueError("expected one chip a position, got two chips with the same one")
    _mount(
        key=key,
        data={
            "sentence": _fingerprint(chips),
            "click": _click(_answer(key)),
            "box": box,
            "kind": kind,
            "face": face,
            "label": f"Tokens: {asks}",
            "chips": [{name: getattr(chip, name) for name in _CHIP_FIELDS} for chip in chips],
        },
        on_masked_change=on_toggle,
    )


def masked_positions(key: str, chips: Sequence[Chip]) -> tuple[int, ...] | None:
    """The positions that the visitor has masked. Call this in ``on_toggle``.

    Args:
        key: The key given to `token_strip`.
        chips: The chips of the current sentence; their masks do not matter.

    Returns:
        The masked positions in ascending order, or None if the answer is about another sentence or malformed.
    """
    return _positions(_answer(key), chips)


def _answer(key: str) -> object:
    """The last value from the browser, not validated; None before the first click."""
    state = st.session_state.get(key)
    return state.get("masked") if isinstance(state, Mapping) else None


def _click(answer: object) -> int:
    """The number of the last click that reached Python; 0 if there was none."""
    click = answer.get("click") if isinstance(answer, Mapping) else None
    # `type` and not isinstance, here and below: True is an int to isinstance.
    return click if type(click) is int and 0 <= click <= _LARGEST_SAFE_INTEGER else 0


def _positions(answer: object, chips: Sequence[Chip]) -> tuple[int, ...] | None:
    """The positions in an unvalidated answer; see `masked_positions`."""
    if not isinstance(answer, Mapping) or answer.get("sentence") != _fingerprint(chips):
        return None
    positions = answer.get("positions")
    toggleable = {chip.position for chip in chips if chip.state in _TOGGLEABLE}
    # The length first, so that a very long list is not iterated over.
    if not isinstance(positions, list) or len(positions) > len(toggleable):
        return None
    if not all(type(position) is int and position in toggleable for position in positions):
        return None
    return tuple(sorted(set(positions)))


def _fingerprint(chips: Sequence[Chip]) -> str:
    """A hash of everything in a strip that a toggle does not change."""
    tokens = [
        (chip.text, chip.position, "piece" if chip.state in _TOGGLEABLE else chip.state, chip.continues)
        for chip in chips
    ]
    # JSON escapes lone surrogates, which a visitor can type and UTF-8 cannot encode.
    return hashlib.sha256(json.dumps(tokens).encode()).hexdigest()[:16]
