"""Sentences in which the cutting shows something, each named by what that is."""

from dataclasses import dataclass

from components.model.presets import LONG_PARAGRAPH


@dataclass(frozen=True)
class InputPreset:
    """A sentence. ``notice`` says what to look for, and holds whatever a vocabulary does."""

    name: str
    sentence: str
    notice: str


INPUT_PRESETS = (
    InputPreset(
        "“unbelievably”",
        "An unbelievably old bank stood by the river.",
        "A rare word is cut into pieces that other words share. The cut follows what was frequent in text, and rarely "
        "the parts that a dictionary would name.",
    ),
    InputPreset(
        "“rainforest”",
        "It rains every day in the rainforest.",
        "Two words grown together may still be one piece, if the vocabulary’s text had them often enough. Compare two "
        "vocabularies: a smaller one often has to cut more.",
    ),
    InputPreset(
        "Names",
        "Agnieszka Kowalczyk went to Timbuktu.",
        "Names that were frequent in the text are whole, and others fall into many pieces. On paper they are equally "
        "long; in the model they take up several times as many positions.",
    ),
    InputPreset(
        "A German compound",
        "The Donaudampfschifffahrtsgesellschaft ran steamers on the Danube.",
        "A vocabulary made from English text has few pieces for a German word. Watch how short they become.",
    ),
    InputPreset(
        "Numbers",
        "In 1984 the bank lent 1,234,567 dollars at 4.75 percent.",
        "A number is cut like any other word and not digit by digit, so two numbers that are close may share no piece. "
        "That is one reason why such models are bad at arithmetic.",
    ),
    InputPreset(
        "Code",
        "for i in range(10): total_sum += values[i] ** 2",
        "Signs become pieces of their own. BERT’s way of cutting does not keep spaces, so that indentation is lost.",
    ),
    InputPreset(
        "Emoji",
        "I love 🍕 and my cat 🐈 so much!",
        "A picture that the vocabulary does not have is [UNK], whichever it was. A vocabulary of bytes knows no such "
        "thing: it writes an emoji as several bytes.",
    ),
    InputPreset(
        "“can’t”",
        "I can't believe it isn't hers.",
        "In BERT’s way of cutting signs stand alone: “can’t” is three pieces, and the “t” alone carries the “not”.",
    ),
    InputPreset(
        "Accents",
        "The café in Zürich serves crème brûlée.",
        "An uncased vocabulary takes capitals and accents away before it cuts: “café” and “cafe” are one to the model.",
    ),
)

# Openers of modes that show nothing of the first example.
BLANK_OPENER = "The keys to the house [MASK] lost."
PADDING_OPENER = "The capital of France is [MASK]."
LONG_OPENER = " ".join(
    (
        "The king had three sons.",
        ". ".join(LONG_PARAGRAPH.split(". ")[:4]) + ".",
        "In the end the [MASK] died, and his eldest son took the throne.",
    )
)
TELLING_WORD = "king"  # of the long opener
