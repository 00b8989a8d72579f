"""The examples of the room, each named by what it shows."""

from dataclasses import dataclass

from components.tasks.model.gold import passages

TEXT, WORDS, SPAN = "Text classification", "Tagging words", "Question answering"
OPINION_TEXT = "This film was great"
IRONY = "Oh great, another sequel."
TWO_HALVES = "The acting is wonderful, the story is dull."
WORDS_TEXT = "Maria Lopez flew from Lima to Toronto on a Tuesday."
QUESTION = "Who carried the safe up the steps?"
REWORDED = "Who hid money in a sack?"
SEARCH_QUESTION = "How far is Mercury from the Sun?"
SIMILAR_TO, SIMILAR_TEXT = TWO_HALVES, "The film was a delight from the first minute to the last."
DEFAULT_SETTINGS = {  # values of the settings that an example does not set, by parameter of the link
    "head": "opinion",
    "text": OPINION_TEXT,
    "tags": "names",
    "words": WORDS_TEXT,
    "question": QUESTION,
}


@dataclass(frozen=True)
class TaskPreset:
    """An example: a mode of the room, and the settings that differ from the defaults."""

    name: str
    mode: str
    notice: str
    settings: tuple[tuple[str, str], ...]


def _review(text: str, notice: str) -> TaskPreset:
    """An example for text classification: a sentence from a film review, as in many tutorials."""
    return TaskPreset(f"“{text}”", TEXT, notice, (("text", text),))


TASK_PRESETS = (
    TaskPreset(
        f"“{OPINION_TEXT}”",
        TEXT,
        "Four words from text to label: tokens, encoder, the mean of all vectors, W x + b, softmax.",
        (),
    ),
    TaskPreset(
        "Now break it: irony",
        TEXT,
        "Every word is kind, and the writer is not. The classifier knows words, and not what one may expect.",
        (("text", IRONY),),
    ),
    TaskPreset(
        "An opinion in two halves",
        TEXT,
        "Two halves, two opinions. Swap them, or leave one out, and see which one decides.",
        (("text", TWO_HALVES),),
    ),
    _review(
        "This movie was absolutely fantastic!",
        "One clear word. Replace “fantastic” by “fine”, then by “boring”, and watch the probability.",
    ),
    _review(
        "The acting was fine but the plot was a mess.",
        "Praise first, blame second. A classifier should be unsure about a mixed review. Is this one?",
    ),
    _review("This is a masterpiece!", "The label depends on one word. Try “This is a disaster!”."),
    _review("Completely boring.", "Two words are enough. Try “Not boring.”: many classifiers miss the “not”."),
    TaskPreset(
        "Two topics, or none?",
        TEXT,
        "With a sigmoid each label is decided separately: two may apply, or none. A softmax would have to choose one.",
        (
            ("head", "subject"),
            ("text", "The atoms of a gas move faster when it is heated."),
        ),
    ),
    TaskPreset(
        "Names of people and places",
        WORDS,
        "This encoder sees no capital letters. It has to recognise names by their context and their word pieces.",
        (),
    ),
    TaskPreset(
        "A cook will cook",
        WORDS,
        "One word, two parts of speech: the vector of each “cook” also carries its context.",
        (("tags", "parts of speech"), ("words", "The cook will cook, and the judge will judge.")),
    ),
    TaskPreset(
        "An I tag without a B tag",
        WORDS,
        "Each word is tagged separately, so an I can appear where no name has begun. The setting “Invalid tags” offers "
        "two repairs.",
        (("words", "Professor Adeyemi left Stanford for the University of Lagos."),),
    ),
    TaskPreset(
        "Invented words",
        WORDS,
        "No dictionary has these words. The model can only use their order and their endings.",
        (("tags", "parts of speech"), ("words", "The blorps were glinking a frabious snerd near the old trimmel.")),
    ),
    TaskPreset(
        "A start score and an end score",
        SPAN,
        "Every token gets two scores: one as the start of the answer, one as its end. A span’s score is their sum.",
        (),
    ),
    TaskPreset(
        "Asked in other words",
        SPAN,
        "The passage says “takings” and “flour sack”. This head learned from questions that reuse the passage’s words.",
        (("question", REWORDED),),
    ),
    TaskPreset(
        "The passage does not say",
        SPAN,
        "There is always a best span. To say “no answer”, the head points at [CLS], which is scored like any span.",
        (("question", "Who designed the steps?"),),
    ),
    TaskPreset(
        "Which bank, which Mercury?",
        SPAN,
        "Two passages about banks, two about Mercury: matching words alone cannot separate them.",
        (("question", SEARCH_QUESTION), ("passage", str(len(passages()) + 1))),
    ),
)
