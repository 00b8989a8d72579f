"""A small grammar whose derivations label every word; it writes the sentences that this room's probes are trained on.

``python -m components.probing.model.grammar`` writes ``sentences.tsv``: one sentence a line, and for each task a label
per word ("_" for none). Parts of speech, depths and roles follow Universal Dependencies
(https://universaldependencies.org): the root has depth 0, and a preposition depends on its noun.

A quarter of the open-class words occur in test sentences only, so that a probe can be tested on words that it was never
trained on. Some forms are ambiguous on purpose: nouns that are verbs ("guards"), verbs that are adjectives ("open"),
verbs whose past is their present ("cut") and nouns without a plural form ("sheep"). Only context tells them apart.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from components.probing.model.sentences import COLUMNS, FILE, NOTHING, word_spans
from components.probing.model.surface import depth_label, length_label, position_label

TRAIN_COUNT, TEST_COUNT = 260, 160  # sentences
SEED = 20
HELD_OUT_SHARE = 0.5  # of the open-class words of a test sentence
WORD_LIMIT = 15  # of a sentence

_ANIMATE = (
    "doctor teacher farmer sailor singer king child/children woman/women man/men boy girl dog horse bird uncle soldier "
    "lawyer tourist baker cat mouse/mice sheep/sheep deer/deer fish/fish wolf/wolves daughter brother queen poet monkey"
)
_INANIMATE = (
    "stone letter picture boat table window bottle basket hat key lamp bridge song story coat knife/knives piano "
    "bicycle house ticket ring flag mirror ladder clock kite blanket carpet candle leaf/leaves"
)
_ANIMATE_OR_VERB = "guard cook judge nurse coach/coaches host pilot guide"  # nouns, and transitive verbs
_INANIMATE_OR_VERB = "film plant train map/maps/mapped record cover block signal/signals/signalled"
_TRANSITIVE = (
    "follow push/pushes pull hide/hides/hid touch/touches pass/passes hit/hits/hit hurt/hurts/hurt lift "
    "carry/carries/carried hold/holds/held save lose/loses/lost reach/reaches find/finds/found move "
    "see/sees/saw cut/cuts/cut shut/shuts/shut damage need catch/catches/caught replace break/breaks/broke"
)
_INTRANSITIVE = (
    "fall/falls/fell disappear arrive stop/stops/stopped wait return rise/rises/rose sink/sinks/sank "
    "shake/shakes/shook drift vanish/vanishes remain stand/stands/stood roll turn sleep/sleeps/slept"
)
_ADJECTIVES = (
    "old young small tall red green heavy strange quiet famous dirty pretty blue wooden silver tiny huge bright dark "
    "narrow lovely golden lonely fast late early"
)
_ADJECTIVE_OR_VERB = "open dry/dries/dried warm empty/empties/emptied clean calm"
_ADVERBS = "slowly quickly often quietly suddenly again here outside gladly rarely fast late early soon together badly"
_NAMES = "Anna Tom Maria Peter Laura David Emma Simon"
_PREPOSITIONS = ("near", "behind", "under", "above", "beside", "with", "without", "against")
_SINGULAR, _PLURAL = "Sing", "Plur"
_DETERMINERS = {
    _SINGULAR: ("the", "the", "a", "this", "that", "every"),
    _PLURAL: ("the", "the", "these", "those", "some", "all"),
}
_PRONOUNS = {_SINGULAR: ("he", "she", "it"), _PLURAL: ("they", "we")}
_PAST, _PRESENT = "Past", "Pres"
_TIMES = {_PAST: ("yesterday", "earlier"), _PRESENT: ("today", "nowadays")}
_VOWELS = frozenset("aeiou")


@dataclass(frozen=True)
class Lexeme:
    """A word of the lexicon.

    Attributes:
        forms: Singular and plural of a noun; plural present, singular present and past of a verb; else the word alone.
        held_out: Whether it occurs in test sentences only.
    """

    forms: tuple[str, ...]
    held_out: bool = False


@dataclass
class DerivedWord:
    """A word of a sentence, with what its derivation says about it.

    Attributes:
        form: As it is written in the middle of a sentence.
        part: Its part of speech.
        head: The index of the word that it depends on; None for the root.
        number: "Sing" or "Plur", of common nouns.
        tense: "Pres" or "Past", of verbs.
        role: "subject" or "object", of nouns that are one.
        animacy: "animate" or "inanimate", of common nouns.
    """

    form: str
    part: str
    head: int | None = None
    number: str = NOTHING
    tense: str = NOTHING
    role: str = NOTHING
    animacy: str = NOTHING


@dataclass
class Derivation:
    """A sentence while it is derived.

    Attributes:
        random: Draws the words and the rules.
        tests: Whether it is a test sentence, in which held-out words may occur.
        words: Its words so far.
    """

    random: random.Random
    tests: bool
    words: list[DerivedWord] = field(default_factory=list)

    def text(self) -> str:
        """The sentence as it is written."""
        text = " ".join(word.form for word in self.words)
        return f"{text[0].upper()}{text[1:]}."

    def depth(self, index: int) -> int:
        """The number of arcs between a word and the root."""
        head = self.words[index].head
        return 0 if head is None else 1 + self.depth(head)

    def clause(self, head: int | None) -> int:
        """Derive a clause, and return the index of its verb."""
        tense = self.random.choice((_PAST, _PRESENT))
        number = self.random.choice((_SINGULAR, _PLURAL))
        time = self.random.random()
        first = self._add(self.random.choice(_TIMES[tense]), "ADV") if head is None and time < 0.15 else None
        subject = self._subject(number)
        verb = self._predicate(number, tense)
        if time > 0.9:
            self._add(self.random.choice(_TIMES[tense]), "ADV", verb)
        self.words[subject].head, self.words[verb].head = verb, head
        if first is not None:
            self.words[first].head = verb
        return verb

    def coordinate(self, verb: int) -> None:
        """Add "and" and a second clause to a clause with this verb."""
        conjunction = self._add("and", "CCONJ")
        self.words[conjunction].head = self.clause(verb)

    def _subject(self, number: str) -> int:
        kind = self.random.random()
        if kind < 0.12:
            return self._add(self.random.choice(_PRONOUNS[number]), "PRON")
        if kind < 0.24 and number == _SINGULAR:
            return self._add(self._draw(NAMES).forms[0], "PROPN")
        return self._noun_phrase(number, "subject", may_grow=True)

    def _predicate(self, number: str, tense: str) -> int:
        """Derive a verb with its objects; returns the verb's index."""
        if self.random.random() < 0.4:
            adverb = self._add(self._draw(ADVERBS).forms[0], "ADV") if self.random.random() < 0.25 else None
            verb = self._verb(self._draw(INTRANSITIVE), number, tense)
            if adverb is not None:
                self.words[adverb].head = verb
            elif self.random.random() < 0.5:
                self._add(self._draw(ADVERBS).forms[0], "ADV", verb)
            if self.random.random() < 0.4:
                self._prepositional_phrase(verb)
            return verb
        verb = self._verb(self._draw(TRANSITIVE), number, tense)
        phrase = self._noun_phrase(
            self.random.choice((_SINGULAR, _PLURAL)), "object", may_grow=self.random.random() < 0.4
        )
        self.words[phrase].head = verb
        if self.random.random() < 0.25:
            self._prepositional_phrase(verb)
        return verb

    def _verb(self, lexeme: Lexeme, number: str, tense: str) -> int:
        form = lexeme.forms[2 if tense == _PAST else int(number == _SINGULAR)]
        index = self._add(form, "VERB")
        self.words[index].tense = tense
        return index

    def _noun_phrase(self, number: str, role: str, *, may_grow: bool) -> int:
        """Derive a determiner, adjectives, a noun and what follows it; returns the noun's index."""
        dependents = [self._add(self.random.choice(_DETERMINERS[number]), "DET")]
        while len(dependents) < 3 and self.random.random() < 0.35:
            adjective = self._draw(ADJECTIVES).forms[0]
            if adjective != self.words[dependents[-1]].form:
                dependents.append(self._add(adjective, "ADJ"))
        animacy = self.random.choice(("animate", "inanimate"))
        lexeme = self._draw(ANIMATE if animacy == "animate" else INANIMATE)
        noun = self._add(lexeme.forms[int(number == _PLURAL)], "NOUN")
        after = self.words[dependents[0] + 1].form
        if self.words[dependents[0]].form == "a" and after[0] in _VOWELS:
            self.words[dependents[0]].form = "an"
        for dependent in dependents:
            self.words[dependent].head = noun
        self.words[noun].number, self.words[noun].role, self.words[noun].animacy = number, role, animacy
        growth = self.random.random()
        if may_grow and growth < 0.25:
            self._prepositional_phrase(noun)
        elif may_grow and growth < 0.55:
            self._relative_clause(noun, number)
        return noun

    def _relative_clause(self, noun: int, number: str) -> None:
        """Derive "that" and a clause in which it is the subject or the object."""
        pronoun, tense = self._add("that", "PRON"), self.random.choice((_PAST, _PRESENT))
        if self.random.random() < 0.5:
            verb = self._predicate(number, tense)
        else:
            others = self.random.choice((_SINGULAR, _PLURAL))
            subject = self._noun_phrase(others, "subject", may_grow=False)
            verb = self._verb(self._draw(TRANSITIVE), others, tense)
            self.words[subject].head = verb
        self.words[pronoun].head, self.words[verb].head = verb, noun

    def _prepositional_phrase(self, head: int) -> None:
        preposition = self._add(self.random.choice(_PREPOSITIONS), "ADP")
        noun = self._noun_phrase(self.random.choice((_SINGULAR, _PLURAL)), NOTHING, may_grow=False)
        self.words[preposition].head, self.words[noun].head = noun, head

    def _draw(self, lexemes: Sequence[Lexeme]) -> Lexeme:
        held_out = self.tests and self.random.random() < HELD_OUT_SHARE
        return self.random.choice([lexeme for lexeme in lexemes if lexeme.held_out == held_out])

    def _add(self, form: str, part: str, head: int | None = None) -> int:
        self.words.append(DerivedWord(form, part, head))
        return len(self.words) - 1


