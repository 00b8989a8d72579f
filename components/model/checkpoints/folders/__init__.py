"""The operator's folder of models: what is found in it, and why the rest is not offered."""
