import math
from collections import Counter
from itertools import pairwise
from pathlib import Path

from transformers import AutoTokenizer

# What is asked: the page writes its own values here.
where, revision = "cache/pocket/bert", None
word = "unbelievably"
done = 100  # merges made
counts = "cache/shipped/word_counts.tsv"  # how often each word stands in the text

vocabulary = AutoTokenizer.from_pretrained(where, revision=revision or "main").get_vocab()
merges = {}  # pairs, and the number of the merge


def merged(pieces, most):  # the merge learned first comes first
    while True:
        ranked = [(merges[pair], at) for at, pair in enumerate(pairwise(pieces)) if merges.get(pair, most + 1) <= most]
        if not ranked:
            return pieces
        at = min(ranked)[1]
        pieces = [*pieces[:at], pieces[at] + pieces[at + 1].removeprefix("##"), *pieces[at + 2 :]]


for piece in sorted(vocabulary, key=vocabulary.get):  # in the order in which they came about
    bare = piece.removeprefix("##")
    letters = (
        ["##" + letter for letter in bare] if piece != bare else [bare[0], *("##" + letter for letter in bare[1:])]
    )
    parts = merged(letters, len(merges))
    if len(parts) == 2:
        merges.setdefault(tuple(parts), len(merges) + 1)

print(f"{word}:", *merged([word[0], *("##" + letter for letter in word[1:])], len(merges)))
single, pairs, joins = Counter(), Counter(), Counter()
for line in Path(counts).read_text(encoding="utf-8").splitlines():
    text, count = line.split("\t")
    pieces = merged([text[0], *("##" + letter for letter in text[1:])], done)
    last = {}  # where a pair stood last: of three like pieces in a row, a merge joins the first two
    for piece in pieces:
        single[piece] += int(count)
    for at, pair in enumerate(pairwise(pieces)):
        pairs[pair] += int(count)
        if last.get(pair) != at - 1:
            last[pair] = at
            joins[pair] += int(count)


def weighed(n):
    return n * math.log(n) if n else 0.0


def gain(pair):  # what the merge adds to the text's log-likelihood, each piece drawn by itself
    lost = Counter(pair)  # one of each, or two of one
    after = sum(weighed(single[piece] - n * joins[pair]) for piece, n in lost.items()) + weighed(joins[pair])
    before = sum(weighed(single[piece]) for piece in lost)
    return after - weighed(single.total() - joins[pair]) - before + weighed(single.total())


for (left, right), count in pairs.most_common(3):
    print("stands together", left, right, count)
for left, right in sorted(pairs, key=gain, reverse=True)[:3]:
    print("makes likelier", left, right, gain((left, right)) / math.log(2))
