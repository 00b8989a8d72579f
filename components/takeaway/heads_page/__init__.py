"""“Every head” as one HTML file with the model inside, which needs neither a server nor a network."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from components.takeaway.accuracy import AttentionRounding
from components.takeaway.packing import PackedModel
from components.takeaway.page import PageParts, html_page, model_text, sentence_box, to_points
from components.takeaway.page.figure import TakenFigure
from components.widgets.element_files import ElementFiles, bundled_script

_HERE = Path(__file__).parent


def heads_page(
    model: PackedModel,
    atlas: ElementFiles,
    sentence: str,
    *,
    rounding: AttentionRounding,
    settings: Mapping[str, object],
    why: Sequence[str],
    first: bytes | None = None,
) -> bytes:
    """The page.

    Args:
        model: The model.
        atlas: The files of the atlas.
        sentence: The sentence at which it opens.
        rounding: How far the model's attention is from that of the exact one.
        settings: What the atlas starts with: ``initial``, a selection as the atlas reads it; ``labels`` of heads as in
            its header; ``hide``, whether special tokens are left out; ``arcLimit``, the number of tokens up to which
            a head is drawn as arcs.
        why: How the numbers are computed, and what they do not show.
        first: What the atlas is given until the model is there; None to wait for it.
    """
    stored = {} if first is None else {"figure-data": TakenFigure(atlas, first).stored}
    parts = PageParts(
        title="Every head",
        markup=sentence_box("Sentence") + TakenFigure(atlas, b"").markup,
        style="",
        inner_styles=(atlas.style,),
        script=bundled_script(_HERE / "heads_page.js"),
        data={"settings": {"sentence": sentence, **settings}, **stored},
        why=(model_text(model), rounding_text(rounding), *why),
    )
    return html_page(parts, model, bundled_script(_HERE / "heads_worker.js"))


def rounding_text(rounding: AttentionRounding) -> str:
    """How far attention with 8-bit weights is from the exact one, rounded up to tenths of percentage points."""
    return (
        "The exact weights of the model give slightly different attention. In "
        f"{rounding.sentence_count} test sentences, an attention weight differs by up to "
        f"{to_points(rounding.largest_difference)} percentage points, and in half of the sentences by no more than "
        f"{to_points(rounding.median_difference)}."
    )
