"""Sentences for a teacher and its student: one that both have much to say about, and those of "Fill the blank"."""

from components.model.presets import FILL_PRESETS, Preset

DISTILLATION_PRESETS = (
    Preset(
        "Boats or money",
        "She sat down by the [MASK] and watched the boats.",
        "She sat down by the [MASK] and counted her money.",
        "More than one word would do. See whether the student, who has only heard the teacher’s answers, weighs them "
        "alike.",
    ),
    *FILL_PRESETS,
)
