"""Papers, their seals, and what is shown: what is refused there, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

PAPERS: Mapping[str, Any] = {
    "release.not_of_rounds": _(
        "«%(kind)s» is decided for the whole tournament, not for one round. Leave the round empty."
    ),
    "document.not_confirmed": _(
        "A paper is issued of a confirmed protocol only; this one is %(state)s. Have it confirmed first (R11.2)."
    ),
    "document.no_round": _("Round %(number)d isn't published in this stage, so there are no standings after it."),
    "document.no_rows": _("There are no entries yet, so there are no standings to print."),
    "document.not_published": _("Round %(number)d isn't published, so there is nothing of it to print yet."),
    "document.no_cross_table": _(
        "Partners change from round to round in %(stage)s, so nobody meets as a pair: there is no cross-table to print."
    ),
    "document.no_bracket": _("%(stage)s is no knockout with a bracket, so there is none to print."),
    "document.no_tables": _("Nobody plays at a table in round %(number)d, so there is no sheet to print."),
    "document.not_failed": _("This paper is %(state)s; only one that failed can be made again."),
    "document.no_libraries": _(
        "The libraries that make PDF files are missing on the server: install libpango-1.0-0 and "
        "libpangoft2-1.0-0 (Debian's names), then try again."
    ),
    "document.not_filed": _("The file could not be written on the server: %(reason)s. Mend that, then try again."),
    "document.failed": _("The paper could not be made; the server's log says why. Try again."),
    "approval.not_chief": _(
        "Papers are released by the chief referee alone: %(names)s. Ask for it; until then they wait in the list."
    ),
    "approval.nobody": _(
        "Papers are released by the chief referee alone, and this tournament has none yet. Have the organiser appoint "
        "one under “Staff”."
    ),
    "approval.none": _(
        "None of the papers that this page has shown waits any more: they were released, or say something else by now. "
        "Look at the list again."
    ),
    "diplomas.nobody": _("Nobody holds a place from %(first)d to %(last)d. Choose other places."),
    "tags.nobody": _("There is nobody from that number on. Choose a smaller one, or register entries first."),
    "batch.nothing": _(
        "Round %(number)d has no confirmed protocol yet, so there is nothing to issue. Have its protocols confirmed "
        "first (R11.2)."
    ),
    "batch.empty": _("No paper of this round is ready yet, so there is nothing to download."),
    "batch.damaged": _(
        "The file of paper %(paper)s (table %(table)s) is missing on the server or isn't the one that was sealed. "
        "Restore it from a backup; nothing was downloaded."
    ),
    "batch.none_failed": _("No paper of this round has failed, so there is nothing to try again."),
    "seal.no_file": _("The file to seal with isn't there or can't be read: %(setting)s names %(file)s."),
    "seal.password": _("The certificate %(file)s can't be opened: SEAL_PASSWORD is wrong, or it isn't a PKCS#12 file."),
    "seal.no_key": _("%(file)s holds no private key with its certificate. Export both into one PKCS#12 file."),
    "seal.no_authority": _(
        "%(file)s doesn't hold the certificate of the authority that issued it. Export it with its chain, or name "
        "the authority's PEM file in SEAL_TRUSTED."
    ),
    "seal.two": _(
        "SEAL_PKCS12 is set, and SEAL_KEY or SEAL_CERTIFICATE as well: keep one way, and take out the other."
    ),
    "seal.half": _("SEAL_KEY names the private key and SEAL_CERTIFICATE its certificate: set both, or neither."),
    "seal.pem_key": _(
        "The private key %(file)s can't be opened: SEAL_PASSWORD is wrong or missing, or it isn't a PEM file."
    ),
    "seal.pem_certificate": _(
        "%(file)s holds no certificate that can be read: SEAL_CERTIFICATE names a PEM file, the certificate first, "
        "then its chain."
    ),
    "seal.mismatch": _("The private key %(key)s doesn't belong to the certificate %(certificate)s: name its own."),
    "seal.expired": _(
        "The certificate to seal with expired on %(date)s. Renew it, name the new one in the settings and start the "
        "program again."
    ),
    "seal.not_yet": _("The certificate to seal with isn't valid before %(date)s. Is the server's clock right?"),
    "seal.stamp_address": _("SEAL_TIMESTAMP_URL has to begin with http:// or https://, and is %(url)s."),
    "seal.stamp_unreachable": _(
        "The time stamp authority %(url)s can't be reached, so the paper isn't sealed yet; nothing of it is lost. Try "
        "again once the network is back, or take SEAL_TIMESTAMP_URL out of the settings to seal without a stamp."
    ),
    "seal.stamp_refused": _(
        "The time stamp authority %(url)s gave no stamp (%(reason)s), so the paper isn't sealed yet. Ask those who run "
        "it, or take SEAL_TIMESTAMP_URL out of the settings, then try again."
    ),
}
