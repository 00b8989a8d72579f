"""The proof on "bank" as a table, and what its curves show in words."""

import pandas as pd

from components.masks.model.results import SharedWordProof
from components.model.results import Tokens
from components.tables.numbers import fixed

CAUSAL, BIDIRECTIONAL = "causal mask", "bidirectional mask"
COSINE, EUCLIDEAN = "cosine", "euclidean"
MEASURES = {COSINE: "Cosine distance", EUCLIDEAN: "Euclidean distance"}


def proof_table(found: SharedWordProof) -> pd.DataFrame:
    """How far apart the shared word is, one layer and mask a row.

    Columns: ``layer``, 0 for the embeddings; ``mask``; ``cosine``, ``euclidean``, the distances; ``cosine_figure``,
    ``euclidean_figure``, as people read them.
    """
    rows = [
        (layer, mask, float(distances.cosine[layer]), float(distances.euclidean[layer]))
        for mask, distances in ((CAUSAL, found.causal), (BIDIRECTIONAL, found.bidirectional))
        for layer in range(len(distances.cosine))
    ]
    table = pd.DataFrame(rows, columns=["layer", "mask", COSINE, EUCLIDEAN])
    for measure in MEASURES:
        table[f"{measure}_figure"] = [distance_text(value) for value in table[measure].tolist()]
    return table


def beginning_text(found: SharedWordProof) -> str:
    """The shared beginning as it was typed."""
    own = [token for token in found.first.items[: found.shared_length] if not token.special]
    return found.first.sentence[own[0].start : own[-1].end].strip()


def right_side_texts(found: SharedWordProof) -> tuple[str, str]:
    """What stands to the right of the shared beginning in either sentence; "" where nothing does."""
    return _rest(found.first, found.shared_length), _rest(found.second, found.shared_length)


def proof_finding(found: SharedWordProof, *, measure: str = COSINE) -> str:
    """What to notice: whether the causal distance is 0 at every layer, and where the bidirectional one grows to."""
    causal, both = (getattr(distances, measure) for distances in (found.causal, found.bidirectional))
    layers, name, word = len(causal) - 1, MEASURES[measure].lower(), f"“{found.word.text}”"
    nowhere = not causal.any()
    left = "exactly 0 in every layer" if nowhere else f"not quite 0 here but up to {float(causal.max()):.1e}"
    if not both.any():
        return f"The {name} between the two {word} is 0 under either mask: this model does not separate them."
    largest = int(both.argmax())
    last = "" if largest == layers else f", and {distance_text(float(both[-1]))} after layer {layers}, the last"
    return (
        f"With both sides visible, the two {word} vectors are {distance_text(float(both[largest]))} apart after layer "
        f"{largest}; with the causal mask, {left}. "
        f"Before the first layer the {name} is {distance_text(float(both[0]))} under either mask{last}."
    )


def distance_text(value: float) -> str:
    """A distance as people read it; "0" is exactly 0."""
    if value == 0:
        return "0"
    return fixed(value, 3) if value >= 0.0005 else "< 0.001"


def _rest(tokens: Tokens, shared: int) -> str:
    end = max(token.end for token in tokens.items[:shared] if not token.special)
    return tokens.sentence[end:].strip()
