"""The child process that reads one file: bytes come in, text or the reason for none goes out."""

import json
import logging
import os
import resource
import signal
import sys
import warnings
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any, Final

from adapters.documents.docx_text import read_docx
from adapters.documents.pdf_text import read_pdf
from adapters.documents.plain_text import is_enough, tidy
from core.errors import PersonError

MAX_MEMORY: Final = 768 * 1024 * 1024
"""Bytes of address space; an ordinary résumé needs less than a quarter of it."""
MAX_CPU: Final = 20
"""Seconds of computing time."""
MAX_TEXT: Final = 400_000
"""Characters; a résumé of 256 KB holds fewer."""

READERS: Final[Mapping[str, Callable[[bytes], tuple[str, list[str]]]]] = {
    "pdf": read_pdf,
    "docx": read_docx,
}


def main() -> None:
    """Reads the file on standard input as the kind that the command line names."""
    limit()
    logging.disable()  # what the libraries log holds pieces of the file
    warnings.simplefilter("ignore")
    answer = json.dumps(answer_to(sys.argv[1], sys.stdin.buffer.read()), ensure_ascii=True)
    sys.stdout.write(answer)


def limit() -> None:
    """Bounds what this process may take; it may write no file and leaves no image of its memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU, MAX_CPU + 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXCPU, _too_slow)


def answer_to(kind: str, data: bytes) -> dict[str, Any]:
    """`text` and `notes`, or `code` and `message` of a refusal."""
    try:
        text, notes = READERS[kind](data)
        text = tidy(text)
        if len(text) > MAX_TEXT:
            raise PersonError("too_large", "This file holds more text than a résumé can.")
        if not is_enough(text):
            sentence = "This file holds no text that can be read, perhaps because it is a scan or a picture."
            raise PersonError("no_text", f"{sentence} Send a text PDF, a DOCX, or the text itself.")
    except PersonError as refusal:
        return {"code": refusal.code, "message": refusal.message}
    except MemoryError:
        return {"code": "too_large", "message": "This file unpacks to more than can be read."}
    except Exception:  # whatever a damaged file makes the libraries raise
        return {"code": "unreadable_file", "message": "This file is damaged and could not be read."}
    return {"text": text, "notes": notes}


def _too_slow(number: int, frame: FrameType | None) -> None:
    refusal = {"code": "too_slow", "message": "Reading this file took too long, so it was given up."}
    os.write(sys.stdout.fileno(), json.dumps(refusal).encode())
    os._exit(0)  # no library may catch this


if __name__ == "__main__":
    main()
