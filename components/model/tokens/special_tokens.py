"""Which sentence of a pair a token is part of, as a tokenizer tells it.

A pair of sentences reaches BERT as ``[CLS] first [SEP] second [SEP]``, and every position says which of the two it is
part of (token type ids; Devlin et al. 2019, https://arxiv.org/abs/1810.04805). RoBERTa's tokenizer says 0 everywhere.
"""

from transformers import PreTrainedTokenizerBase


def sets_token_type_ids(tokenizer: PreTrainedTokenizerBase) -> bool:
    """Whether ``tokenizer`` tells the model which sentence of a pair a token is part of.

    It is asked with one letter in the place of each sentence, so that no architecture has to be known by name.
    """
    if "token_type_ids" not in tokenizer.model_input_names:
        return False
    encoding = tokenizer("a", "b").encodings[0]
    pairs = zip(encoding.sequence_ids, encoding.type_ids, strict=True)
    return all(sentence is None or kind == sentence for sentence, kind in pairs)
