"""Pages with a single custom element, for benchmarks of drawing in the browser.

`server` serves them; `one_element` is the script. Every other module is one element: ``alternatives`` returns data sets
that are drawn in turn, and ``draw`` encodes one, shows it and returns the bytes sent.
"""
