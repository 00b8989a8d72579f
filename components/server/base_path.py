"""Serve the app's own routes below the operator's base path.

``server.baseUrlPath`` moves Streamlit's routes but not those that an app adds, so requests for the latter would be
answered with the page.
"""

from collections.abc import Sequence

from starlette.routing import Route


def with_base_path(base: str, routes: Sequence[Route]) -> list[Route]:
    """The routes below the base path and also at the root, since a proxy may strip the path.

    Args:
        base: The base path, with or without slashes; "" for none.
        routes: The routes at the root.
    """
    path = base.strip("/")
    moved = [Route(f"/{path}{route.path}", route.endpoint, methods=list(route.methods or ())) for route in routes]
    return [*(moved if path else ()), *routes]
