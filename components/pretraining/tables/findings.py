"""What the figures of the room say, in sentences made from their numbers."""

from collections.abc import Sequence

from components.pretraining.model.results import (
    Fate,
    Learning,
    Milestone,
    NextPieces,
    PairKind,
    Shares,
    Spelled,
    Taught,
    ThrowLoss,
)
from components.pretraining.tables.tables import seen_text
from components.tables.predictions import percent

APPEARS = 0.5  # a head that gives the token before more than half of its attention looks there


def learning_finding(found: Learning, chosen: int) -> str:
    """What the chosen checkpoint says, and the finished one."""
    at, last = found.steps[chosen], found.steps[-1]
    first = at.blank.candidates[0]
    said = f"After {seen_text(at.pieces)} pieces" if at.pieces else "Before training"
    said += f" it says “{first.text}” ({percent(first.probability)})"
    if at is last:
        return f"{said}; untrained it gave that {percent(found.steps[0].probability)}."
    return f"{said}; in the end “{found.answer.text}” ({percent(last.probability)})."


def milestones_finding(found: Sequence[Milestone]) -> str:
    """When a head for the token before appears, and what becomes of the senses of "bank"."""
    before, seen = found[0], [at for at in found if at.previous > APPEARS]
    said = ""
    if seen and seen[0] is not before:
        layer, head = seen[0].head
        earlier = seen_text(found[found.index(seen[0]) - 1].pieces)
        said = (
            f"Between {earlier} and {seen_text(seen[0].pieces)} pieces a head learns to look at the token before: "
            f"layer {layer}, head {head}, with {seen[0].previous:.2f} of its attention. "
        )
    last = found[-1]
    return (
        f"{said}The senses of “bank” are told in {percent(before.senses)} of sentences at first, "
        f"{percent(last.senses)} at last, each time in the best layer; with shuffled labels the best layer comes to "
        f"{percent(last.senses_by_chance)}."
    )


def throw_finding(found: ThrowLoss) -> str:
    """What a throw chose, and what it costs."""
    pieces, chosen = len(found.tokens.maskable), len(found.costs)
    if not chosen:
        return f"None of {pieces} pieces was chosen this time: throw again."
    counts = {fate: sum(one.chosen.fate is fate for one in found.costs) for fate in Fate}
    fates = ", ".join(f"{count} {fate.value}" for fate, count in counts.items() if count)
    return (
        f"{chosen} of {pieces} pieces chosen ({fates}): the loss is {found.loss:.2f} nats, the mean over those alone."
    )


def spelled_finding(found: Spelled, count: int) -> str:
    """What T5 is given and asked."""
    runs = len(found.given) - (count - len(found.hidden))
    return (
        f"{len(found.hidden)} of {count} pieces are left out in {runs} {'run' if runs == 1 else 'runs'}: "
        f"T5 would write {len(found.asked)} pieces, sentinels included, where BERT would answer in place."
    )


def single_run_note(found: Spelled) -> str:
    """Why another throw changes nothing where T5 leaves out one run; nothing where there are several."""
    if len(found.asked) - len(found.hidden) != 2:  # a sentinel for the run, and the last one
        return ""
    return (
        "With so few pieces there is one run, and T5’s own code begins with what stays: what is left out is always the "
        "end, whatever the throw."
    )


def coverage_finding(dynamic: float, static: float, epochs: int) -> str:
    """How much of the text has been asked about."""
    return (
        f"After {epochs} epochs {percent(dynamic)} of all pieces were asked about at least once where the dice are "
        f"thrown anew, and {percent(static)} with ten kept copies."
    )


def shares_finding(found: Sequence[Shares]) -> str:
    """What 80/10/10 costs and what it gains, beside [MASK] alone."""
    by_name = {one.name: one for one in found}
    mixed, masks_only = by_name["80/10/10"], by_name["100/0/0"]
    way = "more" if masks_only.unmasked > masks_only.masked else "less"
    return (
        f"Trained on [MASK] alone, a model takes {masks_only.unmasked:.2f} nats for a word that it can see, {way} than "
        f"behind [MASK] ({masks_only.masked:.2f}). With 80/10/10 it takes {mixed.unmasked:.2f}, and behind [MASK] "
        f"{mixed.masked:.2f}."
    )


def kinds_finding(found: Sequence[PairKind]) -> str:
    """What the head tells apart, as far as the intervals of two kinds lie apart."""
    share = {one.name: one.share for one in found}
    following, exchanged, elsewhere = share["next"], share["exchanged"], share["another text"]
    figures = (
        f"Of pairs that follow each other {percent(following.value)} are called next, of the same pairs exchanged "
        f"{percent(exchanged.value)}"
    )
    if following.low > exchanged.high:
        order = "it tells the two orders apart"
    elif exchanged.low > following.high:
        order = "it calls more of the exchanged ones next"
    else:
        order = "that it tells the two orders apart is not shown"
    away = "and most of them it tells" if elsewhere.high < min(0.5, following.low) else "and few of them it tells"
    return (
        f"{figures}: {order}. Of pairs from two texts it is {percent(elsewhere.value)}, {away} from pairs that follow."
    )


def own_pair_finding(forward: float, backward: float) -> str:
    """What the head says of a visitor's two sentences, and of them exchanged."""
    return f"Your second sentence follows the first with {percent(forward)}; exchanged, with {percent(backward)}."


def taught_finding(found: Taught) -> str:
    """What steps on one sentence did, there and elsewhere."""
    before, one, last = found.updates[0], found.updates[1], found.updates[-1]
    return (
        f"“{found.word}” goes from {percent(before.probability)} to {percent(one.probability)} in one step, and "
        f"to {percent(last.probability)} in {last.steps}. On the other sentence “{found.other_word}” goes from "
        f"{percent(before.other_probability)} to {percent(last.other_probability)}, and “{last.other_first}” comes "
        f"first{', the word that was taught' if last.other_first == found.word else ''}."
    )


def first_step_note(found: Taught) -> str:
    """How far AdamW moves a weight in its first step, and that this says nothing of the sentence."""
    steps = found.first_step / found.learning_rate
    size = "by the learning rate" if abs(steps - 1) < 0.05 else f"by {steps:.2g} times the learning rate"
    return (
        f"In its first step AdamW moved weights {size} ({found.first_step:.1g}; the median of those with a gradient), "
        "however large their gradient is. So it is the gradient, and not the way of the weights, that says where this "
        "sentence pulls."
    )


def next_finding(found: NextPieces) -> str:
    """How many targets a sentence gives, and what they cost."""
    count, dearest = len(found.targets), max(found.targets, key=lambda target: target.nats)
    return (
        f"{count} targets from one sentence, {found.loss:.2f} nats each; BERT would be asked for "
        f"{max(1, round(0.15 * count))}. Each is seen from the left alone. The dearest is number "
        f"{found.targets.index(dearest) + 1}, “{dearest.text}”, at {dearest.nats:.2f} nats; the first costs "
        f"{found.targets[0].nats:.2f}."
    )
