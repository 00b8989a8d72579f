"""Where to start from, each named by what it shows."""

from dataclasses import dataclass

from components.tasks.model.gold import passages

TEXT, WORDS, SPAN, PAIR, ALIKE, SEARCH = "Whole text", "Every word", "A span", "A pair", "Alike?", "Search"
OPINION_TEXT = "The plot is thin, but I would watch her in anything."
WORDS_TEXT = "Wangari Maathai planted trees all over Kenya before Greenpeace called."
QUESTION = passages()[0].questions[1].question
FIRST, SECOND = "Two girls are sitting on a wall and eating cherries.", "Two girls are eating."
SEARCH_QUESTION = "Which river floods in spring?"
ALIKE_TEXT = "The film was a delight from the first minute to the last."


@dataclass(frozen=True)
class TaskPreset:
    """A mode of the room and what its settings say, where that is not the usual."""

    name: str
    mode: str
    notice: str
    settings: tuple[tuple[str, str], ...]


TASK_PRESETS = (
    TaskPreset(
        "An opinion in two halves",
        TEXT,
        "Two halves that pull in two directions: which of them decides? Leave one out and see.",
        (),
    ),
    TaskPreset(
        "Two subjects at once",
        TEXT,
        "With a sigmoid, each label is asked by itself: two may hold, or none. A softmax would have to divide.",
        (
            ("head", "subject"),
            (
                "text",
                "The senate voted on the budget for the new telescope. It will look for planets near distant stars.",
            ),
        ),
    ),
    TaskPreset(
        "Three names",
        WORDS,
        "This encoder reads no capitals. It knows names by what stands around them, and by their pieces.",
        (),
    ),
    TaskPreset(
        "Can you can a can?",
        WORDS,
        "One word, three parts of speech: the vector of each “can” holds its neighbours too.",
        (("tags", "parts of speech"), ("words", "Can you can a can as a canner can can a can?")),
    ),
    TaskPreset(
        "Words nobody knows",
        WORDS,
        "No dictionary has these words. Order and endings are enough for most of them.",
        (("tags", "parts of speech"), ("words", "The blorps were glinking a frabious snerd near the old trimmel.")),
    ),
    TaskPreset(
        "Money in a sack",
        SPAN,
        "Two scores a piece, one for a beginning and one for an end: a span’s score is a sum of two.",
        (),
    ),
    TaskPreset(
        "The passage does not say",
        SPAN,
        "There is always a best span. What says that there is no answer is [CLS], which is scored like a span.",
        (("question", "Who designed the steps?"),),
    ),
    TaskPreset(
        "Swap the two",
        PAIR,
        "What follows from a sentence need not lead back to it.",
        (),
    ),
    TaskPreset(
        "Which comes next?",
        PAIR,
        "Next or before is all a matter of which one is first.",
        (
            ("relation", "what comes next"),
            ("first", "She went to the bank to open an account."),
            ("second", "The clerk asked her for her name and some money."),
        ),
    ),
    TaskPreset(
        "Which bank, which Mercury?",
        SEARCH,
        "Two passages about banks, two about Mercury: shared words do not tell them apart.",
        (),
    ),
)
