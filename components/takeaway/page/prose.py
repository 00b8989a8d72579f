"""The app's words as plain text, for a page that has neither Streamlit's Markdown nor KaTeX."""

import re

_LINK = re.compile(r"\[([^]]*)\]\(https?://[^)]*\)")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,2})(?=[^\s*])(.+?)(?<=[^\s*])\1(?![\w*])", re.DOTALL)
_BLOCK_OF_CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`([^`]*)`")
_ITEM = re.compile(r"\n(?=- |\|)")
_FORMULA = re.compile(r"\$\$\n?(.+?)\n?\$\$|\$([^$]+)\$", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{\w+\}|&")
_SIZES = re.compile(r"\\(?:left|right|bigl|bigr|big|textstyle|!)(?![a-z])")
_SPACES = re.compile(r"\\(?:[,; ]|quad(?![a-z]))")
_SYMBOLS = {
    **{"cdot": "·", "sum": "Σ", "prod": "Π", "mid": "|", "|": "‖", "dots": "…", "in": "∈", "infty": "∞", "approx": "≈"},
    **{"lVert": "‖", "rVert": "‖", "lvert": "|", "rvert": "|", "langle": "⟨", "rangle": "⟩", "sim": "∼", "top": "ᵀ"},
    **{"theta": "θ", "alpha": "α", "ell": "ℓ", "le": "≤", "log": "log", "cos": "cos", "sin": "sin", "tanh": "tanh"},
}
_SYMBOL = re.compile(rf"\\({'|'.join(map(re.escape, sorted(_SYMBOLS, key=len, reverse=True)))})(?![a-z])")
# Groups without groups inside, and what stands for them; applied until none is left.
_GROUPS = (
    (re.compile(r"\\(?:text|mathrm)\{([^{}]*)\}"), lambda match: match[1]),
    (re.compile(r"\\tfrac12"), lambda _: "½"),
    (re.compile(r"\\t?frac\{([^{}]*)\}\{([^{}]*)\}"), lambda match: f"{_joint(match[1])} / {_joint(match[2])}"),
    (re.compile(r"\\sqrt\{([^{}]*)\}"), lambda match: f"√{_joint(match[1])}"),
    (re.compile(r"\\tilde(?: (\w)|\{(\w)\})"), lambda match: f"{match[1] or match[2]}\u0303"),
    (re.compile(r"\\bar(?: (\w)|\{(\w)\})"), lambda match: f"{match[1] or match[2]}\u0304"),
    (re.compile(r"([_^])\{([^{}]*)\}"), lambda match: match[1] + _joint(match[2])),
)


def plain_paragraphs(*texts: str) -> tuple[str, ...]:
    """The paragraphs, list items and table rows of texts in Markdown, without its marks; formulas in one line."""
    paragraphs = []
    for text in texts:
        typeset = _FORMULA.sub(lambda match: plain_formula(match[1] or match[2]), _BLOCK_OF_CODE.sub("", text))
        for block in re.split(r"\n\s*\n", typeset):
            paragraphs += [_plain(part) for part in _ITEM.split(block)]
    return tuple(filter(None, paragraphs))


def plain_formula(latex: str) -> str:
    r"""A formula as text: ``\frac{q \cdot k}{\sqrt{d}}`` is "(q · k) / √d"."""
    text = _SPACES.sub(" ", _SIZES.sub("", _ENVIRONMENT.sub("", latex).replace(r"\\", " , ")))
    text, before = _SYMBOL.sub(lambda match: _SYMBOLS[match[1]], text), ""
    while text != before:
        before = text
        for pattern, plain in _GROUPS:
            text = pattern.sub(plain, text)
    for written, shorter in (("^ᵀ", "ᵀ"), ("^2", "²"), ("_2", "₂")):
        text = re.sub(rf"{re.escape(written)}(?!\w)", shorter, text)
    lines = re.sub(r"\s+", " ", text)
    return re.sub(r",? ,(?= ?\+)", "", re.sub(r"[, ]*,(?! ?\+)", ",", lines)).strip(" ,")


def _joint(text: str) -> str:
    return text if re.fullmatch(r"[\w|‖.½\u0303\u0304√-]+(?<!-\d)|\w+\(\w+\)|\[\w+\]", text) else f"({text})"


def _plain(block: str) -> str:
    text = _CODE.sub(r"\1", _LINK.sub(r"\1", block.strip()))
    for _ in range(2):  # bold in italics, and the other way round
        text = _EMPHASIS.sub(r"\2", text)
    if text.startswith("|"):
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        text = "" if set("".join(cells)) <= {"-", ":"} else " · ".join(filter(None, cells))
    text = text.removeprefix("- ").lstrip("#")
    return re.sub(r"\s+", " ", text).strip()
