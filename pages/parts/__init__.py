"""What rooms share: the frame, settings, modes, findings, links, lectures and search."""
