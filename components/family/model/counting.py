"""How many parameters an architecture has, part by part, as closed formulas; and what a pass and a training take.

A test holds every formula to what transformers builds of the same configuration on the meta device, where weights have
shapes and no numbers. Letters: V tokens of the vocabulary, E width of their embeddings, H width, F width of the
feed-forward network, P and S rows of the position and segment embeddings, R those of relative positions.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from components.family.model.shape import Part, Shape, Style

TRAINING_BYTES = 16  # a parameter in AdamW, single precision: weight, gradient and two moments of four bytes each
T5_HEAD = 64  # numbers a head has in every T5
MOBILE_WIDTH, MOBILE_STACKED = 128, 4  # inside a layer, and feed-forward networks in one
MODERN_NORMS = 2
POOLER = "pooler"
TOKEN_EMBEDDINGS = "token embeddings"
MODERN_EVERY, MODERN_WINDOW = 3, 129  # one layer in three looks everywhere; the others 64 tokens to either side


def parts(shape: Shape) -> tuple[Part, ...]:
    """What an architecture is made of."""
    return _PARTS[shape.style](shape)


def parameters(shape: Shape) -> int:
    """All parameters; those that are shared count once."""
    return sum(part.total for part in parts(shape))


def pooler_parameters(shape: Shape) -> int:
    """Parameters of the pooler; 0 where there is none."""
    return sum(part.total for part in parts(shape) if part.name == POOLER)


def vocabulary_head_parameters(shape: Shape) -> int:
    """Parameters of BERT's vocabulary head beside the shared embeddings: a dense layer, a LayerNorm, a bias a token."""
    h = shape.width
    return (h * h + h) + 2 * h + shape.vocabulary


def masked_language_model_parameters(shape: Shape) -> int:
    """Parameters of a BERT that fills blanks: with the vocabulary head, without the pooler."""
    return parameters(shape) - pooler_parameters(shape) + vocabulary_head_parameters(shape)


def multiply_adds(shape: Shape, length: int) -> int:
    """Multiplications with additions of one pass over ``length`` tokens: matrices of layers, and attention itself.

    An encoder-decoder reads ``length`` tokens and writes as many. What is added and not multiplied (biases, softmax,
    norms) is left out, and so is the pooler, which reads one token.
    """
    matrices = sum(part.multiply_adds for part in parts(shape))
    attention = 2 * attention_width(shape) * _pairs(shape, length)
    return matrices * length + attention + _relative_products(shape, length)


def _relative_products(shape: Shape, length: int) -> int:
    """Multiply-adds of DeBERTa's relative positions, in all layers together.

    Each layer makes keys and queries of all rows of the table, whatever the length (He and others 2021,
    https://arxiv.org/abs/2006.03654, section 3.1), and every token's query and key meets each of them.
    """
    if shape.style is not Style.DEBERTA:
        return 0
    projections = 2 * shape.relative * shape.width**2
    scores = 2 * length * shape.relative * shape.width
    return shape.layers * (projections + scores)


def attention_width(shape: Shape) -> int:
    """How wide queries and keys are, all heads together."""
    return {Style.MOBILEBERT: MOBILE_WIDTH, Style.T5: shape.heads * T5_HEAD}.get(shape.style, shape.width)


def _pairs(shape: Shape, length: int) -> int:
    """How many pairs of tokens are compared in all layers together."""
    if shape.style is Style.MODERNBERT:
        everywhere = sum(looks_everywhere(layer) for layer in range(shape.layers))
        return everywhere * length**2 + (shape.layers - everywhere) * length * min(length, MODERN_WINDOW)
    return (shape.layers + 2 * shape.decoder_layers) * length**2  # a decoder's layer looks at two texts


def looks_everywhere(layer: int) -> bool:
    """Whether a layer of ModernBERT, counted from 0, has global attention rather than local attention."""
    return layer % MODERN_EVERY == 0


def attention_numbers(shape: Shape, length: int) -> int:
    """Attention weights of one pass: a square for every head of every layer."""
    depth = shape.layers + 2 * shape.decoder_layers
    return depth * shape.heads * length**2


def _tables(shape: Shape) -> list[Part]:
    width = shape.table_width
    letter = "E" if shape.embedding else "H"
    found = [Part(TOKEN_EMBEDDINGS, f"V · {letter}", shape.vocabulary * width, multiplies=False)]
    if shape.positions:
        found.append(Part("position embeddings", f"P · {letter}", shape.positions * width, multiplies=False))
    if shape.segments:
        found.append(Part("segment embeddings", f"S · {letter}", shape.segments * width, multiplies=False))
    return found


def _bert_layers(shape: Shape, times: int) -> list[Part]:
    h, f = shape.width, shape.inner
    return [
        Part("queries, keys, values", "3 (H² + H)", 3 * (h * h + h), times, shape.layers, biases=3 * h),
        Part("attention output", "H² + H", h * h + h, times, shape.layers, biases=h),
        Part("feed-forward", "2 H F + F + H", 2 * h * f + f + h, times, shape.layers, biases=f + h),
        Part("two LayerNorms", "4 H", 4 * h, times, shape.layers, multiplies=False),
    ]


