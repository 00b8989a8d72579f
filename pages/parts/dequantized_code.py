"""Code put in front of a snippet whose model is stored in 8 bits: it writes float weights first."""

from pathlib import Path

from components.model.checkpoints.records import Bundled
from components.model.checkpoints.unlisted import UNLISTED

# Templates: {name} is the model's, the other fields are paths as Python strings.
_HERE = Path(__file__).parent
_CODE = (_HERE / "dequantized_weights.txt").read_text(encoding="utf-8")
_CHANGES_CODE = (_HERE / "dequantized_changes.txt").read_text(encoding="utf-8")


def dequantized_folder(stored: Path) -> Path:
    """The folder that the code writes the float weights to.

    Args:
        stored: The file with the 8-bit weights or changes.
    """
    return stored.with_suffix("")


def with_dequantization(code: str, clone: Path) -> str:
    """``code``, preceded by code that writes the folder of each 8-bit model it names.

    Args:
        code: A snippet.
        clone: The repository's root; paths in the snippet are relative to it.
    """
    before = ""
    for model in UNLISTED:
        if not isinstance(model.home, Bundled) or (stored := stored_file(model.home)) is None:
            continue
        folder = repr(str(dequantized_folder(stored).relative_to(clone)))
        if folder in code:
            file, like = (repr(str(path.relative_to(clone))) for path in (stored, model.home.folder))
            template = _CODE if model.home.changes is None else _CHANGES_CODE
            before += template.format(name=model.name, stored=file, like=like, folder=folder)
    return before + code


def stored_file(home: Bundled) -> Path | None:
    """The 8-bit file of a model; None if transformers can load its folder as it is."""
    return home.changes or home.weights
