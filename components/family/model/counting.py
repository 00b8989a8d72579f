"""Parameter counts of an architecture, part by part, as closed formulas; and the cost of a pass and of training.

A test compares every formula with what transformers builds from the same configuration on the meta device. Letters: V
tokens of the vocabulary, E width of their embeddings, H width, F width of the feed-forward network, P and S rows of the
position and segment embeddings, R those of relative positions.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from components.model.architecture_shape import ArchitectureShape, ArchitectureStyle, ParameterGroup

TRAINING_BYTES = 16  # per parameter with AdamW in float32: weight, gradient and two moments of four bytes each
T5_HEAD = 64  # width of a head in every T5
MOBILE_WIDTH, MOBILE_STACKED = 128, 4  # inside a layer, and feed-forward networks in one
MODERN_NORMS = 2
POOLER = "pooler"
TOKEN_EMBEDDINGS = "token embeddings"
GLOBAL_EVERY, LOCAL_WINDOW = 3, 129  # one layer in three has global attention; the others 64 tokens to either side


def parts(shape: ArchitectureShape) -> tuple[ParameterGroup, ...]:
    """The groups of parameters of an architecture."""
    return _PARTS[shape.style](shape)


def parameters(shape: ArchitectureShape) -> int:
    """The number of parameters; shared ones count once."""
    return sum(part.total for part in parts(shape))


def pooler_parameters(shape: ArchitectureShape) -> int:
    """Parameters of the pooler; 0 if there is none."""
    return sum(part.total for part in parts(shape) if part.name == POOLER)


def vocabulary_head_parameters(shape: ArchitectureShape) -> int:
    """Parameters of BERT's vocabulary head beside the shared embeddings: a dense layer, a LayerNorm, a bias a token."""
    h = shape.width
    return (h * h + h) + 2 * h + shape.vocabulary


def masked_language_model_parameters(shape: ArchitectureShape) -> int:
    """Parameters of a BERT that fills blanks: with the vocabulary head, without the pooler."""
    return parameters(shape) - pooler_parameters(shape) + vocabulary_head_parameters(shape)


def multiply_adds(shape: ArchitectureShape, length: int) -> int:
    """Multiplications with additions of one pass over ``length`` tokens: matrices of layers, and attention itself.

    An encoder-decoder reads ``length`` tokens and writes as many. What is added and not multiplied (biases, softmax,
    norms) is left out, and so is the pooler, which reads one token.
    """
    matrices = sum(part.multiply_adds for part in parts(shape))
    attention = 2 * attention_width(shape) * _token_pairs(shape, length)
    return matrices * length + attention + _relative_products(shape, length)


def _relative_products(shape: ArchitectureShape, length: int) -> int:
    """Multiply-adds of DeBERTa's relative positions, in all layers together.

    Each layer makes keys and queries of all rows of the table, whatever the length (He and others 2021,
    https://arxiv.org/abs/2006.03654, section 3.1), and every token's query and key meets each of them.
    """
    if shape.style is not ArchitectureStyle.DEBERTA:
        return 0
    projections = 2 * shape.relative_positions * shape.width**2
    scores = 2 * length * shape.relative_positions * shape.width
    return shape.layers * (projections + scores)


def attention_width(shape: ArchitectureShape) -> int:
    """The width of queries and keys, all heads together."""
    return {ArchitectureStyle.MOBILEBERT: MOBILE_WIDTH, ArchitectureStyle.T5: shape.heads * T5_HEAD}.get(
        shape.style, shape.width
    )


def _token_pairs(shape: ArchitectureShape, length: int) -> int:
    """The number of token pairs compared, over all layers."""
    if shape.style is ArchitectureStyle.MODERNBERT:
        everywhere = sum(is_global_layer(layer) for layer in range(shape.layers))
        return everywhere * length**2 + (shape.layers - everywhere) * length * min(length, LOCAL_WINDOW)
    return (shape.layers + 2 * shape.decoder_layers) * length**2  # a decoder layer attends to two texts


def is_global_layer(layer: int) -> bool:
    """Whether a layer of ModernBERT, counted from 0, has global attention rather than local attention."""
    return layer % GLOBAL_EVERY == 0


def attention_numbers(shape: ArchitectureShape, length: int) -> int:
    """The number of attention weights of one pass."""
    depth = shape.layers + 2 * shape.decoder_layers
    return depth * shape.heads * length**2


def _embedding_parts(shape: ArchitectureShape) -> list[ParameterGroup]:
    width = shape.table_width
    letter = "E" if shape.embedding else "H"
    embeddings = [ParameterGroup(TOKEN_EMBEDDINGS, f"V · {letter}", shape.vocabulary * width, multiplies=False)]
    if shape.positions:
        embeddings.append(
            ParameterGroup("position embeddings", f"P · {letter}", shape.positions * width, multiplies=False)
        )
    if shape.segments:
        embeddings.append(
            ParameterGroup("segment embeddings", f"S · {letter}", shape.segments * width, multiplies=False)
        )
    return embeddings


def _bert_layers(shape: ArchitectureShape, times: int) -> list[ParameterGroup]:
    h, f = shape.width, shape.feed_forward_width
    return [
        ParameterGroup("queries, keys, values", "3 (H² + H)", 3 * (h * h + h), times, shape.layers, biases=3 * h),
        ParameterGroup("attention output", "H² + H", h * h + h, times, shape.layers, biases=h),
        ParameterGroup("feed-forward", "2 H F + F + H", 2 * h * f + f + h, times, shape.layers, biases=f + h),
        ParameterGroup("two LayerNorms", "4 H", 4 * h, times, shape.layers, multiplies=False),
    ]


