"""Table and finding of occlusion: what an answer loses when each other token is masked as well."""

import math
from collections.abc import Sequence

import pandas as pd

from components.model.blanks.results import Occlusion
from components.model.results import Tokens
from components.tables.attention_weights import quoted_token
from components.tables.numbers import bits_text, nats_to_bits, percent_text
from components.tables.phrases import capitalised, quoted

SLIGHT = 0.1  # bits; smaller losses are not named


def occlusion_table(tokens: Tokens, occlusions: Sequence[Occlusion], *, blanks: Sequence[int]) -> pd.DataFrame:
    """One row per token of the sentence, without special tokens.

    Columns: ``rank``, the row's number from 1; ``position`` in the model's input; ``word``; ``bits`` lost, negative if
    the answer gains, missing for a blank; ``probability`` that remains; ``lost``, the probability that does not,
    negative for a gain; ``figure``, what remains, as text.
    """
    by_position = {occlusion.position: occlusion for occlusion in occlusions}
    rows: list[dict[str, object]] = []
    for position, token in enumerate(tokens.items):
        if token.special:
            continue
        occlusion, blank = by_position.get(position), position in blanks
        before, after = _probabilities(occlusion) if occlusion else (None, None)
        rows.append(
            {
                "rank": len(rows) + 1,
                "position": position,
                "word": "[MASK]" if blank else f"…{token.text}" if token.continues else token.text,
                "bits": nats_to_bits(occlusion.loss) if occlusion else None,
                "probability": after,
                "lost": None if before is None or after is None else before - after,
                "figure": "the blank" if after is None else percent_text(after),
            }
        )
    return pd.DataFrame(rows).astype({"bits": float, "probability": float, "lost": float})


def _probabilities(occlusion: Occlusion) -> tuple[float, float]:
    """The answer's probability without and with the token masked."""
    return occlusion.probability * math.exp(occlusion.loss), occlusion.probability


def occlusion_finding(table: pd.DataFrame, answer: str) -> str:
    """The token whose masking costs the answer most, and the one whose masking helps it most."""
    known = table.dropna(subset="bits")
    if known.empty:
        return "There is no other word in this sentence to mask."
    largest, smallest = known.iloc[int(known["bits"].argmax())], known.iloc[int(known["bits"].argmin())]
    name = capitalised(quoted(answer))
    labels = table["word"].tolist()

    def named(row: pd.Series) -> str:
        return quoted_token(labels, int(row["rank"]) - 1, int(row["position"]))

    if largest["bits"] < SLIGHT:
        finding = f"{name} depends on no single word. Hiding any one of them costs it less than {SLIGHT} bits."
    else:
        word = named(largest)
        before, after = map(percent_text, (largest["probability"] + largest["lost"], largest["probability"]))
        finding = f"{name} depends most on {word}: without it, {before} becomes {after}."
        finding += f" When {word} is hidden, too, {quoted(answer)} loses {bits_text(largest['bits'])}."
    if smallest["bits"] < -SLIGHT:
        word = named(smallest)
        finding += f" The word that most holds {quoted(answer)} back is {word}: when {word} is hidden, too, "
        finding += f"{quoted(answer)} gains {bits_text(-smallest['bits'])}."
    return finding
