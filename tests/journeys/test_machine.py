"""The machine by clicks alone: from the text to a layer, a head, a weight, the feed-forward part and the answer."""

import pytest

from tests.journeys.conftest import Visit

_MACHINE = ".st-key-building >> canvas.building"
_HERE = ".st-key-building >> .trail .here"
_WAY_OUT, _DEEPER = ".st-key-building >> .trail button", ".st-key-building >> .deeper button"
_FLOORS, _BLANK = 8, 2  # of the opening sentence


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_from_the_text_to_the_answer(visit: Visit, *, phone: bool) -> None:
    ada = visit("/inside-a-layer", phone=phone)
    ada.sees_one(_MACHINE)

    def opens(across: float, down: float, name: str) -> None:
        ada.clicks_within(_MACHINE, across, down)
        ada.sees(name, css=_HERE)
        ada.looks(f"sees {name}")

    def opens_floor(floor: int, token: float, down: float, name: str) -> None:
        drawn = ada.drawn_on(_MACHINE)
        across = (float(drawn["left"]) + (token + 0.5) * float(drawn["column"])) / drawn["width"]
        opens(across, (_FLOORS - 1 - floor + down) * float(drawn["pitch"]) / drawn["height"], name)

    def goes_out() -> None:
        ada.waits_for(lambda: not ada.can_see(_WAY_OUT), "the whole pass is there again")

    opens_floor(0, 6, 0.5, "Embeddings")
    ada.goes_back()
    goes_out()
    opens_floor(4, 8, 0.6, "attention")
    opens(0.1, 0.1, "head 1")
    opens(3.5 / 13, 0.95, "charges")
    ada.link_says(zoom="weight")
    ada.clicks(css=_WAY_OUT)
    goes_out()
    opens_floor(4, _BLANK, 0.2, "feed-forward")
    ada.clicks(css=_WAY_OUT)
    goes_out()
    opens_floor(7, 6, 0.5, "Vocabulary head")
    ada.clicks(css=_DEEPER)
    ada.sees("every number", css=_HERE)
