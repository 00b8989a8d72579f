"""What the page says of a list that was changed while it was read, and where corrections are offered."""

from streamlit.testing.v1 import AppTest

from components.model.lists.errors import ListError, ListProblem
from pages.parts.visitor_lists import problem_text


def page(content: bytes) -> AppTest:
    def script(content: bytes) -> None:
        from components.model.lists.columns import LABEL_LIST
        from components.model.lists.datasets import dataset_from_list
        from pages.parts.errors import show_errors
        from pages.parts.visitor_lists import visitor_list

        with show_errors():
            visitor_list(content, LABEL_LIST, key="list", value_name="label", check=dataset_from_list)

    app = AppTest.from_function(script, args=(content,)).run()
    assert not app.exception
    return app


def content_of(*labels: str) -> str:
    return "".join(f"I saw film {n} today.\t{label}\n" for n, label in enumerate(labels))


def test_a_letter_that_cannot_be_read_is_told_by_its_line() -> None:
    good = content_of("schön", "öde", "schön", "öde").encode()
    app = page(good + b"I saw St\xfcck 9 today.\tsch\xc3\xb6n\n")
    assert any(" 5." in text.value and "\ufffd" in text.value for text in app.text)


def test_spellings_that_count_as_one_are_named() -> None:
    app = page(content_of("1", "1.0", "0", "0").encode())
    assert any("“1.0”" in text.value and "“1”" in text.value for text in app.text)
    assert not page(content_of("schön", "scho\u0308n", "öde", "öde").encode()).text  # which nobody can see


def test_corrections_are_offered_where_one_label_is_rare() -> None:
    app = page(content_of("good", "good", "bad", "bad", "odd").encode())
    assert app.error or app.warning
    assert app.selectbox


def test_rows_of_json_are_not_called_lines() -> None:
    error = ListError(ListProblem.MISSING_LABEL, line=3)
    assert problem_text(error, "label", "Row") != problem_text(error, "label")
    assert "3" in problem_text(error, "label", "Row")
