"""SHA-256 without OpenSSL, which `hashlib` loads: that takes 2 ms, more than a hook has to hash."""

from __future__ import annotations

import sys
import typing as t

if t.TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        if sys.version_info >= (3, 12):
            from _sha2 import sha256  # what `random` imports, for the same reason
        else:
            from _sha256 import sha256
    except ImportError:  # another implementation of Python
        from hashlib import sha256

__all__ = ["sha256"]
