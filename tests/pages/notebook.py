"""Running a page's snippet as a visitor does who has copied it."""

import contextlib
import io
import os
import threading

from streamlit.testing.v1 import AppTest

from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE


def printed_lines(app: AppTest, *, having: str = "from_pretrained") -> list[str]:
    """The lines that the page's snippet prints in a notebook: with nothing of the app around it.

    The place of an operator's folder is filled in, as the code asks for.
    """
    (snippet,) = (block.value for block in app.code if having in block.value)
    return run_code(snippet.replace("/path/to", os.environ.get(LOCAL_FOLDER_VARIABLE, "/path/to")))


def run_code(snippet: str) -> list[str]:
    """The lines that code prints."""
    out, failed = io.StringIO(), []

    def notebook() -> None:
        try:
            exec(compile(snippet, "snippet", "exec"), {})
        except Exception as error:
            failed.append(error)

    with contextlib.redirect_stdout(out):
        thread = threading.Thread(target=notebook)
        thread.start()
        thread.join()
    assert not failed, failed
    return out.getvalue().splitlines()


def line_numbers(lines: list[str]) -> list[float]:
    """The numbers at the lines' ends."""
    return [float(line.removesuffix(" bits").split()[-1]) for line in lines]