def _head_parts(shape: ArchitectureShape) -> list[ParameterGroup]:
    h = shape.width
    heads = []
    if shape.pooler:
        heads.append(ParameterGroup(POOLER, "H² + H", h * h + h, multiplies=False))
    if shape.discriminator:
        heads.append(ParameterGroup("discriminator head", "H² + 2 H + 1", h * h + 2 * h + 1, biases=h + 1))
    return heads


def _bert(shape: ArchitectureShape) -> tuple[ParameterGroup, ...]:
    e, h = shape.table_width, shape.width
    narrow = shape.style is ArchitectureStyle.ALBERT or e != h  # ALBERT has the matrix whatever its size
    projection = [ParameterGroup("projection from E to H", "E H + H", e * h + h, biases=h)] if narrow else []
    times = 1 if shape.style is ArchitectureStyle.ALBERT else shape.layers
    letter = "2 E" if shape.embedding else "2 H"
    norm = ParameterGroup("LayerNorm", letter, 2 * e, multiplies=False)
    return (*_embedding_parts(shape), norm, *projection, *_bert_layers(shape, times), *_head_parts(shape))


def _deberta(shape: ArchitectureShape) -> tuple[ParameterGroup, ...]:
    h = shape.width
    relative = ParameterGroup("relative position embeddings", "R · H", shape.relative_positions * h, multiplies=False)
    norms = ParameterGroup("LayerNorm of tokens and of relative positions", "2 H", 2 * h, 2, multiplies=False)
    return (*_embedding_parts(shape), relative, norms, *_bert_layers(shape, shape.layers))


def _modernbert(shape: ArchitectureShape) -> tuple[ParameterGroup, ...]:
    h, f, layers = shape.width, shape.feed_forward_width, shape.layers
    return (
        *_embedding_parts(shape),
        ParameterGroup("queries, keys, values", "3 H²", 3 * h * h, layers, layers),
        ParameterGroup("attention output", "H²", h * h, layers, layers),
        ParameterGroup("gated feed-forward", "3 H F", 3 * h * f, layers, layers),
        # Two a layer, one behind the table and one at the end; the first layer needs none before its attention.
        ParameterGroup("norms", "H", h, MODERN_NORMS * layers + 1, multiplies=False),
    )


def _gpt2(shape: ArchitectureShape) -> tuple[ParameterGroup, ...]:
    last = ParameterGroup("last LayerNorm", "2 H", 2 * shape.width, multiplies=False)
    return (*_embedding_parts(shape), *_bert_layers(shape, shape.layers), last)


def _t5(shape: ArchitectureShape) -> tuple[ParameterGroup, ...]:
    d, f, a = shape.width, shape.feed_forward_width, shape.heads * T5_HEAD
    both, decoder = shape.layers + shape.decoder_layers, shape.decoder_layers
    bias = ParameterGroup(
        "relative position embeddings, encoder and decoder", "R · heads", shape.relative_positions * shape.heads, 2
    )
    return (
        *_embedding_parts(shape),
        ParameterGroup("queries, keys, values", "3 H A", 3 * d * a, both, both),
        ParameterGroup("attention output", "A H", a * d, both, both),
        ParameterGroup("cross-attention to the encoder", "4 H A", 4 * d * a, decoder, decoder),
        ParameterGroup("feed-forward", "2 H F", 2 * d * f, both, both),
        ParameterGroup("norms", "H", d, 2 * shape.layers + 3 * decoder + 2, multiplies=False),
        ParameterGroup(bias.name, bias.formula, bias.count, bias.times, multiplies=False),
    )


def _mobilebert(shape: ArchitectureShape) -> tuple[ParameterGroup, ...]:
    h, e, b, f, layers = shape.width, shape.embedding, MOBILE_WIDTH, shape.feed_forward_width, shape.layers
    return (
        ParameterGroup(TOKEN_EMBEDDINGS, "V · E", shape.vocabulary * e, multiplies=False),
        ParameterGroup("position embeddings", "P · H", shape.positions * h, multiplies=False),
        ParameterGroup("segment embeddings", "S · H", shape.segments * h, multiplies=False),
        ParameterGroup("projection from three tokens to H", "3 E H + H", 3 * e * h + h, biases=h),
        ParameterGroup("NoNorm", "2 H", 2 * h, multiplies=False),
        ParameterGroup("two input bottlenecks", "2 (H B + B)", 2 * (h * b + b), layers, layers, biases=2 * b),
        ParameterGroup("queries, keys", "2 (B² + B)", 2 * (b * b + b), layers, layers, biases=2 * b),
        ParameterGroup("values", "H B + B", h * b + b, layers, layers, biases=b),
        ParameterGroup("attention output", "B² + B", b * b + b, layers, layers, biases=b),
        ParameterGroup(
            "four feed-forward networks",
            "4 (2 B F + F + B)",
            MOBILE_STACKED * (2 * b * f + f + b),
            layers,
            layers,
            biases=MOBILE_STACKED * (f + b),
        ),
        ParameterGroup("output bottleneck", "B H + H", b * h + h, layers, layers, biases=h),
        ParameterGroup("NoNorms", "14 B + 2 H", (3 + MOBILE_STACKED) * 2 * b + 2 * h, layers, layers, multiplies=False),
    )


_PARTS: Mapping[ArchitectureStyle, Callable[[ArchitectureShape], tuple[ParameterGroup, ...]]] = MappingProxyType(
    {
        ArchitectureStyle.BERT: _bert,
        ArchitectureStyle.ALBERT: _bert,
        ArchitectureStyle.DEBERTA: _deberta,
        ArchitectureStyle.MODERNBERT: _modernbert,
        ArchitectureStyle.MOBILEBERT: _mobilebert,
        ArchitectureStyle.GPT2: _gpt2,
        ArchitectureStyle.T5: _t5,
    }
)
