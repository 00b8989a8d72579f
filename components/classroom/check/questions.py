"""The twelve questions, and the sheet with a phone's answers to them.

They stay the same, so that classes can be compared. Each asks for the idea of one stop of the 45-minute lecture with
another example, and each wrong option is a misconception. docs/learning-check.md lists them.
"""

from dataclasses import dataclass

QUESTION_CHARACTERS, OPTION_CHARACTERS = 140, 40
DONT_KNOW = "?"  # in a sheet; options are letters from A


@dataclass(frozen=True)
class CheckOption:
    """An option of a question.

    Attributes:
        text: What phones show.
        misconception: What somebody believes who chooses it; "" for the right option.
        mistake: The key of the same in the room “Common mistakes”; "" if it is not there.
    """

    text: str
    misconception: str = ""
    mistake: str = ""


@dataclass(frozen=True)
class CheckQuestion:
    """A question of the check.

    Attributes:
        key: Its name in files and tests.
        text: What phones show.
        options: In the order of the phones; one of them is right.
        stop: The link of the stop that teaches it.
    """

    key: str
    text: str
    options: tuple[CheckOption, ...]
    stop: str

    @property
    def right(self) -> str:
        """The letter of the right option."""
        return next(letter for letter, option in self.lettered if not option.misconception)

    @property
    def lettered(self) -> tuple[tuple[str, CheckOption], ...]:
        """The options with their letters."""
        return tuple(zip("ABCD", self.options, strict=False))


