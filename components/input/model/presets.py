"""Sentences in which the cutting shows something, each named by what that is."""

from dataclasses import dataclass

from components.model.presets import LONG_PARAGRAPH


@dataclass(frozen=True)
class InputPreset:
    """A sentence. ``notice`` says what to look for, and holds whatever a vocabulary does."""

    name: str
    sentence: str
    notice: str


BLANK_OPENER = "The keys to the house [MASK] lost."

INPUT_PRESETS = (
    InputPreset(
        "“unbelievably”",
        "An unbelievably old bank stood by the river.",
        "A rare word is split into tokens that other words share. The split follows what is frequent in text, and "
        "rarely the parts that a dictionary would name.",
    ),
    InputPreset(
        "Now break it: emoji",
        "I love 🍕 and my cat 🐈 so much!",
        "An emoji that is not in the vocabulary becomes [UNK], whichever it was. A byte-level vocabulary has no [UNK]: "
        "it writes an emoji as several bytes.",
    ),
    InputPreset(
        "“rainforest”",
        "The scientist discovered a new species in the rainforest.",
        "A compound may still be one token, if it was frequent enough in the text that the vocabulary was made from. "
        "A smaller vocabulary often has to split it.",
    ),
    InputPreset(
        "Names",
        "Agnieszka Kowalczyk went to Timbuktu.",
        "Frequent names are one token, others fall into many. On paper they are equally long; in the model they take "
        "up several times as many positions.",
    ),
    InputPreset(
        "From text to label",
        "This film was great",
        "Four words, six tokens: [CLS] and [SEP] are added. A classifier later reads the vector of [CLS].",
    ),
    InputPreset(
        "A pair of sentences",
        "The film was great",
        "[CLS] The film was great [SEP] I loved it [SEP]: segment A up to the first [SEP], segment B after it, and "
        "positions that run through both.",
    ),
    InputPreset(
        "Switch a part off",
        BLANK_OPENER,
        "Under “The sum”, switch off the segment embeddings: in a single sentence they are the same everywhere, and "
        "yet the prediction breaks.",
    ),
    InputPreset(
        "A German compound",
        "The Donaudampfschifffahrtsgesellschaft ran steamers on the Danube.",
        "A vocabulary made from English text has few tokens for a German word. Look how short they become.",
    ),
    InputPreset(
        "Numbers",
        "In 1984 the bank lent 1,234,567 dollars at 4.75 percent.",
        "A number is split like any other word, not digit by digit, so two similar numbers may share no token. That "
        "is one reason why such models are bad at arithmetic.",
    ),
    InputPreset(
        "Code",
        "for i in range(10): total_sum += values[i] ** 2",
        "Punctuation marks become tokens of their own. BERT’s tokenizer drops spaces, so indentation is lost.",
    ),
    InputPreset(
        "“can’t”",
        "I can't believe it isn't hers.",
        "BERT’s tokenizer splits off punctuation: “can’t” is three tokens, and the “t” alone carries the “not”.",
    ),
    InputPreset(
        "Accents",
        "The café in Zürich serves crème brûlée.",
        "An uncased vocabulary removes capitals and accents first: to the model, “café” and “cafe” are the same.",
    ),
)

# Opener of a view in which the first example shows nothing.
LONG_OPENER = " ".join(
    (
        "The king had three sons.",
        ". ".join(LONG_PARAGRAPH.split(". ")[:4]) + ".",
        "In the end the [MASK] died, and his eldest son took the throne.",
    )
)
CLUE_WORD = "king"  # of the long opener
