"""Mistakes in what a model is given: see :mod:`components.mistakes.model.reading`."""

from components.mistakes.model.mistake import CAPITAL, PROBABILITY, Mistake, given

READING = (
    Mistake(
        "vocabulary",
        "Another model’s vocabulary",
        "“The capital of France is [MASK].”",
        "vocabulary_of = where",
        "vocabulary_of = other",
        measure=PROBABILITY,
        notice="Ids are row numbers. Another vocabulary has other words in those rows, and nothing complains as long "
        "as the number exists.",
        given=given(
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
        given=given(
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
        given=given(
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
        given=given(
            sentence="The [MASK] of England lives in a palace with her husband.",
        ),
        follows=True,
        pinned="Without truncation=True the tokenizer of transformers 5.23 warns of 602 pieces, and the model "
        "then fails with a RuntimeError: to be cut silently has to be asked for.",
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
        given=given(
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
        "units = len(pieces)",
        measure="Bits of the first model for one of the second",
        notice="Two vocabularies cut one text into different numbers of pieces, so a mean over pieces compares "
        "different things. Bits for the whole text, or by the character, can be compared. Each piece is hidden with "
        "the rest of its word to the right (Kauf and Ivanova 2023): in sight, it would give the piece away, and most "
        "where words are cut most. These sums are pseudo-log-likelihoods: they are not the probability of the "
        "sentence, and not comparable with the bits of a model that reads from left to right.",
        share=False,
        given=given(
            sentence="The unbelievably stubborn shopkeeper refused to sell umbrellas.",
            other="cache/pocket/bert",
        ),
        listed=("Model", "Bits"),
    ),
)
