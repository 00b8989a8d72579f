from transformers import AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
words = ["Agnieszka", "flew", "to", "Timbuktu"]
names = ["PERSON", "–", "–", "PLACE"]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
read = tokenizer(words, is_split_into_words=True)
pieces, of_word = tokenizer.convert_ids_to_tokens(read["input_ids"]), read.word_ids()
firsts = [word is not None and word not in of_word[:place] for place, word in enumerate(of_word)]
labels = [names[word] if first else None for word, first in zip(of_word, firsts, strict=True)]
print(list(zip(pieces, labels, strict=True)))
hits = [labels[place] == names[of_word[place]] for place, first in enumerate(firsts) if first]
print(sum(hits) / len(names))
