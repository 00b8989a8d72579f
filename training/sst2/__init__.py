"""MiniLM fine-tuned on all of SST-2 as tutorials do it: a run of an hour that can be stopped at any time."""
