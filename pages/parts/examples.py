"""Examples to start from: a row of buttons, arrow keys on a projector, and a note as long as one stands unchanged."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import streamlit as st

from pages.parts.presenting import controls_hidden

LONGEST_HINT = 200  # characters


class Example(Protocol):
    """Something to start from."""

    @property
    def name(self) -> str:
        """What the button says."""
        ...

    @property
    def notice(self) -> str:
        """What to notice in it."""
        ...


One = TypeVar("One", bound=Example)


@dataclass(frozen=True)
class Examples(Generic[One]):
    """The examples of a room.

    Attributes:
        every: In the order of a lecture.
        use: Starts from one, as a click on it does.
        step_to: Starts from one, as an arrow key does.
        here: The one that stands there now, if any.
        hint: What a button says when it is pointed at.
    """

    every: Sequence[One]
    use: Callable[[One], None]
    here: Callable[[], One | None]
    hint: Callable[[One], str]
    step_to: Callable[[One], None] | None = None

    def row(self) -> None:
        """Buttons, one an example."""
        with st.container(horizontal=True, gap="small"):
            for number, one in enumerate(self.every):
                hint = self.hint(one)
                shown = hint if len(hint) < LONGEST_HINT else f"{hint[:LONGEST_HINT]}…"
                st.button(one.name, key=f"preset-{number}", on_click=self.use, args=(one,), help=shown)

    def step(self, by: int) -> None:
        """To the next example or the one before, round in a ring; from something of one's own, to an end."""
        here = self.here()
        at = self.every.index(here) if here is not None else -1 if by > 0 else len(self.every)
        (self.step_to or self.use)(self.every[(at + by) % len(self.every)])

    def notice(self) -> None:
        """What to notice in the example that stands there unchanged."""
        here = self.here()
        if here is not None and here.notice and not controls_hidden():
            st.info(f"**{here.name}.** {here.notice}", icon=":material/lightbulb:")
