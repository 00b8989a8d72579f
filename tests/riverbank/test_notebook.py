"""The notebook runs from top to bottom, and every figure in it is a frame."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "riverbank.ipynb"
# IPython runs a cell and looks for its figure as Jupyter does, without a kernel in a process of its own.
_RUN = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
outputs = []
for source in json.load(sys.stdin):
    done = shell.run_cell(source, silent=False)
    done.raise_error()
    outputs.append({} if done.result is None else shell.display_formatter.format(done.result)[0])
json.dump([outputs, "streamlit" in sys.modules], open(sys.argv[1], "w"))
"""


@pytest.mark.thorough
def test_every_cell_runs_and_five_of_them_draw(tmp_path: Path) -> None:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    result = tmp_path / "outputs.json"
    command = [sys.executable, "-c", _RUN, str(result)]
    done = subprocess.run(command, input=json.dumps(sources), cwd=ROOT, capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stdout + done.stderr
    outputs, has_streamlit = json.loads(result.read_text("utf-8"))
    assert not has_streamlit
    figures = [output for output in outputs if output.get("text/html", "").startswith("<iframe srcdoc=")]
    assert len(figures) == 5
    assert all(output["text/plain"] for output in outputs if output)
    assert sum("<table" in output.get("text/html", "") for output in outputs) == 1


def test_the_notebook_stores_no_outputs() -> None:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    for cell in notebook["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    assert NOTEBOOK.stat().st_size < 10_000
