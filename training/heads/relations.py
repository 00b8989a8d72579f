"""Generate entailment, contradiction and neutral pairs of sentences by syntactic rules.

A statement entails the same statement without its modifiers, but not the reverse. A statement contradicts its negation,
and a copy with an antonym, another number or another name. So that "not" alone gives nothing away, there are also
negated statements that are entailed, and unrelated ones that are negated (Gururangan et al. 2018,
https://arxiv.org/abs/1803.02324, on such annotation artefacts).
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from training.heads.parsing import Sentence
from training.heads.questions import join_words, subtree_places

FOLLOWS, CONTRADICTS, NEITHER = "follows", "contradicts", "neither"
SHORTEST, LONGEST = 5, 24  # words
_DROPPABLE = {"advcl", "prep", "advmod", "relcl", "appos", "npadvmod", "amod", "acl", "nummod"}
# Downward-entailing words reverse entailment: "no red cars" does not entail "no cars".
_TURNS_ROUND = {"no", "few", "little", "if", "whether", "only", "all", "every", "each", "most", "or", "never", "hardly"}
_NO_ASIDE = {"than", "as", "too", "so", "not", "n't", "most", "least", "up", "down", "out", "off"}
_DO = {"VBD": "did", "VBZ": "does", "VBP": "do"}

Pair = tuple[str, str, str]


def generate_pairs(sentence: Sentence, other: Sentence, names: Sequence[str], rng: random.Random) -> Iterator[Pair]:
    """Generate pairs from a sentence: premise, hypothesis, and label.

    Args:
        sentence: The parsed sentence.
        other: Another sentence of the same text.
        names: Names that may replace one in the sentence.
        rng: Chooses the modifiers that are dropped.
    """
    if not (is_statement(sentence) and is_statement(other)):
        return
    given = sentence_text(sentence)
    denied, stranger = negated_text(sentence), sentence_text(other)
    shorter = places_without_asides(sentence, rng)
    if shorter is not None:
        brief = sentence_text(sentence, shorter)
        yield given, brief, FOLLOWS
        yield brief, given, NEITHER
        if denied and rng.random() < 0.5:
            brief_denied = negated_text(sentence, shorter)
            if brief_denied:
                yield given, brief_denied, CONTRADICTS
                yield brief_denied, given, CONTRADICTS
    elif rng.random() < 0.2:
        yield given, given, FOLLOWS
    if denied:
        yield (given, denied, CONTRADICTS) if rng.random() < 0.6 else (denied, given, CONTRADICTS)
        if rng.random() < 0.3:
            yield denied, denied, FOLLOWS
    stranger_denied = negated_text(other)
    yield given, stranger, NEITHER
    if stranger_denied and rng.random() < 0.6:
        yield given, stranger_denied, NEITHER
    for changed in _contradictions(sentence, names, rng):
        yield given, changed, CONTRADICTS


def is_statement(sentence: Sentence) -> bool:
    """Whether this is a plain statement of suitable length."""
    if not SHORTEST <= len(sentence) <= LONGEST or sentence[-1].text != ".":
        return False
    if any(word.text in '"“”;:()[]–—' or word.dep == "neg" or word.text.lower() in _TURNS_ROUND for word in sentence):
        return False
    root = _root(sentence)
    return sentence[root].pos in ("VERB", "AUX") and any(w.head == root and w.dep.startswith("nsubj") for w in sentence)


def sentence_text(sentence: Sentence, places: Sequence[int] | None = None) -> str:
    """The text of a sentence, or of some of its words."""
    chosen = range(len(sentence)) if places is None else places
    text = join_words([sentence[p].text for p in chosen]).replace(" .", ".").replace(" !", "!").replace(" ?", "?")
    return text[:1].upper() + text[1:]


def places_without_asides(sentence: Sentence, rng: random.Random) -> list[int] | None:
    """The indices that remain without one to three modifiers, or None if there are none to drop."""
    root = _root(sentence)
    asides = [
        place
        for place, word in enumerate(sentence)
        if word.dep in _DROPPABLE
        and place != root
        and word.text.lower() not in _NO_ASIDE
        and not (word.dep in ("prep", "advmod") and sentence[word.head].lemma == "be")
        and not (word.dep == "nummod" and sentence[word.head].dep == "pobj")
    ]
    if not asides:
        return None
    gone: set[int] = set()
    for place in rng.sample(asides, k=min(len(asides), rng.randint(1, 3))):
        gone.update(subtree_places(sentence, place))
    remaining = [p for p in range(len(sentence)) if p not in gone]
    remaining = [
        p
        for index, p in enumerate(remaining)
        if not (
            sentence[p].text == ","
            and (index == 0 or sentence[remaining[index + 1]].text in (",", ".") or remaining[index - 1] != p - 1)
        )
    ]
    return remaining if 4 <= len(remaining) < len(sentence) and root in remaining else None


def negated_text(sentence: Sentence, places: Sequence[int] | None = None) -> str | None:
    """The negated sentence, or None if its verb has no simple negation."""
    root = _root(sentence)
    verb = sentence[root]
    auxiliaries = [
        p for p, w in enumerate(sentence) if w.head == root and w.dep in ("aux", "auxpass") and w.tag != "TO"
    ]
    words: list[str] = []
    for place in range(len(sentence)) if places is None else places:
        text = sentence[place].text
        if auxiliaries and place == auxiliaries[0]:
            words += [text, "not"]
        elif not auxiliaries and place == root:
            if verb.lemma == "be":
                words += [text, "not"]
            elif verb.tag in _DO:
                words += [_DO[verb.tag], "not", verb.lemma]
            else:
                return None
        else:
            words.append(text)
    if "not" not in words:
        return None
    text = join_words(words).replace(" .", ".")
    return text[:1].upper() + text[1:]


def _contradictions(sentence: Sentence, names: Sequence[str], rng: random.Random) -> Iterator[str]:
    """The sentence with one word replaced by its antonym, another number or another name."""
    for place, word in enumerate(sentence):
        lower = word.text.lower()
        if lower in opposites():
            yield _replace_word(sentence, place, opposites()[lower])
        elif word.text.isdigit() and word.pos == "NUM":
            number = int(word.text)
            yield _replace_word(
                sentence, place, str(number + rng.choice([-7, -3, -1, 1, 2, 5, 10]) if number > 7 else number + 2)
            )
        elif word.name == "B-PER" and _ends_there(sentence, place) and names and rng.random() < 0.5:
            name = rng.choice(names)
            if name != word.text:
                yield _replace_word(sentence, place, name)


def _ends_there(sentence: Sentence, place: int) -> bool:
    """Whether a name consists of this one word."""
    return place + 1 == len(sentence) or not sentence[place + 1].name.startswith("I-")


def _replace_word(sentence: Sentence, place: int, text: str) -> str:
    words = [word.text for word in sentence]
    words[place] = text
    written = join_words(words).replace(" .", ".")
    return written[:1].upper() + written[1:]


def _root(sentence: Sentence) -> int:
    return next(place for place, word in enumerate(sentence) if word.head == place)


@cache
def opposites() -> dict[str, str]:
    """Words and their antonyms, in both directions."""
    pairs = [line.split() for line in Path(__file__).with_name("opposites.txt").read_text("utf-8").splitlines()]
    return dict(pairs) | {other: word for word, other in pairs}
