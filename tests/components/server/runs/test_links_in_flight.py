"""Two versions of an address are merged: what changed on one side alone since the browser's last request is kept."""

from urllib.parse import parse_qsl, urlencode

from hypothesis import given
from hypothesis import strategies as st
from streamlit.proto.WidgetStates_pb2 import WidgetStates

from components.server.runs.links_in_flight import Link, LinkInFlight

NAMES = ("sentence", "layer", "head")
LINKS = st.dictionaries(st.sampled_from(NAMES), st.text("ab &=%é", max_size=3))


def elements(**values: str) -> WidgetStates:
    states = WidgetStates()
    for key, value in values.items():
        states.widgets.add(id=f"$$ID-0123-{key}", string_value=value)
    return states


def merged(before: Link, requested: Link, written: Link, old: WidgetStates, new: WidgetStates) -> Link:
    link = LinkInFlight()
    link.follow(urlencode(before), old)
    return dict(parse_qsl(link.merge(urlencode(requested), new, written), keep_blank_values=True))


def test_a_request_that_has_not_seen_what_was_written_keeps_it() -> None:
    assert merged({}, {"sentence": "mine"}, {"layer": "6"}, elements(), elements(sentence="mine")) == {
        "sentence": "mine",
        "layer": "6",
    }
    assert merged({"from": "5"}, {"from": "5"}, {}, elements(), elements()) == {}


def test_a_later_request_does_not_bring_back_what_was_taken_back() -> None:
    link = LinkInFlight()
    link.follow("", elements())
    assert link.merge("", elements(), {"layer": "6"}) == "layer=6"
    assert link.merge("layer=6", elements(), {"layer": "6"}) == "layer=6"
    assert link.merge("layer=5", elements(), {"layer": "6"}) == "layer=5"


def test_an_element_put_back_to_its_default_takes_its_parameter_away() -> None:
    """What the server set is gone from the address because the visitor undid it, not because it is still unknown."""
    was, undone = elements(column="2"), elements(column="1")
    assert merged({}, {}, {"column": "2"}, was, undone) == {}
    assert merged({}, {}, {"column": "2"}, was, was) == {"column": "2"}


def test_an_element_s_key_is_the_whole_end_of_its_id() -> None:
    assert merged({}, {}, {"head": "2"}, elements(forehead="1"), elements(forehead="2")) == {"head": "2"}


@given(LINKS, LINKS, LINKS)
def test_every_parameter_is_that_of_the_side_that_changed_it(before: Link, requested: Link, written: Link) -> None:
    result = merged(before, requested, written, elements(), elements())
    for name in NAMES:
        changed_in_browser = requested.get(name) != before.get(name)
        assert result.get(name) == (requested if changed_in_browser else written).get(name)


@given(LINKS, LINKS)
def test_an_address_that_the_server_has_not_changed_stays_as_it_was_written(before: Link, requested: Link) -> None:
    link = LinkInFlight()
    link.follow(urlencode(before), elements())
    query = urlencode(requested)
    assert link.merge(query, elements(), dict(requested)) is query


def test_what_the_framework_keeps_for_itself_stays_in_the_address() -> None:
    assert merged({"embed": "true"}, {"embed": "true"}, {}, elements(), elements()) == {"embed": "true"}
