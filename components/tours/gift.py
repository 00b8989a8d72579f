"""Questions in Moodle's GIFT format, which Moodle imports (https://docs.moodle.org/en/GIFT_format)."""

from collections.abc import Iterable

from components.model.tally import parse_alternatives
from components.tours.questions import AnswerKind, StopQuestion

_ESCAPES = str.maketrans({sign: "\\" + sign for sign in "~=#{}:\\"})


def gift_text(items: Iterable[tuple[str, StopQuestion, str]]) -> str:
    """A file with one question per item.

    Args:
        items: Texts of questions, what they ask for, and their right answers. Those without are left out, and those
            for sentences, whose answer Moodle cannot know.
    """
    return (
        "\n\n".join(
            _item(text, question, right)
            for text, question, right in items
            if right and question.kind is not AnswerKind.FOOLING
        )
        + "\n"
    )


def _item(text: str, question: StopQuestion, right: str) -> str:
    if question.kind.is_numeric:
        numbers = [f"{exact:.12g}:{abs(exact) * question.tolerance:.6g}" for exact in parse_alternatives(right)]
        answer = f"#{numbers[0]}" if len(numbers) == 1 else f"#{' '.join(f'={number}' for number in numbers)}"
    elif question.kind is not AnswerKind.CHOICE:
        answer = f"={_escape(right)}"
    else:
        answer = " ".join(f"{'=' if option == right else '~'}{_escape(option)}" for option in question.options)
    return f"{_escape(text)} {{{answer}}}"


def _escape(text: str) -> str:
    return " ".join(text.split()).translate(_ESCAPES)
