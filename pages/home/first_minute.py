"""The first minute: five views on one sentence, each the next question about it. It is a tour inside the link."""

from urllib.parse import urlencode

from components.tours.tour import LINK_LIMIT, Stop, Tour, pack_tour
from pages.home.openings import FOOLING
from pages.parts.rooms import ATTENTION, FILL, MASKS, Room

TITLE = "The first minute"


def first_minute(sentence: str, word: str, position: int) -> str:
    """The tour of a sentence, packed for a link; empty if the sentence is too long for one.

    Args:
        sentence: The sentence.
        word: The word that is followed.
        position: Position of the word's first piece among the tokens.
    """
    stops = (
        Stop(f"/?{urlencode({'stage': sentence})}", answer=f"Every layer moves “{word}” towards one of its meanings."),
        _stop(
            ATTENTION,
            {"sentence": sentence, "strongest": str(position + 1)},
            f"Who told it? These are the words that “{word}” looks at, in one attention head.",
        ),
        _stop(
            MASKS,
            {"mode": "Side by side", "sentence": sentence, "from": str(position + 1)},
            f"What if it could not look ahead? On the right, “{word}” no longer sees the words after it.",
        ),
        _stop(
            FILL,
            {"sentence": sentence, "mask": str(position)},
            f"And if “{word}” is hidden? Then the model has to guess it from the other words.",
        ),
        Stop(
            f"/?{urlencode({'stage': FOOLING.sentence})}",
            answer="This sentence fools the model. Now write one of your own that does.",
        ),
    )
    if max(len(stop.link) for stop in stops) > LINK_LIMIT:
        return ""
    return pack_tour(Tour(TITLE, "Five views of one sentence.", stops, minutes=1))


def _stop(room: Room, parameters: dict[str, str], text: str) -> Stop:
    return Stop(f"/{room.path}?{urlencode(parameters)}", answer=text)
