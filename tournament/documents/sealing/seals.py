"""Sealing a file."""

from io import BytesIO

from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import signers
from pyhanko.sign.fields import InvisSigSettings, MDPPerm, SigFieldSpec, SigSeedSubFilter

from .keys import key_of_today
from .stamps import stamper

SIGNATURE_RESERVED, STAMP_RESERVED = 8192, 24576
FIELD = "Seal"
# Nothing to be seen or read aloud: PDF/UA lets the field of a seal go untagged only where it lies off the page.
OFF_THE_PAGE = SigFieldSpec(FIELD, invis_sig_settings=InvisSigSettings(box_out_of_bounds=True))


def bytes_reserved() -> int:
    """The place in a paper for its seal: enough for a signature with its chain, and a stamp with its own.

    It is fixed, so that pyHanko needn't sign twice to find out.
    """
    return SIGNATURE_RESERVED + (STAMP_RESERVED if stamper() else 0)


def seal(pdf: bytes, *, reason: str, name: str) -> bytes:
    """The PDF with our seal; PDF readers show `reason` and `name` beside it.

    Raises `Refused` when the certificate is missing, can't be opened or isn't valid today, and when the time stamp
    authority, if one is named, gives no stamp.
    """
    metadata = signers.PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        subfilter=SigSeedSubFilter.PADES,
        certify=True,
        docmdp_permissions=MDPPerm.NO_CHANGES,
        reason=reason,
        name=name,
    )
    writer = _Seal(BytesIO(pdf))
    sealed = signers.sign_pdf(
        writer,
        metadata,
        key_of_today().signer,
        timestamper=stamper(),
        new_field_spec=OFF_THE_PAGE,
        bytes_reserved=bytes_reserved(),
    )
    return bytes(sealed.getbuffer())


class _Seal(IncrementalPdfFileWriter):
    """What is added to a paper: the seal, and nothing else."""

    def _update_meta(self) -> None:
        """The paper's words about itself stay its own: pyHanko would write them anew, half the work of a seal."""
