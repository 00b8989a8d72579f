"""Tables and findings on writing on, on a blank filled from one side or both, and on zero-shot labels."""

from collections.abc import Sequence

import pandas as pd

from components.masks.model.writing_results import SamplingMethod, Writing, ZeroShot
from components.model.results import Candidate, Floats
from components.model.statistics.proportions import proportion_difference
from components.tables.attention_weights import token_label, weight_text
from components.tables.numbers import percentage, probability_text
from components.tables.phrases import count_phrase, part_phrase, quoted, word_label

SEEN_LIMIT, HIDDEN_LIMIT = 12, 3  # tokens of a row
HIDDEN = "hidden"


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


def attention_row_table(writing: Writing, attention: Floats, step: int) -> pd.DataFrame:
    """What a causal model attends to at a step: the last tokens that it sees, and the next ones, which are hidden.

    Columns: ``row`` from 1; ``token``; ``weight``, 0 where hidden; ``figure``.

    Args:
        writing: A text that a causal model wrote.
        attention: Its attention over that text. *Shape:* (token, token)
        step: Index of the token written.
    """
    query = writing.steps[step].length - 1
    weights = attention[query]
    begin, end = max(0, query + 1 - SEEN_LIMIT), min(len(writing.items), query + 1 + HIDDEN_LIMIT)
    rows = [
        (
            position - begin + 1,
            token_label(writing.items[position]),
            float(weights[position]) if position <= query else 0.0,
            weight_text(float(weights[position])) if position <= query else HIDDEN,
        )
        for position in range(begin, end)
    ]
    return pd.DataFrame(rows, columns=["row", "token", "weight", "figure"])


def attention_row_finding(writing: Writing, step: int) -> str:
    """How many tokens the step sees, and how many are hidden."""
    seen_count = writing.steps[step].length
    hidden = len(writing.items) - seen_count
    later = "" if not hidden else f", and none of the {hidden} after it" if hidden > 1 else ", and not the one after it"
    return f"At step {step + 1} the decoder sees {count_phrase(seen_count, 'token')}{later}."


def writing_finding(decoder: Writing, encoder: Writing, names: tuple[str, str]) -> str:
    """How much of what each of them wrote is repetition; ``names`` are those of the decoder and the encoder."""
    ending = "" if _variety(encoder) >= _variety(decoder) or encoder.distinct == 1 else ": it repeats itself"
    return f"{names[0]} {_written_phrase(decoder)}; {names[1]} {_written_phrase(encoder)}{ending}."


def _written_phrase(writing: Writing) -> str:
    count = len(writing.steps)
    if count > 1 and writing.distinct == 1:
        return f"writes the same token {count} times"
    different = "" if count == 1 else ", all different" if writing.distinct == count else ""
    if not different and count > 1:
        return f"writes {count} tokens, {writing.distinct} of them different"
    return f"writes {count_phrase(count, 'token')}{different}"


def _variety(writing: Writing) -> float:
    return writing.distinct / len(writing.steps) if writing.steps else 0.0


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


def filling_finding(decoder: Writing, encoder: Sequence[Candidate], names: tuple[str, str]) -> str:
    """The first choices of both for one blank: the decoder's from the left side alone, the encoder's from both."""
    left_choice, full_choice = decoder.steps[0].candidates[0], encoder[0]
    from_left, from_both = probability_text(left_choice.probability), probability_text(full_choice.probability)
    if word_label(left_choice) == word_label(full_choice):
        return (
            f"Both choose {quoted(word_label(left_choice))}: {names[0]} from the left side alone ({from_left}), "
            f"{names[1]} from both sides ({from_both})."
        )
    return (
        f"{names[0]} sees only the left side and says {quoted(word_label(left_choice))} ({from_left}); {names[1]} "
        f"reads both sides and says {quoted(word_label(full_choice))} ({from_both})."
    )


def prompting_finding(prompted: ZeroShot, classified: Sequence[int], names: tuple[str, str]) -> str:
    """How many sentences the prompt labels correctly, how many the classifier, and whether chance may explain it."""
    count = len(prompted.sentences)
    right = sum(label == each.label for label, each in zip(classified, prompted.sentences, strict=True))
    difference = proportion_difference(right / count, prompted.correct / count, count, count)
    may_be_chance = right != prompted.correct and difference.contains(0.0)
    chance = " With so few sentences the difference may be chance." if may_be_chance else ""
    correct = part_phrase(right, count, "sentence")
    by_prompt = part_phrase(prompted.correct, count, "sentence") if count == 1 else f"{prompted.correct} of {count}"
    return f"The fine-tuned classifier labels {correct} correctly, {names[0]} with the prompt {by_prompt}.{chance}"


def prompting_table(
    prompted: ZeroShot, classified: Sequence[tuple[int, float]], labels: Sequence[str], words: Sequence[str]
) -> pd.DataFrame:
    """One row a sentence.

    Columns: ``sentence``; ``label``, the correct one; ``prompt`` and ``classifier``, their labels; ``prompt_right``,
    ``classifier_right``; ``word``, the likelier of the two words; ``log_odds`` of the second word; ``probability`` that
    the classifier gives its label.
    """
    return pd.DataFrame(
        [
            {
                "sentence": each.text,
                "label": labels[each.label],
                "prompt": labels[each.predicted],
                "classifier": labels[label],
                "prompt_right": each.predicted == each.label,
                "classifier_right": label == each.label,
                "word": words[each.predicted],
                "log_odds": each.log_odds,
                "probability": probability,
            }
            for each, (label, probability) in zip(prompted.sentences, classified, strict=True)
        ]
    )


def prompting_display_table(table: pd.DataFrame) -> pd.DataFrame:
    """The sentences with both labels for the screen; a cross marks a wrong one, which needs no colour."""
    crosses = {True: "", False: "✗ "}
    return pd.DataFrame(
        {
            "Sentence": table["sentence"],
            "Correct": table["label"],
            "Prompt": table["prompt_right"].map(crosses) + table["prompt"],
            "Fine-tuned": table["classifier_right"].map(crosses) + table["classifier"],
        }
    )


def accuracy_table(table: pd.DataFrame, names: tuple[str, str]) -> pd.DataFrame:
    """Accuracy of both: ``row`` from 1, ``name``, ``share``, ``figure`` with counts."""
    rows = []
    for row, (name, column) in enumerate(zip(names, ("prompt_right", "classifier_right"), strict=True), 1):
        right, count = int(table[column].sum()), len(table)
        rows.append((row, name, right / count, f"{right} of {count} ({percentage(right / count)})"))
    return pd.DataFrame(rows, columns=["row", "name", "share", "figure"])
