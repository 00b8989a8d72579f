"""Names of link parameters that several modules read."""

MODE = "mode"
MODEL = "model"
SENTENCE = "sentence"
STAGE = "stage"  # the sentence of the home page
TOUR, STOP = "tour", "stop"
SCORE = "score"  # of a visitor in a tour
KEPT_PARAMETERS = ("present", "hide", SCORE)  # they go along from stop to stop
NO_SETTINGS = frozenset({TOUR, STOP, *KEPT_PARAMETERS})  # they do not change what a view shows
SHOW = "show"  # the key of the element that the page scrolls to when it opens
