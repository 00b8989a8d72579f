"""Addresses of our own below the path that the operator names.

``server.baseUrlPath`` moves Streamlit's own addresses there and leaves those of an app where they are, so that what a
page asks for beside itself would be answered with a page.
"""

from collections.abc import Sequence

from starlette.routing import Route


def with_base_path(base: str, routes: Sequence[Route]) -> list[Route]:
    """The same routes below a path, and where they were: a proxy may take the path away before it asks.

    Args:
        base: The path, with or without its slashes; empty for none.
        routes: As they are without a path.
    """
    path = base.strip("/")
    moved = [Route(f"/{path}{route.path}", route.endpoint, methods=list(route.methods or ())) for route in routes]
    return [*(moved if path else ()), *routes]
