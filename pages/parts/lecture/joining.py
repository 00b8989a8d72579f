"""On the projector, while an audience guesses: the way in for their own telephones, and how many have guessed."""

from urllib.parse import urlencode, urlsplit

import streamlit as st

from cache.guesses import tally
from components.charts.qr import qr_code
from pages.parts.lecture.presenting import page_url

EVERY_S = 2.0
CODE_WIDTH = 260  # pixels
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def joining(question: str) -> None:
    """A code with the link to this question, and the number of guesses as they come in."""
    address = join_address()
    code, count = st.columns([1, 2], gap="large", vertical_alignment="center")
    with code:
        if urlsplit(address).hostname in LOOPBACK:
            st.caption("Telephones cannot join: the app is served to this computer alone.")
        else:
            st.image(qr_code(address), width=CODE_WIDTH)
            st.text(short(address))
    with count:
        st.fragment(_count, run_every=EVERY_S)(question)


def join_address() -> str:
    """This page as an audience opens it: not on a projector, and with the guess first."""
    link = {name: value for name, value in st.query_params.to_dict().items() if name != "present"}
    return page_url()._replace(query=urlencode(link), fragment="").geturl()


def short(address: str) -> str:
    """What somebody could type: the page, with the guess first, and its own example."""
    at = urlsplit(address)
    return f"{at.netloc}{at.path}?guess=1"


def _count(question: str) -> None:
    guesses = sum(number for _, number in tally().counts(question))
    st.metric("Guesses so far", guesses)
    st.caption("Press G to see the model’s answer.")
