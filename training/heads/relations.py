"""Pairs of sentences of which one follows from the other, contradicts it, or does neither, made by rules of syntax.

A statement with its asides left out follows from the statement with them; turned round it does not. A statement and
the same denied contradict each other, and so do two that differ in one word and its opposite, in a number or in a name.
So that "not" alone tells nothing, denied statements also have denied ones that follow, and strangers that are denied
(Gururangan et al. 2018, https://arxiv.org/abs/1803.02324, on what such hints do to a model).
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from training.heads.parsed import Sentence
from training.heads.questions import joined, subtree

FOLLOWS, CONTRADICTS, NEITHER = "follows", "contradicts", "neither"
SHORTEST, LONGEST = 5, 24  # words
_DROPPABLE = {"advcl", "prep", "advmod", "relcl", "appos", "npadvmod", "amod", "acl", "nummod"}
# "No", "few" and "if" turn round what follows from what: "no red cars" does not give "no cars".
_TURNS_ROUND = {"no", "few", "little", "if", "whether", "only", "all", "every", "each", "most", "or", "never", "hardly"}
_NO_ASIDE = {"than", "as", "too", "so", "not", "n't", "most", "least", "up", "down", "out", "off"}
_DO = {"VBD": "did", "VBZ": "does", "VBP": "do"}

Pair = tuple[str, str, str]


def relations(sentence: Sentence, other: Sentence, names: Sequence[str], rng: random.Random) -> Iterator[Pair]:
    """Pairs made of a sentence: what is given, what is said of it, and how the two stand to each other.

    Args:
        sentence: With its syntax.
        other: Another of the same text.
        names: That may take the place of one in the sentence.
        rng: Decides which asides are left out.
    """
    if not (is_statement(sentence) and is_statement(other)):
        return
    given = text_of(sentence)
    denied, stranger = denied_text(sentence), text_of(other)
    shorter = without_asides(sentence, rng)
    if shorter is not None:
        brief = text_of(sentence, shorter)
        yield given, brief, FOLLOWS
        yield brief, given, NEITHER
        if denied and rng.random() < 0.5:
            brief_denied = denied_text(sentence, shorter)
            if brief_denied:
                yield given, brief_denied, CONTRADICTS
                yield brief_denied, given, CONTRADICTS
    elif rng.random() < 0.2:
        yield given, given, FOLLOWS
    if denied:
        yield (given, denied, CONTRADICTS) if rng.random() < 0.6 else (denied, given, CONTRADICTS)
        if rng.random() < 0.3:
            yield denied, denied, FOLLOWS
    stranger_denied = denied_text(other)
    yield given, stranger, NEITHER
    if stranger_denied and rng.random() < 0.6:
        yield given, stranger_denied, NEITHER
    for changed in _exchanged(sentence, names, rng):
        yield given, changed, CONTRADICTS


def is_statement(sentence: Sentence) -> bool:
    """Whether it is a plain statement of a length that pairs are made of."""
    if not SHORTEST <= len(sentence) <= LONGEST or sentence[-1].text != ".":
        return False
    if any(word.text in '"“”;:()[]–—' or word.dep == "neg" or word.text.lower() in _TURNS_ROUND for word in sentence):
        return False
    root = _root(sentence)
    return sentence[root].pos in ("VERB", "AUX") and any(w.head == root and w.dep.startswith("nsubj") for w in sentence)


def text_of(sentence: Sentence, places: Sequence[int] | None = None) -> str:
    """A sentence, or some of its words, written out."""
    kept = range(len(sentence)) if places is None else places
    text = joined([sentence[p].text for p in kept]).replace(" .", ".").replace(" !", "!").replace(" ?", "?")
    return text[:1].upper() + text[1:]


def without_asides(sentence: Sentence, rng: random.Random) -> list[int] | None:
    """The places that stay when one to three asides are left out; None where there is nothing to leave out."""
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
        gone.update(subtree(sentence, place))
    kept = [p for p in range(len(sentence)) if p not in gone]
    kept = [
        p
        for at, p in enumerate(kept)
        if not (
            sentence[p].text == "," and (at == 0 or sentence[kept[at + 1]].text in (",", ".") or kept[at - 1] != p - 1)
        )
    ]
    return kept if 4 <= len(kept) < len(sentence) and root in kept else None


def denied_text(sentence: Sentence, places: Sequence[int] | None = None) -> str | None:
    """The same with "not", or None where its verb takes none so simply."""
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
    text = joined(words).replace(" .", ".")
    return text[:1].upper() + text[1:]


def _exchanged(sentence: Sentence, names: Sequence[str], rng: random.Random) -> Iterator[str]:
    """The sentence with one word turned into its opposite, another number or another name."""
    for place, word in enumerate(sentence):
        lower = word.text.lower()
        if lower in opposites():
            yield _with(sentence, place, opposites()[lower])
        elif word.text.isdigit() and word.pos == "NUM":
            number = int(word.text)
            yield _with(
                sentence, place, str(number + rng.choice([-7, -3, -1, 1, 2, 5, 10]) if number > 7 else number + 2)
            )
        elif word.name == "B-PER" and _ends_there(sentence, place) and names and rng.random() < 0.5:
            name = rng.choice(names)
            if name != word.text:
                yield _with(sentence, place, name)


def _ends_there(sentence: Sentence, place: int) -> bool:
    """Whether a name is this one word."""
    return place + 1 == len(sentence) or not sentence[place + 1].name.startswith("I-")


def _with(sentence: Sentence, place: int, text: str) -> str:
    words = [word.text for word in sentence]
    words[place] = text
    written = joined(words).replace(" .", ".")
    return written[:1].upper() + written[1:]


def _root(sentence: Sentence) -> int:
    return next(place for place, word in enumerate(sentence) if word.head == place)


@cache
def opposites() -> dict[str, str]:
    """Words and their opposites, both ways."""
    pairs = [line.split() for line in Path(__file__).with_name("opposites.txt").read_text("utf-8").splitlines()]
    return dict(pairs) | {other: one for one, other in pairs}
