"""Checks whether a folder of the operator's holds a usable model, without loading it.

Only headers are read: the configuration, the tokenizer's files, and the names and shapes at the beginning of a
safetensors file. So the list of models takes milliseconds, and problems are reported before anybody opens a model.
"""

import re
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from components.model.checkpoints.availability import TOKENIZER_FILES
from components.model.checkpoints.folders.config_checks import check_fit, check_labels, check_positions, check_values
from components.model.checkpoints.folders.folder_errors import UnusableFolder, read_json_object
from components.model.checkpoints.folders.tokenizer_files import tokenizer_facts
from components.model.checkpoints.folders.weight_headers import Shapes, weight_shapes
from components.model.checkpoints.records import InFolder, ModelRecord, Role, TaskHead

CONFIG_BYTES = 1_000_000  # a config.json has a few kilobytes
FILE_LIMIT = 1000  # in one folder
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
_PICKLES = (".bin", ".pt", ".pth", ".pkl")
_TENSORFLOW = re.compile(r"\.ckpt(?:-\d+)?(?:\.(?:index|meta|data-\d+-of-\d+))?$|\.h5$")
# A vocabulary head. ELECTRA's "discriminator_predictions" is not one.
_VOCABULARY_HEAD = re.compile(
    r"(?:^|\.)(?:predictions|lm_head|vocab_transform|vocab_projector|generator_predictions|generator_lm_head)\."
    r"|^decoder\.(?:weight|bias)$"
)


def folder_files(folder: Path) -> dict[str, Path]:
    """The files of a folder by name, including links to files."""
    return {file.name: file for file in islice(folder.iterdir(), FILE_LIMIT) if file.is_file()}


def looks_like_model(files: Mapping[str, Path]) -> bool:
    """Whether the files include a configuration, or weights of any format."""
    return (
        "config.json" in files
        or bool(_weights_of_others(files))
        or any(name.endswith(".safetensors") for name in files)
    )


def folder_record(root: Path, folder: Path, name: str) -> ModelRecord:
    """The model in ``folder``.

    Args:
        root: The operator's folder, resolved: nothing outside it is read.
        folder: The same folder, or one below it.
        name: The name of the model.

    Raises:
        UnusableFolder: The folder cannot be used.
        OSError: The folder cannot be read.
    """
    files = folder_files(folder)
    if not all(path.resolve().is_relative_to(root) for path in (folder, *files.values())):
        raise UnusableFolder("has links to files outside the folder.")
    if "config.json" not in files:
        if "adapter_config.json" in files:
            raise UnusableFolder("has an adapter without its model; merge the two and save the result.")
        raise UnusableFolder(_weights_of_others(files, formats=False) or "has no config.json.")
    config = read_json_object(files["config.json"], CONFIG_BYTES)
    kind = str(config.get("model_type", ""))
    if not kind:
        raise UnusableFolder("has a config.json that does not name its architecture (model_type).")
    if kind not in FAMILIES:
        raise UnusableFolder(f"is of a kind that Riverbank does not support ({kind[:60]}).")
    if config.get("auto_map"):  # transformers would compute the stock architecture, and say nothing
        raise UnusableFolder(
            "has code of its own (auto_map in config.json), which is never run, and other numbers without it. If it "
            f"is a plain {FAMILIES[kind]}, remove auto_map."
        )
    check_values(config)
    shapes = weight_shapes(files)
    if not shapes:
        raise UnusableFolder(_weights_of_others(files) or "has no weights (model.safetensors).")
    check_positions(config, shapes)
    check_fit(config, shapes)
    role = _role(config, kind, shapes)
    head = _own_head(config) if role is Role.ENCODER else None
    if head is not None:
        check_labels(config, shapes)
    if not any(file in files for file in TOKENIZER_FILES):
        raise UnusableFolder("has no tokenizer.")
    _check_tokenizer(files, config, role)
    return ModelRecord(
        id=f"local/{name}",
        name=name,
        family=FAMILIES[kind],
        role=role,
        home=InFolder(folder),
        parameters=None,
        licence="not stated",
        about="A model from this server’s own folder of models.",
        task_head=head,
    )


def _weights_of_others(files: Mapping[str, Path], *, formats: bool = True) -> str:
    """Why the weights in a folder cannot be read; empty if there are none."""
    if any(map(_TENSORFLOW.search, files)) or "bert_config.json" in files:
        return "is a TensorFlow checkpoint; convert it to safetensors."
    if not formats:
        return ""
    if any(name.endswith(_PICKLES) for name in files):
        return "has its weights as a pickle only, which can run code; save them as safetensors."
    kinds = {".msgpack": "Flax", ".onnx": "ONNX", ".gguf": "GGUF"}
    named = next((kinds[Path(name).suffix] for name in files if Path(name).suffix in kinds), None)
    return f"has its weights in a format of {named} only; save them as safetensors." if named else ""


def _check_tokenizer(files: Mapping[str, Path], config: Mapping[str, Any], role: Role) -> None:
    facts = tokenizer_facts(files)
    if facts.tokens is None:
        return
    if role is Role.MASKED:
        known = {facts.mask} if facts.mask is not None else {"[MASK]", "<mask>"}
        if not known & facts.tokens:
            raise UnusableFolder("predicts masked words, but its tokenizer has no [MASK].")
    rows = config.get("vocab_size")
    if isinstance(rows, int) and len(facts.tokens) > rows:
        raise UnusableFolder(f"has a tokenizer with {len(facts.tokens):,} tokens, but weights for {rows:,}.")
    if isinstance(rows, int) and facts.highest_id >= rows:
        raise UnusableFolder(f"has a tokenizer with a token of id {facts.highest_id:,}, but weights for {rows:,} ids.")


def _own_head(config: Mapping[str, Any]) -> TaskHead | None:
    """The task head, by the architecture in the configuration."""
    architecture = _architecture(config)
    return next((head for head in TaskHead if architecture.endswith(head.value)), None)


def _architecture(config: Mapping[str, Any]) -> str:
    named = config.get("architectures")
    return str(named[0]) if isinstance(named, list) and named else ""


def _role(config: Mapping[str, Any], kind: str, shapes: Shapes) -> Role:
    """The role of the model, by the architecture in the configuration.

    "ForPreTraining" has a vocabulary head in some families only, and some configurations name no architecture: then
    the weights decide.

    Raises:
        UnusableFolder: A GPT-2 model has no vocabulary head.
    """
    name = _architecture(config)
    if not name or name.endswith("ForPreTraining"):
        words = any(map(_VOCABULARY_HEAD.search, shapes))
        name = "LMHeadModel" if kind == "gpt2" else "ForMaskedLM" if words else "Model"
    if name.endswith(("LMHeadModel", "LMHead", "ForCausalLM")):
        return Role.CAUSAL if kind == "gpt2" or config.get("is_decoder") else Role.MASKED
    if kind == "gpt2":
        raise UnusableFolder("reads from left to right, but has no head that predicts the next word.")
    return Role.MASKED if name.endswith("ForMaskedLM") else Role.ENCODER
