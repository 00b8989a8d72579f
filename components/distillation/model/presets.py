"""Sentences for a teacher and its student: those of “Masked words”, and one with several good answers."""

from components.model.presets import FILL_PRESETS, Preset

# A word to hide instead of a typed [MASK], so that the correct word is known and all three losses are defined.
LOSSES_OPENER = "The children went to school in the morning."
HIDDEN_WORD = 5  # position of "school" in the opener, for tokenizers that keep its words whole

_FAILS = next(preset for preset in FILL_PRESETS if preset.name == "Now break it: negation")  # both models

DISTILLATION_PRESETS = (
    Preset(
        "A loan",
        "He borrowed money from the [MASK] to buy a house.",
        "He borrowed money from his [MASK] to buy a house.",
        "Only one word fits well. The student has half the layers: is it as sure as its teacher?",
    ),
    _FAILS,
    Preset(
        "School or bed",
        "The children went to [MASK] in the morning.",
        "The children went to [MASK] at night.",
        "Several words would fit. Does the student, which learned from the teacher’s answers, rank them alike?",
    ),
    Preset(
        "A known word",
        LOSSES_OPENER,
        "The children went to bed at night.",
        "“school” is hidden and known, so all three losses are there. Click it to show it, and hide another word.",
    ),
    *(preset for preset in FILL_PRESETS if preset != _FAILS),
)
