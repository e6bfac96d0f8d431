"""What a check of a journal found, in words."""

from django.utils.translation import gettext_lazy as _

from .chain import Fault

FAULTS = {
    "changed": _("Record %(number)d was changed after it was written."),
    "removed": _("Record %(number)d was removed."),
    "inserted": _("Record %(number)d was put in afterwards."),
}


def fault_words(fault: Fault) -> str:
    """A fault as a sentence."""
    return str(FAULTS[fault.kind]) % {"number": fault.number}
