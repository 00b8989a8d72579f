"""What a visitor typed comes out as it was typed where a message quotes it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.parts.markdown import JOINER, escape_markdown
from tests.pages.conftest import FILL, messages, open_page
from tests.typed_markup import as_shown

LONG = "**" + "x" * 70


@given(st.text(st.sampled_from("ab \n*_`[]()<>$:/|#~&\\@\u202e\u2066wW.") | st.characters(), max_size=60))
def test_it_is_what_it_was_but_for_its_spaces_and_turns(text: str) -> None:
    plain = re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", " ".join(text.split()))
    assert as_shown(escape_markdown(text)) == plain.replace(JOINER, "")


@given(st.text(st.sampled_from("ab*_`[]$:/|#~&\\<>"), max_size=60))
def test_nothing_that_markdown_acts_on_is_left_alone(text: str) -> None:
    without_pairs = re.sub(r"\\.", "", escape_markdown(text))
    assert not set(without_pairs) & set("*_`[]$<>|#&:~\\")


@pytest.mark.parametrize("typed", ["http://x.y", ":material/info:", "WWW.x.y", "a@b.c"])
def test_icons_and_addresses_are_kept_apart(typed: str) -> None:
    assert JOINER in escape_markdown(typed)


@pytest.mark.usefixtures("ready")
def test_a_message_of_a_page_quotes_a_word_as_it_was_typed() -> None:
    app = open_page(FILL, sentence="The [MASK] sat.", mode="A word I name", word=LONG)
    (warning,) = app.warning
    assert "“**xxx" in messages(app)
    assert r"“\*\*xxx" in warning.value
