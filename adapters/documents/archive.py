"""Archive: several files as one, for who can only take one."""

import io
import zipfile

from core.show.files import MadeFile


def as_one(files: tuple[MadeFile, ...]) -> MadeFile | None:
    """Several files as one archive, for who can only take one."""
    if len(files) <= 1:
        return files[0] if files else None
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for one in files:
            archive.writestr(zipfile.ZipInfo(one.name), one.data)
    return MadeFile(files[0].name.rpartition(" ")[0] + ".zip", packed.getvalue())