def _lexemes(words: str, *, verbs: bool = False, hold_out: bool = True) -> tuple[Lexeme, ...]:
    """Read words with their irregular forms; every fourth is held out."""
    lexemes = []
    for number, entry in enumerate(words.split()):
        first, *others = entry.split("/")
        forms = (first, *others) if others else (first, f"{first}s")
        if verbs and len(forms) == 2:
            forms = (*forms, f"{first}d" if first.endswith("e") else f"{first}ed")
        lexemes.append(Lexeme(forms if verbs else forms[:2], hold_out and number % 4 == 3))
    return tuple(lexemes)


ANIMATE = (*_lexemes(_ANIMATE), *_lexemes(_ANIMATE_OR_VERB, hold_out=False))
INANIMATE = (*_lexemes(_INANIMATE), *_lexemes(_INANIMATE_OR_VERB, hold_out=False))
TRANSITIVE = (
    *_lexemes(_TRANSITIVE, verbs=True),
    *_lexemes(f"{_ANIMATE_OR_VERB} {_INANIMATE_OR_VERB} {_ADJECTIVE_OR_VERB}", verbs=True, hold_out=False),
)
INTRANSITIVE = _lexemes(_INTRANSITIVE, verbs=True)
ADJECTIVES = (*_lexemes(_ADJECTIVES), *_lexemes(_ADJECTIVE_OR_VERB, hold_out=False))
ADVERBS, NAMES = _lexemes(_ADVERBS), _lexemes(_NAMES)


