"""The river of “Word meanings” as one HTML file with the model inside: it places any sentence with the word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from components.takeaway.packing import PackedModel
from components.takeaway.page import PageParts, html_page, model_text, sentence_box
from components.takeaway.page.figure import TakenFigure
from components.widgets.element_files import bundled_script

_HERE = Path(__file__).parent
TITLE = "Word meanings"


@dataclass(frozen=True)
class TakenRiver:
    """A river with what places further sentences in it.

    Attributes:
        figure: The river as it stands.
        headline: The sentence above it.
        sentence: The sentence at which the page opens, whose threads the figure has; empty for none.
        word: The word.
        forms: Its forms, as they are searched for in a sentence.
        pooling: "mean", "first" or "last": which of the word's tokens count.
        thread_limit: How many of a sentence's occurrences of the word get a thread.
        sentences: The vectors of the river's sentences: `components.senses.tables.taken_river`.
        findings: The headline for every outcome, from the same place.
        examples: Sentences to click.
        why: The paragraphs of the drawer, after the one about the model.
    """

    figure: TakenFigure
    headline: str
    sentence: str
    word: str
    forms: Sequence[str]
    pooling: str
    thread_limit: int
    sentences: Mapping[str, object]
    findings: Mapping[str, str]
    examples: Sequence[str]
    why: Sequence[str]


def river_page(model: PackedModel, river: TakenRiver) -> bytes:
    """The page, opened at the river as it stands."""
    label = f"Sentence with “{river.word}”"
    parts = PageParts(
        title=TITLE,
        markup=sentence_box(label, message=river.headline, examples=river.examples) + river.figure.markup,
        style=(_HERE / "river_page.css").read_text(encoding="utf-8"),
        inner_styles=(river.figure.files.style,),
        script=bundled_script(_HERE / "river_page.js"),
        data={
            "settings": {
                "sentence": river.sentence,
                "word": river.word,
                "forms": list(river.forms),
                "pooling": river.pooling,
                "limit": river.thread_limit,
                "findings": dict(river.findings),
            },
            "river-sentences": dict(river.sentences),
            "figure-data": river.figure.stored,
        },
        why=(model_text(model), *river.why),
    )
    return html_page(parts, model, bundled_script(_HERE / "river_worker.js"))
