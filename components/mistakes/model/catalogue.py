"""The mistakes: one line of code, right and wrong, and the sentences on which it shows."""

from dataclasses import dataclass
from types import MappingProxyType

CAPITAL = "The capital of France is [MASK]."
LONG = (
    "In the evening the old man went down to the harbour, where the boats had come in, and he looked at each of them "
    "for a long time before he walked home through the narrow streets of the town."
)


@dataclass(frozen=True)
class Mistake:
    """One of them.

    Attributes:
        key: The name of its snippet and, in links, its own.
        name: What lists say.
        on: What is read, in words.
        right: The line as it should be: it stands in the snippet, word for word.
        wrong: The line in its place.
        measure: What the number is.
        notice: Why it goes wrong.
        given: The values that its snippet begins with, beside the model.
        share: Whether the number is a share, shown in percent.
        follows: Whether the snippet is told which piece to follow.
        trains: Whether copies of the model are trained for it.
        listed: The headings of what comes out, where that is words and no bars.
        pinned: What the version of transformers does that this repository pins.
    """

    key: str
    name: str
    on: str
    right: str
    wrong: str
    measure: str
    notice: str
    given: MappingProxyType[str, object]
    share: bool = True
    follows: bool = False
    trains: bool = False
    listed: tuple[str, str] | None = None
    pinned: str = ""


PROBABILITY = "Probability of the right way’s first choice"


def _given(**values: object) -> MappingProxyType[str, object]:
    return MappingProxyType(values)


