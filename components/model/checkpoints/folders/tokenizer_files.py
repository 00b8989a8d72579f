"""Whether the tokenizer in a folder can be used, from its files, before anything opens it.

A tokenizer.json is a program: each of its steps rewrites the text. A few steps that replace a letter by many make a
word of five letters larger than any memory, and a regular expression can run without end. So only listed steps are run,
few of them, which together make a text hardly longer, with the regular expressions of published tokenizers.
"""

import base64
import binascii
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from components.model.checkpoints.folders.folder_errors import UnusableFolder, read_json_object

FILE_BYTES = 20_000_000  # XLM-RoBERTa's is 17 MB
ADDED_TOKEN_LIMIT = 10_000
STEP_LIMIT = 16
GROWTH_LIMIT = 16  # times as long as the text, by all replacements together
WORD_CHARACTERS = 1000
TEMPLATE_ITEMS = 64
_CHARSMAP_LIMIT = 1_000_000  # characters; SentencePiece's own are 320,000
_CHARSMAP_LONGEST = 100  # bytes that one character may become; 33 in NFKC
_STEPS = {
    "normalizer": {
        *("BertNormalizer", "ByteLevel", "Lowercase", "NFC", "NFD", "NFKC", "NFKD", "Nmt", "Precompiled", "Prepend"),
        *("Replace", "Sequence", "Strip", "StripAccents"),
    },
    "pre_tokenizer": {
        *("BertPreTokenizer", "ByteLevel", "CharDelimiterSplit", "Digits", "Metaspace", "Punctuation", "Sequence"),
        *("Split", "UnicodeScripts", "Whitespace", "WhitespaceSplit"),
    },
    "post_processor": {"BertProcessing", "ByteLevel", "RobertaProcessing", "Sequence", "TemplateProcessing"},
    "decoder": {
        *("BPEDecoder", "ByteFallback", "ByteLevel", "CTC", "Fuse", "Metaspace", "Replace", "Sequence", "Strip"),
        "WordPiece",
    },
}
_MODELS = frozenset({"WordPiece", "BPE", "Unigram", "WordLevel"})
_REGEXES = frozenset(
    {
        " {2,}",  # SentencePiece's, of repeated spaces
        r"\s+",
        r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",  # GPT-2's
    }
)
# Classes of transformers without a fast form; a test compares them with those of the installed version.
SLOW_CLASSES = frozenset(Path(__file__).with_name("slow_tokenizers.txt").read_text(encoding="utf-8").split())
_SIDE_FILES = ("tokenizer_config.json", "special_tokens_map.json", "added_tokens.json")
_ALL_FILES = (
    *("tokenizer.json", "vocab.txt", "vocab.json", "merges.txt", "spiece.model", "sentencepiece.bpe.model"),
    *_SIDE_FILES,
)


@dataclass(frozen=True)
class TokenizerFacts:
    """What the files of a tokenizer say.

    Attributes:
        tokens: All tokens; None where they cannot be told from the files without opening them.
        mask: The token for a mask, as the files name it; empty where they say there is none, None where they say
            nothing.
        highest_id: The highest id that a tokenizer.json gives to a token; -1 without such a file.
    """

    tokens: frozenset[str] | None
    mask: str | None
    highest_id: int = -1


def tokenizer_facts(files: Mapping[str, Path]) -> TokenizerFacts:
    """What the files of a folder's tokenizer say.

    Raises:
        UnusableFolder: It has no fast form, is too large, or does things that are not done here.
    """
    signature = []
    for name in _ALL_FILES:
        if name in files:
            state = files[name].stat()
            if state.st_size > FILE_BYTES:
                raise UnusableFolder(f"has a {name} of more than {FILE_BYTES // 1_000_000} MB.")
            signature.append((files[name], state.st_mtime_ns, state.st_size))
    facts = _facts(tuple(signature))
    if isinstance(facts, str):
        raise UnusableFolder(facts)
    return facts


@lru_cache(64)  # lists of models are made anew every few seconds, and a vocabulary takes a quarter of a second
def _facts(signature: tuple[tuple[Path, int, int], ...]) -> TokenizerFacts | str:
    """The facts, or why it cannot be used."""
    try:
        return _read({file.name: file for file, *_ in signature})
    except UnusableFolder as error:
        return str(error)


def _read(files: Mapping[str, Path]) -> TokenizerFacts:
    config, special, added = (_object(files.get(name)) for name in _SIDE_FILES)
    name = str(config.get("tokenizer_class") or "")
    if name.removesuffix("Fast") in SLOW_CLASSES:
        raise UnusableFolder(f"has a slow tokenizer ({name}); a fast one is needed for the positions of tokens.")
    decoder = config.get("added_tokens_decoder")
    extra = [_content(token) for token in decoder.values()] if isinstance(decoder, dict) else []
    tokens: set[str] | None = None
    highest_id = -1
    if "tokenizer.json" in files:
        program = _object(files["tokenizer.json"])
        _check_program(program)
        ids = _vocabulary(program)
        listed = program.get("added_tokens")
        added_tokens = [token for token in listed if isinstance(token, dict)] if isinstance(listed, list) else []
        extra += [_content(token) for token in added_tokens]
        tokens = set(ids)
        highest_id = max([*ids.values(), *(_id(token.get("id")) for token in added_tokens)], default=-1)
    elif "vocab.txt" in files:
        tokens = set(files["vocab.txt"].read_text(encoding="utf-8", errors="replace").splitlines())
    elif "vocab.json" in files:
        tokens = set(_object(files["vocab.json"]))
    extra += list(added)
    if len(extra) > ADDED_TOKEN_LIMIT * 2:  # most are named twice
        raise UnusableFolder(f"has a tokenizer with more than {ADDED_TOKEN_LIMIT:,} added tokens.")
    named = [source["mask_token"] for source in (config, special) if "mask_token" in source]
    mask = _content(named[0]) if named else None
    every = None if tokens is None else frozenset(tokens.union(filter(None, extra)))
    return TokenizerFacts(every, mask, highest_id)


