"""BERT and its relatives: their numbers, and what is special about each, by paper.

Numbers are those of the published checkpoints' configurations; a test builds each with transformers.
"""

from dataclasses import dataclass

from components.family.model.shape import Reads, Shape, Style


@dataclass(frozen=True)
class Member:
    """A model of the family.

    Attributes:
        key: In links.
        name: In words.
        year: Of the paper's first version.
        paper: Its authors, shortly.
        link: To it.
        shape: Its numbers.
        special: What is new in it, a sentence.
        reads: What a token may look at.
        cut: How its text is cut into pieces.
        places: How it knows positions.
        asked: What it was trained to say.
        shared: Weights that several layers have in common.
        norm: Where layers are normalised.
        activation: Of the feed-forward network.
        longest: Pieces that it reads at once.
        model_id: Under which Riverbank opens it; empty where it does not.
    """

    key: str
    name: str
    year: int
    paper: str
    link: str
    shape: Shape
    special: str
    reads: Reads = Reads.ENCODER
    cut: str = "WordPiece"
    places: str = "learned, added to the pieces"
    asked: str = "hidden words, and the next sentence"
    shared: str = "none"
    norm: str = "after each part (post-norm)"
    activation: str = "GELU"
    longest: int = 512
    model_id: str = ""


BASE = Shape(Style.BERT, 30_522, 768, 12, 12, 3072, positions=512, segments=2, pooler=True)
POCKET = Shape(Style.BERT, 8704, 256, 4, 4, 1024, positions=512, segments=2, pooler=True)

FAMILY = (
    Member(
        "bert-base",
        "BERT base",
        2018,
        "Devlin and others",
        "https://arxiv.org/abs/1810.04805",
        BASE,
        "An encoder that sees both sides of every word, trained on hidden words, and fine-tuned for each task.",
        model_id="bert-base-uncased",
    ),
    Member(
        "bert-large",
        "BERT large",
        2018,
        "Devlin and others",
        "https://arxiv.org/abs/1810.04805",
        Shape(Style.BERT, 30_522, 1024, 24, 16, 4096, positions=512, segments=2, pooler=True),
        "The same with twice the layers, a third more width, and three times the parameters.",
        model_id="bert-large-uncased",
    ),
    Member(
        "gpt2",
        "GPT-2",
        2019,
        "Radford and others",
        "https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf",
        Shape(Style.GPT2, 50_257, 768, 12, 12, 3072, positions=1024),
        "A decoder: every token sees what is left of it alone, and is asked for the next one.",
        reads=Reads.DECODER,
        cut="byte pairs",
        asked="the next word",
        norm="before each part (pre-norm)",
        longest=1024,
        model_id="gpt2",
    ),
    Member(
        "roberta",
        "RoBERTa base",
        2019,
        "Liu and others",
        "https://arxiv.org/abs/1907.11692",
        Shape(Style.BERT, 50_265, 768, 12, 12, 3072, positions=514, segments=1, pooler=True),
        "BERT trained longer, on ten times the text, in batches of 8,000, with masks thrown anew and no next sentence.",
        cut="byte pairs",
        asked="hidden words",
        model_id="roberta-base",
    ),
    Member(
        "distilbert",
        "DistilBERT",
        2019,
        "Sanh and others",
        "https://arxiv.org/abs/1910.01108",
        Shape(Style.BERT, 30_522, 768, 6, 12, 3072, positions=512),
        "Every other layer of BERT, taught to answer as BERT does; no segments and no pooler.",
        asked="hidden words, as its teacher answers them",
        model_id="distilbert-base-uncased",
    ),
    Member(
        "albert",
        "ALBERT base",
        2019,
        "Lan and others",
        "https://arxiv.org/abs/1909.11942",
        Shape(Style.ALBERT, 30_000, 768, 12, 12, 3072, positions=512, segments=2, embedding=128, pooler=True),
        "One layer used twelve times and a narrow table of pieces: a ninth of BERT’s parameters, all of its products.",
        cut="unigram (SentencePiece)",
        asked="hidden words, and which of two sentences came first",
        shared="all layers are one",
        model_id="albert-base-v2",
    ),
    Member(
        "t5-small",
        "T5 small",
        2019,
        "Raffel and others",
        "https://arxiv.org/abs/1910.10683",
        Shape(Style.T5, 32_128, 512, 6, 8, 2048, decoder_layers=6, relative=32),
        "An encoder and a decoder that looks at it: every task is a text in and a text out.",
        reads=Reads.BOTH,
        cut="unigram (SentencePiece)",
        places="relative, added to the scores of attention",
        asked="runs that were left out, written by the decoder",
        shared="relative positions, by all layers of a stack",
        norm="before each part (pre-norm)",
        activation="ReLU",
    ),
    Member(
        "electra-small",
        "ELECTRA small",
        2020,
        "Clark and others",
        "https://arxiv.org/abs/2003.10555",
        Shape(Style.BERT, 30_522, 256, 12, 4, 1024, positions=512, segments=2, embedding=128, discriminator=True),
        "It says of every piece whether a small generator replaced it, and so learns from all of them.",
        asked="which pieces were replaced",
    ),
    Member(
        "electra-generator",
        "ELECTRA generator",
        2020,
        "Clark and others",
        "https://arxiv.org/abs/2003.10555",
        Shape(Style.BERT, 30_522, 256, 12, 4, 1024, positions=512, segments=2, embedding=128),
        "It fills what is hidden, its guesses are put into the text, and after the training nobody needs it any more.",
        asked="hidden words",
        model_id="electra-small-generator",
    ),
    Member(
        "mobilebert",
        "MobileBERT",
        2020,
        "Sun and others",
        "https://arxiv.org/abs/2004.02984",
        Shape(Style.MOBILEBERT, 30_522, 512, 24, 4, 512, positions=512, segments=2, embedding=128),
        "As deep as BERT large and thin inside: every layer goes through a bottleneck of 128 numbers.",
        asked="hidden words and the next sentence, as its teacher answers them",
        norm="after each part, without statistics (NoNorm)",
        activation="ReLU",
    ),
    Member(
        "deberta-v3",
        "DeBERTa v3 base",
        2021,
        "He and others",
        "https://arxiv.org/abs/2111.09543",
        Shape(Style.DEBERTA, 128_100, 768, 12, 12, 3072, relative=512),
        "Words and their distances have vectors of their own in attention, and it is trained as ELECTRA is.",
        cut="unigram (SentencePiece)",
        places="relative, with scores of their own in attention",
        asked="which pieces were replaced",
        shared="relative positions, by all layers",
    ),
    Member(
        "modernbert",
        "ModernBERT base",
        2024,
        "Warner and others",
        "https://arxiv.org/abs/2412.13663",
        Shape(Style.MODERNBERT, 50_368, 768, 22, 12, 1152),
        "Rotary positions, gated feed-forward, no biases, and two layers of three that look 64 tokens to either side.",
        cut="byte pairs",
        places="rotary: queries and keys are turned",
        asked="hidden words, 30% of them",
        norm="before each part (pre-norm)",
        activation="GELU, gated (GeGLU)",
        longest=8192,
        model_id="ModernBERT-base",
    ),
    Member(
        "pocket-bert",
        "pocket BERT",
        2026,
        "this repository",
        "",
        POCKET,
        "The small teaching model that ships with Riverbank, at its true scale.",
        model_id="pocket-bert",
    ),
)


def family_member(key: str) -> Member:
    """The member of this key."""
    return next(one for one in FAMILY if one.key == key)
