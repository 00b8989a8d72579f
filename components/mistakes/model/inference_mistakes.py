"""Mistakes in how a model is run: see :mod:`components.mistakes.model.inference_experiments`."""

from components.mistakes.model.mistake import CAPITAL, PROBABILITY, Mistake, given

LONG = (
    "In the evening the old man went down to the harbour, where the boats had come in, and he looked at each of them "
    "for a long time before he walked home through the narrow streets of the town."
)
CITIES = "Hamburg and Munich are cities in [MASK]."  # its answer leads by far, so that there is much to lose
INFERENCE_MISTAKES = (
    Mistake(
        "attention_mask",
        "Attention mask forgotten",
        "in one batch with a longer sentence, filled up with [PAD]",
        'attended = batch["attention_mask"]',
        "attended = None",
        measure=PROBABILITY,
        notice="The vector of [PAD] looks like that of a word; only the mask keeps other tokens from attending to it. "
        "If all sentences of a batch have the same length, the mistake does not show.",
        inputs=given(
            sentence=CITIES,
            longer=LONG,
        ),
        needs_followed=True,
        version_note="transformers 5.23 replaces a missing mask by all ones. BERT, DistilBERT, RoBERTa, ALBERT, "
        "ELECTRA and ModernBERT do so silently; RoFormer and GPT-2 warn once if a sentence begins or ends with "
        "padding.",
    ),
    Mistake(
        "padding_side",
        "Padded on the left",
        "in one batch with a longer sentence, filled up with [PAD]",
        'tokenizer.padding_side = "right"',
        'tokenizer.padding_side = "left"',
        measure=PROBABILITY,
        notice="Learned positions are counted from the left edge, padding included: the mask hides the padding, but "
        "every word has moved. Rotary positions depend only on distances. For GPT, which predicts the next word, "
        "padding on the left is normal.",
        notice_without_positions="This model has no positions, so it cannot tell that every word has moved: the mask "
        "hides the padding, and nothing else differs. A model with learned positions counts them from the left edge, "
        "padding included.",
        inputs=given(
            sentence=CAPITAL,
            longer=LONG,
        ),
        needs_followed=True,
    ),
    Mistake(
        "segments",
        "Segment ids left out for a pair",
        "after “Paris is the capital of France.”",
        'segments = pair["token_type_ids"]',
        "segments = None",
        measure=PROBABILITY,
        notice="Without token_type_ids all segments are 0, so the model reads the second sentence as part of the "
        "first.",
        inputs=given(
            first="Paris is the capital of France.",
            sentence="The capital of Italy is [MASK].",
        ),
        needs_followed=True,
        version_note="transformers 5.23 silently sets missing token_type_ids to 0.",
    ),
    Mistake(
        "softmax",
        "Softmax over the wrong axis",
        "",
        "probabilities = logits.softmax(dim=-1)",
        "probabilities = logits.softmax(dim=1)",
        measure="Sum of the blank’s probabilities",
        notice="Logits have the shape (sentence, position, token). Softmax over axis 1 makes each token’s scores sum "
        "to 1 over the positions, so the probabilities at the blank can sum to anything.",
        share=False,
        inputs=given(
            sentence=CAPITAL,
        ),
    ),
    Mistake(
        "half",
        "Overflow in half precision",
        "",
        "scores = logits.float()",
        "scores = logits.half()",
        measure=PROBABILITY,
        notice="The largest number in half precision (float16) is 65,504. A sum of exponentials soon exceeds it, and "
        "infinity divided by infinity is not a number (NaN). torch’s softmax subtracts the largest score first.",
        inputs=given(
            sentence="Paris is the capital of [MASK], and London is the capital of England.",
        ),
        needs_followed=True,
    ),
    Mistake(
        "dropout",
        "eval() forgotten",
        "five times",
        "model.eval()",
        "model.train()",
        measure="Difference between the highest and the lowest of five probabilities",
        notice="In training mode dropout sets a random tenth of the numbers to zero in every call. The models included "
        "here were trained without dropout; for this example it is set to 0.1, as in the paper.",
        inputs=given(
            sentence=CAPITAL,
        ),
        needs_followed=True,
        version_note="In transformers 5.23 from_pretrained() returns a model in evaluation mode; a model built from a "
        "configuration is in training mode.",
    ),
    Mistake(
        "sentence_vector",
        "[CLS] as the sentence vector",
        "Twelve sentences: six pairs with the same meaning",
        "vectors = (hidden * attended).sum(dim=1) / attended.sum(dim=1)",
        "vectors = hidden[:, 0]",
        measure="Gap between the cosines of pairs with the same meaning and of unrelated pairs, in standard deviations "
        "(d′)",
        notice="What [CLS] holds depends on its training: next-sentence prediction, labels, or similarity. Measure "
        "both vectors on your own sentences before you rely on one. A high cosine alone says little: the vectors of a "
        "model may all point in a similar direction (anisotropy), so even unrelated sentences have one. Compare it "
        "with the cosine of unrelated pairs. Use cosines to rank, with one model and one layer. They are no "
        "percentages of “same meaning”, and a threshold such as 0.8 does not fit another model.",
        inputs=given(
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
        column_titles=("Pairs", "Value"),
    ),
    Mistake(
        "next_sentence",
        "Next-sentence prediction tested on random pairs",
        "Eight pairs of sentences that follow each other, and eight that do not",
        "others = swapped",
        "others = elsewhere",
        measure="Pairs judged correctly",
        notice="Topic alone often gives away a sentence from elsewhere. RoBERTa was trained without this task, "
        "ALBERT on swapped pairs. A checkpoint without a next-sentence head, such as roberta-base, lacks nothing.",
        inputs=given(
            pairs=(
                ("She went to the bank to open an account.", "The clerk asked her for her name and some money."),
                ("He bought a ticket at the station.", "The train to the city left at noon."),
                ("The dog ran into the garden.", "It dug a hole under the apple tree."),
                ("They sat down at the table.", "The waiter brought them bread and soup."),
                ("The doctor looked at the boy's leg.", "It was broken in two places."),
                ("The storm lasted all night.", "In the morning many trees lay on the road."),
                ("The teacher opened the book.", "She read the first page to the class."),
                ("The king fell ill in the winter.", "His son took the throne in the spring."),
            ),
        ),
        column_titles=("Second sentence", "Called “next”?"),
        version_note="In transformers 5.23, index 0 of the two logits means that the second sentence follows.",
    ),
    Mistake(
        "unmasked",
        "Perplexity of words that nobody hid",
        "",
        "read = ids.masked_fill(places == place, tokenizer.mask_token_id)",
        "read = ids",
        measure="Perplexity",
        notice="A masked model has to guess a word that it cannot see. If the word stays in the text, the model copies "
        "it: a perplexity close to 1 measures copying, for any text. Hide each token in turn, and take the loss at "
        "that token alone.",
        inputs=given(
            sentence="The farmer sold a horse and two cows at the market.",
        ),
        share=False,
        column_titles=("Token", "Probability"),
        version_note="transformers 5.23 gives no warning if a model gets its ids as labels, too: the loss then counts "
        "every token in sight, [CLS] and [SEP] included. Labels of -100 leave a token out.",
    ),
)
