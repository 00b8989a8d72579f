"""Mistakes in what a model is given: see :mod:`components.mistakes.model.input_experiments`."""

from components.mistakes.model.mistake import CAPITAL, PROBABILITY, Mistake, given

INPUT_MISTAKES = (
    Mistake(
        "vocabulary",
        "Another model’s vocabulary",
        "",
        "vocabulary_of = where",
        "vocabulary_of = other",
        measure=PROBABILITY,
        notice="Token ids are row numbers. Another vocabulary has other words in those rows, and no error is raised as "
        "long as the row exists.",
        inputs=given(
            sentence=CAPITAL,
            other="cache/pocket/bert",
        ),
        needs_followed=True,
    ),
    Mistake(
        "case",
        "Capital letters kept for an uncased model",
        "",
        "lower = True",
        "lower = False",
        measure=PROBABILITY,
        notice="An uncased vocabulary has no tokens with capital letters. A capitalised word becomes [UNK], and its "
        "meaning is lost.",
        inputs=given(
            sentence=CAPITAL,
        ),
        needs_followed=True,
        version_note="transformers 5.23 follows do_lower_case=False; by default, the tokenizer of an uncased model "
        "lower-cases the text.",
    ),
    Mistake(
        "mask_string",
        "Another model’s mask token",
        "",
        "blank = tokenizer.mask_token",
        'blank = "<mask>"',
        measure="Masked positions in the input",
        notice="BERT’s mask token is [MASK], RoBERTa’s is <mask>. The other model’s mask is tokenized like any text: "
        "nothing is masked, and the prediction at that place is about a bracket.",
        share=False,
        inputs=given(
            sentence=CAPITAL,
        ),
        column_titles=("Token", "What it is"),
        version_note="The fill-mask pipeline of transformers 5.23 rejects such a sentence (“No mask_token ([MASK]) "
        "found on the input”); your own code does not.",
    ),
    Mistake(
        "drop_in",
        "roberta-base swapped in, special tokens by hand",
        "with its first and last token written by hand",
        "start, end = tokenizer.cls_token, tokenizer.sep_token",
        'start, end = "<s>", "</s>"',
        measure=PROBABILITY,
        notice="A text of BERT begins with [CLS] and ends with [SEP], one of RoBERTa with <s> and </s>. Let the "
        "tokenizer write them, and leave token_type_ids out: then roberta-base can take BERT’s place.",
        inputs=given(
            sentence=CAPITAL,
        ),
        needs_followed=True,
        version_note="roberta-base has no next-sentence head, because it was trained without that objective. Its "
        "authors measured results that were as good or slightly better (Liu et al. 2019, table 2).",
    ),
    Mistake(
        "truncation",
        "The key word truncated",
        "",
        "longest = model.config.max_position_embeddings",
        "longest = 7",
        measure=PROBABILITY,
        notice="truncation=True cuts off the end silently. For texts longer than the model allows, use overlapping "
        "windows.",
        inputs=given(
            sentence="The [MASK] of England lives in a palace with her husband.",
        ),
        needs_followed=True,
        version_note="Without truncation=True the tokenizer of transformers 5.23 only warns about texts that are too "
        "long, and the model then fails with a RuntimeError.",
    ),
    Mistake(
        "pieces_and_labels",
        "Word labels assigned to word pieces in order",
        "“Agnieszka Kowalczyk took the train from Timbuktu to Paris”, with one label per word",
        "labels = [names[word] if first else None for word, first in zip(of_word, firsts, strict=True)]",
        "labels = [None, *names, *[None] * (len(pieces) - 1 - len(names))]",
        measure="Words whose first piece has the right label",
        notice="There is one label per word, but a word may be several word pieces. word_ids() maps pieces to words; "
        "pieces after the first are left out of the loss (label -100).",
        inputs=given(
            words=("Agnieszka", "Kowalczyk", "took", "the", "train", "from", "Timbuktu", "to", "Paris"),
            names=("PERSON", "PERSON", "–", "–", "–", "–", "PLACE", "–", "PLACE"),
        ),
        column_titles=("Piece", "Label"),
    ),
    Mistake(
        "surprise",
        "Surprise compared per token",
        "",
        "units = len(sentence)",
        "units = len(pieces)",
        measure="Bits of the first model divided by bits of the second",
        notice="Two tokenizers split a text into different numbers of tokens, so means per token compare different "
        "things. Bits for the whole text, or per character, can be compared. Each token is masked together with the "
        "rest of its word to the right (Kauf and Ivanova 2023), which would give it away. These sums are "
        "pseudo-log-likelihoods: they are not the probability of the sentence, and cannot be compared with the bits of "
        "a left-to-right model.",
        share=False,
        inputs=given(
            sentence="The unbelievably stubborn shopkeeper refused to sell umbrellas.",
            other="cache/pocket/bert",
        ),
        column_titles=("Model", "Bits"),
    ),
)
