"""Code put in front of a snippet whose model is stored as 8-bit weights: it writes float weights first."""

from pathlib import Path

from components.model.checkpoints.folders.unlisted import UNLISTED
from components.model.checkpoints.records import Bundled

_CODE = """\
# The weights of {name} are stored in 8 bits. This writes a folder that transformers can load.
from safetensors.torch import load_file
from transformers import AutoConfig, AutoModelForMaskedLM, AutoTokenizer

stored = load_file({weights!r})
scales = {{name: stored[name + ".scale"][:, None] for name in stored if name + ".scale" in stored}}
weights = {{name: stored[name].float() * scales.get(name, 1) for name in stored if not name.endswith(".scale")}}
config = AutoConfig.from_pretrained({like!r})
written = AutoModelForMaskedLM.from_config(config)
written.load_state_dict(weights, strict=False)  # tied weights are stored once
written.save_pretrained({folder!r})
AutoTokenizer.from_pretrained({like!r}).save_pretrained({folder!r})

"""


def dequantized_folder(weights: Path) -> Path:
    """The folder that the code writes the float weights to."""
    return weights.with_suffix("")


def with_dequantization(code: str, clone: Path) -> str:
    """``code``, preceded by code that writes the folder of each 8-bit model it names.

    Args:
        code: A snippet.
        clone: The repository's root; paths in the snippet are relative to it.
    """
    before = ""
    for model in UNLISTED:
        if not isinstance(model.home, Bundled) or model.home.weights is None:
            continue
        folder = str(dequantized_folder(model.home.weights).relative_to(clone))
        if repr(folder) in code:
            weights, like = (str(path.relative_to(clone)) for path in (model.home.weights, model.home.folder))
            before += _CODE.format(name=model.name, weights=weights, like=like, folder=folder)
    return before + code
