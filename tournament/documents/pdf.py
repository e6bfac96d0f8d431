"""Papers as PDF files: the only module that knows WeasyPrint."""

import logging
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import resources
from io import BytesIO
from types import ModuleType
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from tournament.phrases import Refused

# Eight lines a paper, at the level of what people want to read.
logging.getLogger("weasyprint.progress").setLevel(logging.WARNING)

STATIC = settings.BASE_DIR / "static"
STYLESHEET = STATIC / "css" / "paper.css"
# Whole faces: with subsets of one family a PDF prints wrong letters under a valid seal.
FONTS = STATIC / "vendor" / "noto-sans-2.015"
FACES = (FONTS / "NotoSans-Regular.ttf", FONTS / "NotoSans-Bold.ttf")

OUTPUT_INTENT = "sRGB"
OF_EVERY_ELEMENT = re.compile(r"^::[^{]*{[^}]*}$", re.MULTILINE)
"""In the styles that all pages begin with: rules for parts of whatever element there is."""

# What a paper says of itself beside PDF/A-3a: that it is PDF/UA-1 too. PDF/A asks for the words of this name.
PDF_UA = (
    b'<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/>'
    b'<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"'
    b' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"'
    b' xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">'
    b'<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">'
    b"<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>"
    b"<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>"
    b"<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>"
    b'<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">'
    b"<pdfaProperty:name>part</pdfaProperty:name>"
    b"<pdfaProperty:valueType>Integer</pdfaProperty:valueType>"
    b"<pdfaProperty:category>internal</pdfaProperty:category>"
    b"<pdfaProperty:description>The part of ISO 14289 that the file conforms to</pdfaProperty:description>"
    b"</rdf:li></rdf:Seq></pdfaSchema:property>"
    b"</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>"
)


@dataclass(frozen=True)
class Attachment:
    """A file inside the paper: its name, its bytes, what it is, and the time that it is dated with."""

    name: str
    data: bytes
    description: str
    at: datetime


def render(template: str, context: Mapping[str, Any], language: str, attachment: Attachment | None = None) -> bytes:
    """A template as a tagged PDF to be kept (PDF/UA-1 and PDF/A-3a) in the given language.

    attachment: given for papers that are sealed. The same input gives the same bytes. Nothing is fetched from
    anywhere, whatever addresses the context holds. Raises `Refused` where the system's PDF libraries are missing.
    """
    return press().print(markup(template, context, language), attachment)


def markup(template: str, context: Mapping[str, Any], language: str) -> str:
    """The template in the given language, as it is handed to the press."""
    with translation.override(language):
        return render_to_string(template, {**context, "language": language})


class Press:
    """Fonts, colours and stylesheet, prepared once a process; one paper at a time: WeasyPrint's state is shared."""

    def __init__(self, weasyprint: ModuleType) -> None:
        from weasyprint.text.fonts import FontConfiguration

        missing = [face.name for face in FACES if not face.exists()]
        if missing:
            # WeasyPrint would silently take another font.
            raise FileNotFoundError(f"Fonts missing in {FONTS}: {', '.join(missing)}")
        self._weasyprint = weasyprint
        self._turn = threading.Lock()
        self._fetcher = _fetcher(weasyprint)
        self._fonts = FontConfiguration()
        self._usual = [_usual(weasyprint)]
        self._styles = [weasyprint.CSS(filename=STYLESHEET, url_fetcher=self._fetcher, font_config=self._fonts)]
        self._colours = _colours()

    def print(self, html: str, attachment: Attachment | None) -> bytes:
        source = self._weasyprint.HTML(string=html, url_fetcher=self._fetcher, base_url=STATIC.as_uri())
        source._ua_stylesheets = lambda *_forms: self._usual
        options = {
            "attachments": [self._attached(attachment)] if attachment else [],
            "pdf_variant": "pdf/a-3a",
            "output_intent": OUTPUT_INTENT,
            # A seal brings its own; to have one made before is to write all objects twice, a twentieth of the work.
            "pdf_identifier": not attachment,
        }
        with self._turn:
            paper = source.render(
                font_config=self._fonts,
                color_profiles={OUTPUT_INTENT: self._colours},
                stylesheets=self._styles,
                **options,
            )
            _say_that_it_is_accessible(paper.metadata)
            pdf: bytes = paper.write_pdf(**options)
        return pdf

    def _attached(self, attachment: Attachment) -> Any:
        return self._weasyprint.Attachment(
            string=attachment.data,
            name=attachment.name,
            description=attachment.description,
            created=attachment.at,
            modified=attachment.at,
            relationship="Source",
        )


def _say_that_it_is_accessible(metadata: Any) -> None:
    """WeasyPrint does for PDF/A-3a whatever PDF/UA-1 asks for, but names only one of the two."""
    named = metadata.generate_rdf_metadata

    def both(*about: Any) -> bytes:
        said: bytes = named(*about)
        return said.replace(b"</rdf:RDF>", PDF_UA + b"</rdf:RDF>")

    metadata.generate_rdf_metadata = both


def _colours() -> Any:
    """The colours' profile, sRGB, read once: by itself WeasyPrint opens it for every paper and never closes it."""
    import weasyprint.pdf
    from weasyprint.css import ColorProfile

    profile = resources.files(weasyprint.pdf) / "sRGB2014.icc"
    colours = ColorProfile(BytesIO(profile.read_bytes()), "sRGB2014.icc", "relative-colorimetric", ("r", "g", "b"))
    # A profile whose name was read is written in other bytes than before: the first paper would differ from the next.
    _ = colours.name
    return colours


def _usual(weasyprint: ModuleType) -> Any:
    """The styles that all pages begin with, but those that are ready for notes and markers of every single element.

    Papers have neither, and they are six for each element: a quarter of the memory of long standings.
    """
    from weasyprint.css.counters import CounterStyle
    from weasyprint.html import UA

    return weasyprint.CSS(string=OF_EVERY_ELEMENT.sub("", UA), counter_style=CounterStyle())


def _fetcher(weasyprint: ModuleType) -> Any:
    """What may be loaded into a paper: data that it carries itself and our own fonts and styles."""
    from weasyprint.urls import URLFetcher

    bundled = {path.as_uri() for path in (STYLESHEET, *FACES)}

    class Bundled(URLFetcher):  # type: ignore[misc] # WeasyPrint is untyped
        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
            if not url.startswith("data:") and url not in bundled:
                raise ValueError(f"A paper loads nothing from outside: {url}")
            return super().fetch(url, headers)

    return Bundled(allowed_protocols=("data", "file"), allow_redirects=False)


@cache
def press() -> Press:
    """The press of this process. Raises `Refused` where the system's PDF libraries are missing."""
    # Half a second and the system's libraries: only who prints pays for them.
    try:
        import weasyprint
    except OSError as error:
        raise Refused("document.no_libraries") from error
    return Press(weasyprint)
