"""The probe set is what its description says, so that scores over it mean what they say."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.attention.model.head_probes import EDGES, Probe, Relation, head_probes, split_words

PROBES = head_probes()
ARTICLES = {"the", "a", "an"}
POSSESSORS = {"my", "your", "his", "her", "its", "our", "their"}
# Words that come twice in many sentences and carry no content of their own.
FUNCTION_WORDS = POSSESSORS | ARTICLES | {
    "is", "was", "and", "that", "of", "in", "on", "at", "it", "he", "she", "they", "to", "for", "from", "by", "with",
    "no", "but", "so", "then", "every", "each", "another", "one", "two", "had", "has", "or", "when", "while",
}  # fmt: skip


def texts(probe: Probe) -> list[str]:
    return [word.text.casefold() for word in probe.words if not word.punctuation]


def test_there_are_enough_sentences_and_no_two_are_alike() -> None:
    assert len({" ".join(texts(probe)) for probe in PROBES}) == len(PROBES) >= 600


def test_every_relation_has_enough_pairs_at_several_distances() -> None:
    for relation in Relation:
        apart = Counter(right - left for probe in PROBES for left, right in probe.pairs[relation])
        assert apart.total() >= 200
        assert max(apart.values()) <= 0.7 * apart.total(), relation
        assert len([distance for distance, count in apart.items() if count >= 10]) >= 4, relation


def test_sentences_vary() -> None:
    lengths = [len(texts(probe)) for probe in PROBES]
    assert min(lengths) == 5
    assert max(lengths) == 21
    assert len(set(lengths)) >= 12
    assert sum("," in probe.sentence for probe in PROBES) >= 60
    assert sum("?" in probe.sentence for probe in PROBES) >= 12
    repeated = [{word for word, count in Counter(texts(probe)).items() if count > 1} for probe in PROBES]
    assert sum(bool(words - FUNCTION_WORDS) for words in repeated) >= 60


def test_a_word_has_one_partner_at_most() -> None:
    for probe in PROBES:
        for pairs in probe.pairs.values():
            for side in zip(*pairs, strict=True):
                assert len(set(side)) == len(side), probe.sentence
            assert all(left != right for left, right in pairs)
            assert not any(probe.words[index].punctuation for pair in pairs for index in pair)


def test_no_article_and_no_possessor_is_forgotten() -> None:
    for probe in PROBES:
        marked = {relation: [left for left, _ in probe.pairs[relation]] for relation in Relation}
        for index, word in enumerate(probe.words):
            text = word.text.casefold()
            assert (index in marked[Relation.DETERMINER]) >= (text in ARTICLES), probe.sentence
            assert (index in marked[Relation.POSSESSIVE]) == (text in POSSESSORS or text.endswith(("'s", "s'")))


def test_determiners_and_possessors_stand_before_their_nouns() -> None:
    for probe in PROBES:
        for relation in (Relation.DETERMINER, Relation.POSSESSIVE):
            assert all(left < right for left, right in probe.pairs[relation]), probe.sentence


def test_a_verb_with_an_object_is_no_noun_of_the_same_sentence() -> None:
    for probe in PROBES:
        verbs = {left for left, _ in probe.pairs[Relation.OBJECT]} | {
            right for _, right in probe.pairs[Relation.SUBJECT]
        }
        before_nouns = (Relation.DETERMINER, Relation.POSSESSIVE, Relation.OBJECT)
        nouns = {right for relation in before_nouns for _, right in probe.pairs[relation]}
        nouns |= {left for left, _ in probe.pairs[Relation.SUBJECT]}
        assert verbs.isdisjoint(nouns), probe.sentence


def test_words_are_quoted_with_a_number_only_where_they_repeat(tmp_path: Path) -> None:
    file = tmp_path / "probes.tsv"
    file.write_text("sentence\tdeterminer\tobject\nThe cat saw the dog, the small one.\tThe>cat the.1>dog\tsaw>dog\n")
    (probe,) = head_probes(file)
    assert [word.text for word in probe.words] == ["The", "cat", "saw", "the", "dog", ",", "the", "small", "one", "."]
    assert probe.pairs == {Relation.DETERMINER: ((0, 1), (3, 4)), Relation.OBJECT: ((2, 4),)}


@pytest.mark.parametrize("marked", ["the>cat", "the.3>cat", "cat.1>saw", "cat", "a>b>c", ">", "the.1>cat\tx>y", ""])
def test_wrong_marks_are_refused(tmp_path: Path, marked: str) -> None:
    file = tmp_path / "probes.tsv"
    line = f"the cat saw the dog\t{marked}" if marked else "the cat saw the dog"
    file.write_text(f"sentence\tdeterminer\n{line}\n")
    with pytest.raises(ValueError, match="marked wrongly"):
        head_probes(file)


@given(st.text(alphabet=[*"abé' ", *EDGES], max_size=40))
def test_words_cover_everything_but_spaces_in_order(sentence: str) -> None:
    words = split_words(sentence)
    assert all(sentence[word.start : word.end] == word.text for word in words)
    assert "".join(word.text for word in words) == sentence.replace(" ", "")
    assert all(left.end <= right.start for left, right in pairwise(words))
