"""The static site, written by ``python launch.py site OUT``: views of the app that need no server."""
