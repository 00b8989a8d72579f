"""What charts look like on light and dark pages: the size of type, its ink, and the colours of marks."""

import altair as alt

TYPE_SIZE = 18  # pixels: large enough for the last row of a lecture hall
# The theme draws axes in grey, too faint for words that are read; "background" is the page's colour, which it sets.
INK = "luminance(background) > 0.4 ? '#1D2A33' : '#E8EEF0'"
COLOUR, SECOND_COLOUR = "#2A8CAD", "#C9831B"  # at least 3:1 on both backgrounds, and told apart without hue by text
# One a kind, each at least 3:1 on both backgrounds; shapes, dashes or text tell kinds apart without them.
KIND_COLOURS = (COLOUR, SECOND_COLOUR, "#8C6BC4", "#C4517A", "#4C8C4A", "#A0673A")
GREY = "#7B8388"  # of what belongs to no kind, or to chance
# Parts of a model, and of its time, have the same colours in every room; grey is what belongs to none of them.
PART_COLOURS = {
    "embeddings": KIND_COLOURS[0],
    "attention": KIND_COLOURS[1],
    "cross-attention": KIND_COLOURS[2],
    "feed-forward": KIND_COLOURS[3],
    "norms and heads": KIND_COLOURS[4],
    "vocabulary head": KIND_COLOURS[4],
    "local attention": KIND_COLOURS[5],
    "other": GREY,
}
# In even steps of lightness, safe for colour-blind people (a part of cividis turned round).
LIGHT_TO_DARK = ("#FFF3C4", "#F4D96B", "#C9B458", "#9C9470", "#6F7478", "#43527A", "#12285A")


def sequential_colours() -> list[str | alt.ExprRef]:
    """The range of a scale of cells: low values are near the page's own colour, light or dark, and high ones far."""
    pairs = zip(LIGHT_TO_DARK, reversed(LIGHT_TO_DARK), strict=True)
    return [alt.ExprRef(f"luminance(background) > 0.4 ? '{light}' : '{dark}'") for light, dark in pairs]
