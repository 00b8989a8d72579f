"""“The blank” of “Masked words” as one HTML file with the model inside, which needs neither a server nor a network."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from components.model.results import Candidate
from components.takeaway.packing import PackedModel
from components.takeaway.page import PageParts, accuracy_text, html_page, model_text, sentence_box
from components.widgets.element_files import bundled_script

_HERE = Path(__file__).parent
WORDS = 10  # that are shown of each blank


def fill_page(model: PackedModel, sentence: str, blanks: Sequence[Sequence[Candidate]] | None = None) -> bytes:
    """The page, opened at a sentence that has "[MASK]" at every blank.

    Args:
        model: The model.
        sentence: The sentence.
        blanks: Its likeliest words, which the page shows until the model is there; None to wait for that.
    """
    stored = None if blanks is None else [[asdict(candidate) for candidate in words] for words in blanks]
    parts = PageParts(
        title="Masked words",
        markup=sentence_box("Sentence, with [MASK] where a word is to be guessed") + '<div id="blanks"></div>',
        style=(_HERE / "fill_page.css").read_text(encoding="utf-8"),
        script=bundled_script(_HERE / "fill_page.js"),
        data={"settings": {"sentence": sentence, "blanks": stored, "count": WORDS}},
        why=(
            model_text(model),
            "The model reads the whole sentence, left and right of the blank. Softmax, at temperature 1, turns its "
            f"scores at the blank into a probability for each of {model.vocabulary_size:,} tokens. The ten likeliest "
            "are shown; “…” marks a token that continues the word before it.",
            accuracy_text(model.accuracy),
            "A high probability reflects the text that the model was trained on. It does not make the sentence true.",
        ),
    )
    return html_page(parts, model, bundled_script(_HERE / "fill_worker.js"))
