"""Riverbank in a notebook: five functions, each with a result that draws itself.

    import riverbank

    riverbank.fill("The capital of France is [MASK].")

A result has ``.table`` (a pandas data frame), ``.to_json()``, ``.to_html()`` and ``.save(path)``, and a notebook shows
its figure. The numbers are those of the app. ``model=`` is a bundled name ("minilm", "pocket-bert"), a folder with
safetensors, or a model of transformers with its tokenizer: ``model=(model, tokenizer)``. Nothing is downloaded, no
server runs, and Streamlit is not imported.
"""

from components.model.user_errors import UserError
from riverbank.blanks import FillResult, fill
from riverbank.heads import AttentionResult, attention
from riverbank.pairs import PatchResult, patch
from riverbank.passes import MachineResult, machine
from riverbank.rivers import RiverResult, river

__all__ = [
    "AttentionResult",
    "FillResult",
    "MachineResult",
    "PatchResult",
    "RiverResult",
    "UserError",
    "attention",
    "fill",
    "machine",
    "patch",
    "river",
]
