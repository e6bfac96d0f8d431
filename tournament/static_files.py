"""Static files as a laptop serves them: as they lie, but what is text goes out compressed, styles without comments.

`collectstatic` takes longer than a hall waits for its program to start; these few files take a blink. A server that has
built its files (STATIC_BUILT) serves what was built.
"""

import gzip
import re
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.http import HttpRequest
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

TEXTS = (".css", ".js", ".svg")
COMMENT = re.compile(rb"/\*.*?\*/", re.S)
"""In a style sheet: for who writes it, and a sixth of what a phone would load."""
FOREIGN = "/static/admin/"
"""Support pages: read by few, and never on bad Wi-Fi."""


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """WhiteNoise, which finds compressed files only beside the others."""

    def get_static_file(self, path: str, url: str, stat_cache: Any = None) -> StaticFile:
        if settings.STATIC_BUILT or url.startswith(FOREIGN) or not path.endswith(TEXTS):
            return super().get_static_file(path, url, stat_cache)
        headers = Headers([])
        self.add_mime_headers(headers, path, url)
        self.add_cache_headers(headers, path, url)
        return StaticFile(path, headers.items(), encodings={"gzip": str(_packed(Path(path)))})

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> Any:
        """A style or a letter does nothing by itself: the policies that pages have would be a fifth of a first view."""
        response = WhiteNoiseMiddleware.serve(static_file, request)
        vars(response).update(_csp_exempt=True, xframe_options_exempt=True, is_static=True)
        return response


def _packed(path: Path) -> Path:
    """The file compressed, kept with the program's data under what it holds."""
    content = path.read_bytes()
    if path.suffix == ".css":
        content = COMMENT.sub(b"", content)
    packed = Path(settings.DATA_DIR) / "packed" / f"{sha256(content).hexdigest()[:16]}.gz"
    if not packed.exists():
        packed.parent.mkdir(exist_ok=True)
        # Workers start at once: each writes a file of its own, and whoever renames his last has the same bytes.
        beside = packed.with_name(f"{packed.stem}.{token_hex(4)}")
        beside.write_bytes(gzip.compress(content, mtime=0))
        beside.replace(packed)
    return packed
