"""Names, formulas and shapes of boxes, and what differs between architectures, in words."""

from dataclasses import dataclass, replace

from components.model.passes.operations import Operation, Step
from components.model.passes.results import ArchitectureFacts, Box, TracedPass
from components.tables.passes.activations import activation_text
from components.tables.phrases import by_count, count_phrase, list_phrase, quoted


@dataclass(frozen=True)
class BoxText:
    """The words of one box.

    Attributes:
        title: Its name.
        formula: How it is computed, in one line.
        about: What it is for, in one sentence.
    """

    title: str
    formula: str
    about: str


_TEXTS = {
    "input": BoxText("From below", "", "The vectors that the floor below puts out."),
    "word": BoxText("Word embedding", "a row of the word table", "Every token of the vocabulary has a vector."),
    "position": BoxText("Position embedding", "a row of the position table", "Every position has a vector, too."),
    "segment": BoxText(
        "Segment embedding", "row 1 of the segment table", "It says: first sentence. It is always added."
    ),
    "task": BoxText("Task embedding", "row 1 of the task table", "ERNIE adds a vector for its kind of task."),
    "embedding_sum": BoxText("Sum", "these vectors, added", "What the tables say about this token, in one vector."),
    "embedding_norm": BoxText(
        "LayerNorm", "(x − mean) ÷ deviation × weight + bias", "It brings every vector to a similar scale."
    ),
    "embedding_projection": BoxText(
        "Projection", "sum × W + b", "The embeddings are narrower than the layers: a matrix widens them."
    ),
    "attention_norm": BoxText(
        "LayerNorm", "(x − mean) ÷ deviation × weight + bias", "It brings the vector to a similar scale again."
    ),
    "feed_forward_norm": BoxText(
        "LayerNorm", "(x − mean) ÷ deviation × weight + bias", "It brings the vector to a similar scale again."
    ),
    "query": BoxText("Queries", "x × W + b", "What each head of this token looks for."),
    "key": BoxText("Keys", "x × W + b", "What each head of this token can be found by."),
    "value": BoxText("Values", "x × W + b", "What each head of this token passes on."),
    "rotated_query": BoxText(
        "Queries, rotated", "q rotated by position", "Pairs of numbers turn by an angle that grows with the position."
    ),
    "rotated_key": BoxText("Keys, rotated", "k rotated by position", "Keys turn in the same way as queries."),
    "rotated_value": BoxText("Values, rotated", "v rotated by position", "Values turn in the same way as queries."),
    "scores": BoxText("Scores", "q · k × scale", "How well this token’s query fits the key of every token."),
    "weights": BoxText(
        "Attention weights", "softmax of the scores", "The scores as shares that sum to 1 in each head."
    ),
    "mixed": BoxText(
        "Weighted sum of values", "weights × values", "Each head mixes the values of all tokens, by their weights."
    ),
    "concatenated": BoxText("Concatenation", "all heads side by side", "The outputs of the heads become one vector."),
    "attention_output": BoxText("Output matrix", "concatenation × W + b", "It mixes what the heads found."),
    "attention_sum": BoxText(
        "+ residual", "from below + output", "The vector is not replaced: attention is added to it."
    ),
    "up": BoxText("Feed-forward, up", "x × W₁ + b₁", "Each unit is a weighted sum of the whole vector."),
    "activated": BoxText("Activation", "", ""),  # its function is the model’s
    "gate": BoxText("Gate", "x × W + b", "A second set of numbers, one for each unit."),
    "gated": BoxText("Gated units", "activation × gate", "Each unit is multiplied by its gate."),
    "down": BoxText("Feed-forward, down", "units × W₂ + b₂", "Each active unit writes its vector."),
    "feed_forward_sum": BoxText(
        "+ residual", "LayerNorm + down", "What the feed-forward layer writes is added to the vector."
    ),
    "layer_output": BoxText(
        "LayerNorm", "(x − mean) ÷ deviation × weight + bias", "The output of the layer, which the next one reads."
    ),
    "final_norm": BoxText(
        "Final LayerNorm", "(x − mean) ÷ deviation × weight + bias", "After the last layer, once for the whole model."
    ),
    "dense": BoxText("Dense", "x × W + b", "It prepares the vector for the comparison with every word."),
    "head_activated": BoxText("Activation", "", ""),
    "head_norm": BoxText(
        "LayerNorm", "(x − mean) ÷ deviation × weight + bias", "It brings the vector to a fixed scale."
    ),
    "logits": BoxText(
        "Scores (logits)", "x × W + b", "The dot product with each token’s vector gives that token’s logit."
    ),
    "probabilities": BoxText("Softmax", "exp(logit) ÷ sum", "The logits as probabilities that sum to 1."),
}
_PRE_NORM_OUTPUT = BoxText("+ residual", "sum + down", "The output of the layer, which the next one reads.")


