"""Pages that show one element and nothing else, for benchmarks of what a browser draws.

`server` serves them all; `one_element` is the script of each visit. A module here is one element: ``alternatives`` are
what it is shown with in turn, and ``draw`` encodes one of them, puts it on the screen and returns the bytes sent.
"""