def _ends(shape: Shape) -> list[Part]:
    h = shape.width
    found = []
    if shape.pooler:
        found.append(Part(POOLER, "H² + H", h * h + h, multiplies=False))
    if shape.discriminator:
        found.append(Part("discriminator head", "H² + 2 H + 1", h * h + 2 * h + 1, biases=h + 1))
    return found


def _bert(shape: Shape) -> tuple[Part, ...]:
    e, h = shape.table_width, shape.width
    narrow = shape.style is Style.ALBERT or e != h  # ALBERT has the matrix whatever its size
    projection = [Part("projection from E to H", "E H + H", e * h + h, biases=h)] if narrow else []
    times = 1 if shape.style is Style.ALBERT else shape.layers
    letter = "2 E" if shape.embedding else "2 H"
    norm = Part("LayerNorm", letter, 2 * e, multiplies=False)
    return (*_tables(shape), norm, *projection, *_bert_layers(shape, times), *_ends(shape))


def _deberta(shape: Shape) -> tuple[Part, ...]:
    h = shape.width
    relative = Part("relative position embeddings", "R · H", shape.relative * h, multiplies=False)
    norms = Part("LayerNorm of tokens and of relative positions", "2 H", 2 * h, 2, multiplies=False)
    return (*_tables(shape), relative, norms, *_bert_layers(shape, shape.layers))


def _modernbert(shape: Shape) -> tuple[Part, ...]:
    h, f, layers = shape.width, shape.inner, shape.layers
    return (
        *_tables(shape),
        Part("queries, keys, values", "3 H²", 3 * h * h, layers, layers),
        Part("attention output", "H²", h * h, layers, layers),
        Part("gated feed-forward", "3 H F", 3 * h * f, layers, layers),
        # Two a layer, one behind the table and one at the end; the first layer needs none before its attention.
        Part("norms", "H", h, MODERN_NORMS * layers + 1, multiplies=False),
    )


def _gpt2(shape: Shape) -> tuple[Part, ...]:
    last = Part("last LayerNorm", "2 H", 2 * shape.width, multiplies=False)
    return (*_tables(shape), *_bert_layers(shape, shape.layers), last)


def _t5(shape: Shape) -> tuple[Part, ...]:
    d, f, a = shape.width, shape.inner, shape.heads * T5_HEAD
    both, own = shape.layers + shape.decoder_layers, shape.decoder_layers
    bias = Part("relative position embeddings, encoder and decoder", "R · heads", shape.relative * shape.heads, 2)
    return (
        *_tables(shape),
        Part("queries, keys, values", "3 H A", 3 * d * a, both, both),
        Part("attention output", "A H", a * d, both, both),
        Part("cross-attention to the encoder", "4 H A", 4 * d * a, own, own),
        Part("feed-forward", "2 H F", 2 * d * f, both, both),
        Part("norms", "H", d, 2 * shape.layers + 3 * own + 2, multiplies=False),
        Part(bias.name, bias.formula, bias.count, bias.times, multiplies=False),
    )


def _mobilebert(shape: Shape) -> tuple[Part, ...]:
    h, e, b, f, layers = shape.width, shape.embedding, MOBILE_WIDTH, shape.inner, shape.layers
    return (
        Part(TOKEN_EMBEDDINGS, "V · E", shape.vocabulary * e, multiplies=False),
        Part("position embeddings", "P · H", shape.positions * h, multiplies=False),
        Part("segment embeddings", "S · H", shape.segments * h, multiplies=False),
        Part("projection from three tokens to H", "3 E H + H", 3 * e * h + h, biases=h),
        Part("NoNorm", "2 H", 2 * h, multiplies=False),
        Part("two input bottlenecks", "2 (H B + B)", 2 * (h * b + b), layers, layers, biases=2 * b),
        Part("queries, keys", "2 (B² + B)", 2 * (b * b + b), layers, layers, biases=2 * b),
        Part("values", "H B + B", h * b + b, layers, layers, biases=b),
        Part("attention output", "B² + B", b * b + b, layers, layers, biases=b),
        Part(
            "four feed-forward networks",
            "4 (2 B F + F + B)",
            MOBILE_STACKED * (2 * b * f + f + b),
            layers,
            layers,
            biases=MOBILE_STACKED * (f + b),
        ),
        Part("output bottleneck", "B H + H", b * h + h, layers, layers, biases=h),
        Part("NoNorms", "14 B + 2 H", (3 + MOBILE_STACKED) * 2 * b + 2 * h, layers, layers, multiplies=False),
    )


_PARTS: Mapping[Style, Callable[[Shape], tuple[Part, ...]]] = MappingProxyType(
    {
        Style.BERT: _bert,
        Style.ALBERT: _bert,
        Style.DEBERTA: _deberta,
        Style.MODERNBERT: _modernbert,
        Style.MOBILEBERT: _mobilebert,
        Style.GPT2: _gpt2,
        Style.T5: _t5,
    }
)