def box_text(box: Box | Step, facts: ArchitectureFacts) -> BoxText:
    """The words of a box."""
    if box.key == "layer_output" and box.operation is Operation.ADD:
        return _PRE_NORM_OUTPUT
    if (name := box_activation(box.key, facts)) is not None:
        activation = activation_text(name)
        return replace(_TEXTS[box.key], formula=activation.formula, about=activation.about)
    return _TEXTS[box.key]


def box_activation(key: str, facts: ArchitectureFacts) -> str | None:
    """The name of the activation function that makes a box; None if none does."""
    return {"activated": facts.activation, "head_activated": facts.head_activation}.get(key)


def part_title(key: str) -> str:
    """The name of a box that another one is computed from."""
    return _TEXTS[key].title


def shape_text(box: Box, traced: TracedPass) -> str:
    """The shape of the whole array for a batch of one sentence, as tutorials write it: "(1, 6, 384)"."""
    count = len(traced.ids)
    if box.key in ("logits", "probabilities"):
        shape: tuple[int, ...] = (1, count, traced.facts.vocabulary)
    elif box.has_heads:
        shape = (1, len(box.values), count, box.values.shape[-1])
    else:
        shape = (1, count, box.values.shape[-1])
    return f"({', '.join(map(str, shape))})"


def shape_finding(box: Box, traced: TracedPass, floor: int) -> str:
    """The shape of a box's array, and what each of its axes is."""
    count = len(traced.ids)
    tokens = count_phrase(count, "token")
    if box.key in ("logits", "probabilities"):
        axes = f"{tokens} and {traced.facts.vocabulary:,} words of the vocabulary"
    elif box.key in ("scores", "weights"):
        axes = f"{count_phrase(len(box.values), 'head')}, {tokens}, and the {tokens} that each looks at"
    elif box.has_heads:
        axes = f"{count_phrase(len(box.values), 'head')}, {tokens} and {box.values.shape[-1]:,} numbers for each"
    else:
        axes = f"{tokens} and {box.values.shape[-1]:,} numbers for each"
    title, where = box_text(box, traced.facts).title, floor_name(floor, traced.facts)
    return f"{quoted(title)} has the shape {shape_text(box, traced)}. {where}: 1 sentence, {axes}."


def floor_name(floor: int, facts: ArchitectureFacts) -> str:
    """The name of a floor."""
    if floor == 0:
        return "Embeddings"
    return f"Layer {floor}" if floor <= facts.layers else "Vocabulary head"


def difference_texts(facts: ArchitectureFacts) -> tuple[str, ...]:
    """What differs from BERT, a sentence each; empty if nothing does."""
    texts = []
    if facts.norms == "pre":
        texts.append("LayerNorm comes before each part of a layer, not after each sum (pre-norm).")
    if facts.skips_first_norm:
        texts.append("The first layer’s attention has no LayerNorm of its own.")
    if facts.positions == "rotary":
        texts.append("Word order comes from rotating queries and keys, not from a table.")
    if facts.positions == "none":
        texts.append("No position is added, so the model does not know the word order.")
    if not facts.has_segments:
        texts.append("No segment embedding is added.")
    if facts.embedding_width != facts.width:
        texts.append(f"Embeddings have {facts.embedding_width:,} numbers and are projected to {facts.width:,}.")
    if facts.shares_layers:
        texts.append(f"All {facts.layers} layers are the same matrices, used again and again.")
    if facts.is_gated:
        texts.append("Each unit of the feed-forward layer is multiplied by a gate.")
    if facts.activation != "gelu":
        texts.append(f"The feed-forward layer’s activation is {activation_text(facts.activation).name}.")
    if facts.local_layers:
        layers = list_phrase([str(layer) for layer in facts.local_layers])
        noun = by_count(len(facts.local_layers), "layer", "layers")
        texts.append(f"In {noun} {layers}, a token sees only {facts.window} tokens to either side.")
    if facts.is_causal:
        texts.append("A token attends only to itself and to the tokens before it.")
    if facts.has_head and not facts.has_transform:
        texts.append("The vocabulary head is the decoder alone.")
    return tuple(texts)
