"""Special tokens a tokenizer puts around sentences: [CLS] and [SEP] for BERT, <s> and </s> for RoBERTa, none for GPT-2.

A pair of sentences reaches BERT as ``[CLS] first [SEP] second [SEP]``, and every position says which of the two it is
part of (token type ids; Devlin et al. 2019, https://arxiv.org/abs/1810.04805). Which marks stand where is asked of the
tokenizer once, with one letter in the place of each sentence, so that no architecture has to be known by name.
"""

from dataclasses import dataclass

from transformers import PreTrainedTokenizerBase

_LETTERS = ("a", "b")


@dataclass(frozen=True)
class Mark:
    """A token that the tokenizer adds, and the sentence it counts as part of: 0 or 1."""

    id: int
    segment: int


@dataclass(frozen=True)
class SentenceMarks:
    """The marks before the first sentence and after every sentence: one group more than there are sentences.

    ``typed`` says whether the tokenizer itself tells the model which sentence a token is part of.
    """

    groups: tuple[tuple[Mark, ...], ...]
    typed: bool

    def __len__(self) -> int:
        return sum(map(len, self.groups))


def sentence_marks(tokenizer: PreTrainedTokenizerBase, *, sentences: int) -> SentenceMarks:
    """The marks that ``tokenizer`` puts around one sentence or two.

    A mark is part of the sentence that the tokenizer says, and of the one before it where the tokenizer says nothing.
    """
    encoding = tokenizer(*_LETTERS[:sentences]).encodings[0]
    types = dict(zip(encoding.sequence_ids, encoding.type_ids, strict=True))
    told = "token_type_ids" in tokenizer.model_input_names
    typed = told and all(types[sentence] == sentence for sentence in range(sentences))
    groups: list[list[Mark]] = [[]]
    for token_id, sentence, kind in zip(encoding.ids, encoding.sequence_ids, encoding.type_ids, strict=True):
        if sentence is None:
            groups[-1].append(Mark(token_id, kind if typed else max(0, len(groups) - 2)))
        elif sentence == len(groups) - 1:
            groups.append([])
    return SentenceMarks(tuple(map(tuple, groups)), typed)
