"""Type size, text colour and mark colours of charts, on light and dark pages."""

import altair as alt

TYPE_SIZE = 18  # pixels: large enough for the last row of a lecture hall
# The theme's grey is too faint for text. Streamlit's theme sets "background", the page's colour.
INK = "luminance(background) > 0.4 ? '#1D2A33' : '#E8EEF0'"
COLOUR, SECOND_COLOUR = "#2A8CAD", "#C9831B"  # contrast at least 3:1 on both backgrounds
# One per category, contrast at least 3:1 on both backgrounds; shapes, dashes or text distinguish them as well.
KIND_COLOURS = (COLOUR, SECOND_COLOUR, "#8C6BC4", "#C4517A", "#4C8C4A", "#A0673A")
GREY = "#7B8388"  # for the rest, and for chance level
# Parts of a model have the same colours in every room; grey is the rest.
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
# In even steps of lightness, safe for colour-blind people (a reversed part of cividis).
LIGHT_TO_DARK = ("#FFF3C4", "#F4D96B", "#C9B458", "#9C9470", "#6F7478", "#43527A", "#12285A")


def sequential_colours() -> list[str | alt.ExprRef]:
    """Sequential colours for heat maps: low values are close to the page's colour, light or dark."""
    pairs = zip(LIGHT_TO_DARK, reversed(LIGHT_TO_DARK), strict=True)
    return [alt.ExprRef(f"luminance(background) > 0.4 ? '{light}' : '{dark}'") for light, dark in pairs]
