"""Modes with several views, one at a time, and a switch above them."""

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
    """A mode with a switch.

    Attributes:
        name: Query parameter of the switch.
        label: Label of the switch.
        parts: The view of each option; the first is the default.
    """

    name: str
    label: str
    parts: Mapping[str, Show]

    def show(self, context: DistillationContext) -> Findings | None:
        """Draw the switch and the selected view."""
        with draw_settings_in(st.container(key=f"switch-{self.name}")):
            option = choice(self.label, self.name, list(self.parts))
        return self.parts[option](context)