MISTAKES = (
    Mistake(
        "attention_mask",
        "The attention mask forgotten",
        "“The capital of France is [MASK].”, in a batch with a longer sentence",
        'attended = batch["attention_mask"]',
        "attended = None",
        measure=PROBABILITY,
        notice="Nothing in the vector of [PAD] says that it is no word: the mask alone keeps others from looking at "
        "it. A batch of sentences of one length hides the mistake.",
        given=_given(
            sentences=(CAPITAL, LONG),
        ),
        follows=True,
        pinned="transformers 5.23 takes a missing mask for one of ones, and says nothing.",
    ),
    Mistake(
        "padding_side",
        "Padded on the left",
        "“The capital of France is [MASK].”, in a batch with a longer sentence",
        'tokenizer.padding_side = "right"',
        'tokenizer.padding_side = "left"',
        measure=PROBABILITY,
        notice="Positions are counted from the left edge, pads included. The mask hides the pads, but every word has "
        "moved to a position where the training seldom put it. For GPT, asked for what comes next, left is "
        "the usual side.",
        given=_given(
            sentences=(CAPITAL, LONG),
        ),
        follows=True,
    ),
    Mistake(
        "vocabulary",
        "Another model’s vocabulary",
        "“The capital of France is [MASK].”",
        "vocabulary_of = where",
        "vocabulary_of = other",
        measure=PROBABILITY,
        notice="Ids are row numbers. Another vocabulary has other words in those rows, and nothing complains as long "
        "as the number exists.",
        given=_given(
            sentence=CAPITAL,
            other="cache/pocket/bert",
        ),
        follows=True,
    ),
    Mistake(
        "case",
        "Capital letters left in",
        "“The capital of France is [MASK].”",
        "lower = True",
        "lower = False",
        measure=PROBABILITY,
        notice="An uncased vocabulary has no piece with a capital letter. A word that has none becomes [UNK], and "
        "all that it said is gone.",
        given=_given(
            sentence=CAPITAL,
        ),
        follows=True,
        pinned="do_lower_case=False is taken at its word by transformers 5.23; the tokenizer of an uncased model "
        "lowers letters by itself if it is left alone.",
    ),
    Mistake(
        "mask_string",
        "The mask of another model",
        "“The capital of France is [MASK].”",
        "blank = tokenizer.mask_token",
        'blank = "<mask>"',
        measure="Blanks that the model is given",
        notice="BERT’s mask is written [MASK], RoBERTa’s <mask>. The other’s is cut into pieces like any text: there "
        "is no blank, and what the model says at that place is about a bracket.",
        share=False,
        given=_given(
            sentence=CAPITAL,
        ),
        listed=("Piece", "What it is"),
        pinned="The fill-mask pipeline of transformers 5.23 refuses such a sentence (“No mask_token ([MASK]) "
        "found on the input”); a model of one’s own does not.",
    ),
    Mistake(
        "truncation",
        "The telling word cut off",
        "“The [MASK] of England lives in a palace with her husband.”",
        "longest = model.config.max_position_embeddings",
        "longest = 7",
        measure=PROBABILITY,
        notice="truncation=True cuts the end off without a word. Where the text is longer than the model, windows "
        "with a shared part read all of it.",
        given=_given(
            sentence="The [MASK] of England lives in a palace with her husband.",
        ),
        follows=True,
        pinned="Without truncation=True the tokenizer of transformers 5.23 warns of 602 pieces, and the model "
        "then fails with a RuntimeError: to be cut silently has to be asked for.",
    ),
    Mistake(
        "segments",
        "No segments for a pair",
        "“Paris is the capital of France.” and “The capital of Italy is [MASK].”",
        'segments = pair["token_type_ids"]',
        "segments = None",
        measure=PROBABILITY,
        notice="Left out, they are all 0: the second sentence is told to be the first. transformers says nothing.",
        given=_given(
            first="Paris is the capital of France.",
            second="The capital of Italy is [MASK].",
        ),
        follows=True,
        pinned="transformers 5.23 makes them all 0 where they are missing, and says nothing.",
    ),
    Mistake(
        "softmax",
        "Softmax over the wrong axis",
        "“The capital of France is [MASK].”",
        "probabilities = logits.softmax(dim=-1)",
        "probabilities = logits.softmax(dim=1)",
        measure="Sum of the blank’s probabilities",
        notice="Logits have the shape (sentence, position, piece). Over axis 1 every piece’s scores at all positions "
        "are made to sum to 1, and those of the blank sum to anything.",
        share=False,
        given=_given(
            sentence=CAPITAL,
        ),
    ),
    Mistake(
        "half",
        "Numbers too large for half precision",
        "“Paris is the capital of [MASK], and London is the capital of England.”",
        "scores = logits.float()",
        "scores = logits.half()",
        measure=PROBABILITY,
        notice="The largest number in half precision is 65,504. A sum of exponentials passes it soon, and what is "
        "infinite over infinite is no number (NaN). torch’s own softmax takes the largest score away first.",
        given=_given(
            sentence="Paris is the capital of [MASK], and London is the capital of England.",
        ),
        follows=True,
    ),
    Mistake(
        "dropout",
        "eval() forgotten",
        "“The capital of France is [MASK].”, asked five times",
        "model.eval()",
        "model.train()",
        measure="From the lowest to the highest of five answers",
        notice="In training mode a tenth of the numbers is set to zero, others at every call. The models that ship "
        "here were trained without dropout; it is set to 0.1 for this, as in the paper. from_pretrained() "
        "returns a model in evaluation mode.",
        given=_given(
            sentence=CAPITAL,
        ),
        follows=True,
        pinned="In transformers 5.23 from_pretrained() returns a model in evaluation mode, and one that is built "
        "from a configuration is in training mode.",
    ),
    Mistake(
        "sentence_vector",
        "[CLS] as the sentence’s vector",
        "Twelve sentences, two and two of which mean the same",
        "vectors = (hidden * attended).sum(dim=1) / attended.sum(dim=1)",
        "vectors = hidden[:, 0]",
        measure="Cosine of sentences that have nothing to do with each other",
        notice="Nothing has taught [CLS] to sum a sentence up before fine-tuning, and its cosines say little: the "
        "mean of all vectors is the usual first choice. It depends on the model, so compare both before you "
        "rely on one.",
        given=_given(
            sentences=(
                "A man is playing a guitar.",
                "Someone makes music on a string instrument.",
                "The stock market fell today.",
                "Shares lost much of their value this afternoon.",
                "She cooked soup for dinner.",
                "A woman prepared a hot meal.",
                "The children ran to school in the rain.",
                "Wet pupils hurried to their lessons.",
                "He could not sleep because of the noise.",
                "Loud music kept the man awake all night.",
                "The train to London was late again.",
                "Once more passengers had to wait for the railway.",
            ),
        ),
        share=False,
        listed=("Sentences", "Cosine"),
    ),
    Mistake(
        "pieces_and_labels",
        "One label a word, one id a piece",
        "“Agnieszka Kowalczyk took the train from Timbuktu to Paris”, with a label a word",
        "labels = [names[word] if first else None for word, first in zip(of_word, firsts, strict=True)]",
        "labels = [None, *names, *[None] * (len(pieces) - 1 - len(names))]",
        measure="Words whose first piece has their label",
        notice="Labels come one a word, and a word may be several pieces. word_ids() says which piece is of which "
        "word; the pieces after the first are left out of the loss (-100).",
        given=_given(
            words=("Agnieszka", "Kowalczyk", "took", "the", "train", "from", "Timbuktu", "to", "Paris"),
            names=("PERSON", "PERSON", "–", "–", "–", "–", "PLACE", "–", "PLACE"),
        ),
        listed=("Piece", "Label"),
    ),
    Mistake(
        "surprise",
        "Surprise compared piece by piece",
        "“The unbelievably stubborn shopkeeper refused to sell umbrellas.”",
        "units = len(sentence)",
        "units = pieces",
        measure="Bits of the first model for one of the second",
        notice="Two vocabularies cut one text into different numbers of pieces, so a mean over pieces compares "
        "different things. Bits a character, or bits in all, can be compared.",
        share=False,
        given=_given(
            sentence="The unbelievably stubborn shopkeeper refused to sell umbrellas.",
            other="cache/pocket/bert",
        ),
        listed=("Model", "Bits"),
    ),
    Mistake(
        "learning_rate",
        "A learning rate five hundred times too high",
        "Ten steps on “The capital of France is [MASK].”, then six other blanks",
        "rate = 2e-5",
        "rate = 1e-2",
        measure="Blanks of other sentences filled as before",
        notice="Ten steps on one sentence. At a rate that suits a small new layer, the weights of a trained model "
        "are lost, and it says the same everywhere.",
        given=_given(
            sentence=CAPITAL,
            word="paris",
            others=(
                "She put the money in the [MASK].",
                "The children went to [MASK] by bus.",
                "He drank a cup of [MASK].",
                "The sun rises in the [MASK].",
                "My sister and my [MASK] live in London.",
                "The cat sat on the [MASK].",
            ),
        ),
        trains=True,
        listed=("Sentence", "Before → after"),
    ),
    Mistake(
        "tested_on_itself",
        "Tested on what it was trained on",
        "Twenty steps on six blanks, then a test on six blanks",
        "tested = held_out",
        "tested = trained",
        measure="Blanks filled with the word that stood there",
        notice="Twenty steps on six sentences are enough to know them by heart. What a model can do is asked of "
        "sentences that it never saw.",
        given=_given(
            trained=(
                ("She poured the [MASK] into the glass.", "milk"),
                ("The farmer fed the [MASK].", "horses"),
                ("They painted the door [MASK].", "yellow"),
                ("We flew to [MASK] in June.", "spain"),
                ("He plays the [MASK] badly.", "trumpet"),
                ("The soup tastes of [MASK].", "fish"),
            ),
            held_out=(
                ("He filled the cup with [MASK].", "wine"),
                ("The boy milked the [MASK].", "goat"),
                ("She dyed her hair [MASK].", "red"),
                ("They drove to [MASK] in May.", "italy"),
                ("She practises the [MASK] every day.", "violin"),
                ("The cake smells of [MASK].", "lemon"),
            ),
        ),
        trains=True,
        listed=("Sentence", "Wanted? Said"),
    ),
)


def mistake(key: str) -> Mistake:
    """The mistake of this key."""
    return next(one for one in MISTAKES if one.key == key)
