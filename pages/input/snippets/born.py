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
pairs = Counter()
for line in Path(counts).read_text(encoding="utf-8").splitlines():
    text, count = line.split("\t")
    for pair in pairwise(merged([text[0], *("##" + letter for letter in text[1:])], done)):
        pairs[pair] += int(count)
for (left, right), count in pairs.most_common(3):
    print("stands together", left, right, count)
