"""Riverbank: see how BERT reads. ``streamlit run app.py`` serves it.

The script of every visit is ``pages/front_door.py``. It is not in this folder, next to ``pages``, because Streamlit
would treat it as an app with the old multipage convention until ``st.navigation`` has run once in the process: on a
cold server, a link into a room would show "Page not found".
"""

import runpy
import sys
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.scriptrunner import get_script_run_ctx

# Rooms import these too: here they load while the server starts, and not while the first visitor waits.
import cache  # noqa: F401
import components.charts.candidates  # noqa: F401
from cache.classes.class_pairs import check_pairs_of_classes
from cache.classes.class_suites import check_minimal_pairs_of_classes
from cache.engine import READY
from cache.shipped.first_river import stored_picture
from components.charts.altair_overhead import reduce_chart_overhead
from components.classroom.classes import CLASSES
from components.classroom.cookie import held_class
from components.classroom.routes import routes
from components.server.address_limits import AddressLimits
from components.server.base_path import with_base_path
from components.server.downloads.download_errors import explain_failed_downloads
from components.server.downloads.large_downloads import LARGE_DOWNLOADS
from components.server.fonts.page_fonts import FONT_ROUTE
from components.server.garbage import IdleGarbageCollection
from components.server.graceful_shutdown import handle_sigterm
from components.server.header_timeouts import limit_header_time
from components.server.host_check import HostCheck
from components.server.joined_writes import JoinedWrites
from components.server.message_batches import batch_messages
from components.server.metrics import RequestMetrics, serve_metrics
from components.server.open_files import (
    accept_one_by_one,
    limit_exhaustion_logs,
    raise_open_files_limit,
    use_no_descriptors_for_scripts,
)
from components.server.openmp_wait import limit_spinning
from components.server.page_messages import MessageCheck
from components.server.reconnection import ForceFullRerun
from components.server.request_timeouts import RequestTimeouts
from components.server.runs.rerun_overhead import reduce_rerun_overhead
from components.server.runs.script_turns import run_scripts_in_turns
from components.server.security_headers import SecurityHeaders
from components.server.shell import PageShell, StaticCompression
from components.server.tcp_nodelay import TcpNoDelay
from components.server.upload_limits import UploadLimits

FRONT_DOOR = Path(__file__).parent / "pages" / "front_door.py"
BASE_PATH = str(st.get_option("server.baseUrlPath") or "")

# Streamlit adds the folder of its script to sys.path for every run and removes it again. A concurrent import in another
# thread, such as the engine's, can then miss an entry: "No module named 'torch'". An entry that exists already stays.
if str(FRONT_DOOR.parent) not in sys.path:
    sys.path.append(str(FRONT_DOOR.parent))

raise_open_files_limit()
limit_exhaustion_logs()
accept_one_by_one()
serve_metrics(lambda: CLASSES.students)
check_pairs_of_classes()
check_minimal_pairs_of_classes()
limit_spinning()
limit_header_time()
explain_failed_downloads()
reduce_chart_overhead()
layers = (
    Middleware(TcpNoDelay),
    Middleware(JoinedWrites),
    Middleware(RequestMetrics),
    Middleware(MessageCheck),
    Middleware(AddressLimits, held_class=held_class),
    Middleware(ForceFullRerun),
    Middleware(IdleGarbageCollection),
    Middleware(SecurityHeaders),
    Middleware(HostCheck),
    Middleware(RequestTimeouts),
    Middleware(UploadLimits),
    Middleware(PageShell, style=FRONT_DOOR.parent / "parts" / "frame.css", picture=stored_picture(), base=BASE_PATH),
    Middleware(StaticCompression, base=BASE_PATH),
)
served = with_base_path(BASE_PATH, [LARGE_DOWNLOADS.route, READY, FONT_ROUTE, *routes()])
app = st.App(FRONT_DOOR, routes=served, middleware=layers)

if get_script_run_ctx(suppress_warning=True) is None:
    handle_sigterm()
    run_scripts_in_turns()
    batch_messages()
    use_no_descriptors_for_scripts()
    reduce_rerun_overhead()
else:  # run as a script, as AppTest does, and not imported by the server
    runpy.run_path(str(FRONT_DOOR))
