"""docs/learning-check.md has the questions as phones show them, and what each option stands for.

After a change of the questions: ``python -m tests.components.classroom.check.test_document`` writes them into it.
"""

from pathlib import Path

from components.classroom.check.questions import OPTION_CHARACTERS, QUESTION_CHARACTERS, QUESTIONS
from components.tours.shipped import shipped_tours
from pages.parts.lecture.tour_stop import PATHS

DOCUMENT = Path(__file__).parents[4] / "docs" / "learning-check.md"
START, END = "<!-- questions -->\n", "<!-- end of questions -->\n"


def questions_section() -> str:
    """The questions in Markdown."""
    links = [stop.link for stop in shipped_tours(PATHS)["bert-in-45-minutes"].stops]
    parts = []
    for number, question in enumerate(QUESTIONS, 1):
        lines = [f"**{number}. {question.text}** (stop {links.index(question.stop) + 1})\n"]
        for letter, option in question.lettered:
            mistake = f" “Common mistakes”: `{option.mistake}`" if option.mistake else ""
            meaning = f"stands for: {option.misconception}{mistake}" if option.misconception else "**right**"
            lines.append(f"- {letter}. {option.text} ({meaning})")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def test_the_document_has_the_questions() -> None:
    page = DOCUMENT.read_text(encoding="utf-8")
    assert page.partition(START)[2].partition(END)[0].strip() == questions_section().strip()


def test_questions_fit_a_phone_and_have_one_right_option() -> None:
    assert len(QUESTIONS) == len({question.key for question in QUESTIONS}) == 12
    for question in QUESTIONS:
        assert len(question.text) <= QUESTION_CHARACTERS
        assert 3 <= len({option.text for option in question.options}) == len(question.options) <= 4
        assert all(len(option.text) <= OPTION_CHARACTERS for option in question.options)
        assert sum(not option.misconception for option in question.options) == 1


def main() -> None:
    """Write the questions into the document."""
    before, start, rest = DOCUMENT.read_text(encoding="utf-8").partition(START)
    _, end, after = rest.partition(END)
    DOCUMENT.write_text(f"{before}{start}\n{questions_section()}\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
