"""Sentences for a teacher and its student: one that both have much to say about, and those of "Fill the blank"."""

from components.model.presets import FILL_PRESETS, Preset

DISTILLATION_PRESETS = (
    Preset(
        "School or bed",
        "The children went to [MASK] in the morning.",
        "The children went to [MASK] at night.",
        "More than one word would do. See whether the student, who has learned from the teacher’s answers, weighs them "
        "alike.",
    ),
    *FILL_PRESETS,
)
