"""Errors of a callback are shown in the run after it, where the page has a place for them."""

from streamlit.testing.v1 import AppTest


def _page() -> None:
    import streamlit as st

    from components.model.user_errors import UserError
    from pages.parts.errors import defer_errors, show_deferred_error

    def fail(key: str) -> None:
        with defer_errors(key):
            raise UserError("The *first* reason.")

    def succeed() -> None:
        with defer_errors("first"):
            pass

    for key in ("first", "second"):
        st.button(key, key=key, on_click=fail, args=(key,))
        show_deferred_error(key, advice="Try again." if key == "second" else "")
    st.button("fine", key="fine", on_click=succeed)


def test_an_error_is_shown_once_under_its_own_widget_and_never_as_markup() -> None:
    app = AppTest.from_function(_page).run()
    assert not app.warning
    app.button(key="first").click().run()
    assert [warning.value for warning in app.warning] == ["The \\*first\\* reason."]
    app.button(key="second").click().run()
    assert [warning.value for warning in app.warning] == ["The \\*first\\* reason. Try again."]
    app.button(key="fine").click().run()
    assert not app.warning
    assert not app.exception
