"""Table and findings of surprisal: every token of a sentence, and the sentence as a whole."""

from collections.abc import Sequence

import pandas as pd

from components.model.results import Tokens, TokenScore
from components.tables.attention_weights import quoted_token
from components.tables.numbers import bits_text, nats_to_bits
from components.tables.phrases import capitalised, count_phrase, part_phrase, quoted
from components.tables.ties import largest_indices


def surprisal_table(tokens: Tokens, scores: Sequence[TokenScore]) -> pd.DataFrame:
    """One row per token of the sentence, without special tokens.

    Columns: ``place`` from 0; ``position`` in the model's input; ``word``; ``scored``, False for a typed mask; if
    scored, ``bits``, the surprisal; ``rank`` in the vocabulary; ``first_choice``;
    ``probability``; ``note``, the first choice if it is another word.
    """
    by_position = {score.position: score for score in scores}
    rows: list[dict[str, object]] = []
    for position, token in enumerate(tokens.items):
        if token.special:
            continue
        score = by_position.get(position)
        choice = score and (f"…{score.first_choice}" if score.first_continues else score.first_choice)
        rows.append(
            {
                "place": len(rows),
                "position": position,
                "word": f"…{token.text}" if token.continues else token.text,
                "scored": score is not None,
                "bits": nats_to_bits(score.surprisal) if score else None,
                "rank": score.rank if score else None,
                "first_choice": choice,
                "probability": score.probability if score else None,
                "note": "" if score is None or score.rank == 1 else choice,
            }
        )
    return pd.DataFrame(rows).astype({"bits": float, "probability": float, "rank": "Int64"})


def total_bits(table: pd.DataFrame) -> float:
    """Minus the pseudo-log-likelihood: the sum of all surprisals."""
    return float(table["bits"].sum())


def surprisal_finding(table: pd.DataFrame) -> str:
    """The token with the highest surprisal, and the number of tokens that are the first choice."""
    scored = table[table["scored"]]
    top = scored.iloc[int(scored["bits"].argmax())]
    guessed = int((scored["rank"] == 1).sum())
    tied = len(largest_indices(scored["bits"].to_numpy())) - 1
    equal = f", as for {count_phrase(tied, 'other token')}" if tied else ""
    word = quoted_token(table["word"].tolist(), int(top["place"]), int(top["position"]))
    if top["rank"] == 1:
        first = f"Biggest surprise: {word}, and even that was the model’s first guess."
        place = "is its first choice"
    else:
        first = f"Biggest surprise: {word}, where the model expected {quoted(top['first_choice'])}."
        place = f"is its choice number {top['rank']:,}"
    return (
        f"{first} {capitalised(word)} ({bits_text(top['bits'])}{equal}) {place}. "
        f"For {part_phrase(guessed, len(scored), 'token')} the first choice is right."
    )
