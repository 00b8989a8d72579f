import math
from collections import Counter
from itertools import pairwise
from pathlib import Path

from transformers import AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
word = "unbelievably"
done = 100  # merges made so far
counts = "cache/shipped/word_counts.tsv"  # how often each word occurs in the text

vocabulary = AutoTokenizer.from_pretrained(where, revision=revision or "main").get_vocab()
merges = {}  # pair of tokens: number of the merge


def merge(tokens, limit):  # apply the first merges up to the limit, earliest first
    while True:
        ranked = [(merges[pair], i) for i, pair in enumerate(pairwise(tokens)) if merges.get(pair, limit + 1) <= limit]
        if not ranked:
            return tokens
        i = min(ranked)[1]
        tokens = [*tokens[:i], tokens[i] + tokens[i + 1].removeprefix("##"), *tokens[i + 2 :]]


for token in sorted(vocabulary, key=vocabulary.get):  # in the order in which they were learned
    bare = token.removeprefix("##")
    letters = (
        ["##" + letter for letter in bare] if token != bare else [bare[0], *("##" + letter for letter in bare[1:])]
    )
    parts = merge(letters, len(merges))
    if len(parts) == 2:
        merges.setdefault(tuple(parts), len(merges) + 1)

print(f"{word}:", *merge([word[0], *("##" + letter for letter in word[1:])], len(merges)))
single, pairs, joins = Counter(), Counter(), Counter()
for line in Path(counts).read_text(encoding="utf-8").splitlines():
    text, count = line.split("\t")
    tokens = merge([text[0], *("##" + letter for letter in text[1:])], done)
    last = {}  # where a pair was last joined: of three equal tokens in a row, only two can be joined
    for token in tokens:
        single[token] += int(count)
    for i, pair in enumerate(pairwise(tokens)):
        pairs[pair] += int(count)
        if last.get(pair) != i - 1:
            last[pair] = i
            joins[pair] += int(count)


def n_log_n(n):
    return n * math.log(n) if n else 0.0


def gain(pair):  # in the text's log-likelihood, if tokens are drawn independently
    lost = Counter(pair)  # each merge uses up one of each token, or two of the same
    after = sum(n_log_n(single[token] - n * joins[pair]) for token, n in lost.items()) + n_log_n(joins[pair])
    before = sum(n_log_n(single[token]) for token in lost)
    return after - n_log_n(single.total() - joins[pair]) - before + n_log_n(single.total())


for (left, right), count in pairs.most_common(3):
    print("most frequent", left, right, count)
for left, right in sorted(pairs, key=gain, reverse=True)[:3]:
    print("largest gain in bits", left, right, gain((left, right)) / math.log(2))
