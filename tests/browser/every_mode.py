"""Every room by its address, and its ways of looking, as a visitor sees them."""

ROOMS = {
    "fill-the-blank": (
        "The blank",
        "Two sentences",
        "Where from?",
        "Every position",
        "Two models",
    ),
    "which-bank": ("The map", "How well separated?", "Two models", "The class"),
    "who-looks-at-whom": (
        "Every head",
        "Two sentences",
        "Switch heads off",
        "Inside one weight",
        "What heads do",
    ),
    "what-the-mask-takes-away": (
        "The proof",
        "Side by side",
        "What it does to prediction",
    ),
    "where-am-i": (
        "Does order matter?",
        "The tables and their similarity",
        "RoPE by hand",
        "Past the end",
    ),
    "how-it-learned": (
        "While it learns",
        "Masking 80/10/10",
        "One training step",
        "Next sentence (NSP)",
        "Replaced tokens (ELECTRA)",
    ),
    "teach-it-something": (
        "Watch it learn",
        "Is it any good?",
        "What changed inside",
        "Use it",
        "Learning rate and labels",
    ),
    "one-encoder-many-heads": (
        "Text classification",
        "Tagging words",
        "Question answering",
        "Sentence pairs",
        "Search",
    ),
    "half-the-layers": ("Timed live", "Where the time goes", "The claims"),
    "the-family": (
        "The stacks",
        "Two side by side",
        "One table",
    ),
    "what-goes-wrong": ("Right and wrong", "Spot the mistake"),
    "what-does-it-read": (
        "The sum",
        "Tokenization",
        "Vocabularies (WordPiece, BPE)",
        "Truncation (512 tokens)",
    ),
    "what-a-small-one-keeps": (
        "Same blanks",
        "Soft targets and losses",
        "Layers and the teacher’s worth",
    ),
}
EVERY_MODE = [(room, mode) for room, modes in ROOMS.items() for mode in modes]
