"""Messages for visitors about failed downloads."""

import errno

from components.model.user_errors import ModelUnavailable


def error_message(error: Exception) -> str:
    """A message of one or two sentences for the error that ended a download."""
    import httpx2
    from huggingface_hub.errors import HfHubHTTPError

    if isinstance(error, ModelUnavailable):
        return str(error)
    if isinstance(error, HfHubHTTPError | httpx2.HTTPStatusError):
        return _refused(error.response.status_code)
    if isinstance(error, httpx2.TimeoutException):
        return "The Hugging Face Hub stopped answering. Try again; the download continues where it stopped."
    if isinstance(error, httpx2.HTTPError | ConnectionError):
        return "The connection was lost. Try again; the download continues where it stopped."
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "The disk is full. Free some space and try again; the download continues where it stopped."
    if isinstance(error, OSError):
        return "The model could not be saved on this machine. Ask whoever runs it to check the folder cache/models."
    return "The download failed. Try again later."


def _refused(status: int) -> str:
    if status in (401, 403):
        return "The Hugging Face Hub gives this model only to signed-in users. Choose another model."
    if status == 404:
        return "The Hugging Face Hub no longer has this version of the model. Choose another model."
    return f"The Hugging Face Hub cannot answer now (HTTP {status}). Try again later."
