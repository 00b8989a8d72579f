"""What a folder of the operator's holds, and why it cannot be used where it cannot.

Only headers are read: the configuration, and the names and shapes that a safetensors file begins with. So a list of
models costs milliseconds, and what would fail at opening is told beforehand, by the folder's name.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from components.model.checkpoints.availability import TOKENIZER_FILES
from components.model.checkpoints.records import InFolder, ModelRecord, OwnHead, Role

CONFIG_BYTES = 1_000_000  # a config.json is a few kilobytes: a far larger file is something else
HEADER_BYTES = 100_000_000  # the most that the format allows
FAMILIES = {
    "bert": "BERT",
    "distilbert": "DistilBERT",
    "roberta": "RoBERTa",
    "xlm-roberta": "XLM-RoBERTa",
    "camembert": "CamemBERT",
    "ernie": "ERNIE",
    "roformer": "RoFormer",
    "albert": "ALBERT",
    "electra": "ELECTRA",
    "modernbert": "ModernBERT",
    "gpt2": "GPT-2",
}
# BERT and ALBERT are pre-trained with a head for the next sentence beside that for words; ELECTRA's discriminator is
# "for pre-training" too, and has no head for words.
_PRETRAINED_WITH_WORDS = {"bert", "albert"}
_PICKLES = (".bin", ".pt", ".pth", ".pkl", ".ckpt")
_LAYER = re.compile(r"\.(?:layer|layers|h)\.(\d+)\.")
_WORDS = re.compile(r"\.?(?:word_embeddings|wte|tok_embeddings)\.weight$")
Shapes = dict[str, tuple[int, ...]]


class Unread(Exception):
    """A folder cannot be used. The message is the reason, the end of a sentence that begins with the folder's name."""


@dataclass(frozen=True)
class UnreadFolder:
    """A folder that looks like a model and is none that can be used."""

    name: str
    reason: str


def folder_record(root: Path, folder: Path) -> ModelRecord | None:
    """The model in ``folder``, or None where there is nothing that looks like one.

    Args:
        root: The folder that the operator named, resolved: nothing outside it is read.
        folder: One below it.

    Raises:
        Unread: There is one, and it cannot be used.
    """
    try:
        files = {file.name: file for file in folder.iterdir()}
        weights = [file for name, file in sorted(files.items()) if name.endswith(".safetensors")]
        pickled = any(name.endswith(_PICKLES) for name in files)
        if not ("config.json" in files or weights or pickled):
            return None
        if not all(path.resolve().is_relative_to(root) for path in (folder, *files.values())):
            raise Unread("has files that lie elsewhere.")
        config = _config(files)
        kind = str(config.get("model_type", ""))
        if kind not in FAMILIES:
            raise Unread(f"is of a kind Riverbank does not read{f' ({kind})' if kind.isprintable() and kind else ''}.")
        if not weights:
            pickle = "has its weights as a pickle only, which can run code; save them as safetensors."
            raise Unread(pickle if pickled else "has no weights (model.safetensors).")
        shapes: Shapes = {}
        for file in weights:
            shapes |= _shapes(file)
        if not any(name in files for name in TOKENIZER_FILES):
            raise Unread("has no tokenizer.")
        _check_fit(config, shapes)
        role = _role(config, kind, shapes)
        own_head = _own_head(config) if role is Role.ENCODER else None
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links
        raise Unread("could not be read.") from error
    return ModelRecord(
        id=f"local/{folder.name}",
        name=folder.name,
        family=FAMILIES[kind],
        role=role,
        home=InFolder(folder),
        parameters=None,
        licence="not stated",
        about="A model from the operator's folder.",
        own_head=own_head,
    )


def _config(files: Mapping[str, Path]) -> dict[str, Any]:
    file = files.get("config.json")
    if file is None:
        raise Unread("has no config.json.")
    if file.stat().st_size > CONFIG_BYTES:
        raise Unread("has a config.json that is none: it is too large.")
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unread("has a config.json that is damaged.") from error
    if not isinstance(config, dict):
        raise Unread("has a config.json that is none.")
    return config


def _shapes(file: Path) -> Shapes:
    """Names and shapes of the tensors in a safetensors file, of which the header alone is read."""
    cut = Unread(f"has a file that is cut short or damaged ({file.name}).")
    size = file.stat().st_size
    with file.open("rb") as opened:
        length = int.from_bytes(opened.read(8), "little")
        if not 0 < length <= min(HEADER_BYTES, size - 8):
            raise cut
        try:
            header = json.loads(opened.read(length))
            tensors = {name: told for name, told in header.items() if name != "__metadata__"}
            shapes = {name: tuple(int(each) for each in told["shape"]) for name, told in tensors.items()}
            end = max((int(told["data_offsets"][1]) for told in tensors.values()), default=0)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise cut from error
    if not shapes or 8 + length + end != size:
        raise cut
    return shapes


def _check_fit(config: Mapping[str, Any], shapes: Shapes) -> None:
    """Whether the configuration is one of these weights.

    Raises:
        Unread: It is not.
    """
    said = next((config[name] for name in ("num_hidden_layers", "n_layers", "n_layer") if name in config), None)
    layers = {int(found[1]) for name in shapes if (found := _LAYER.search(name))}
    if isinstance(said, int) and layers:
        missing = sorted(set(range(said)) - layers)
        if missing:
            raise Unread(f"lacks layer {missing[0] + 1} of the {said} that its configuration names.")
        if max(layers) >= said:
            raise Unread(f"has {max(layers) + 1} layers, and its configuration names {said}.")
    width_name = next((n for n in ("embedding_size", "hidden_size", "dim", "n_embd") if n in config), None)
    table = next((shape for name, shape in shapes.items() if _WORDS.search(name) and len(shape) == 2), None)
    if table is not None:
        for name, rows in (("vocab_size", table[0]), (width_name, table[1])):
            wanted = config.get(name) if name else None
            if isinstance(wanted, int) and wanted != rows:
                raise Unread(f"does not fit its configuration: {name} is {wanted:,}, its weights have {rows:,}.")


def _own_head(config: Mapping[str, Any]) -> OwnHead | None:
    """The head that the model was published with, by the architecture that the configuration names."""
    architecture = _architecture(config)
    return next((head for head in OwnHead if architecture.endswith(head.value)), None)


def _architecture(config: Mapping[str, Any]) -> str:
    named = config.get("architectures")
    return str(named[0]) if isinstance(named, list) and named else ""


def _role(config: Mapping[str, Any], kind: str, shapes: Shapes) -> Role:
    """What the model says, by the architecture that the configuration names; by its weights where it names none."""
    name = _architecture(config)
    if not name:
        words = any(re.search(r"predictions|lm_head|vocab_transform|decoder\.weight", each) for each in shapes)
        name = "LMHeadModel" if kind == "gpt2" else "ForMaskedLM" if words else "Model"
    if name.endswith(("LMHeadModel", "LMHead", "ForCausalLM")):
        return Role.CAUSAL if kind == "gpt2" or config.get("is_decoder") else Role.MASKED
    if kind == "gpt2":
        raise Unread("reads from left to right and has no head that says the next word.")
    if name.endswith("ForMaskedLM") or (name.endswith("ForPreTraining") and kind in _PRETRAINED_WITH_WORDS):
        return Role.MASKED
    return Role.ENCODER
