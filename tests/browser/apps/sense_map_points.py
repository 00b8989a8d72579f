"""Synthetic points, for the page that shows them and for the tests that check their positions."""

import numpy as np

WORD = "bank"
SENTENCES = {
    "river": "They had a picnic on the grassy bank of the river, not far from the old mill.",
    "money": "She paid the cheque in at the bank on the corner before it closed for the day.",
    "row": "A bank of switches ran along the wall.",
}
STRANGE = "<img src=x onerror=hacked()> 👩‍🌾 by the bank of <b>عربي</b>"


def positions(points: int, layers: int, senses: int) -> np.ndarray:
    """Mixed at layer 0, one cluster per sense at the last layer. *Shape:* (layer, point, 2)."""
    draw = np.random.default_rng(0)
    turn = 2 * np.pi * np.arange(points) / senses
    middles = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    start = draw.normal(scale=0.5, size=(points, 2))
    end = 1.5 * middles + draw.normal(scale=0.35, size=(points, 2))
    part = np.linspace(0, 1, layers)[:, None, None] if layers > 1 else np.zeros((1, 1, 1))
    return ((1 - part) * start + part * end).astype(np.float32)


def sentences(points: int, senses: int, strange: bool = False) -> tuple[list[str], list[str], list[tuple[int, int]]]:
    """Label, sentence and span of each point; the last point has no label."""
    names = [[*SENTENCES][i % len(SENTENCES)] + ("" if i < len(SENTENCES) else f" {i}") for i in range(senses)]
    labels = [names[i % senses] for i in range(points)]
    texts = [f"{SENTENCES[label.split()[0]]} (number {i})" for i, label in enumerate(labels)]
    if strange:
        texts[:2] = [STRANGE, f"{'x' * 400} bank {'y' * 400}"]
        labels[0] = "<i>river</i>"
    spans = [(text.index(WORD), text.index(WORD) + len(WORD)) for text in texts]
    return [*labels[:-1], ""], texts, spans
