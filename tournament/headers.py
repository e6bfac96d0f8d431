"""What every answer tells the browser beside its content: which of its powers our pages use, and who may embed them.

The policy of contents, of frames and of the referrer are settings; these two have none in Django.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

View = Callable[[HttpRequest], HttpResponse]

NOT_USED = (
    "accelerometer",
    "autoplay",
    "browsing-topics",
    "camera",  # a photo of the sheet is taken by the phone's own camera program
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "publickey-credentials-get",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
USED = ("fullscreen", "screen-wake-lock")
PERMISSIONS = ", ".join([*(f"{name}=()" for name in NOT_USED), *(f"{name}=(self)" for name in USED)])


def middleware(get_response: View) -> View:
    """Nearly the outermost: answers that were kept, and refusals of other middlewares, get them too."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if vars(response).get("is_static"):
            return response
        # Powers are a page's; what a page loads has none of its own.
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        # What any page of the web may read, it may embed as well; a view that means it to be shown elsewhere says so.
        shared = response.headers.get("Access-Control-Allow-Origin") == "*"
        response.headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin" if shared else "same-origin")
        return response

    return answer
