"""The groups of tokens that move together when the words of a sentence change places."""

from collections.abc import Collection

from components.model.results import Tokens


def word_groups(tokens: Tokens, blanks: Collection[int]) -> tuple[list[list[int]], list[int]]:
    """Groups of positions that move together, and the indices of those that are words: others never move."""
    groups = _groups(tokens, blanks)
    words = [n for n, group in enumerate(groups) if not tokens.items[group[0]].special and group[0] not in blanks]
    return groups, words


def _groups(tokens: Tokens, blanks: Collection[int]) -> list[list[int]]:
    """Groups of positions that move together: the tokens of a word, one blank, or one special token."""
    groups: list[list[int]] = []
    for position, token in enumerate(tokens.items):
        if token.continues and position not in blanks and position - 1 not in blanks:
            groups[-1].append(position)
        else:
            groups.append([position])
    return groups
