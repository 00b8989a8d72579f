"""Why a file could not be made, below its download button.

Streamlit makes a file when its button is pressed, and says "Failed to generate file for download" about every error.
"""

import asyncio
import logging

from streamlit.proto.BackMsg_pb2 import BackendOperationRequest
from streamlit.proto.ForwardMsg_pb2 import BackendOperationResponse, DeferredFileResponsePayload
from streamlit.runtime.backend_operation_handler import DeferredFileHandler

from components.model.user_errors import UserError

_FAILED = "This file could not be made. Reload the page and try again."
_LOG = logging.getLogger(__name__)


def explain_failed_downloads() -> None:
    """Show the message of a :class:`UserError` below its button. Call once, before the first session."""
    DeferredFileHandler.handle = _handle  # type: ignore[method-assign]


async def _handle(
    self: DeferredFileHandler, request: BackendOperationRequest, session_id: str
) -> BackendOperationResponse:
    try:
        make = self._get_media_file_mgr().execute_deferred
        url = await asyncio.to_thread(make, request.deferred_file.file_id)
    except Exception as error:
        if isinstance(error.__cause__, UserError):  # what the file's function raised
            return BackendOperationResponse(request_id=request.request_id, error_msg=str(error.__cause__))
        _LOG.exception("A file could not be made.")
        return BackendOperationResponse(request_id=request.request_id, error_msg=_FAILED)
    return BackendOperationResponse(request_id=request.request_id, deferred_file=DeferredFileResponsePayload(url=url))
