"""Words are those of a treebank, and distances in a tree are counted by hand."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse.csgraph import shortest_path

from components.probing.model.parsed_sentences import (
    ROOT,
    heads_to_arcs,
    read_conllu,
    split_sentence,
    tree_distances,
    tree_nodes,
)

CONLLU = """\
# newdoc id = first
# sent_id = 1
# text = Don't wait, (Anna).
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVB\t_\t3\taux\t_\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_
3\twait\twait\tVERB\tVB\t_\t0\troot\t_\t_
4\t,\t,\tPUNCT\t,\t_\t3\tpunct\t_\t_
5\t(\t(\tPUNCT\t-LRB-\t_\t6\tpunct\t_\t_
6\tAnna\tAnna\tPROPN\tNNP\t_\t3\tvocative\t_\t_
6.1\tmoved\tmove\tVERB\tVBN\t_\t_\t_\t_\t_
7\t)\t)\tPUNCT\t-RRB-\t_\t6\tpunct\t_\t_
8\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

# text = The words are elsewhere.
1\tOther\tother\tADJ\tJJ\t_\t2\tamod\t_\t_
2\twords\tword\tNOUN\tNNS\t_\t0\troot\t_\t_

# newdoc id = second
# text = A: B
1\tA\ta\tNOUN\tNN\t_\t2\tdep\t_\t_
2\t:\t:\tPUNCT\t:\t_\t0\troot\t_\t_
3\tB\tb\tNOUN\tNN\t_\t2\tdep\t_\t_

# text = A (B
1\tA\ta\tNOUN\tNN\t_\t0\troot\t_\t_
2\t(\t(\tPUNCT\t(\t_\t1\tpunct\t_\t_
3\tB\tb\tNOUN\tNN\t_\t2\tdep\t_\t_
"""


@st.composite
def trees(draw: st.DrawFn) -> list[int]:
    """Heads of a tree of 1 to 12 words, in any order."""
    count = draw(st.integers(1, 12))
    order = draw(st.permutations(range(count)))
    heads = [ROOT] * count
    for place in range(1, count):
        heads[order[place]] = order[draw(st.integers(0, place - 1))]
    return heads


@given(trees())
def test_distances_are_those_of_scipy(heads: list[int]) -> None:
    edges = [(word, head) for word, head in enumerate(heads) if head != ROOT]
    graph = np.zeros((len(heads), len(heads)))
    for word, head in edges:
        graph[word, head] = 1
    assert np.array_equal(tree_distances(heads), shortest_path(graph, directed=False))
    assert heads_to_arcs(heads) == {(min(edge), max(edge)) for edge in edges}


@pytest.mark.parametrize("heads", [[], [ROOT, ROOT], [1, 0], [ROOT, 2, 1]], ids=str)
def test_what_is_no_tree_is_refused(heads: list[int]) -> None:
    with pytest.raises(ValueError, match="a tree has"):
        tree_distances(heads)


def test_a_treebank_is_read_without_contractions_and_empty_nodes() -> None:
    parsed = list(read_conllu(CONLLU.splitlines(keepends=True)))
    assert [(each.sentence, each.document) for each in parsed] == [("Don't wait, (Anna).", "first"), ("A (B", "second")]
    first, second = parsed
    assert [word.text for word in first.words] == ["Do", "n't", "wait", ",", "(", "Anna", ")", "."]
    assert all(first.sentence[word.start : word.end] == word.text for word in first.words)
    assert first.arcs == {(0, 2), (1, 2), (2, 5)}
    assert second.arcs == {(0, 2)}  # over the bracket that is a head


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Anna's dog didn't eat.", ["Anna", "'s", "dog", "did", "n't", "eat", "."]),
        ("It’s 3.5% (or 1,000)…", ["It", "’s", "3.5", "%", "(", "or", "1,000", ")", "…"]),
        ("well-known  “café”", ["well", "-", "known", "“", "café", "”"]),
        ("ate 3.", ["ate", "3", "."]),
        ("'s", ["'", "s"]),
        ("", []),
    ],
)
def test_words_are_separated_as_in_the_treebank(sentence: str, words: list[str]) -> None:
    assert [word.text for word in split_sentence(sentence)] == words


def test_punctuation_is_no_node_but_a_sign_for_a_word_is() -> None:
    words = split_sentence("5 % & “so”, - 😀!")
    assert [words[node].text for node in tree_nodes(words)] == ["5", "%", "&", "so", "😀"]


@given(st.text(max_size=60))
def test_every_visible_character_is_in_one_word(sentence: str) -> None:
    words = split_sentence(sentence)
    assert all(sentence[word.start : word.end] == word.text for word in words)
    assert all(first.end <= second.start for first, second in pairwise(words))
    covered = "".join(word.text for word in words)
    assert [c for c in sentence if c.isalnum()] == [c for c in covered if c.isalnum()]
