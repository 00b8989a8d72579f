"""The examples of the room, each named by what it shows about how a model learns."""

from dataclasses import dataclass

from components.pretraining.model.results import TokenCorruption


@dataclass(frozen=True)
class PretrainingPreset:
    """An example sentence. ``notice`` says what to look for, and is true for every model."""

    name: str
    sentence: str
    notice: str


# A worked example that many introductions use: three tokens are chosen, one for each outcome.
MASKING_OPENER = "The scientist discovered a new species."

PRETRAINING_PRESETS = (
    PretrainingPreset(
        "Money",
        "He robbed the [MASK] and fled with the money.",
        "When does it first predict a word that can stand there, and when one that makes sense?",
    ),
    PretrainingPreset(
        "Now break it: the capital of France",
        "The capital of France is [MASK].",
        "Words that are frequent after “is” come early. Does a city come, and does the right one?",
    ),
    PretrainingPreset(
        "Two words that belong together",
        "The president of the united [MASK] gave a speech.",
        "These two words often occur together. From which checkpoint on does the first predict the second?",
    ),
    PretrainingPreset(
        "A door",
        "He opened the [MASK] and went in.",
        "Does a checkpoint know that a noun is needed before it knows which one?",
    ),
    PretrainingPreset(
        "Agreement",
        "The pictures on the wall [MASK] painted by a woman.",
        "A verb in the right place is one lesson, singular or plural another. Which comes first here?",
    ),
    PretrainingPreset(
        "Once upon a time",
        "Once upon a [MASK] there was a king.",
        "This is a set phrase. How much text does it take until the missing word comes first?",
    ),
    PretrainingPreset(
        "A dog",
        "The dog [MASK] at the postman.",
        "A verb is needed: that is grammar. Which verb: that is knowledge about dogs. How much of each does it learn?",
    ),
    PretrainingPreset(
        "The cat on the mat",
        "The cat [MASK] on the mat.",
        "BERT may use both sides of the blank. A model that reads left to right has seen only “The cat”.",
    ),
    PretrainingPreset(
        "Worked example of 80/10/10",
        MASKING_OPENER,
        "“scientist” becomes [MASK], “new” becomes “river”, “species” stays. The model has to predict all three.",
    ),
)
WORKED_OUTCOMES = {2: TokenCorruption.MASK, 5: TokenCorruption.RANDOM, 6: TokenCorruption.KEPT}  # by position
WORKED_REPLACEMENT = "river"
ODD_WORDS = ("water", "dog")  # words that hardly ever fit; the second stands in where the first is hidden
STEP_OPENER = "The capital of France is Paris."
STEP_WORD = "paris"  # hidden by default in the opener
STEP_BLANK = "The capital of France is [MASK]."  # the same with a blank that is typed
STEP_OTHER = "The capital of Germany is [MASK]."  # beside both, not trained on
RANDOM_SENTENCE = "Penguins are birds that cannot fly."  # a second sentence that hardly any first one leads to
