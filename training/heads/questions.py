"""Generate questions from statements by syntactic rules, with the answer span of each.

After Heilman and Smith 2010 (https://aclanthology.org/N10-1086): the answer is removed, the auxiliary (or "do") moves
before the subject, and a question word is put in front. Lewis et al. 2019 (https://arxiv.org/abs/1906.04980) show that
a model trained on such questions can answer real ones.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from training.heads.parsing import ParsedWord, Sentence

LONGEST_QUESTION = 18  # words
LONGEST_ANSWER = 8
_SUBJECTS = {"nsubj", "nsubjpass"}
_AUXILIARIES = {"aux", "auxpass"}
_DROPPABLE = {"advcl", "prep", "advmod", "relcl", "appos", "npadvmod", "acl"}
_WHEN, _WHERE = {"DATE", "TIME"}, {"GPE", "LOC", "FAC"}
_PLACING = {"in", "at", "on", "to", "from", "near"}
_DO = {"VBD": "did", "VBZ": "does", "VBP": "do"}


@dataclass(frozen=True)
class GeneratedQuestion:
    """A question and the character offsets of its answer in the paragraph; ``end`` is exclusive."""

    text: str
    begin: int
    end: int


def generate_questions(sentence: Sentence, rng: random.Random, topic: str = "") -> Iterator[GeneratedQuestion]:
    """Generate all questions about a sentence.

    Args:
        sentence: The parsed sentence.
        rng: Chooses the modifiers that are dropped, so that questions repeat less of the sentence.
        topic: The name that replaces a subject "he" or "she"; without it such sentences are skipped.
    """
    root = next((place for place, word in enumerate(sentence) if word.head == place), None)
    if root is None or sentence[root].pos not in ("VERB", "AUX") or sentence[-1].text != ".":
        return
    if any(word.dep == "neg" for word in sentence):  # a negated statement answers no question
        return
    subject_word = next((p for p, word in enumerate(sentence) if word.head == root and word.dep in _SUBJECTS), None)
    if subject_word is None:
        return
    subject = subtree_places(sentence, subject_word)
    if subject != list(range(subject[0], subject[-1] + 1)) or subject[-1] >= root:
        return
    asker = _QuestionMaker(sentence, root, subject_word, subject, rng, topic)
    yield from asker.about_the_subject()
    yield from asker.about_the_rest()


def subtree_places(sentence: Sentence, top: int) -> list[int]:
    """The indices of a word and all its descendants, in order."""
    places = {top}
    grew = True
    while grew:
        more = {place for place, word in enumerate(sentence) if word.head in places} - places
        places |= more
        grew = bool(more)
    return sorted(places)


def join_words(words: list[str]) -> str:
    """Join words with the usual spacing."""
    text = " ".join(words)
    for apart, together in (
        (" 's", "'s"),
        (" n't", "n't"),
        (" ,", ","),
        (" - ", "-"),
        (" '", "'"),
        ("$ ", "$"),
        (" %", "%"),
    ):
        text = text.replace(apart, together)
    return text


class _QuestionMaker:
    def __init__(
        self, sentence: Sentence, root: int, subject_word: int, subject: list[int], rng: random.Random, topic: str
    ) -> None:
        self.words, self.root, self.subject_word, self.subject = sentence, root, subject_word, subject
        self.rng, self.topic = rng, topic
        self.auxiliaries = [p for p, w in enumerate(sentence) if w.head == root and w.dep in _AUXILIARIES]

    def about_the_subject(self) -> Iterator[GeneratedQuestion]:
        head = self.words[self.subject_word]
        if head.pos not in ("NOUN", "PROPN") or not 1 <= len(self.subject) <= LONGEST_ANSWER:
            return
        asks = "Who" if head.entity == "PERSON" else "Which organisation" if self._chance(head, "ORG") else "What"
        rest = self._rest(without=set(self.subject), fronted=False)
        yield from self._made([asks, *self._texts(rest)], self.subject)

    def about_the_rest(self) -> Iterator[GeneratedQuestion]:
        subject = self._subject_texts()
        if subject is None:
            return
        for answer, left_out, asks in self._answers():
            front, verb = self._inverted()
            if front is None:
                return
            rest = self._rest(without={*self.subject, *left_out, *self.auxiliaries, self.root}, fronted=True)
            before = [p for p in rest if p < self.root]
            after = [p for p in rest if p > self.root]
            later = [self.words[p].text for p in self.auxiliaries[1:]]
            yield from self._made(
                [*asks, front, *subject, *self._texts(before), *later, *verb, *self._texts(after)], answer
            )

    def _answers(self) -> Iterator[tuple[list[int], list[int], list[str]]]:
        """What can be asked for: the answer, what of the sentence goes with it, and the words that ask."""
        within = set(subtree_places(self.words, self.root)) - set(self.subject)
        for place in sorted(within):
            word = self.words[place]
            if place <= self.root:
                continue
            phrase = subtree_places(self.words, place)
            if phrase != list(range(phrase[0], phrase[-1] + 1)) or len(phrase) > LONGEST_ANSWER:
                continue
            preposition = self.words[word.head]
            hangs_on_root = preposition.head == self.root
            if word.dep == "pobj" and hangs_on_root:
                if word.entity in _WHEN:
                    yield phrase, [word.head, *phrase], self._when_words(phrase)
                elif word.entity in _WHERE and preposition.text.lower() in _PLACING:
                    yield phrase, [word.head, *phrase], ["Where"]
                elif word.entity == "PERSON":
                    yield phrase, phrase, ["Who"]
                elif word.pos in ("NOUN", "PROPN"):
                    yield phrase, phrase, ["What"]
            elif word.dep in ("dobj", "attr") and word.head == self.root and word.pos in ("NOUN", "PROPN"):
                number = [p for p in phrase if self.words[p].dep == "nummod" and self.words[p].head == place]
                if number and len(number) == 1 and len(phrase) <= 4:
                    rest = [self.words[p].text for p in phrase if p not in number]
                    yield number, phrase, ["How", "many", *rest]
                yield phrase, phrase, ["Who" if word.entity == "PERSON" else "What"]
            elif word.dep == "npadvmod" and word.entity in _WHEN and word.head == self.root:
                yield phrase, phrase, ["When"]

    def _subject_texts(self) -> list[str] | None:
        if len(self.subject) == 1 and self.words[self.subject[0]].pos == "PRON":
            who = self.words[self.subject[0]].text.lower()
            return self.topic.split() if self.topic and who in ("he", "she") else None
        return self._texts(self.subject)

    def _inverted(self) -> tuple[str | None, list[str]]:
        """The auxiliary before the subject, and the verb after it."""
        verb = self.words[self.root]
        if self.auxiliaries:
            return self.words[self.auxiliaries[0]].text, [verb.text]
        if verb.lemma == "be":
            return verb.text, []
        return (_DO[verb.tag], [verb.lemma]) if verb.tag in _DO else (None, [])

    def _rest(self, *, without: set[int], fronted: bool) -> list[int]:
        places = [p for p in subtree_places(self.words, self.root) if p not in without and self.words[p].dep != "punct"]
        for place, word in enumerate(self.words):
            aside = word.head == self.root and word.dep in _DROPPABLE
            begins = place < self.subject[0]
            if (aside and (begins or self.rng.random() < 0.4)) or (
                word.dep in ("cc", "conj") and word.head == self.root
            ):
                gone = set(subtree_places(self.words, place))
                places = [p for p in places if p not in gone]
        first = self.subject[0]
        return [p for p in places if p > first]

    def _texts(self, places: list[int]) -> list[str]:
        return [self._as_inside(self.words[p]) for p in places]

    def _as_inside(self, word: ParsedWord) -> str:
        """A word in lower case, unless it is a name or "I"."""
        return word.text if word.pos == "PROPN" or word.entity or word.text == "I" else word.text.lower()

    def _when_words(self, phrase: list[int]) -> list[str]:
        is_year = len(phrase) == 1 and self.words[phrase[0]].text.isdigit()
        return ["In", "which", "year"] if is_year and self.rng.random() < 0.3 else ["When"]

    def _chance(self, word: ParsedWord, kind: str) -> bool:
        return word.entity == kind and self.rng.random() < 0.5

    def _made(self, words: list[str], answer: list[int]) -> Iterator[GeneratedQuestion]:
        if not 4 <= len(words) <= LONGEST_QUESTION:
            return
        trimmed = _trim_answer(self.words, answer)
        if trimmed:
            text = join_words(words).strip(" ,") + "?"
            yield GeneratedQuestion(text, self.words[trimmed[0]].begin, self.words[trimmed[-1]].end)


def _trim_answer(words: Sentence, answer: list[int]) -> list[int]:
    """Strip determiners and punctuation from an answer."""
    places = list(answer)
    while places and (words[places[0]].pos in ("DET", "PUNCT")):
        places.pop(0)
    while places and words[places[-1]].pos == "PUNCT":
        places.pop()
    return places
