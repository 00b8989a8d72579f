"""Code put in front of a snippet whose model is stored in 8 bits: it writes float weights first."""

from pathlib import Path

from components.model.checkpoints.records import Bundled
from components.model.checkpoints.unlisted import UNLISTED

_CODE = """\
# The weights of {name} are stored in 8 bits. This writes a folder that transformers can load.
from safetensors.torch import load_file
from transformers import AutoConfig, AutoModelForMaskedLM, AutoTokenizer

stored = load_file({stored})
scales = {{name: stored[name + ".scale"][:, None] for name in stored if name + ".scale" in stored}}
weights = {{name: stored[name].float() * scales.get(name, 1) for name in stored if not name.endswith(".scale")}}
config = AutoConfig.from_pretrained({like})
written = AutoModelForMaskedLM.from_config(config)
written.load_state_dict(weights, strict=False)  # tied weights are stored once
written.save_pretrained({folder})
AutoTokenizer.from_pretrained({like}).save_pretrained({folder})

"""
_CHANGES_CODE = """\
# What training added to the weights of {name} is stored in 8 bits. This writes a folder that transformers can load.
import torch
from safetensors.torch import load_file
from transformers import AutoModelForMaskedLM, AutoTokenizer

stored = load_file({stored})
written = AutoModelForMaskedLM.from_pretrained({like}, dtype=torch.float32)
weights = written.state_dict()
for name in [each for each in stored if not each.endswith((".scale", ".rows"))]:
    change = stored[name].float()
    if name + ".scale" in stored:
        change *= stored[name + ".scale"][:, None]
    rows = stored[name + ".rows"].long() if name + ".rows" in stored else slice(None)
    weights[name][rows] += change
written.save_pretrained({folder})
AutoTokenizer.from_pretrained({like}).save_pretrained({folder})

"""


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
