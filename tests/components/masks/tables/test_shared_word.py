"""The proof on "bank" as a table and in words."""

from dataclasses import replace

import numpy as np

from components.masks.model.results import SharedWord, SharedWordProof
from components.masks.tables.shared_word import (
    CAUSAL,
    beginning_text,
    proof_finding,
    proof_table,
    right_side_texts,
)
from components.model.results import Floats, Token, Tokens
from tests.components.attention.tables.test_ablation import CONDITIONS


def read(text: str) -> Tokens:
    """[CLS] and the words of a text, with their places."""
    items = [Token("[CLS]", 1, 0, 0, False, True, False)]
    index = 0
    for word in text.split(" "):
        items.append(Token(word, hash(word), index, index + len(word), False, False, False))
        index += len(word) + 1
    return Tokens(text, tuple(items))


def distances(*values: float) -> Floats:
    return np.array(values, dtype=np.float32)


WORDS = (SharedWord("The", 1, 2), SharedWord("bank", 2, 3), SharedWord("was", 3, 4))
FOUND = SharedWordProof(
    first=read("The bank was old"),
    second=read("The bank was very steep"),
    word=WORDS[1],
    words=WORDS,
    shared_length=4,
    causal=distances(0, 0, 0),
    bidirectional=distances(0, 0.25, 0.125),
    conditions=CONDITIONS,
)


def test_every_layer_and_mask_is_a_row() -> None:
    table = proof_table(FOUND)
    assert len(table) == 6
    assert table.loc[table["mask"] == CAUSAL, "figure"].tolist() == ["0", "0", "0"]
    assert table.loc[table["mask"] != CAUSAL, "figure"].tolist() == ["0", "0.250", "0.125"]
    assert table["distance"].tolist() == [0, 0, 0, 0, 0.25, 0.125]


def test_the_finding_follows_the_numbers() -> None:
    finding = proof_finding(FOUND)
    parts = (
        "“bank” vectors are 0.250 apart after layer 1",
        "exactly 0 in every layer",
        "0.125 after layer 2",
    )
    assert all(part in finding for part in parts)
    grown = replace(FOUND, bidirectional=distances(0, 0.1, 0.2))
    finding = proof_finding(grown)
    assert "0.200 apart after layer 2" in finding
    assert finding.endswith("0 under either mask.")
    assert "do not change" in proof_finding(replace(FOUND, bidirectional=distances(0, 0, 0)))
    leaking = replace(FOUND, causal=distances(0, 1e-7, 0))
    assert "not quite 0 here but up to 1.0e-07." in proof_finding(leaking)
    assert "exactly 0" not in proof_finding(leaking)
    assert "under both masks" in proof_finding(leaking)
    assert "only if" in proof_finding(FOUND)
    assert "only if" not in proof_finding(leaking)


def test_the_beginning_and_what_follows_are_as_typed() -> None:
    assert beginning_text(FOUND) == "The bank was"
    assert right_side_texts(FOUND) == ("old", "very steep")