QUESTIONS = (
    CheckQuestion(
        "both-sides",
        "“The [MASK] was milked by the farmer.” BERT guesses the hidden word. Which words can change its guess?",
        (
            CheckOption("Only “The”", "The model reads from left to right."),
            CheckOption("All the other words"),
            CheckOption("Only the next word, “was”", "Only neighbours count."),
            CheckOption("None: it knows the sentence", "The model looks sentences up in what it has read."),
        ),
        "/fill-the-blank?sentence=The+%5BMASK%5D+charges+fees+and+pays+interest+on+savings+accounts.",
    ),
    CheckQuestion(
        "unknown-word",
        "“sunflowers” is not in BERT’s vocabulary. What does BERT read?",
        (
            CheckOption("One sign for “unknown”", "A word that is not in the vocabulary is lost.", "case"),
            CheckOption("The letters, one by one", "The model reads letters."),
            CheckOption("Several known parts of the word"),
            CheckOption("The most similar known word", "The vocabulary knows meanings.", "vocabulary"),
        ),
        "/what-does-it-read?sentence=An+unbelievably+old+bank+stood+by+the+river.&mode=Tokenization",
    ),
    CheckQuestion(
        "weights",
        "In one head, what do one token’s attention weights to all tokens add up to?",
        (
            CheckOption("Always 1"),
            CheckOption("More in longer sentences", "Every word gets its own score.", "softmax"),
            CheckOption("More for important words", "A weight says how important a word is."),
            CheckOption("It differs from head to head", "Heads share the attention among them.", "softmax"),
        ),
        "/who-looks-at-whom?sentence=She+walked+to+the+bank+of+the+river.",
    ),
    CheckQuestion(
        "causal-mask",
        "GPT reads “The cat sat down.” You change “down”. How much does its vector of “cat” change?",
        (
            CheckOption("A little", "The mask only weakens the words that follow.", "attention_mask"),
            CheckOption("Not at all"),
            CheckOption("A lot: it reads the whole sentence", "GPT reads both sides, as BERT does."),
        ),
        "/what-the-mask-takes-away?sentence=The+%5BMASK%5D+charges+fees+and+pays+interest+on+savings+accounts."
        "&mode=Encoder+against+decoder",
    ),
    CheckQuestion(
        "word-order",
        "Without position vectors, can BERT tell “Dogs chase cats” from “Cats chase dogs”?",
        (
            CheckOption("Yes: words come in one by one", "The model reads one word after the other."),
            CheckOption("Yes: attention knows the order", "Attention itself depends on the order.", "padding_side"),
            CheckOption("No: the word vectors are the same"),
        ),
        "/where-am-i?sentence=The+keys+to+the+house+%5BMASK%5D+lost.",
    ),
    CheckQuestion(
        "layers",
        "You read BERT’s guess for a hidden word after each of its six layers. How does it change?",
        (
            CheckOption("It gets better and worse"),
            CheckOption("It gets better with each layer", "Each layer brings the guess closer."),
            CheckOption("It does not change", "The first layer decides, the others only check."),
        ),
        "/inside-a-layer?sentence=The+%5BMASK%5D+charges+fees+and+pays+interest+on+savings+accounts.",
    ),
    CheckQuestion(
        "pre-training",
        "In pre-training, where do the right answers for BERT’s guesses come from?",
        (
            CheckOption("From people who write labels", "A model learns only from labels that people make."),
            CheckOption("From a dictionary and grammar", "People write the rules of language by hand."),
            CheckOption("From a larger model", "There is always a teacher, as in distillation."),
            CheckOption("From the text itself"),
        ),
        "/how-it-learned?sentence=She+put+the+money+in+the+%5BMASK%5D.",
    ),
    CheckQuestion(
        "one-step",
        "After one training step on one sentence, where do the model’s guesses change?",
        (
            CheckOption("In that sentence only", "A model stores each sentence by itself.", "learning_rate"),
            CheckOption("Nowhere: one step is too small", "Learning needs many repetitions before it shows."),
            CheckOption("In other sentences, too"),
        ),
        "/how-it-learned?sentence=The+capital+of+France+is+Paris.&mode=One+training+step",
    ),
    CheckQuestion(
        "fine-tuning",
        "A classifier learns from 53,325 labelled phrases, but starts from random weights. How good is it?",
        (
            CheckOption("No better than guessing", "Without pre-training nothing can be learned."),
            CheckOption("Between guessing and pre-trained"),
            CheckOption("As good as pre-trained", "Pre-training does not matter for a task."),
            CheckOption("Better: it has nothing to unlearn", "What was read before stands in the way."),
        ),
        "/teach-it-something",
    ),
    CheckQuestion(
        "subject",
        "“The label on the bottles [MASK] lost.” Which word decides whether BERT puts “was” or “were”?",
        (
            CheckOption("“bottles”: it is the nearest noun", "The nearest word decides."),
            CheckOption("“label”: it is the subject"),
            CheckOption("Neither: “was” is more frequent", "The model only counts words."),
        ),
        "/change-its-mind",
    ),
    CheckQuestion(
        "half-the-layers",
        "A model has half of BERT’s layers, each as large as before. How many of BERT’s weights does it have?",
        (
            CheckOption("Exactly half", "A model is its layers and nothing else."),
            CheckOption("Less than half", "Weights grow faster than the number of layers."),
            CheckOption("More than half"),
        ),
        "/half-the-layers",
    ),
    CheckQuestion(
        "meanings",
        "“The bat flew.” “The bat broke.” How different are the vectors of “bat” (word 2) before layer 1?",
        (
            CheckOption("Not at all"),
            CheckOption("Very: one of them is an animal", "The vocabulary has an entry for each meaning."),
            CheckOption("A little: the sentences differ", "Embeddings know their sentence."),
        ),
        "/which-bank",
    ),
)


@dataclass(frozen=True)
class CheckSheets:
    """A student's answers: a character for each question.

    Attributes:
        before: Before the lecture; "" if not all questions were answered then.
        after: The same after it.
    """

    before: str = ""
    after: str = ""

    def sheet(self, *, is_before: bool) -> str:
        """The sheet of one of the two."""
        return self.before if is_before else self.after

    @property
    def is_complete(self) -> bool:
        """Whether every question is answered twice."""
        return bool(self.before and self.after)


def valid_sheet(sheet: str) -> str:
    """The sheet if it has a letter of an option, or :data:`DONT_KNOW`, for each question; else ""."""
    fits = len(sheet) == len(QUESTIONS) and all(
        answer in (DONT_KNOW, *(letter for letter, _ in question.lettered))
        for question, answer in zip(QUESTIONS, sheet, strict=True)
    )
    return sheet if fits else ""


def right_answers(sheet: str) -> tuple[bool, ...]:
    """Whether each answer is right. *Shape:* (question,)."""
    return tuple(answer == question.right for question, answer in zip(QUESTIONS, sheet, strict=True))
