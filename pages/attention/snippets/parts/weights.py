if query is None:  # no token is chosen: the largest weight of all
    query, key = divmod(matrix.argmax().item(), len(matrix))
    names = [tokenizer.decode(inputs["input_ids"][place]) for place in (query, key)]
    print("largest weight, from and to:", *names, round(matrix[query, key].item(), 4))
else:
    for weight, key in zip(*matrix[query].sort(descending=True)):
        print(key.item(), tokenizer.decode(inputs["input_ids"][key]), round(weight.item(), 4))
