"""The proof on "bank": table and finding."""

import pandas as pd

from components.masks.model.results import SharedWordProof
from components.model.results import Tokens
from components.tables.numbers import fixed
from components.tables.phrases import quoted

CAUSAL, BIDIRECTIONAL = "causal mask", "bidirectional mask"
COSINE, EUCLIDEAN = "cosine", "euclidean"
MEASURES = {COSINE: "Cosine distance", EUCLIDEAN: "Euclidean distance"}


def proof_table(proof: SharedWordProof) -> pd.DataFrame:
    """How far apart the shared word's vectors are, one row for each layer and mask.

    Columns: ``layer``, 0 for the embeddings; ``mask``; ``cosine``, ``euclidean``, the distances; ``cosine_figure``,
    ``euclidean_figure``, the distances as text.
    """
    rows = [
        (layer, mask, float(distances.cosine[layer]), float(distances.euclidean[layer]))
        for mask, distances in ((CAUSAL, proof.causal), (BIDIRECTIONAL, proof.bidirectional))
        for layer in range(len(distances.cosine))
    ]
    table = pd.DataFrame(rows, columns=["layer", "mask", COSINE, EUCLIDEAN])
    for measure in MEASURES:
        table[f"{measure}_figure"] = [distance_text(value) for value in table[measure].tolist()]
    return table


def beginning_text(proof: SharedWordProof) -> str:
    """The shared beginning as it was typed."""
    words = [token for token in proof.first.items[: proof.shared_length] if not token.special]
    return proof.first.sentence[words[0].start : words[-1].end].strip()


def right_side_texts(proof: SharedWordProof) -> tuple[str, str]:
    """The rest of either sentence after the shared beginning; may be empty."""
    return _rest(proof.first, proof.shared_length), _rest(proof.second, proof.shared_length)


def proof_finding(proof: SharedWordProof, *, measure: str = COSINE) -> str:
    """Whether the causal distance is 0 in every layer, and how large the bidirectional one gets."""
    causal, both = (getattr(distances, measure) for distances in (proof.causal, proof.bidirectional))
    layers, name, word = len(causal) - 1, MEASURES[measure].lower(), quoted(proof.word.text)
    is_zero = not causal.any()
    causal_phrase = "exactly 0 in every layer" if is_zero else f"not quite 0 here but up to {float(causal.max()):.1e}"
    if not both.any():
        return f"The {name} between the two {word} is 0 under either mask: this model does not separate them."
    largest = int(both.argmax())
    last = "" if largest == layers else f", and {distance_text(float(both[-1]))} after layer {layers}, the last"
    return (
        f"With both sides visible, the two {word} vectors are {distance_text(float(both[largest]))} apart after layer "
        f"{largest}; with the causal mask, {causal_phrase}. "
        f"Before the first layer the {name} is {distance_text(float(both[0]))} under either mask{last}."
    )


def distance_text(value: float) -> str:
    """A distance with three decimals; "0" means exactly 0."""
    if value == 0:
        return "0"
    return fixed(value, 3) if value >= 0.0005 else "< 0.001"


def _rest(tokens: Tokens, shared: int) -> str:
    end = max(token.end for token in tokens.items[:shared] if not token.special)
    return tokens.sentence[end:].strip()
