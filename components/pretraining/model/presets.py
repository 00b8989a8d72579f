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
        "When does it first say a word that can stand there, and when one that fits?",
    ),
    PretrainingPreset(
        "A name of two words",
        "The president of the united [MASK] gave a speech.",
        "Two words that often stand together: from which checkpoint on does the one before say it?",
    ),
    PretrainingPreset(
        "A door",
        "He opened the [MASK] and went in.",
        "Does a checkpoint know that a thing is wanted before it knows which?",
    ),
    PretrainingPreset(
        "Agreement",
        "The pictures on the wall [MASK] painted by a woman.",
        "A verb in the right place is one lesson, its number another. Which comes first here?",
    ),
    PretrainingPreset(
        "Once upon a time",
        "Once upon a [MASK] there was a king.",
        "A set phrase: after how many pieces does the one word come?",
    ),
    PretrainingPreset(
        "A dog",
        "The dog [MASK] at the postman.",
        "What dogs do to postmen is common sense; that a verb stands there is grammar. What does it learn of either?",
    ),
)
DICE_OPENER = "We sat by the bank of the river and counted our boats."
REPLACED_OPENER = "The king and the queen lived in a castle."
STEP_OPENER = "The capital of France is [MASK]."
STEP_OTHER = "The capital of Germany is [MASK]."
STEP_WORDS = ("paris", "berlin")
