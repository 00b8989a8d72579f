"""BERT and its relatives: their architecture, and what is new in each paper.

Numbers are those of the published checkpoints' configurations; a test builds each with transformers.
"""

from dataclasses import dataclass

from components.model.architecture_shape import ArchitectureShape, ArchitectureStyle, AttentionScope


@dataclass(frozen=True)
class FamilyMember:
    """A model of the BERT family.

    Attributes:
        key: Its key in links.
        name: Its name.
        year: The year of the paper's first version.
        paper: The authors of the paper.
        link: The address of the paper.
        shape: The numbers of its architecture.
        special: What is new in it, in a sentence.
        attention: Which tokens a token may attend to.
        tokenizer: The kind of tokenizer.
        position_encoding: How positions are encoded.
        objective: The pre-training objective.
        shared_weights: Weights shared by several layers.
        norm: Where LayerNorm is applied.
        activation: The activation of the feed-forward network.
        token_limit: The longest input in tokens.
        dropout: The dropout of the published configuration.
        fine_tuning: Learning rates and epochs that the paper fine-tunes with; empty if none were copied.
        model_id: Its id in Riverbank; empty if Riverbank cannot open it.
    """

    key: str
    name: str
    year: int
    paper: str
    link: str
    shape: ArchitectureShape
    special: str
    attention: AttentionScope = AttentionScope.ENCODER
    tokenizer: str = "WordPiece"
    position_encoding: str = "learned, added to the token embeddings"
    objective: str = "masked words and next sentence (NSP)"
    shared_weights: str = "none"
    norm: str = "after each sublayer (post-norm)"
    activation: str = "GELU"
    token_limit: int = 512
    dropout: str = "0.1"
    fine_tuning: str = ""
    model_id: str = ""


_BERT_FINE_TUNING = "2e-5, 3e-5 or 5e-5; 2 to 4 epochs; batches of 16 or 32 (appendix A.3)"
BASE = ArchitectureShape(ArchitectureStyle.BERT, 30_522, 768, 12, 12, 3072, positions=512, segments=2, pooler=True)
POCKET = ArchitectureShape(ArchitectureStyle.BERT, 8704, 256, 4, 4, 1024, positions=512, segments=2, pooler=True)

