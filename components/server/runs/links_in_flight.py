"""Keep what is chosen while an address is on its way between the browser and the server.

The browser and the server both change a page's address: text boxes and lists change it in the browser, tiles and
figures by their callbacks on the server. Each sends the other a whole address. So whoever chooses two things within the
time that a message takes, which is long on a busy server, would lose one of them: the browser asks with an address that
does not hold yet what the server has just written, and the server answers without it. Here the two are merged as
versions of a file are: what changed on one side alone since the browser's last request is kept.
"""

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from streamlit.proto.WidgetStates_pb2 import WidgetStates

Link = dict[str, str]
_FRAMEWORK = {"embed", "embed_options"}  # parameters that Streamlit keeps from the app


@dataclass
class LinkInFlight:
    """The address of one session's page, as the browser has last requested with it.

    Attributes:
        requested: The parameters in its last request.
        values: The values of its elements in that request, by their ids.
    """

    requested: Link = field(default_factory=dict)
    values: dict[str, bytes] = field(default_factory=dict)

    def follow(self, query: str, states: WidgetStates) -> None:
        """Remember a request without merging: the first one, and one that opens a page or goes back to it."""
        self.requested, self.values = _parsed(query), _values(states)

    def merge(self, query: str, states: WidgetStates, written: Link) -> str:
        """The address for the run that a request of the browser asks for.

        Args:
            query: The address in the request, which may not hold yet what the server has written.
            states: The elements' values in the request.
            written: The parameters after the server's last run.

        Returns:
            ``query`` itself if it holds what the server has written.
        """
        before, values, requested = self.requested, self.values, _parsed(query)
        self.follow(query, states)
        merged = dict(requested)
        for name in (requested.keys() | written.keys()) - _FRAMEWORK:
            is_browsers = requested.get(name) != before.get(name) or _changed(name, values, self.values)
            if is_browsers or requested.get(name) == written.get(name):
                continue
            if name in written:
                merged[name] = written[name]
            else:
                del merged[name]
        return query if merged == requested else urlencode(merged)


def _changed(name: str, before: dict[str, bytes], now: dict[str, bytes]) -> bool:
    """Whether the visitor has changed the element with this key, so that the browser's parameter is the newer one."""
    elements = (element for element in before.keys() | now.keys() if element.endswith(f"-{name}"))
    return any(before.get(element) != now.get(element) for element in elements)


def _parsed(query: str) -> Link:
    return dict(parse_qsl(query, keep_blank_values=True))


def _values(states: WidgetStates) -> dict[str, bytes]:
    return {state.id: state.SerializeToString(deterministic=True) for state in states.widgets}
