"""The input of layer 1: what a model adds up for every token, and the tokens near each."""
