"""Findings of the room: sentences computed from its results."""

from collections.abc import Mapping, Sequence

from components.model.statistics.paired import SIGNIFICANT, mcnemar_test
from components.pretraining.model.results import (
    BERT_MASKING,
    CheckpointMeasures,
    LearningCurve,
    MaskingLoss,
    MixtureLoss,
    PairKind,
    SentenceTraining,
    SpanCorruption,
    TokenCorruption,
)
from components.pretraining.tables.learning import token_count_text
from components.tables.numbers import fixed, percentage, probability_text
from components.tables.phrases import count_phrase, list_phrase, part_phrase, quoted

APPEARS = 0.5  # a head that puts more than half of its attention on the previous token counts as one for it


def learning_finding(curve: LearningCurve, chosen: int, *, model: str) -> str:
    """What the chosen checkpoint of ``model`` predicts, and what the finished model does."""
    checkpoint, last = curve.steps[chosen], curve.steps[-1]
    first = checkpoint.blank.candidates[0]
    when = f"After {token_count_text(checkpoint.pieces)} tokens" if checkpoint.pieces else "Before training"
    predicts = f"{when} {model} predicts {quoted(first.text)} ({probability_text(first.probability)})"
    if checkpoint is last:
        before = probability_text(curve.steps[0].probability)
        return f"{predicts}; before training, {quoted(curve.answer.text)} got {before}."
    return f"{predicts}; at the end, {quoted(curve.answer.text)} ({probability_text(last.probability)})."


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


def span_corruption_finding(corruption: SpanCorruption, count: int) -> str:
    """What T5 reads and writes."""
    runs = len(corruption.inputs) - (count - len(corruption.hidden))
    return (
        f"T5 leaves out {part_phrase(len(corruption.hidden), count, 'token')} in {count_phrase(runs, 'span')} and has "
        f"to write {count_phrase(len(corruption.targets), 'token')}, sentinels included. BERT predicts each token in "
        "its own place."
    )


def single_span_note(corruption: SpanCorruption) -> str:
    """Why another draw changes nothing if T5 leaves out one span; empty if there are several."""
    if len(corruption.targets) - len(corruption.hidden) != 2:  # a sentinel for the span, and the last one
        return ""
    return (
        "A sentence this short has only one span, and T5’s own code always starts with visible text. So the span is "
        "always at the end, whatever is drawn."
    )


def convergence_finding(
    expected: Mapping[TokenCorruption, float], counted: Mapping[TokenCorruption, float], draws: int
) -> str:
    """The share of all tokens with each outcome: the expected one, and the one counted after ``draws`` draws."""
    parts = [f"{corruption.value} {probability_text(share)}" for corruption, share in expected.items()]
    shares = [probability_text(counted[corruption]) for corruption in expected]
    return f"Expected shares of all tokens: {list_phrase(parts)}. Counted in {draws:,} draws: {list_phrase(shares)}."


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


def kinds_finding(kinds: Sequence[PairKind]) -> str:
    """Whether the head tells pairs from swapped and from mixed ones, by McNemar's test: the places are the same."""
    by_name = {kind.name: kind for kind in kinds}
    swapped, elsewhere = by_name["exchanged"], by_name["another text"]
    shares = probability_text(by_name["next"].share.value), probability_text(swapped.share.value)
    accepts = f"It accepts {shares[0]} of true pairs"
    if mcnemar_test(swapped.lost, swapped.gained) >= SIGNIFICANT:
        order = f"{accepts} and {shares[1]} of the same pairs swapped: this does not show that it knows their order."
    elif swapped.gained > swapped.lost:
        order = f"{accepts} and even {shares[1]} of the same pairs swapped: it has not learned their order."
    elif swapped.share.value > 0.5:
        order = f"{accepts} and {shares[1]} of the same pairs swapped: it knows little of their order."
    else:
        order = f"{accepts}, but only {shares[1]} of the same pairs swapped: it has learned some order."
    share = probability_text(elsewhere.share.value)
    is_fewer = elsewhere.lost > elsewhere.gained and mcnemar_test(elsewhere.lost, elsewhere.gained) < SIGNIFICANT
    if is_fewer and elsewhere.share.high < 0.5:
        return f"{order} Of pairs from two different texts it accepts only {share}: topic or style gives them away."
    return f"{order} Of pairs from two different texts it still accepts {share}."


def training_finding(training: SentenceTraining) -> str:
    """The effect of training on one sentence, on it and on the other sentence."""
    before, first, last = training.predictions[0], training.predictions[1], training.predictions[-1]
    verb = "raises" if first.probability > before.probability else "takes"
    trained_word = ", the word just trained," if last.other_first == training.word else ""
    return (
        f"One step {verb} {quoted(training.word)} from {probability_text(before.probability)} to "
        f"{probability_text(first.probability)}; {last.steps} steps take it to {probability_text(last.probability)}. "
        f"In the other sentence {quoted(training.other_word)} goes from {probability_text(before.other_probability)} "
        f"to {probability_text(last.other_probability)}, and {quoted(last.other_first)}{trained_word} comes first "
        "there."
    )


def first_step_note(training: SentenceTraining) -> str:
    """How far AdamW moves weights in its first step, and that this does not depend on the sentence."""
    steps = training.first_step / training.learning_rate
    size = "by the learning rate" if abs(steps - 1) < 0.05 else f"by {steps:.2g} times the learning rate"
    return (
        f"AdamW’s first step moves every weight {size} ({training.first_step:.1g}, the median), however large its "
        "gradient is. So the gradient shows where this sentence pulls, not the distance that weights move."
    )
