"""Mistakes in training: see :mod:`components.mistakes.model.training_experiments`."""

from components.mistakes.model.mistake import CAPITAL, Mistake, given

OTHER_BLANKS = (
    "She put the money in the [MASK].",
    "The children went to [MASK] by bus.",
    "He drank a cup of [MASK].",
    "The sun rises in the [MASK].",
    "My sister and my [MASK] live in London.",
    "The cat sat on the [MASK].",
)

TRAINING_MISTAKES = (
    Mistake(
        "learning_rate",
        "Learning rate 500 times too high",
        "Ten steps on “The capital of France is [MASK].”, then six other blanks",
        "rate = 2e-5",
        "rate = 1e-2",
        measure="Other blanks still filled as before",
        notice="In its first step AdamW moves every weight by about the learning rate, however small the gradient. The "
        "authors of BERT fine-tune with 2e-5 to 5e-5.",
        inputs=given(
            sentence=CAPITAL,
            word="paris",
            others=OTHER_BLANKS,
        ),
        trains=True,
        column_titles=("Sentence", "Before → after"),
    ),
    Mistake(
        "warmup",
        "No warm-up",
        "Ten steps at 5e-4 on “The capital of France is [MASK].”, then six other blanks",
        "warmup = 10",
        "warmup = 1",
        measure="Other blanks still filled as before",
        notice="AdamW’s first steps have the full size of the rate, before it has seen more than one gradient. Warm-up "
        "begins with a small rate and raises it step by step. BERT’s own fine-tuning code does so for a tenth of all "
        "steps.",
        inputs=given(
            sentence=CAPITAL,
            word="paris",
            others=OTHER_BLANKS,
            peak=5e-4,
        ),
        trains=True,
        column_titles=("Sentence", "Before → after"),
    ),
    Mistake(
        "tested_on_itself",
        "Tested on the training data",
        "Twenty steps on six blanks, then a test on six blanks",
        "tested = held_out",
        "tested = trained",
        measure="Blanks filled correctly",
        notice="Only held-out sentences show what generalises. Each blank has one correct word, and the held-out "
        "blanks need other words than the training blanks: a low score there means that nothing carried over, not that "
        "the model knows nothing about them.",
        inputs=given(
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
        column_titles=("Sentence", "Correct? Top guess"),
    ),
)
