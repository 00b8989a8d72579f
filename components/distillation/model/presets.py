"""Sentences for a teacher and its student: one with several good answers, and those of “Masked words”."""

from components.model.presets import FILL_PRESETS, Preset

DISTILLATION_PRESETS = (
    Preset(
        "School or bed",
        "The children went to [MASK] in the morning.",
        "The children went to [MASK] at night.",
        "Several words would fit. Does the student, which learned from the teacher’s answers, rank them alike?",
    ),
    *FILL_PRESETS,
)
