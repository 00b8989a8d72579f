"""Words that students search for, and what Enter opens: the path and the parameters of its link."""

TABLES = "Near and far"
MASKING = ("how-it-learned", {"mode": "One training step"})
NEXT_SENTENCE = ("how-it-learned", {"mode": "Next sentence (NSP)"})
TOKENIZATION = ("what-does-it-read", {})
PAIR = ("what-does-it-read", {"sentence": "The film was great", "beside": "I loved it", "mode": "The sum"})
LEARNING_RATE = ("teach-it-something", {"why": "true", "show": "rates", "mode": "Is it any good?"})
SEARCH = (
    "one-encoder-many-heads",
    {"mode": "Question answering", "passage": "17", "question": "How far is Mercury from the Sun?"},
)
ANSWERS = ("one-encoder-many-heads", {"mode": "Question answering"})
SOFT_TARGETS = ("what-a-small-one-keeps", {"mode": "Soft targets"})
NEIGHBOURS = ("which-bank", {"why": "true", "mode": "The map"})
# What Enter opens: the path and the parameters of its link. The first view of a room needs no name.
ENTER_OPENS: dict[str, tuple[str, dict[str, str]]] = {
    "which bank": ("which-bank", {}),
    "Which bank?": ("which-bank", {}),
    "word piece": TOKENIZATION,
    "wordpiece": TOKENIZATION,
    "word pieces": TOKENIZATION,
    "tokenisation": TOKENIZATION,
    "tokenization": TOKENIZATION,
    "tokenis": TOKENIZATION,
    "positional encoding": ("where-am-i", {"mode": TABLES}),
    "positional encodings": ("where-am-i", {"mode": TABLES}),
    "position encoding": ("where-am-i", {"mode": TABLES}),
    "sinusoidal": ("where-am-i", {"mode": TABLES}),
    "attention visualisation": ("who-looks-at-whom", {}),
    "attention visualization": ("who-looks-at-whom", {}),
    "span": ANSWERS,
    "sentence A B": PAIR,
    "token type ids": PAIR,
    "token_type_ids": PAIR,
    "segment embedding": PAIR,
    "segment embeddings": PAIR,
    "lr": LEARNING_RATE,
    "80% 10% 10%": MASKING,
    "80 10 10": MASKING,
    "80/10/10": MASKING,
    "masking 80/10/10": MASKING,
    "causal mask": ("what-the-mask-takes-away", {"mode": "Side by side"}),
    "distilbert speed": ("half-the-layers", {}),
    "next sentence prediction": NEXT_SENTENCE,
    "nsp": NEXT_SENTENCE,
    "attention head": ("who-looks-at-whom", {}),
    "rope": ("where-am-i", {"mode": "RoPE by hand"}),
    "learning rate": LEARNING_RATE,
    "distillation": ("what-a-small-one-keeps", {}),
    "temperature": SOFT_TARGETS,
    "question answering": ANSWERS,
    "nearest neighbor": NEIGHBOURS,
    "nearest neighbours": NEIGHBOURS,
    "bank": ("which-bank", {}),  # a room comes before its example of the same name
    "tours": ("tours", {}),
}
EXPLAINED_DISTILLATION = ("what-a-small-one-keeps", {"why": "true"})
BERT_TRAINING = ("how-it-learned", {"why": "true"})
TIRED_ANIMAL = (
    "who-looks-at-whom",
    {"sentence": "The animal didn't cross the street because it was too tired."},
)
ONE_WEIGHT = ("who-looks-at-whom", {"mode": "Inside one weight"})
ILLUSTRATED = ("from-your-tutorial", {"tutorial": "Illustrated posts"})
ENCODER_DECODER = ("what-the-mask-takes-away", {"mode": "Encoder against decoder"})
IS_IT_GOOD = ("teach-it-something", {"mode": "Is it any good?"})
TASK_TABLE = ("one-encoder-many-heads", {"why": "true", "show": "task-list"})
TAGGING = ("one-encoder-many-heads", {"mode": "Tagging words"})
ARRAYS = ("what-does-it-read", {"arrays": "true", "mode": "The sum"})
PROMPTING = ("what-the-mask-takes-away", {"why": "true", "mode": "Encoder against decoder"})
WRITING = ("what-the-mask-takes-away", {"work": "Write on", "mode": "Encoder against decoder"})
TWO_MASKS = ("what-the-mask-takes-away", {"mode": "Side by side"})
OCCLUSION = ("fill-the-blank", {"mode": "Where from?"})
SCHEDULE = ("what-goes-wrong", {"mistake": "warmup"})
LABEL_COUNT = ("teach-it-something", {"why": "true", "show": "label-counts", "mode": "Is it any good?"})
LOOP = ("teach-it-something", {"export": "true", "show": "code-by_hand"})
COMPARED = {"properties": "true", "show": "compared-models"}
FOUR_SCRIPTS = ("from-your-tutorial", {"tutorial": "Positions and fine-tuning"})
RESIDUAL = ("inside-a-layer", {"floor": "1", "box": "attention_norm"})
FIRST_TASK, FIRST_RUN, FIRST_BLANK = ("one-encoder-many-heads", {}), ("teach-it-something", {}), ("fill-the-blank", {})
SMALL_HEAD = ("one-encoder-many-heads", {"head": "opinion, small head"})
# Terms of tutorials and textbooks, and what Enter opens for them.
TUTORIAL_TERMS: dict[str, tuple[str, dict[str, str]]] = {
    "illustrated": ILLUSTRATED,
    "Alammar": ILLUSTRATED,
    "illustrated transformer": ILLUSTRATED,
    "the illustrated BERT": ILLUSTRATED,
    "visual guide": ILLUSTRATED,
    "sticky notes": ("from-your-tutorial", {"tutorial": "Long read with code"}),
    "feature extraction": IS_IT_GOOD,
    "feature-based": IS_IT_GOOD,
    "logistic regression": IS_IT_GOOD,
    "confusion matrix": (IS_IT_GOOD[0], {"why": "true", "show": "confusion", **IS_IT_GOOD[1]}),
    "calibration": (IS_IT_GOOD[0], {"why": "true", "show": "reliability", **IS_IT_GOOD[1]}),
    "spam": FIRST_TASK,
    "spam detection": FIRST_TASK,
    "sentence classification": FIRST_TASK,
    "linear layer": FIRST_TASK,
    "pooler": SMALL_HEAD,
    "BertForSequenceClassification": FIRST_TASK,
    "toxicity": TASK_TABLE,
    "paraphrase": TASK_TABLE,
    "slot filling": TASK_TABLE,
    "NER": TAGGING,
    "CRF": TAGGING,
    "BIO tags": TAGGING,
    "SQuAD": ANSWERS,
    "start and end logits": ANSWERS,
    "entailment": TASK_TABLE,
    "reranking": SEARCH,
    "semantic search": SEARCH,
    "vector database": SEARCH,
    "sentence embedding": (
        "one-encoder-many-heads",
        {"why": "true", "show": "likeness", "mode": "Question answering", "passage": "17"},
    ),
    "SentenceTransformer": (
        "one-encoder-many-heads",
        {"why": "true", "show": "likeness", "mode": "Question answering", "passage": "17"},
    ),
    "query key value": ONE_WEIGHT,
    "scaled dot product": ONE_WEIGHT,
    "attention is all you need": ONE_WEIGHT,
    "multi-head attention": ("who-looks-at-whom", {}),
    "output_attentions": ("who-looks-at-whom", {}),
    "anaphora": ("who-looks-at-whom", {}),
    "bertviz": ("who-looks-at-whom", {"bertviz": "true"}),
    "cross-attention": ENCODER_DECODER,
    "encoder-decoder": ENCODER_DECODER,
    "T5": ENCODER_DECODER,
    "seq2seq": ENCODER_DECODER,
    "machine translation": ("the-family", {"every": "true"}),
    "GLUE": ("the-family", {"sources": "true"}),
    "RoBERTa": ("the-family", {"one": "bert-base", "other": "roberta"}),
    "hidden size": ("the-family", {"one": "bert-base", "other": "bert-large"}),
    "look-ahead mask": TWO_MASKS,
    "LLM": TWO_MASKS,
    "Longformer": ("what-the-mask-takes-away", {"masking": "sliding window", "mode": "Side by side"}),
    "beam search": WRITING,
    "in-context learning": PROMPTING,
    "few-shot": PROMPTING,
    "residual": RESIDUAL,
    "skip connection": RESIDUAL,
    "vanishing gradients": RESIDUAL,
    "layer normalization": RESIDUAL,
    "feed forward": ("inside-a-layer", {"floor": "1", "box": "up"}),
    "softmax": FIRST_BLANK,
    "logits": FIRST_BLANK,
    "masked language model": FIRST_BLANK,
    "top-k": FIRST_BLANK,
    "LIME": OCCLUSION,
    "explainability": OCCLUSION,
    "logit lens": ("inside-a-layer", {"mode": "One token’s path"}),
    "perplexity": FIRST_BLANK,
    "probing": ("what-each-layer-knows", {}),
    "anisotropy": ("what-goes-wrong", {"mistake": "sentence_vector"}),
    "ELMo": ("which-bank", {}),
    "word2vec": ("which-bank", {}),
    "homonym": ("which-bank", {}),
    "t-SNE": ("which-bank", {"mode": "The map", "method": "neighbourhoods (t-SNE)"}),
    "subword": TOKENIZATION,
    "OOV": TOKENIZATION,
    "out of vocabulary": TOKENIZATION,
    "BPE": ("what-does-it-read", {"why": "true"}),
    "last_hidden_state": ARRAYS,
    "input ids": ARRAYS,
    "AutoModel": ARRAYS,
    "truncation": ("what-does-it-read", {"mode": "Truncation"}),
    "warmup": LEARNING_RATE,
    "learning rate schedule": SCHEDULE,
    "catastrophic forgetting": ("teach-it-something", {"why": "true", "show": "moved", "mode": "Is it any good?"}),
    "overfitting": FIRST_RUN,
    "SST-2": LABEL_COUNT,
    "IMDb": LABEL_COUNT,
    "weight decay": FIRST_RUN,
    "transfer learning": FIRST_RUN,
    "hugging face": ("teach-it-something", {"export": "true", "show": "watch-code"}),
    "gradient clipping": LOOP,
    "clip_grad_norm_": LOOP,
    "backpropagation": ("how-it-learned", {"mode": "One training step"}),
    "sentence order prediction": NEXT_SENTENCE,
    "cross entropy": MASKING,
    "teacher": EXPLAINED_DISTILLATION,
    "student": EXPLAINED_DISTILLATION,
    "what is distillation": EXPLAINED_DISTILLATION,
    "how was BERT trained": BERT_TRAINING,
    "How was BERT trained?": BERT_TRAINING,
    "English Wikipedia": BERT_TRAINING,
    "it": TIRED_ANIMAL,
    "it_": TIRED_ANIMAL,
    "The animal didn’t cross the street because it was too tired.": TIRED_ANIMAL,
    "the animal didn't cross the street because it was too tired": TIRED_ANIMAL,
    "dark knowledge": SOFT_TARGETS,
    "soft labels": SOFT_TARGETS,
    "KL divergence": ("what-a-small-one-keeps", {"why": "true", "mode": "Soft targets"}),
    "dropout": ("what-goes-wrong", {"mistake": "dropout"}),
    "lowercase": ("what-goes-wrong", {"mistake": "case"}),
    "mixed precision": ("what-goes-wrong", {"mistake": "half"}),
    "latency": ("half-the-layers", {}),
    "residual connection": RESIDUAL,
    "embedding layer": ("what-does-it-read", {"mode": "The sum"}),
    "GELU": ("the-family", {"one": "bert-base", "other": "t5-small", **COMPARED}),
    "activation function": ("the-family", {"one": "bert-base", "other": "t5-small", **COMPARED}),
    "hidden_dropout_prob": ("the-family", {"one": "bert-base", "other": "bert-large", **COMPARED}),
    "XLNet": PROMPTING,
    "sink": ("who-looks-at-whom", {"names": "true"}),
    "attention sink": ("who-looks-at-whom", {"names": "true"}),
    "lifecycle": FOUR_SCRIPTS,
    "distillbert_comparison.py": FOUR_SCRIPTS,
    "distilbert_comparison.py": FOUR_SCRIPTS,
}