def derive() -> list[Derivation]:
    """Training sentences and then test sentences, all different."""
    generator, sentences = random.Random(SEED), dict[str, Derivation]()
    for _ in count():
        tests = len(sentences) >= TRAIN_COUNT
        derivation = Derivation(generator, tests)
        verb = derivation.clause(None)
        if generator.random() < 0.4:
            derivation.coordinate(verb)
        if len(derivation.words) <= WORD_LIMIT:
            sentences.setdefault(derivation.text(), derivation)
        if len(sentences) == TRAIN_COUNT + TEST_COUNT:
            break
    return list(sentences.values())


def sentence_line(derivation: Derivation) -> str:
    """A sentence as a line of the file: split, sentence, and one column a task."""
    words, text = derivation.words, derivation.text()
    columns = {
        "length": [length_label(len(words))] * len(words),
        "position": [position_label(place) for place in range(1, len(words) + 1)],
        "letter": [text[start].lower() for start, _ in word_spans(text)],
        "part": [word.part for word in words],
        "number": [word.number for word in words],
        "tense": [word.tense for word in words],
        "role": [word.role for word in words],
        "depth": [depth_label(derivation.depth(index)) for index in range(len(words))],
        "animacy": [word.animacy for word in words],
    }
    split = "test" if derivation.tests else "train"
    return "\t".join([split, text, *(" ".join(columns[name]) for name in COLUMNS)])


def main() -> None:
    """Write the sentences with their labels."""
    header = "\t".join(["split", "sentence", *COLUMNS])
    FILE.write_text("\n".join([header, *map(sentence_line, derive())]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
