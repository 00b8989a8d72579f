"""What the figures of the room say, in sentences made from their numbers."""

from collections.abc import Mapping, Sequence

from components.pretraining.model.results import (
    CheckpointMeasures,
    LearningCurve,
    MaskingLoss,
    MixtureLoss,
    PairKind,
    SentenceTraining,
    SpanCorruption,
    TokenCorruption,
)
from components.pretraining.tables.tables import token_count_text
from components.tables.numbers import percentage, probability_text

APPEARS = 0.5  # a head that puts more than half of its attention on the previous token counts as one for it


def learning_finding(found: LearningCurve, chosen: int) -> str:
    """What the chosen checkpoint predicts, and what the finished model does."""
    at, last = found.steps[chosen], found.steps[-1]
    first = at.blank.candidates[0]
    when = f"After {token_count_text(at.pieces)} tokens" if at.pieces else "Before training"
    predicts = f"{when} the model predicts “{first.text}” ({probability_text(first.probability)})"
    if at is last:
        return f"{predicts}; before training, that word got {probability_text(found.steps[0].probability)}."
    return f"{predicts}; at the end, “{found.answer.text}” ({probability_text(last.probability)})."


def milestones_finding(found: Sequence[CheckpointMeasures]) -> str:
    """When a head for the previous token appears, and how the senses of "bank" separate."""
    before, attending = found[0], [at for at in found if at.previous > APPEARS]
    head_text = ""
    if attending and attending[0] is not before:
        layer, head = attending[0].head
        earlier = token_count_text(found[found.index(attending[0]) - 1].pieces)
        head_text = (
            f"Between {earlier} and {token_count_text(attending[0].pieces)} tokens, an attention head learns to look "
            f"at the "
            f"previous token: head {head} of layer {layer} puts {percentage(attending[0].previous)} of its attention "
            "there. "
        )
    last = found[-1]
    return (
        f"{head_text}In {probability_text(before.senses)} of sentences the nearest neighbour has the same sense of "
        f"“bank” "
        f"before training, in {probability_text(last.senses)} after it (best layer; "
        f"{probability_text(last.senses_by_chance)} by chance)."
    )


def masking_finding(found: MaskingLoss) -> str:
    """How many tokens are predicted, and the loss."""
    tokens, chosen = len(found.tokens.maskable), len(found.token_losses)
    if not chosen:
        return f"None of the {tokens} tokens was chosen this time. Press “Draw again”."
    counts = {fate: sum(one.target.corruption is fate for one in found.token_losses) for fate in TokenCorruption}
    outcomes = ", ".join(f"{count} {fate.value}" for fate, count in counts.items() if count)
    return (
        f"The model has to predict {chosen} of {tokens} tokens ({outcomes}), with an average loss of "
        f"{found.loss:.2f} nats. The other tokens add nothing to the loss."
    )


def span_corruption_finding(found: SpanCorruption, count: int) -> str:
    """What T5 reads and writes."""
    runs = len(found.inputs) - (count - len(found.hidden))
    return (
        f"T5 leaves out {len(found.hidden)} of {count} tokens in {runs} {'span' if runs == 1 else 'spans'} and has to "
        f"write {len(found.targets)} tokens, sentinels included. BERT predicts each token in its own place."
    )


def single_span_note(found: SpanCorruption) -> str:
    """Why another draw changes nothing where T5 leaves out one span; nothing where there are several."""
    if len(found.targets) - len(found.hidden) != 2:  # a sentinel for the span, and the last one
        return ""
    return (
        "A sentence this short has only one span, and T5’s own code always starts with visible text. So the span is "
        "always at the end, whatever is drawn."
    )


def convergence_finding(outcomes: Mapping[TokenCorruption, float]) -> str:
    """What share of all tokens each outcome settles at."""
    parts = [f"{probability_text(share)} {fate.value}" for fate, share in outcomes.items()]
    return f"Over 1,000 draws the shares settle at {', '.join(parts[:-1])} and {parts[-1]} of all tokens."


def coverage_finding(dynamic: float, static: float, epochs: int) -> str:
    """How much of the text has been predicted at least once."""
    return (
        f"After {epochs} epochs, dynamic masking (drawn again every epoch) has asked for {probability_text(dynamic)} "
        f"of all "
        f"tokens at least once, static masking (ten fixed copies) for {probability_text(static)}."
    )


def mixture_finding(found: Sequence[MixtureLoss]) -> str:
    """What 80/10/10 gains on visible words, and what it costs behind [MASK]."""
    by_name = {one.name: one for one in found}
    mixed, masks_only = by_name["80/10/10"], by_name["100/0/0"]
    way = "even higher" if masks_only.unmasked > masks_only.masked else "lower"
    return (
        f"Trained on [MASK] only, the model’s loss on a visible word is {masks_only.unmasked:.2f} nats; with 80/10/10 "
        f"it is {mixed.unmasked:.2f}. That {masks_only.unmasked:.2f} is {way} than its loss behind [MASK] "
        f"({masks_only.masked:.2f}; with 80/10/10: {mixed.masked:.2f})."
    )


def kinds_finding(found: Sequence[PairKind]) -> str:
    """Whether the head recognises order and topic, as far as the intervals of two kinds are apart."""
    share = {one.name: one.share for one in found}
    following, swapped, elsewhere = share["next"], share["exchanged"], share["another text"]
    accepts, same = f"The model accepts {probability_text(following.value)} of true pairs", "of the same pairs swapped"
    if following.low > swapped.high:
        order = (
            f"{accepts}, but only {probability_text(swapped.value)} {same}, so it has learned something about their "
            f"order."
        )
    elif swapped.low > following.high:
        order = (
            f"{accepts} and even more, {probability_text(swapped.value)}, {same}, so it has not learned their order."
        )
    else:
        order = (
            f"{accepts}, but also {probability_text(swapped.value)} {same}, so it has probably not learned their order."
        )
    if elsewhere.high < min(0.5, following.low):
        topic = (
            f"Of pairs from two different texts it accepts only {probability_text(elsewhere.value)}: it recognises the "
            f"topic."
        )
    else:
        topic = f"Of pairs from two different texts it still accepts {probability_text(elsewhere.value)}."
    return f"{order} {topic}"


def training_finding(found: SentenceTraining) -> str:
    """What steps on one sentence did, there and elsewhere."""
    before, one, last = found.predictions[0], found.predictions[1], found.predictions[-1]
    verb = "raises" if one.probability > before.probability else "takes"
    taught_too = ", the word just trained," if last.other_first == found.word else ""
    return (
        f"One step {verb} “{found.word}” from {probability_text(before.probability)} to "
        f"{probability_text(one.probability)}; "
        f"{last.steps} steps take it to {probability_text(last.probability)}. In the other sentence "
        f"“{found.other_word}” goes "
        f"from {probability_text(before.other_probability)} to {probability_text(last.other_probability)}, and "
        f"“{last.other_first}”"
        f"{taught_too} comes first there."
    )


def first_step_note(found: SentenceTraining) -> str:
    """How far AdamW moves a weight in its first step, and that this says nothing about the sentence."""
    steps = found.first_step / found.learning_rate
    size = "by the learning rate" if abs(steps - 1) < 0.05 else f"by {steps:.2g} times the learning rate"
    return (
        f"AdamW’s first step moves every weight {size} ({found.first_step:.1g}, the median), however large its "
        "gradient is. So the gradient shows where this sentence pulls, not the distance that weights move."
    )
