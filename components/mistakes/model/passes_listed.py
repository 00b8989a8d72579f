"""Mistakes in how a model is run: see :mod:`components.mistakes.model.passes`."""

from components.mistakes.model.mistake import CAPITAL, PROBABILITY, Mistake, given

LONG = (
    "In the evening the old man went down to the harbour, where the boats had come in, and he looked at each of them "
    "for a long time before he walked home through the narrow streets of the town."
)
PASSES = (
    Mistake(
        "attention_mask",
        "The attention mask forgotten",
        "“The capital of France is [MASK].”, in a batch with a longer sentence",
        'attended = batch["attention_mask"]',
        "attended = None",
        measure=PROBABILITY,
        notice="Nothing in the vector of [PAD] says that it is no word: the mask alone keeps others from looking at "
        "it. A batch of sentences of one length hides the mistake.",
        given=given(
            sentences=(CAPITAL, LONG),
        ),
        follows=True,
        pinned="transformers 5.23 takes a missing mask for one of ones. For BERT, DistilBERT, RoBERTa, ALBERT, ELECTRA "
        "and ModernBERT it does so silently; RoFormer and GPT-2 warn once where a sentence begins or ends with pads.",
    ),
    Mistake(
        "padding_side",
        "Padded on the left",
        "“The capital of France is [MASK].”, in a batch with a longer sentence",
        'tokenizer.padding_side = "right"',
        'tokenizer.padding_side = "left"',
        measure=PROBABILITY,
        notice="Where a model adds a vector for each position, positions are counted from the left edge, pads "
        "included: the mask hides the pads, but every word has moved. Rotary positions depend on distances alone. "
        "For GPT, asked for what comes next, left is the usual side.",
        given=given(
            sentences=(CAPITAL, LONG),
        ),
        follows=True,
    ),
    Mistake(
        "segments",
        "No segments for a pair",
        "“Paris is the capital of France.” and “The capital of Italy is [MASK].”",
        'segments = pair["token_type_ids"]',
        "segments = None",
        measure=PROBABILITY,
        notice="Left out, they are all 0: the model reads the second sentence as a part of the first.",
        given=given(
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
        given=given(
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
        given=given(
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
        given=given(
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
        measure="Gap between cosines of the same meaning and of unrelated sentences, in standard deviations (d′)",
        notice="What [CLS] holds depends on what it was trained for: next-sentence prediction, labels, or "
        "similarity. A high cosine by itself says little, since all vectors of a model may point much the same way: "
        "compare the gap. Measure both ways on sentences of your own before you rely on one.",
        given=given(
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
        listed=("Sentences", "Figure"),
    ),
)
