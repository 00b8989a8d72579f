"""What moves together when the words of a sentence change places."""

from collections.abc import Collection

from components.model.results import Tokens


def word_groups(tokens: Tokens, blanks: Collection[int]) -> tuple[list[list[int]], list[int]]:
    """Positions that move together, and which of these groups are words: blanks and marks stay."""
    groups = _groups(tokens, blanks)
    words = [n for n, group in enumerate(groups) if not tokens.items[group[0]].special and group[0] not in blanks]
    return groups, words


def _groups(tokens: Tokens, blanks: Collection[int]) -> list[list[int]]:
    """Positions that move together: the pieces of a word, or one blank, or one mark."""
    groups: list[list[int]] = []
    for position, token in enumerate(tokens.items):
        if token.continues and position not in blanks and position - 1 not in blanks:
            groups[-1].append(position)
        else:
            groups.append([position])
    return groups
