"""Tasks: one encoder with a head for texts, for every word, and for spans."""

from components.tasks.model import presets
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import TASKS
from pages.tasks.inputs import EXAMPLES, choose_models, read_inputs, show_precomputed
from pages.tasks.modes import span, text, words

PAGE = RoomPage(
    TASKS,
    lead="An encoder with a small head on top. Each head multiplies some of the encoder’s vectors by a matrix.",
    examples=EXAMPLES,
    modes=(
        Mode(presets.TEXT, text.show),
        Mode(presets.WORDS, words.show),
        Mode(presets.SPAN, span.show),
    ),
    choose_models=choose_models,
    read_inputs=read_inputs,
    precomputed=show_precomputed,
)

if __name__ == "__main__":
    PAGE.draw()
