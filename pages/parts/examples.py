"""A room's examples: the list, stepping by arrow keys on a projector, and a note about the current one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import streamlit as st

from pages.parts.presenting import hides_controls

_KEY = "example"
OWN = "Your own"


class Example(Protocol):
    """What an example must have to be listed."""

    @property
    def name(self) -> str:
        """Its entry in the list."""
        ...

    @property
    def notice(self) -> str:
        """What to notice in it; may be empty."""
        ...


ExampleType = TypeVar("ExampleType", bound=Example)


@dataclass(frozen=True)
class Examples(Generic[ExampleType]):
    """The examples of a room.

    Attributes:
        presets: The examples, in the order of a lecture.
        use: Opens an example after a click.
        use_by_key: Opens an example after an arrow key; None for the same as ``use``.
        current: Returns the example on the screen; None if the visitor has changed it.
        notice_applies: Whether the notes hold for the chosen model.
        label_of: The entry in the list, for rooms that must not show the name yet.
        other_name: Returns the label for input that is no example: the visitor's, or what the app chose itself.
    """

    presets: Sequence[ExampleType]
    use: Callable[[ExampleType], None]
    current: Callable[[], ExampleType | None]
    use_by_key: Callable[[ExampleType], None] | None = None
    notice_applies: Callable[[], bool] = lambda: True
    label_of: Callable[[ExampleType], str] = lambda preset: preset.name
    other_name: Callable[[], str] = lambda: OWN

    def draw_row(self) -> None:
        """Draw the list."""
        here, names = self.current(), [self.label_of(preset) for preset in self.presets]
        # By index: nothing is selected while the visitor's own sentence is on the screen.
        st.session_state[_KEY] = None if here is None else self.presets.index(here)
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="examples"):
            st.selectbox(
                "Examples",
                range(len(self.presets)),
                index=None,
                format_func=names.__getitem__,
                key=_KEY,
                on_change=self._chosen,
                placeholder=self.other_name(),
                label_visibility="collapsed",
                required=True,
            )

    def _chosen(self) -> None:
        number = st.session_state[_KEY]
        if number is not None:
            self.use(self.presets[number])

    def neighbour(self, by: int) -> ExampleType:
        """The example ``by`` places on, cyclically; from a visitor's own sentence, the first or the last."""
        here = self.current()
        index = self.presets.index(here) if here is not None else -1 if by > 0 else len(self.presets)
        return self.presets[(index + by) % len(self.presets)]

    def step(self, by: int) -> None:
        """Open the example ``by`` places on, after an arrow key."""
        (self.use_by_key or self.use)(self.neighbour(by))

    def position_text(self) -> str:
        """Which example is on the screen: "example 2 of 8"."""
        here, count = self.current(), len(self.presets)
        return f"{count} examples" if here is None else f"example {self.presets.index(here) + 1} of {count}"

    @property
    def has_notice(self) -> bool:
        """Whether the current example has a note that may be shown now."""
        here = self.current()
        return here is not None and bool(here.notice) and self.notice_applies() and not hides_controls()

    def draw_notice(self) -> None:
        """Write the note about the current example, if it has one."""
        here = self.current()
        if here is not None and self.has_notice:
            ends = "" if here.name.endswith("?") else ":"
            st.markdown(f"**{here.name}{ends}** {here.notice}")
