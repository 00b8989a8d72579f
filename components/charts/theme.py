"""Type size, text colour and mark colours of charts, on light and dark pages."""

import altair as alt

TYPE_SIZE = 18  # pixels: large enough for the last row of a lecture hall
# The theme's grey is too faint for text. Streamlit's theme sets "background", the page's colour.
INK = "luminance(background) > 0.4 ? '#1D2A33' : '#E8EEF0'"
COLOUR, SECOND_COLOUR = "#2A8CAD", "#C9831B"  # contrast at least 3:1 on both backgrounds
GREY = "#7B8388"  # for the rest, and for chance level
# One per category, contrast at least 3:1 on both backgrounds; shapes, dashes or text distinguish them as well. After
# teal and ochre come deeper shades of them, and greys: no other hue has a meaning.
KIND_COLOURS = (COLOUR, SECOND_COLOUR, "#1B6F8A", "#966014", GREY, "#666E73")
# Of a classifier with two labels: "negative" and "positive" have the same colours in every view.
TWO_LABEL_COLOURS = (SECOND_COLOUR, COLOUR)
# Parts of a model: teal is feed-forward, ochre attention, grey the embeddings.
PART_COLOURS = {"embeddings": "#71787D", "attention": SECOND_COLOUR, "feed-forward": COLOUR}
# From the page's colour away from it, in even steps of lightness; `chartSequentialColors` of the page's theme.
SEQUENTIAL_COLOURS = {
    "light": (
        "#EEF5F3", "#C6DFE4", "#9DCAD5", "#73B4C6", "#449FB6",
        "#34869C", "#286E82", "#1C5668", "#114050", "#072B39",
    ),
    "dark": (
        "#16262F", "#1E3C48", "#265364", "#2D6C80", "#34859E",
        "#3A9FBC", "#6EB6CC", "#9BCDDA", "#C6E3E9", "#F0FAF7",
    ),
}  # fmt: skip


def sequential_colours() -> list[str | alt.ExprRef]:
    """Sequential colours for heat maps: low values are close to the page's colour, light or dark."""
    pairs = zip(SEQUENTIAL_COLOURS["light"], SEQUENTIAL_COLOURS["dark"], strict=True)
    return [alt.ExprRef(f"luminance(background) > 0.4 ? '{light}' : '{dark}'") for light, dark in pairs]
