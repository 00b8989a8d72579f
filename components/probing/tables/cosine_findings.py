"""Sentences about cosines: how similar random words are, what a correction changes, and one pair among random pairs."""

from components.probing.model.cosine_results import CorrectionKind, CosineProfile, LayerCosines, PairCosines
from components.tables.numbers import fixed, percentage
from components.tables.phrases import capitalised, count_phrase, quoted

NEAR_ZERO, HIGH = 0.1, 0.5  # of a cosine: less sounds unrelated, more sounds similar
_FEW, _MANY = 0.01, 0.9  # of the random pairs
_DOMINATES = 0.1  # of a mean: so much from one dimension of hundreds
_SUBJECTS = {
    CorrectionKind.MEAN: "Taking the mean away",
    CorrectionKind.STANDARDISED: "Standardising every dimension",
}


def peak_layer(profile: CosineProfile) -> int:
    """The layer in which random words have the highest mean cosine."""
    values = [layer.random_words.value for layer in profile.layers]
    return values.index(max(values))


def profile_finding(profile: CosineProfile, *, model: str) -> str:
    """The mean cosine of two random words where it is highest, and the other two means there.

    Args:
        profile: Of the vectors as they are.
        model: The model's name.
    """
    layer = peak_layer(profile)
    cosines = profile.layers[layer]
    value = cosines.random_words.value
    figure = fixed(value, 2)
    if value >= HIGH:
        first = f"In layer {layer} of {model}, even two random words have an average cosine of {figure}."
    elif value >= NEAR_ZERO:
        first = f"In layer {layer} of {model}, two random words have an average cosine of {figure}, not 0."
    else:
        first = f"In {model}, two random words have an average cosine near 0 (at most {figure}, in layer {layer})."
    return f"{first} {_other_means(layer, cosines)}"


def correction_finding(before: CosineProfile, after: CosineProfile) -> str:
    """What a correction does to the cosine of two random words, where that was highest, and to that of the same word.

    Args:
        before: Of the vectors as they are.
        after: Of the corrected vectors.
    """
    layer = peak_layer(before)
    old, new = before.layers[layer], after.layers[layer]
    first, second = fixed(old.random_words.value, 2), fixed(new.random_words.value, 2)
    change = f"leaves the average cosine of two random words in layer {layer} at {first}."
    if first != second:
        change = f"changes the average cosine of two random words in layer {layer} from {first} to {second}."
    old_gap, new_gap = (each.same_word.value - each.random_words.value for each in (old, new))
    same_before, same_after = fixed(old.same_word.value, 2), fixed(new.same_word.value, 2)
    verb = "wider" if new_gap > old_gap else "narrower"
    gap = f"The gap to random words is now {verb}: {fixed(new_gap, 2)}, before {fixed(old_gap, 2)}."
    if fixed(new_gap, 2) == fixed(old_gap, 2):
        gap = f"The gap to random words stays at {fixed(new_gap, 2)}."
    return (
        f"{_subject(after)} {change} In layer {layer} the same word in two sentences has {same_after} "
        f"(before {same_before}). {gap}"
    )


def dimension_finding(profile: CosineProfile) -> str:
    """How much of the mean cosine of random words comes from the largest dimensions; empty if that mean is near 0."""
    layer = peak_layer(profile)
    cosines = profile.layers[layer]
    total = cosines.random_words.value
    if total < NEAR_ZERO:
        return ""
    largest, *_ = cosines.dimensions
    share = largest.contribution / total
    three = sum(each.contribution for each in cosines.dimensions) / total
    if share >= _DOMINATES:
        return (
            f"In layer {layer}, a single dimension (number {largest.dimension + 1} of {profile.width}) makes up "
            f"{percentage(share)} of random words’ average of {fixed(total, 2)}."
        )
    return (
        f"No dimension dominates in layer {layer}: the three largest of {profile.width} together make up "
        f"{percentage(three)} of random words’ average of {fixed(total, 2)}."
    )


def pair_finding(pair: PairCosines, layer: int, *, pair_count: int) -> str:
    """The cosine of two words at a layer, and how many random pairs have a lower one.

    Args:
        pair: The two words.
        layer: The layer, from 0.
        pair_count: The number of random pairs.
    """
    cosine, share = pair.cosines[layer], pair.shares_below[layer]
    first, second = pair.words
    figure = fixed(cosine, 2)
    beginning = f"In layer {layer}, {quoted(first)} and {quoted(second)} have a cosine of {figure}."
    if share == 1:
        return f"{beginning} All {count_phrase(pair_count, 'random pair')} have a lower one."
    if share == 0:
        return f"{beginning} None of {count_phrase(pair_count, 'random pair')} has a lower one."
    portion = _share_text(share)
    if cosine >= HIGH and _FEW <= share < _MANY:
        return f"{beginning} Only {portion} of random pairs have a lower one."
    if cosine < HIGH and share >= _MANY:
        return f"{beginning} That sounds low, but {portion} of random pairs have a lower one."
    return f"{beginning} {capitalised(portion)} of random pairs have a lower one."


def sample_note(profile: CosineProfile) -> str:
    """What the means are taken over."""
    return (
        f"{profile.word_count:,} words of {count_phrase(profile.sentence_count, 'sentence')}; "
        f"{profile.pair_count:,} random pairs; {count_phrase(profile.repeated_count, 'word')} in several sentences."
    )


def _share_text(share: float) -> str:
    """A share strictly between 0 and 1, which is never written as one of them."""
    text = percentage(share)
    if text == "100%":
        return "more than 99%"
    return "less than 1%" if text == "0%" else text


def _subject(profile: CosineProfile) -> str:
    correction = profile.correction
    if correction.kind is not CorrectionKind.DIRECTIONS:
        return _SUBJECTS[correction.kind]
    if not correction.directions:
        return _SUBJECTS[CorrectionKind.MEAN]
    directions = count_phrase(correction.directions, "largest direction")
    return f"Taking the mean and the {directions} away"


def _other_means(layer: int, cosines: LayerCosines) -> str:
    same, sentence = fixed(cosines.same_word.value, 2), fixed(cosines.word_and_sentence.value, 2)
    return f"In layer {layer} the same word in two sentences has {same}, a word and its sentence {sentence}."