def _object(file: Path | None) -> dict[str, object]:
    return {} if file is None else read_json_object(file, FILE_BYTES)


def _content(token: object) -> str:
    """The text of a token, which files write as a text or as an object."""
    return str(token.get("content") or "") if isinstance(token, dict) else str(token or "")


def _id(value: object) -> int:
    return value if isinstance(value, int) else -1


def _vocabulary(program: Mapping[str, object]) -> dict[str, int]:
    """The tokens with their ids."""
    model = program.get("model")
    vocabulary = model.get("vocab") if isinstance(model, dict) else None
    if isinstance(vocabulary, dict):
        return {token: _id(number) for token, number in vocabulary.items()}
    if isinstance(vocabulary, list):
        return {str(entry[0]): number for number, entry in enumerate(vocabulary) if isinstance(entry, list) and entry}
    raise UnusableFolder("has a tokenizer.json without a vocabulary.")


def _check_program(program: Mapping[str, object]) -> None:
    """Whether every step of a tokenizer.json is one that is done here."""
    model = program.get("model")
    kind = model.get("type") if isinstance(model, dict) else None
    if kind is not None and kind not in _MODELS:
        raise UnusableFolder(f"has a kind of tokenizer that Riverbank does not support ({str(kind)[:40]}).")
    characters = model.get("max_input_chars_per_word") if isinstance(model, dict) else None
    if characters is not None and not (isinstance(characters, int) and 0 < characters <= WORD_CHARACTERS):
        raise UnusableFolder("has a tokenizer without a limit on the length of a word.")
    growth = 1.0
    for part, allowed in _STEPS.items():
        steps = list(_steps(program.get(part)))
        if len(steps) > STEP_LIMIT:
            raise UnusableFolder(f"has a tokenizer with more than {STEP_LIMIT} steps ({part}).")
        for step in steps:
            if step.get("type") not in allowed:
                kind = str(step.get("type"))[:40]
                raise UnusableFolder(f"has a tokenizer with a step that Riverbank does not support ({kind}).")
            growth *= _step_growth(step)
    if growth > GROWTH_LIMIT:
        raise UnusableFolder("has a tokenizer that makes texts many times longer.")


def _steps(step: object, depth: int = 0) -> Iterator[Mapping[str, object]]:
    """A step, or those of a sequence of steps."""
    if not isinstance(step, dict):
        return
    if depth > STEP_LIMIT:
        raise UnusableFolder("has a tokenizer whose steps are nested too deeply.")
    yield step
    for name in ("normalizers", "pretokenizers", "processors", "decoders"):
        inner = step.get(name)
        for each in (inner if isinstance(inner, list) else [])[: STEP_LIMIT + 1]:
            yield from _steps(each, depth + 1)


def _step_growth(step: Mapping[str, object]) -> float:
    """How many times longer a step can make a text.

    Raises:
        UnusableFolder: It does what is not done here.
    """
    if step.get("type") == "Precompiled":
        _check_charsmap(step.get("precompiled_charsmap"))
    if step.get("type") == "TemplateProcessing":
        for template in (step.get("single"), step.get("pair")):
            if isinstance(template, list) and len(template) > TEMPLATE_ITEMS:
                raise UnusableFolder(f"has a tokenizer that adds more than {TEMPLATE_ITEMS} tokens to a sentence.")
    if step.get("type") == "Prepend":
        return 1.0 + len(str(step.get("prepend", "")))
    pattern = step.get("pattern")
    if not isinstance(pattern, dict):
        return 1.0
    if "Regex" in pattern and pattern["Regex"] not in _REGEXES:
        raise UnusableFolder("has a tokenizer with a regular expression that Riverbank does not support.")
    if step.get("type") != "Replace":
        return 1.0
    length = 1 if "Regex" in pattern else len(str(pattern.get("String", "")))
    content = len(str(step.get("content", "")))
    return max(1.0, content / length) if length and content <= GROWTH_LIMIT else float("inf")


def _check_charsmap(encoded: object) -> None:
    """SentencePiece's table of what characters become: a trie behind its size, then texts that each end in a zero."""
    refused = UnusableFolder("has a tokenizer with a table of characters that is damaged or too large.")
    if encoded is None:
        return
    if not isinstance(encoded, str) or len(encoded) > _CHARSMAP_LIMIT:
        raise refused
    try:
        table = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError) as error:
        raise refused from error
    texts = table[4 + int.from_bytes(table[:4], "little") :]
    if max(map(len, texts.split(b"\0"))) > _CHARSMAP_LONGEST:
        raise refused
