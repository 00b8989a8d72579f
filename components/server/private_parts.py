"""Parts of Streamlit, Altair, Uvicorn and asyncio that the app replaces, and what each of them looked like.

None of them is public, so any release of a library may change them. A test compares them with what was replaced; the
figures are from ``docs/measurements.md`` (``python -m benchmarks replacements``).
"""

import importlib
import inspect
from dataclasses import dataclass
from typing import Any

_SESSION = "streamlit.runtime.app_session"
_RUNTIME = "streamlit.runtime.runtime:Runtime"
_SCHEMA = "altair.utils.schemapi"
_PROTOCOL = "uvicorn.protocols.http.auto:AutoHTTPProtocol"


@dataclass(frozen=True)
class PrivatePart:
    """Something that the app puts in the place of private parts of a library.

    Attributes:
        name: What the app does instead.
        module: The module that does it.
        places: The replaced attributes as ``module:path``, each with the names of its parameters.
        reason: Why the library's are not good enough.
        saves: What that saves, as measured; empty if it is not there for speed.
    """

    name: str
    module: str
    places: dict[str, str]
    reason: str
    saves: str = ""


PRIVATE_PARTS = (
    PrivatePart(
        "the theme, made once",
        "components.server.runs.rerun_overhead",
        {f"{_SESSION}:_populate_theme_msg": "msg section"},
        "the first message of every rerun has the whole theme, which never changes",
        "1 to 3 ms of a rerun's 19 to 27 (2026-11, Streamlit 1.67)",
    ),
    PrivatePart(
        "a session's state, looked up by key",
        "components.server.runs.rerun_overhead",
        {"streamlit.runtime.state:SafeSessionState.filtered_state": "self"},
        "every box and slider makes a dictionary of the whole state to look up one key",
        "2 ms of a first visit's 19 (2026-11, Streamlit 1.67)",
    ),
    PrivatePart(
        "messages taken from scripts in batches",
        "components.server.message_batches",
        {
            f"{_SESSION}:AppSession._call_soon_on_event_loop": "self callback",
            f"{_RUNTIME}._enqueued_some_message": "self",
        },
        "the event loop is woken for each of fifty messages, and hands the GIL back and forth",
        "3 ms of a first visit's 19 (2026-11, Streamlit 1.67)",
    ),
    PrivatePart(
        "messages sent in groups",
        "components.server.message_batches",
        {
            f"{_SESSION}:AppSession.flush_browser_queue": "self",
            f"{_RUNTIME}._send_message": "self session_info msg",
        },
        "one message is sent in each turn of the event loop, so that none can leave together",
        "5 ms of a first visit's 19 (2026-11, Streamlit 1.67)",
    ),
    PrivatePart(
        "parts of charts, kept",
        "components.charts.altair_overhead",
        {f"{_SCHEMA}:SchemaBase.from_dict": "cls dct validate"},
        "each condition of a chart is made by trying all that it could be",
        "2 to 5 ms of a changed word's 24 to 27 (2026-11, Altair 6.3)",
    ),
    PrivatePart(
        "charts, checked once",
        "components.charts.altair_overhead",
        {f"{_SCHEMA}:SchemaBase.validate": "cls instance schema"},
        "a chart that has passed its check is checked again in every rerun",
        "4 ms of a first visit's 19 (2026-11, Altair 6.3)",
    ),
    PrivatePart(
        "charts, copied without calls",
        "components.charts.altair_overhead",
        {f"{_SCHEMA}:_deep_copy": "obj by_ref"},
        "a chart is copied for each layer and property, by a call for each value",
        "nothing on “Masked words”, a fifth of a rerun of “Inside one weight” (2026-11, Altair 6.3)",
    ),
    PrivatePart(
        "scripts that wait for their turn",
        "components.server.runs.script_turns",
        {
            f"{_SESSION}:ScriptRunner": "session_id main_script_path session_state uploaded_file_mgr script_cache "
            "initial_rerun_data user_info fragment_storage pages_manager event_loop on_script_error "
            "local_sources_watcher",
            f"{_SESSION}:AppSession.request_rerun": "self client_state",
        },
        "a hundred scripts that run at a time take twice the work of the same ones in turns",
        "nothing for one visitor; it is for crowds (2026-11, Streamlit 1.67)",
    ),
    PrivatePart(
        "event loops without descriptors",
        "components.server.open_files",
        {f"{_SESSION}:asyncio.new_event_loop": ""},
        "every session has an event loop of three descriptors, which no script uses",
    ),
    PrivatePart(
        "connections accepted one by one",
        "components.server.open_files",
        {
            "asyncio.selector_events:BaseSelectorEventLoop._accept_connection": "self protocol_factory sock sslcontext "
            "server backlog ssl_handshake_timeout ssl_shutdown_timeout"
        },
        "without descriptors, asyncio tries two thousand times a second to accept",
    ),
    PrivatePart(
        "why a file could not be made",
        "components.server.downloads.download_errors",
        {"streamlit.runtime.backend_operation_handler:DeferredFileHandler.handle": "self request session_id"},
        "Streamlit says the same about every error",
    ),
    PrivatePart(
        "a time limit for headers",
        "components.server.header_timeouts",
        {
            f"{_PROTOCOL}.connection_made": "self transport",
            f"{_PROTOCOL}.data_received": "self data",
            f"{_PROTOCOL}.connection_lost": "self exc",
        },
        "Uvicorn waits for ever for headers that do not come",
    ),
)


def changed_parts() -> list[str]:
    """What no longer is as it was when it was replaced, a sentence each. Call it in a process that replaces nothing."""
    return [
        sentence
        for part in PRIVATE_PARTS
        for place, parameters in part.places.items()
        if (sentence := _change(part, place, parameters))
    ]


def find_part(place: str) -> tuple[Any, str, Any]:
    """Where an attribute such as ``module:Class.method`` is kept: its owner, its name there, and itself.

    Raises:
        ImportError: There is no such module.
        AttributeError: There is no such attribute.
    """
    module, _, path = place.partition(":")
    *owners, name = path.split(".")
    owner = importlib.import_module(module)
    for each in owners:
        owner = getattr(owner, each)
    return owner, name, inspect.getattr_static(owner, name)


def _change(part: PrivatePart, place: str, parameters: str) -> str:
    try:
        _, _, attribute = find_part(place)
    except (ImportError, AttributeError):
        return f"There is no {place} any more. {part.module} replaces it for “{part.name}”."
    function = getattr(attribute, "fget", None) or getattr(attribute, "__func__", attribute)
    now = " ".join(inspect.signature(function).parameters)
    if now == parameters:
        return ""
    return f"{place} takes ({now}) and no longer ({parameters}). {part.module} replaces it for “{part.name}”."
