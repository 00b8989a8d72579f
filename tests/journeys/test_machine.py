"""The machine by clicks alone: from the text to a layer, a head, a weight, the feed-forward part and the answer."""

import pytest

from tests.journeys.conftest import Visit

_MACHINE = ".st-key-building >> canvas.building"
_HERE = ".st-key-building >> .trail .here"
_WAY_OUT, _DEEPER = ".st-key-building >> .trail button", ".st-key-building >> .deeper button"
# Shares of the picture's width and height, of the opening sentence: 8 floors, the blank in the third of 13 columns.
_ATTENTION, _FEED_FORWARD, _ANSWER, _TEXT = (0.6, 0.42), (0.32, 0.36), (0.6, 0.05), (0.6, 0.87)
_ON_A_PHONE = {_FEED_FORWARD: (0.4, 0.34), _TEXT: (0.6, 0.8)}


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_from_the_text_to_the_answer(visit: Visit, *, phone: bool) -> None:
    ada = visit("/inside-a-layer", phone=phone)
    ada.sees_one(_MACHINE)

    def opens(place: tuple[float, float], name: str) -> None:
        ada.clicks_within(_MACHINE, *(_ON_A_PHONE.get(place, place) if phone else place))
        ada.sees(name, css=_HERE)
        ada.looks(f"sees {name}")

    def goes_out() -> None:
        ada.waits_for(lambda: not ada.can_see(_WAY_OUT), "the whole pass is there again")

    opens(_TEXT, "Embeddings")
    ada.goes_back()
    goes_out()
    opens(_ATTENTION, "attention")
    opens((0.1, 0.1), "head 1")
    opens((0.27, 0.5), "raised")
    ada.link_says(zoom="weight")
    ada.clicks(css=_WAY_OUT)
    goes_out()
    opens(_FEED_FORWARD, "feed-forward")
    ada.clicks(css=_WAY_OUT)
    goes_out()
    opens(_ANSWER, "Vocabulary head")
    ada.clicks(css=_DEEPER)
    ada.sees("every number", css=_HERE)
