"""Whether a tokenizer sets token type ids, which say which sentence of a pair each token belongs to.

BERT reads a pair as ``[CLS] first [SEP] second [SEP]`` with token type ids 0 and 1 (Devlin et al. 2019,
https://arxiv.org/abs/1810.04805). RoBERTa's tokenizer sets 0 everywhere.
"""

from transformers import PreTrainedTokenizerBase


def sets_token_type_ids(tokenizer: PreTrainedTokenizerBase) -> bool:
    """Whether ``tokenizer`` gives the two sentences of a pair different token type ids.

    This is tested on a pair of letters, so it works for any architecture.
    """
    if "token_type_ids" not in tokenizer.model_input_names:
        return False
    encoding = tokenizer("a", "b").encodings[0]
    pairs = zip(encoding.sequence_ids, encoding.type_ids, strict=True)
    return all(sentence is None or kind == sentence for sentence, kind in pairs)
