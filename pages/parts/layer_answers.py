"""Why views name different layers for the meaning of a word."""

WHY_ANSWERS_DIFFER = (
    "Views may name different layers for a word’s meaning, because each asks a different question. Nearest neighbours "
    "and clusters show in which layer the meanings form separate groups. A trained probe may tell them apart in an "
    "earlier layer."
)
