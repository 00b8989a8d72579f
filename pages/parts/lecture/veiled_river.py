"""The river of a question that asks where a thread ends: with all threads but that one."""

from cache.senses import presets
from cache.shipped.first_river import first_river
from components.senses.map import MapView
from components.senses.river import river_picture
from components.senses.tables.river import encode_river

HEIGHT = 0.46  # as a share of the window’s


def draw_veiled_river(_topic: str) -> None:
    """Draw the river of the first word, as it is stored. Once the answer is shown, the page draws the thread in it."""
    first = first_river()
    payload = encode_river(first.river, first.points, presets()[0].word, has_shares=False)
    river_picture(payload, key="veiled-river", initial=MapView(first.river.last), height=HEIGHT)
