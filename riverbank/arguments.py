"""Checks of what callers give."""


def sentence_text(text: object, name: str = "text") -> str:
    """A sentence.

    Args:
        text: What the caller gave.
        name: What the argument is called.

    Raises:
        TypeError: It is not a string.
    """
    if not isinstance(text, str):
        raise TypeError(f"{name} is {type(text).__name__}; expected a sentence (str)")
    return text
