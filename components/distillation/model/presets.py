"""Sentences for a teacher and its student: those of “Masked words”, and one with several good answers."""

from components.model.presets import FILL_PRESETS, Preset

# A word to hide instead of a typed [MASK], so that the correct word is known and all three losses are defined.
LOSSES_OPENER = "The children went to school in the morning."
HIDDEN_WORD = 5  # position of "school" in the opener, for tokenizers that keep its words whole

_WORKS, _FAILS = "Goals or songs", "Now break it: negation"  # of both models; a test says so
_FIRST = tuple(next(preset for preset in FILL_PRESETS if preset.name == name) for name in (_WORKS, _FAILS))

DISTILLATION_PRESETS = (
    *_FIRST,
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
    *(preset for preset in FILL_PRESETS if preset not in _FIRST),
)
