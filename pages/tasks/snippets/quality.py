"""How good a head is, from its stored evaluation."""

import json

# Inputs: the page fills in your values here.
head = "relation"
added = "cache/pocket/heads"

with open(f"{added}/evaluation.json", encoding="utf-8") as file:
    told = json.load(file)
for kind in ("figures", "frozen"):
    for one in told[kind]:
        if one["head"] == head:
            low, share, high = one["interval"]
            print(f"{kind}: {one['what']}, {one['asked']} asked: {share} ({low} to {high})")
