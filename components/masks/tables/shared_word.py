"""The proof on "bank": table and finding."""

import pandas as pd

from components.masks.model.results import SharedWordProof
from components.model.results import Tokens
from components.tables.numbers import fixed
from components.tables.phrases import quoted

CAUSAL, BIDIRECTIONAL = "sees only the left (causal mask)", "sees both sides"


def proof_table(proof: SharedWordProof) -> pd.DataFrame:
    """How far apart the shared word's vectors are, one row for each layer and mask.

    Columns: ``layer``, 0 before layer 1; ``mask``; ``distance``, 1 minus the cosine; ``figure``, the distance as text.
    """
    rows = [
        (layer, mask, float(distance), distance_text(float(distance)))
        for mask, distances in ((CAUSAL, proof.causal), (BIDIRECTIONAL, proof.bidirectional))
        for layer, distance in enumerate(distances)
    ]
    return pd.DataFrame(rows, columns=["layer", "mask", "distance", "figure"])


def beginning_text(proof: SharedWordProof) -> str:
    """The shared beginning as it was typed."""
    words = [token for token in proof.first.items[: proof.shared_length] if not token.special]
    return proof.first.sentence[words[0].start : words[-1].end].strip()


def right_side_texts(proof: SharedWordProof) -> tuple[str, str]:
    """The rest of either sentence after the shared beginning; may be empty."""
    return _rest(proof.first, proof.shared_length), _rest(proof.second, proof.shared_length)


def proof_finding(proof: SharedWordProof) -> str:
    """Whether later words change the word under either mask, and how far apart its two vectors get."""
    causal, both, word = proof.causal, proof.bidirectional, quoted(proof.word.text)
    if not both.any():
        return (
            f"Later words do not change {word} here. Its two vectors are equal without a mask: this model does not "
            "tell the sentences apart."
        )
    largest, layers = int(both.argmax()), len(both) - 1
    last = "" if largest == layers else f", and {distance_text(float(both[-1]))} after layer {layers}, the last"
    distance = distance_text(float(both[largest]))
    apart = f"With both sides visible, the two {word} vectors are {distance} apart after layer {largest}"
    before = f"Before layer 1 the cosine distance is {distance_text(float(both[0]))} under either mask{last}."
    if causal.any():
        return (
            f"Later words change {word} under both masks. {apart}; with the causal mask, not quite 0 here but "
            f"up to {float(causal.max()):.1e}. {before}"
        )
    return (
        f"Later words change {word} only if the model sees both sides. {apart}; with the causal mask, exactly "
        f"0 in every layer. {before}"
    )


def distance_text(value: float) -> str:
    """A distance with three decimals; "0" means exactly 0."""
    if value == 0:
        return "0"
    return fixed(value, 3) if value >= 0.0005 else "< 0.001"


def _rest(tokens: Tokens, shared: int) -> str:
    end = max(token.end for token in tokens.items[:shared] if not token.special)
    return tokens.sentence[end:].strip()
