"""The river below a question about one sentence, without the thread of that sentence."""

from cache.senses import presets
from cache.shipped.first_river import first_river
from components.senses.map import MapView
from components.senses.river import river_picture
from components.senses.tables.river import encode_river

HEIGHT = 0.46  # as a share of the window’s


def draw_veiled_river(_topic: str) -> None:
    """Draw the stored river of the first word. The page adds the thread when it shows the answer."""
    first = first_river()
    payload = encode_river(first.river, first.points, presets()[0].word, has_shares=False)
    river_picture(payload, key="veiled-river", initial=MapView(first.river.last), height=HEIGHT)
