# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
points = [  # sentence, start and end of the word in it, sense
    ("The bank lent us money.", 4, 8, "money"),
    ("The bank paid interest.", 4, 8, "money"),
    ("We sat on the river bank.", 20, 24, "river"),
]
pooled = "mean"  # for a word of several tokens: the mean of their vectors, the first, or the last

# The part “vectors”.
# The part “accuracy”.
