"""Examples to start from: a list, arrow keys on a projector, and a note as long as one stands unchanged."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import streamlit as st

from pages.parts.presenting import hides_controls

_KEY = "example"


class Example(Protocol):
    """Something to start from."""

    @property
    def name(self) -> str:
        """What the list says."""
        ...

    @property
    def notice(self) -> str:
        """What to notice in it."""
        ...


ExampleType = TypeVar("ExampleType", bound=Example)


@dataclass(frozen=True)
class Examples(Generic[ExampleType]):
    """The examples of a room.

    Attributes:
        every: In the order of a lecture.
        use: Starts from one, as a click on it does.
        step_to: Starts from one, as an arrow key does.
        here: The one that stands there now, if any.
        holds: Whether what there is to notice is true of the model that was chosen.
        name_of: What the list says of one, where its name must not be seen yet.
    """

    presets: Sequence[ExampleType]
    use: Callable[[ExampleType], None]
    current: Callable[[], ExampleType | None]
    use_by_key: Callable[[ExampleType], None] | None = None
    notice_applies: Callable[[], bool] = lambda: True
    label_of: Callable[[ExampleType], str] = lambda one: one.name

    def draw_row(self) -> None:
        """A list of them, and buttons to the one before and to the next."""
        here, names = self.current(), [self.label_of(one) for one in self.presets]
        # By number: nothing is chosen where a sentence of one's own stands.
        st.session_state[_KEY] = None if here is None else self.presets.index(here)
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="examples"):
            st.selectbox(
                "Examples",
                range(len(self.presets)),
                index=None,
                format_func=names.__getitem__,
                key=_KEY,
                on_change=self._chosen,
                placeholder="Your own",
                label_visibility="collapsed",
                required=True,
            )
            for label, way, by in (("Previous example", "left", -1), ("Next example", "right", 1)):
                icon = f":material/chevron_{way}:"
                st.button(label, icon=icon, key=f"example-{way}", type="tertiary", on_click=self._stepped, args=(by,))

    def _chosen(self) -> None:
        number = st.session_state[_KEY]
        if number is not None:
            self.use(self.presets[number])

    def _stepped(self, by: int) -> None:
        self.use(self.neighbour(by))

    def neighbour(self, by: int) -> ExampleType:
        """The next example or the one before, round in a ring; from something of one's own, an end."""
        here = self.current()
        index = self.presets.index(here) if here is not None else -1 if by > 0 else len(self.presets)
        return self.presets[(index + by) % len(self.presets)]

    def step(self, by: int) -> None:
        """To the next example or the one before, by an arrow key."""
        (self.use_by_key or self.use)(self.neighbour(by))

    def position_text(self) -> str:
        """Which example stands there, in words."""
        here, count = self.current(), len(self.presets)
        return f"{count} examples" if here is None else f"example {self.presets.index(here) + 1} of {count}"

    @property
    def has_notice(self) -> bool:
        """Whether there is anything to notice in what stands there."""
        here = self.current()
        return here is not None and bool(here.notice) and self.notice_applies() and not hides_controls()

    def draw_notice(self) -> None:
        """What to notice in the example that stands there unchanged."""
        here = self.current()
        if here is not None and self.has_notice:
            ends = "" if here.name.endswith("?") else ":"
            st.markdown(f"**{here.name}{ends}** {here.notice}")
