"""The link to a view: the path below the app's root and the settings of the address, without what is left out."""

from urllib.parse import parse_qsl, urlsplit

from streamlit.testing.v1 import AppTest


def _page() -> None:
    import streamlit as st

    from pages.parts.links.address import view_link

    st.text(view_link("which-bank", {"tour", "present"}, {"layer": "3", "head": ""}))


def test_a_link_names_no_server_and_leaves_out_what_it_is_told_to() -> None:
    app = AppTest.from_function(_page)
    assert app.run().text[0].value == "/which-bank?layer=3"
    values = {"sentence": "R & D “岸”=\n#?", "tour": "x", "present": "1", "head": "2", "why": ""}
    for name, value in values.items():
        app.query_params[name] = value
    link = urlsplit(app.run().text[0].value)
    assert link.path == "/which-bank"
    assert dict(parse_qsl(link.query)) == {"sentence": values["sentence"], "layer": "3"}
    assert link.geturl().isascii()