FAMILY = (
    FamilyMember(
        "bert-base",
        "BERT base",
        2018,
        "Devlin and others",
        "https://arxiv.org/abs/1810.04805",
        BASE,
        "An encoder that sees both sides of every word, pre-trained on masked words and fine-tuned for each task.",
        fine_tuning=_BERT_FINE_TUNING,
        model_id="bert-base-uncased",
    ),
    FamilyMember(
        "bert-large",
        "BERT large",
        2018,
        "Devlin and others",
        "https://arxiv.org/abs/1810.04805",
        ArchitectureShape(ArchitectureStyle.BERT, 30_522, 1024, 24, 16, 4096, positions=512, segments=2, pooler=True),
        "Like BERT base with twice the layers, a third more width and three times the parameters.",
        fine_tuning=_BERT_FINE_TUNING,
        model_id="bert-large-uncased",
    ),
    FamilyMember(
        "gpt2",
        "GPT-2",
        2019,
        "Radford and others",
        "https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf",
        ArchitectureShape(ArchitectureStyle.GPT2, 50_257, 768, 12, 12, 3072, positions=1024),
        "A decoder: every token sees only the tokens to its left, and it is trained to predict the next one.",
        attention=AttentionScope.DECODER,
        tokenizer="byte-pair encoding (BPE)",
        objective="the next word (causal language modelling)",
        norm="before each sublayer (pre-norm)",
        token_limit=1024,
        model_id="gpt2",
    ),
    FamilyMember(
        "roberta",
        "RoBERTa base",
        2019,
        "Liu and others",
        "https://arxiv.org/abs/1907.11692",
        ArchitectureShape(ArchitectureStyle.BERT, 50_265, 768, 12, 12, 3072, positions=514, segments=1, pooler=True),
        "BERT trained longer, on ten times the text, with batches of 8,000, dynamic masking and no next-sentence task.",
        tokenizer="byte-pair encoding (BPE)",
        objective="masked words (dynamic masking)",
        fine_tuning="1e-5, 2e-5 or 3e-5; up to 10 epochs; batches of 16 or 32 (table 10)",
        model_id="roberta-base",
    ),
    FamilyMember(
        "distilbert",
        "DistilBERT",
        2019,
        "Sanh and others",
        "https://arxiv.org/abs/1910.01108",
        ArchitectureShape(ArchitectureStyle.BERT, 30_522, 768, 6, 12, 3072, positions=512),
        "Every other layer of BERT, distilled from BERT’s answers; no segment embeddings and no pooler.",
        objective="masked words, with its teacher’s soft targets",
        model_id="distilbert-base-uncased",
    ),
    FamilyMember(
        "albert",
        "ALBERT base",
        2019,
        "Lan and others",
        "https://arxiv.org/abs/1909.11942",
        ArchitectureShape(
            ArchitectureStyle.ALBERT, 30_000, 768, 12, 12, 3072, positions=512, segments=2, embedding=128, pooler=True
        ),
        "One layer used twelve times and narrow embeddings: a ninth of BERT’s parameters, all of its multiply–adds.",
        tokenizer="Unigram (SentencePiece)",
        objective="masked words and sentence order (SOP)",
        shared_weights="one layer for all",
        dropout="0",
        model_id="albert-base-v2",
    ),
    FamilyMember(
        "albert-xxlarge",
        "ALBERT xxlarge",
        2019,
        "Lan and others",
        "https://arxiv.org/abs/1909.11942",
        ArchitectureShape(
            ArchitectureStyle.ALBERT,
            30_000,
            4096,
            12,
            64,
            16_384,
            positions=512,
            segments=2,
            embedding=128,
            pooler=True,
        ),
        "Vectors of 4,096 numbers, and one layer used twelve times: fewer parameters than BERT large, far more work.",
        tokenizer="Unigram (SentencePiece)",
        objective="masked words and sentence order (SOP)",
        shared_weights="one layer for all",
        dropout="0",
    ),
    FamilyMember(
        "t5-small",
        "T5 small",
        2019,
        "Raffel and others",
        "https://arxiv.org/abs/1910.10683",
        ArchitectureShape(ArchitectureStyle.T5, 32_128, 512, 6, 8, 2048, decoder_layers=6, relative_positions=32),
        "An encoder–decoder: every task turns one text into another.",
        attention=AttentionScope.BOTH,
        tokenizer="Unigram (SentencePiece)",
        position_encoding="relative, added to the attention scores",
        objective="missing spans, written by the decoder (span corruption)",
        shared_weights="relative positions, across the layers of each stack",
        norm="before each sublayer (pre-norm)",
        activation="ReLU",
        fine_tuning="0.001; 262,144 steps; batches of 128 (section 3.1)",
    ),
    FamilyMember(
        "electra-small",
        "ELECTRA small",
        2020,
        "Clark and others",
        "https://arxiv.org/abs/2003.10555",
        ArchitectureShape(
            ArchitectureStyle.BERT,
            30_522,
            256,
            12,
            4,
            1024,
            positions=512,
            segments=2,
            embedding=128,
            discriminator=True,
        ),
        "It judges for every token whether a small generator replaced it, so it learns from all tokens.",
        objective="replaced-token detection",
        fine_tuning="3e-4; 3 epochs for most tasks; batches of 32 (appendix B)",
    ),
    FamilyMember(
        "electra-generator",
        "ELECTRA generator",
        2020,
        "Clark and others",
        "https://arxiv.org/abs/2003.10555",
        ArchitectureShape(ArchitectureStyle.BERT, 30_522, 256, 12, 4, 1024, positions=512, segments=2, embedding=128),
        "It fills the blanks with guesses that ELECTRA has to detect; after training it is thrown away.",
        objective="masked words",
        model_id="electra-small-generator",
    ),
    FamilyMember(
        "mobilebert",
        "MobileBERT",
        2020,
        "Sun and others",
        "https://arxiv.org/abs/2004.02984",
        ArchitectureShape(
            ArchitectureStyle.MOBILEBERT, 30_522, 512, 24, 4, 512, positions=512, segments=2, embedding=128
        ),
        "As deep as BERT large but thin: every layer works in a bottleneck of 128 numbers.",
        objective="masked words and NSP, with layer-by-layer distillation",
        norm="after each sublayer, without statistics (NoNorm)",
        activation="ReLU",
        dropout="0",
    ),
    FamilyMember(
        "deberta-v3",
        "DeBERTa v3 base",
        2021,
        "He and others",
        "https://arxiv.org/abs/2111.09543",
        ArchitectureShape(ArchitectureStyle.DEBERTA, 128_100, 768, 12, 12, 3072, relative_positions=512),
        "Attention scores content and distance separately (disentangled attention); trained like ELECTRA.",
        tokenizer="Unigram (SentencePiece)",
        position_encoding="relative, scored separately from content (disentangled)",
        objective="replaced-token detection",
        shared_weights="relative positions, across all layers",
    ),
    FamilyMember(
        "modernbert",
        "ModernBERT base",
        2024,
        "Warner and others",
        "https://arxiv.org/abs/2412.13663",
        ArchitectureShape(ArchitectureStyle.MODERNBERT, 50_368, 768, 22, 12, 1152),
        "Rotary positions, gated feed-forward, flash attention; two layers in three attend at most 64 tokens away.",
        tokenizer="byte-pair encoding (BPE)",
        position_encoding="rotary (RoPE): queries and keys are rotated",
        objective="masked words, 30% of them",
        norm="before each sublayer (pre-norm)",
        activation="GELU, gated (GeGLU)",
        dropout="0",
        token_limit=8192,
        model_id="ModernBERT-base",
    ),
    FamilyMember(
        "pocket-bert",
        "pocket BERT",
        2026,
        "this repository",
        "",
        POCKET,
        "The small teaching model that comes with Riverbank, drawn to scale.",
        dropout="0",
        model_id="pocket-bert",
    ),
)


def family_member(key: str) -> FamilyMember:
    """The member of this key."""
    return next(member for member in FAMILY if member.key == key)
