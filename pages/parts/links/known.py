"""The names of all parameters that a link of this app can have, to tell those that are misspelt.

A name that belongs to another room or view than the link's is no mistake: links are changed by hand, and visitors take
settings along.
"""

import difflib
from pathlib import Path

PARAMETERS = frozenset(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split())
OLD_PARAMETERS = frozenset({"ask", "degree", "how", "look", "need", "see", "way", "whose"})  # of earlier versions
_FRAME = frozenset({"embed", "embed_options"})  # read by Streamlit
_PREFIXES = ("outcome-",)  # of parameters with the number of a token
_SUFFIXES = ("-blank", "-answer")  # of the lists of blanks and answers, by view
# Added by mail programs, search engines, social networks and course platforms.
_TRACKING = frozenset(Path(__file__).with_name("tracking.txt").read_text(encoding="utf-8").split())
_TRACKING_PREFIXES = ("utm_", "mc_", "wt.", "hsa_", "pk_", "mtm_")
_TRACKING_SUFFIXES = ("clid", "braid")
_LONGEST = max(map(len, PARAMETERS))
_SIMILARITY = 0.8  # from which a name may have been meant


def is_known_parameter(name: str) -> bool:
    """Whether a view reads this parameter, now or once, or it is another program's."""
    lower = name.casefold()
    return (
        name in PARAMETERS | OLD_PARAMETERS | _FRAME
        or name.startswith(_PREFIXES)
        or name.endswith(_SUFFIXES)
        or lower in _TRACKING
        or lower.startswith(_TRACKING_PREFIXES)
        or lower.endswith(_TRACKING_SUFFIXES)
    )


def similar_parameter(name: str) -> str:
    """The parameter that may have been meant by an unknown name; empty if none is similar."""
    by_lower = {known.casefold(): known for known in sorted(PARAMETERS)}
    close = difflib.get_close_matches(name[:_LONGEST].casefold(), by_lower, n=1, cutoff=_SIMILARITY)
    return by_lower[close[0]] if close else ""
