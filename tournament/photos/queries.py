"""Where photos lie."""

from pathlib import Path

from django.conf import settings

from tournament.models import ProtocolPhoto, Tournament


def place(tournament: Tournament, sha256: str) -> str:
    """The file of a photo, below MEDIA_ROOT: the same photo is kept once."""
    return f"photos/{tournament.slug}/{sha256}.jpg"


def path(file: str) -> Path:
    """The path of a file that is named by a photo."""
    return Path(settings.MEDIA_ROOT) / file


def is_needed(file: str) -> bool:
    """Whether any protocol shows this file."""
    return ProtocolPhoto.objects.filter(file=file).exists()
