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
        reads: What a token may attend to.
        cut: Its tokenizer.
        places: How it knows positions.
        asked: Its pre-training objective.
        shared: Weights that several layers have in common.
        norm: Where layers are normalised.
        activation: Of the feed-forward network.
        longest: Tokens that it reads at once.
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
    places: str = "learned, added to the token embeddings"
    asked: str = "masked words and next sentence (NSP)"
    shared: str = "none"
    norm: str = "after each sublayer (post-norm)"
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
        "An encoder that sees both sides of every word, pre-trained on masked words and fine-tuned for each task.",
        model_id="bert-base-uncased",
    ),
    Member(
        "bert-large",
        "BERT large",
        2018,
        "Devlin and others",
        "https://arxiv.org/abs/1810.04805",
        Shape(Style.BERT, 30_522, 1024, 24, 16, 4096, positions=512, segments=2, pooler=True),
        "Like BERT base with twice the layers, a third more width and three times the parameters.",
        model_id="bert-large-uncased",
    ),
    Member(
        "gpt2",
        "GPT-2",
        2019,
        "Radford and others",
        "https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf",
        Shape(Style.GPT2, 50_257, 768, 12, 12, 3072, positions=1024),
        "A decoder: every token sees only the tokens to its left, and it is trained to predict the next one.",
        reads=Reads.DECODER,
        cut="byte-pair encoding (BPE)",
        asked="the next word (causal language modelling)",
        norm="before each sublayer (pre-norm)",
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
        "BERT trained longer, on ten times the text, with batches of 8,000, dynamic masking and no next-sentence task.",
        cut="byte-pair encoding (BPE)",
        asked="masked words (dynamic masking)",
        model_id="roberta-base",
    ),
    Member(
        "distilbert",
        "DistilBERT",
        2019,
        "Sanh and others",
        "https://arxiv.org/abs/1910.01108",
        Shape(Style.BERT, 30_522, 768, 6, 12, 3072, positions=512),
        "Every other layer of BERT, distilled from BERT’s answers; no segment embeddings and no pooler.",
        asked="masked words, with its teacher’s soft targets",
        model_id="distilbert-base-uncased",
    ),
    Member(
        "albert",
        "ALBERT base",
        2019,
        "Lan and others",
        "https://arxiv.org/abs/1909.11942",
        Shape(Style.ALBERT, 30_000, 768, 12, 12, 3072, positions=512, segments=2, embedding=128, pooler=True),
        "One layer used twelve times and narrow embeddings: a ninth of BERT’s parameters, all of its multiply–adds.",
        cut="Unigram (SentencePiece)",
        asked="masked words and sentence order (SOP)",
        shared="one layer for all",
        model_id="albert-base-v2",
    ),
    Member(
        "t5-small",
        "T5 small",
        2019,
        "Raffel and others",
        "https://arxiv.org/abs/1910.10683",
        Shape(Style.T5, 32_128, 512, 6, 8, 2048, decoder_layers=6, relative=32),
        "An encoder–decoder: every task turns one text into another.",
        reads=Reads.BOTH,
        cut="Unigram (SentencePiece)",
        places="relative, added to the attention scores",
        asked="missing spans, written by the decoder (span corruption)",
        shared="relative positions, across the layers of each stack",
        norm="before each sublayer (pre-norm)",
        activation="ReLU",
    ),
    Member(
        "electra-small",
        "ELECTRA small",
        2020,
        "Clark and others",
        "https://arxiv.org/abs/2003.10555",
        Shape(Style.BERT, 30_522, 256, 12, 4, 1024, positions=512, segments=2, embedding=128, discriminator=True),
        "It judges for every token whether a small generator replaced it, so it learns from all tokens.",
        asked="replaced-token detection",
    ),
    Member(
        "electra-generator",
        "ELECTRA generator",
        2020,
        "Clark and others",
        "https://arxiv.org/abs/2003.10555",
        Shape(Style.BERT, 30_522, 256, 12, 4, 1024, positions=512, segments=2, embedding=128),
        "It fills the blanks with guesses that ELECTRA has to detect; after training it is thrown away.",
        asked="masked words",
        model_id="electra-small-generator",
    ),
    Member(
        "mobilebert",
        "MobileBERT",
        2020,
        "Sun and others",
        "https://arxiv.org/abs/2004.02984",
        Shape(Style.MOBILEBERT, 30_522, 512, 24, 4, 512, positions=512, segments=2, embedding=128),
        "As deep as BERT large but thin: every layer works in a bottleneck of 128 numbers.",
        asked="masked words and NSP, with layer-by-layer distillation",
        norm="after each sublayer, without statistics (NoNorm)",
        activation="ReLU",
    ),
    Member(
        "deberta-v3",
        "DeBERTa v3 base",
        2021,
        "He and others",
        "https://arxiv.org/abs/2111.09543",
        Shape(Style.DEBERTA, 128_100, 768, 12, 12, 3072, relative=512),
        "Attention scores content and distance separately (disentangled attention); trained like ELECTRA.",
        cut="Unigram (SentencePiece)",
        places="relative, scored separately from content (disentangled)",
        asked="replaced-token detection",
        shared="relative positions, across all layers",
    ),
    Member(
        "modernbert",
        "ModernBERT base",
        2024,
        "Warner and others",
        "https://arxiv.org/abs/2412.13663",
        Shape(Style.MODERNBERT, 50_368, 768, 22, 12, 1152),
        "Rotary positions, gated feed-forward, flash attention; two layers in three attend at most 64 tokens away.",
        cut="byte-pair encoding (BPE)",
        places="rotary (RoPE): queries and keys are rotated",
        asked="masked words, 30% of them",
        norm="before each sublayer (pre-norm)",
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
        "The small teaching model that comes with Riverbank, drawn to scale.",
        model_id="pocket-bert",
    ),
)


def family_member(key: str) -> Member:
    """The member of this key."""
    return next(one for one in FAMILY if one.key == key)
