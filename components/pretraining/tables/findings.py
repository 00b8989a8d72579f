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
    if seen:
        layer, head = seen[0].head
        earlier = seen_text(found[found.index(seen[0]) - 1].pieces)
        said = (
            f"Between {earlier} and {seen_text(seen[0].pieces)} pieces a head learns to look at the token before: "
            f"layer {layer}, head {head}, with {seen[0].previous:.2f} of its attention. "
        )
    last = found[-1]
    return (
        f"{said}The senses of “bank” are told in {percent(before.senses)} of sentences at first, "
        f"{percent(last.senses)} at last."
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


def coverage_finding(dynamic: float, static: float, epochs: int) -> str:
    """How much of the text has been asked about."""
    return (
        f"After {epochs} epochs {percent(dynamic)} of all pieces were asked about at least once where the dice are "
        f"thrown anew, and {percent(static)} with ten kept copies."
    )


def shares_finding(found: Sequence[Shares]) -> str:
    """What 80/10/10 is for."""
    by_name = {one.name: one for one in found}
    usual, always = by_name["80/10/10"], by_name["100/0/0"]
    return (
        f"Trained on [MASK] alone, a model takes {always.unmasked:.2f} nats for a word that it can see; with 80/10/10 "
        f"it takes {usual.unmasked:.2f}. Behind [MASK] the two are alike: {always.masked:.2f} and {usual.masked:.2f}."
    )


def kinds_finding(found: Sequence[PairKind]) -> str:
    """Whether the head tells order or topics."""
    share = {one.name: one.share.value for one in found}
    return (
        f"Of pairs that follow each other {percent(share['next'])} are called next, and {percent(share['exchanged'])} "
        "of the same pairs exchanged: it tells topics, not order. Of pairs from two texts it is "
        f"{percent(share['another text'])}."
    )


def own_pair_finding(forward: float, backward: float) -> str:
    """What the head says of a visitor's two sentences, and of them exchanged."""
    return f"Your second sentence follows the first with {percent(forward)}; exchanged, with {percent(backward)}."


def taught_finding(found: Taught) -> str:
    """What steps on one sentence did, there and elsewhere."""
    before, one, last = found.updates[0], found.updates[1], found.updates[-1]
    return (
        f"“{found.word}” rises from {percent(before.probability)} to {percent(one.probability)} in one step, and "
        f"to {percent(last.probability)} in {last.steps}. On the other sentence “{found.other_word}” goes from "
        f"{percent(before.other_probability)} to {percent(last.other_probability)}, and “{last.other_first}” comes "
        "first."
    )


def next_finding(found: NextPieces) -> str:
    """How many targets a sentence gives, and what they cost."""
    count = len(found.targets)
    return (
        f"{count} targets from one sentence, {found.loss:.2f} nats each; BERT would be asked for "
        f"{max(1, round(0.15 * count))}. Each is seen from the left alone."
    )
