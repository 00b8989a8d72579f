"""Tables and findings on writing on, on a blank filled from one side or both, and on zero-shot labels."""

from collections.abc import Sequence

import pandas as pd

from components.masks.model.writing_results import SamplingMethod, Writing, ZeroShot
from components.model.results import Candidate
from components.model.statistics.proportions import proportion_difference
from components.tables.numbers import percentage, probability_text
from components.tables.phrases import count_phrase, quoted, word_label


def step_table(writing: Writing, step: int) -> pd.DataFrame:
    """The likeliest tokens at a step, and the one that was written, if it is none of them.

    Columns: ``rank`` from 1; ``word``; ``probability``, after the temperature and before the cut; ``percent``, the same
    as text; ``was_there``, whether this one was written.

    Args:
        writing: A text that a model wrote.
        step: Index of the token written.
    """
    taken = writing.steps[step]
    rows = [(rank, word_label(each), each.probability) for rank, each in enumerate(taken.candidates, 1)]
    if taken.rank > len(rows):
        rows.append((taken.rank, taken.text, taken.probability))
    table = pd.DataFrame(rows, columns=["rank", "word", "probability"])
    return table.assign(percent=table["probability"].map(probability_text), was_there=table["rank"] == taken.rank)


def writing_table(writing: Writing) -> pd.DataFrame:
    """One row a token written.

    Columns: ``step`` from 1, ``token``, ``probability``, ``rank``, ``candidates``, the number of tokens drawn from.
    """
    return pd.DataFrame(
        [
            (number, step.text, step.probability, step.rank, step.kept_count)
            for number, step in enumerate(writing.steps, 1)
        ],
        columns=["step", "token", "probability", "rank", "candidates"],
    )


def writing_finding(decoder: Writing, encoder: Writing, names: tuple[str, str]) -> str:
    """How many different tokens each of them wrote; ``names`` are those of the decoder and the encoder."""
    only = "only " if encoder.distinct < decoder.distinct else ""
    return (
        f"{names[0]} writes {count_phrase(decoder.distinct, 'different token')}, {names[1]} {only}{encoder.distinct}."
    )


def ending_note(writing: Writing, name: str) -> str:
    """Whether the model ended its text."""
    if writing.ended:
        return f"{name} ended the text itself, with {quoted(writing.steps[-1].text)}."
    return f"{name} was stopped after {count_phrase(len(writing.steps), 'token')}."


def step_finding(writing: Writing, step: int, method: SamplingMethod) -> str:
    """Which token was chosen at a step, and from how many candidates."""
    taken = writing.steps[step]
    chosen = f"Step {step + 1} writes {quoted(taken.text)} ({probability_text(taken.probability)}), number {taken.rank}"
    if method is SamplingMethod.GREEDY:
        return f"{chosen}, because greedy decoding takes the likeliest."
    return f"{chosen}, drawn from {count_phrase(taken.kept_count, 'token')}."


def filling_finding(decoder: Writing, encoder: Sequence[Candidate]) -> str:
    """The first choices of both for one blank: the encoder's from both sides, the decoder's from the left."""
    left_choice, full_choice = decoder.steps[0].candidates[0], encoder[0]
    from_left, from_both = (percentage(each.probability, 1) for each in (left_choice, full_choice))
    word, left = quoted(word_label(full_choice)), quoted(word_label(left_choice))
    if word == left:
        return f"Both sides and the left side alone suggest {word} ({from_both} and {from_left})."
    return f"Both sides suggest {word} ({from_both}); the left side alone suggests {left} ({from_left})."


def prompting_finding(prompted: ZeroShot, classified: Sequence[int], names: tuple[str, str]) -> str:
    """How many sentences the prompt labels correctly, how many the classifier, and whether chance may explain it."""
    count = len(prompted.sentences)
    right = sum(label == each.label for label, each in zip(classified, prompted.sentences, strict=True))
    difference = proportion_difference(right / count, prompted.correct / count, count, count)
    may_be_chance = right != prompted.correct and difference.contains(0.0)
    chance = " With so few sentences the difference may be chance." if may_be_chance else ""
    by_prompt = f"{prompted.correct} of {count} by {names[0]} with the prompt"
    return f"Correct: {right} of {count} by {names[1]}, {by_prompt}.{chance}"


def prompting_table(prompted: ZeroShot, classified: Sequence[int], labels: Sequence[str]) -> pd.DataFrame:
    """One row a sentence, for the screen; a cross marks a wrong label, which needs no colour.

    Columns: ``Sentence``; ``Correct``; ``Prompt`` and ``Fine-tuned``, the labels of both.
    """
    return pd.DataFrame(
        [
            {
                "Sentence": each.text,
                "Correct": labels[each.label],
                "Prompt": _marked(labels, each.predicted, each.label),
                "Fine-tuned": _marked(labels, label, each.label),
            }
            for each, label in zip(prompted.sentences, classified, strict=True)
        ]
    )


def _marked(labels: Sequence[str], given: int, correct: int) -> str:
    return labels[given] if given == correct else f"✗ {labels[given]}"
