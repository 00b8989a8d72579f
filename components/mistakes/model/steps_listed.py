"""Mistakes in training: see :mod:`components.mistakes.model.steps`."""

from components.mistakes.model.mistake import CAPITAL, Mistake, given

STEPS = (
    Mistake(
        "learning_rate",
        "A learning rate five hundred times too high",
        "Ten steps on “The capital of France is [MASK].”, then six other blanks",
        "rate = 2e-5",
        "rate = 1e-2",
        measure="Blanks of other sentences filled as before",
        notice="In its first step AdamW moves every weight that has a gradient by about the learning rate, however "
        "small the gradient. The authors of BERT fine-tune at 2e-5 to 5e-5.",
        given=given(
            sentence=CAPITAL,
            word="paris",
            others=(
                "She put the money in the [MASK].",
                "The children went to [MASK] by bus.",
                "He drank a cup of [MASK].",
                "The sun rises in the [MASK].",
                "My sister and my [MASK] live in London.",
                "The cat sat on the [MASK].",
            ),
        ),
        trains=True,
        listed=("Sentence", "Before → after"),
    ),
    Mistake(
        "tested_on_itself",
        "Tested on what it was trained on",
        "Twenty steps on six blanks, then a test on six blanks",
        "tested = held_out",
        "tested = trained",
        measure="Blanks filled with the word that stood there",
        notice="Only sentences that were not trained on show what carries over. Each blank here has one word that "
        "counts as right, and the six others need other words than the six trained on: a low score on them shows "
        "that nothing carried over, not that the model knows nothing about them.",
        given=given(
            trained=(
                ("She poured the [MASK] into the glass.", "milk"),
                ("The farmer fed the [MASK].", "horses"),
                ("They painted the door [MASK].", "yellow"),
                ("We flew to [MASK] in June.", "spain"),
                ("He plays the [MASK] badly.", "trumpet"),
                ("The soup tastes of [MASK].", "fish"),
            ),
            held_out=(
                ("He filled the cup with [MASK].", "wine"),
                ("The boy milked the [MASK].", "goat"),
                ("She dyed her hair [MASK].", "red"),
                ("They drove to [MASK] in May.", "italy"),
                ("She practises the [MASK] every day.", "violin"),
                ("The cake smells of [MASK].", "lemon"),
            ),
        ),
        trains=True,
        listed=("Sentence", "Wanted? Said"),
    ),
)
