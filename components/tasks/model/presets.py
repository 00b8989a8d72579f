"""Where to start from, each named by what it shows."""

from dataclasses import dataclass

TEXT, WORDS, SPAN, PAIR, ALIKE, SEARCH = "Whole text", "Every word", "A span", "A pair", "Alike?", "Search"
OPINION_TEXT = "The acting is wonderful, the story is dull."
WORDS_TEXT = "Anna Petrova flew from Lima to Toronto to work for Siemens."
QUESTION = "How many men carried the safe?"
REWORDED = "Who hid money in a sack?"
FIRST, SECOND = "Two girls are sitting on a wall and eating cherries.", "Two girls are eating."
SEARCH_QUESTION = "Which river floods in spring?"
ALIKE_TEXT = "The film was a delight from the first minute to the last."
USUAL = {  # what settings say where an example does not, by their names in the link
    "head": "opinion",
    "text": OPINION_TEXT,
    "tags": "names",
    "words": WORDS_TEXT,
    "question": QUESTION,
    "relation": "what follows",
    "first": FIRST,
    "second": SECOND,
    "asked": SEARCH_QUESTION,
}


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
        "Two halves that pull in two directions. Turn them round, or leave one out, and see which decides.",
        (),
    ),
    TaskPreset(
        "Two subjects, or none?",
        TEXT,
        "With a sigmoid each label is asked by itself: two may hold, or none. A softmax would have to choose.",
        (
            ("head", "subject"),
            (
                "text",
                "The heart pumps blood through arteries to every organ. "
                "Plato thought that justice is harmony of the soul.",
            ),
        ),
    ),
    TaskPreset(
        "Names without capitals",
        WORDS,
        "This encoder reads no capitals. What it has to go by are the words around a name, and its pieces.",
        (),
    ),
    TaskPreset(
        "A cook will cook",
        WORDS,
        "One word, two parts of speech: the vector of each “cook” holds its neighbours too.",
        (("tags", "parts of speech"), ("words", "The cook will cook, and the judge will judge.")),
    ),
    TaskPreset(
        "A name that never began",
        WORDS,
        "Each word is labelled by itself, so an I may stand where nothing began. The rail has two ways of mending it.",
        (("words", "Professor Adeyemi left Stanford for the University of Lagos."),),
    ),
    TaskPreset(
        "Words nobody knows",
        WORDS,
        "No dictionary has these words. What is left to go by are their order and their endings.",
        (("tags", "parts of speech"), ("words", "The blorps were glinking a frabious snerd near the old trimmel.")),
    ),
    TaskPreset(
        "Two scores a piece",
        SPAN,
        "Two scores a piece, one for a beginning and one for an end: a span’s score is a sum of two.",
        (),
    ),
    TaskPreset(
        "Asked in other words",
        SPAN,
        "The passage says “takings” and “flour sack”. This head learned from questions in the words of their passage.",
        (("question", REWORDED),),
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
        "Which comes first is hard to tell from two sentences. The note under the figure says how often this head is "
        "right.",
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
