"""Views that hold two figures, one at a time, with a switch above them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from pages.distillation.context import DistillationContext
from pages.parts.findings import Findings
from pages.parts.layout import draw_settings_in
from pages.parts.settings import choice

Show = Callable[[DistillationContext], Findings | None]


@dataclass(frozen=True)
class ModeSwitch:
    """A view with a switch.

    Attributes:
        name: Of the switch, in the link.
        label: Of the switch, on the screen.
        parts: What the switch offers and what each option shows, the first by default.
    """

    name: str
    label: str
    parts: Mapping[str, Show]

    def show(self, lesson: DistillationContext) -> Findings | None:
        """Draw the switch and the figure that it stands on."""
        with draw_settings_in(st.container(key=f"switch-{self.name}")):
            option = choice(self.label, self.name, list(self.parts))
        return self.parts[option](lesson)
