"""The keys of a presenter: what the line at the foot of a projector says of them, and the help.

The keys themselves are handled by the bars and by the code of a class, in JavaScript; tests compare them with these.
"""

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class KeyEntry:
    """What is said of a key, or of two that belong together.

    Attributes:
        names: The names of the keys, as on a keyboard.
        action: What it does, in a word or two.
        help: The same in a sentence, for the help.
        codes: What each is called in the scripts (``components/widgets/pressed_key.js``).
    """

    names: str
    action: str
    help: str
    codes: tuple[str, ...]

    @property
    def text(self) -> str:
        """For the line of keys."""
        return f"{self.names}: {self.action}"


class PresenterKey(Enum):
    """All keys of a presenter, in the order of the line."""

    STOP = KeyEntry(
        "PgUp/PgDn",
        "stop (PgDn: answer first)",
        "previous or next stop of a tour; PgDn first shows the answer, then goes on; a clicker sends them",
        ("PageUp", "PageDown"),
    )
    LAST_STOP = KeyEntry(
        "PgUp or ←", "last stop", "at the end of a tour, back to its last stop", ("PageUp", "ArrowLeft")
    )
    ROOM = KeyEntry("PgUp/PgDn", "room", "without a tour, previous or next room", ("PageUp", "PageDown"))
    EXAMPLE = KeyEntry("←/→", "example", "previous or next example", ("ArrowLeft", "ArrowRight"))
    VIEW = KeyEntry("1–9", "view", "a view of the room", tuple("123456789"))
    ANSWER = KeyEntry("G", "answer", "show the answer; at a stop of a tour, G again hides it", ("g",))
    VOTE = KeyEntry(
        "V",
        "ask again",
        "ask the class again: a second vote after a discussion, or another round after the answer was shown, in which "
        "only students who joined since then get points",
        ("v",),
    )
    CODE = KeyEntry("C", "code", "the code of the class on the whole screen", ("c",))
    FULL_SCREEN = KeyEntry("F", "full screen", "full screen, and back", ("f",))
    BLACK = KeyEntry("B or .", "black", "black the screen, and back", ("b", "."))
    LEAVE = KeyEntry("Esc", "leave", "leave projector mode", ("Escape",))


def key_line(*keys: PresenterKey, view_count: int = 9) -> str:
    """The line of the keys that work now.

    Args:
        keys: Those keys.
        view_count: How many views have a key.
    """
    shown = [
        f"1–{min(view_count, 9)}: {key.value.action}" if key is PresenterKey.VIEW else key.value.text
        for key in PresenterKey
        if key in keys
    ]
    return " · ".join(shown)


def keys_help() -> str:
    """All keys, as a Markdown list."""
    return "\n".join(f"- **{key.value.names}**: {key.value.help}" for key in PresenterKey)
