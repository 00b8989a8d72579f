"""A page that could not do what was asked, and quotes it."""

from components.model.user_errors import UserError
from pages.parts.errors import show_errors
from tests.typed_markup import MARKUP, TURNED

with show_errors():
    raise UserError(f"The blank cannot hold “{MARKUP} {TURNED}”. Please name another.")
