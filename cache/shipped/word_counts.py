"""Counts of the most frequent words in the training text of the pocket family.

They show which tokens occur together most often, as one sentence cannot. ``python -m cache.shipped.word_counts FOLDER``
writes them, from the folder with the texts.
"""

import argparse
from collections import Counter
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("word_counts.tsv")
WORD_LIMIT = 5000


@cache
def word_counts() -> dict[str, int]:
    """The words and their counts, the most frequent first."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {word: int(count) for word, count in (line.split("\t") for line in lines)}


def main() -> None:
    """Count the words that the family's pre-tokenizer finds, and write them."""
    from tokenizers import Tokenizer

    from components.model.checkpoints.catalogue import POCKET_FOLDER

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path, help="the folder with the texts")
    tokenizer = Tokenizer.from_file(str(POCKET_FOLDER / "bert" / "tokenizer.json"))
    counts: Counter[str] = Counter()
    for file in sorted(parser.parse_args().texts.glob("*.txt")):
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                words = tokenizer.pre_tokenizer.pre_tokenize_str(tokenizer.normalizer.normalize_str(line))
                counts.update(word for word, _ in words if word.isalpha())
    most_frequent = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))[:WORD_LIMIT]
    FILE.write_text("".join(f"{word}\t{count}\n" for word, count in most_frequent), encoding="utf-8")


if __name__ == "__main__":
    main()
