"""Findings of the room: sentences computed from its results."""

from collections.abc import Sequence

from components.pretraining.model.results import (
    BERT_MASKING,
    CheckpointMeasures,
    LearningCurve,
    MaskingLoss,
    MixtureLoss,
    SentenceTraining,
    StepPrediction,
    TokenCorruption,
)
from components.pretraining.tables.learning import token_count_text, when_text
from components.tables.numbers import compared_percentages, fixed, percentage, probability_text
from components.tables.phrases import part_phrase, quoted

APPEARS = 0.5  # a head that puts more than half of its attention on the previous token counts as one for it


def learning_finding(curve: LearningCurve, chosen: int, *, model: str) -> str:
    """What the chosen checkpoint of ``model`` predicts, and what the finished model does."""
    checkpoint, last = curve.steps[chosen], curve.steps[-1]
    first = checkpoint.blank.candidates[0]
    predicts = (
        f"{when_text(checkpoint.pieces)} {model} predicts {quoted(first.text)} ({probability_text(first.probability)})"
    )
    if checkpoint is last:
        before = probability_text(curve.steps[0].probability)
        return f"{predicts}. Before training, {quoted(curve.answer.text)} got {before}."
    return f"{predicts}. At the end, it is {quoted(curve.answer.text)} ({probability_text(last.probability)})."


def milestones_finding(checkpoints: Sequence[CheckpointMeasures]) -> str:
    """When a head for the previous token appears, and how the senses of "bank" separate."""
    before, attending = checkpoints[0], [checkpoint for checkpoint in checkpoints if checkpoint.previous > APPEARS]
    head_text = ""
    if attending and attending[0] is not before:
        layer, head = attending[0].head
        earlier = token_count_text(checkpoints[checkpoints.index(attending[0]) - 1].pieces)
        head_text = (
            f"Between {earlier} and {token_count_text(attending[0].pieces)} tokens, an attention head learns to look "
            f"at the previous token: layer {layer}, head {head} puts {percentage(attending[0].previous)} of its "
            "attention there. "
        )
    last = checkpoints[-1]
    return (
        f"{head_text}In {probability_text(before.senses)} of sentences the nearest neighbour has the same sense of "
        f"“bank” before training, in {probability_text(last.senses)} after it (the best layer each time; with shuffled "
        f"labels, the best layer gets {probability_text(last.senses_by_chance)} on average)."
    )


def masking_finding(loss: MaskingLoss) -> str:
    """How many tokens are predicted, and the loss."""
    tokens, chosen = len(loss.tokens.maskable), len(loss.token_losses)
    if not chosen:
        none = "The only token was not chosen" if tokens == 1 else f"None of the {tokens} tokens was chosen"
        return f"{none} this time. Press “Draw again”."
    counts = {
        corruption: sum(token_loss.target.corruption is corruption for token_loss in loss.token_losses)
        for corruption in TokenCorruption
    }
    share, to_mask, to_random, unchanged = (
        percentage(part)
        for part in (
            BERT_MASKING.share,
            BERT_MASKING.to_mask,
            BERT_MASKING.to_random,
            1 - BERT_MASKING.to_mask - BERT_MASKING.to_random,
        )
    )
    outcomes = ", ".join(f"{count} {corruption.value}" for corruption, count in counts.items() if count)
    return (
        f"The model has to predict {part_phrase(chosen, tokens, 'token')} ({outcomes}), with an average loss of "
        f"{fixed(loss.loss, 2)} nats. In BERT’s training {share} of the tokens are chosen, and of these {to_mask} "
        f"become [MASK], {to_random} a random token and {unchanged} stay unchanged; the other tokens add nothing to "
        "the loss."
    )


def coverage_finding(dynamic: float, static: float, epochs: int) -> str:
    """How much of the text has been predicted at least once."""
    return (
        f"After {epochs} epochs, dynamic masking (drawn again every epoch) has asked for {probability_text(dynamic)} "
        f"of all "
        f"tokens at least once, static masking (ten fixed copies) for {probability_text(static)}."
    )


def mixture_finding(losses: Sequence[MixtureLoss]) -> str:
    """What 80/10/10 gains on visible words, and what it costs behind [MASK]."""
    by_name = {mixture.name: mixture for mixture in losses}
    mixed, masks_only = by_name["80/10/10"], by_name["100/0/0"]
    way = "even higher" if masks_only.unmasked > masks_only.masked else "lower"
    return (
        f"Trained on [MASK] only, the model’s loss on a visible word is {fixed(masks_only.unmasked, 2)} nats; with "
        f"80/10/10 it is {fixed(mixed.unmasked, 2)}. That {fixed(masks_only.unmasked, 2)} is {way} than its loss "
        f"behind [MASK] ({fixed(masks_only.masked, 2)}; with 80/10/10: {fixed(mixed.masked, 2)})."
    )


def copy_note(losses: Sequence[MixtureLoss]) -> str:
    """That a model whose input holds the answer copies it, which is why BERT cannot be trained on the next token."""
    copies = next(mixture for mixture in losses if mixture.name == "0/0/100")
    return (
        f"Trained on visible words only (0/0/100), a model copies them (loss {fixed(copies.unmasked, 2)}): BERT, which "
        "sees both sides, would do the same if it were trained on the next token."
    )


def training_finding(training: SentenceTraining) -> str:
    """The effect of training on one masked sentence, on its first target and on the other sentence."""
    before, first, last = training.predictions[0], training.predictions[1], training.predictions[-1]
    word = quoted(training.words[0])
    shown = compared_percentages(before.probabilities[0], first.probabilities[0])
    if shown[0] == shown[1]:
        verb = f"One step leaves {word} at {shown[0]}"
    else:
        change = first.probabilities[0] - before.probabilities[0]
        verb = f"One step {'raises' if change > 0 else 'lowers'} {word} from {shown[0]} to {shown[1]}"
    if _rises_elsewhere(before, first):
        is_less = first.other_probability is not None and first.other_probability < first.probabilities[0]
        verb += f", {'less' if is_less else 'also'} in another sentence"
    rest = f"{last.steps} steps take {word} here to {probability_text(last.probabilities[0])}."
    if before.other_probability is None or last.other_probability is None:
        return f"{verb}. {rest}"
    spread = f"from {probability_text(before.other_probability)} to {probability_text(last.other_probability)}"
    return (
        f"{verb}. {rest} In the other sentence, which it does not train on, {word} goes {spread}, and "
        f"{quoted(last.other_first)} comes first there."
    )


def _rises_elsewhere(before: StepPrediction, after: StepPrediction) -> bool:
    """Whether a step raises the target here, and in the sentence that it does not train on, too."""
    if before.other_probability is None or after.other_probability is None:
        return False
    here = after.probabilities[0] > before.probabilities[0]
    shown = compared_percentages(before.other_probability, after.other_probability)
    return here and after.other_probability > before.other_probability and shown[0] != shown[1]


def first_step_note(training: SentenceTraining) -> str:
    """How far AdamW moves weights in its first step, and that this does not depend on the sentence."""
    steps = training.first_step / training.learning_rate
    size = "by the learning rate" if abs(steps - 1) < 0.05 else f"by {steps:.2g} times the learning rate"
    return (
        f"AdamW’s first step moves every weight {size} ({training.first_step:.1g}, the median), however large its "
        "gradient is. So the gradient shows where this sentence pulls, not the distance that weights move."
    )
