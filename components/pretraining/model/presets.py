"""Sentences whose blank shows something of how a model learns, each named by what that is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PretrainingPreset:
    """A sentence. ``notice`` says what to look for, and holds whatever a model does."""

    name: str
    sentence: str
    notice: str


PRETRAINING_PRESETS = (
    PretrainingPreset(
        "Money",
        "She put the money in the [MASK].",
        "First come words that are frequent anywhere, then words that can stand there, and last of all one that fits.",
    ),
    PretrainingPreset(
        "A name of two words",
        "The president of the united [MASK] gave a speech.",
        "Words that always stand together are learned early: the one before says it all.",
    ),
    PretrainingPreset(
        "A door",
        "He opened the [MASK] and went in.",
        "Grammar comes before meaning: a checkpoint knows that a thing is wanted before it knows which.",
    ),
    PretrainingPreset(
        "Agreement",
        "The pictures on the wall [MASK] painted by a woman.",
        "A verb in the right place is one lesson, its number another, and later, one.",
    ),
    PretrainingPreset(
        "Once upon a time",
        "Once upon a [MASK] there was a king.",
        "A phrase is learned as a whole or not at all. See how late the one word comes.",
    ),
    PretrainingPreset(
        "A dog",
        "The dog [MASK] at the postman.",
        "What dogs do to postmen is common sense, and needs more text than what can stand between a noun and “at”.",
    ),
)
DICE_OPENER = "We sat by the bank of the river and counted our boats."
REPLACED_OPENER = "The king and the queen lived in a castle."
STEP_OPENER = "The capital of France is [MASK]."
STEP_OTHER = "The capital of Germany is [MASK]."
STEP_WORDS = ("paris", "berlin")
