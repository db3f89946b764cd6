"""Cases of TDC305, di-keyword-only."""

from __future__ import annotations

VALID = [
    "from svcs_di import Inject\n\nclass Site:\n    def hello_view(self, users: Inject[Users]): ...",
    "from shop import Inject\nimport svcs\n\ndef hello_view(users: Inject[Users]): ...",
    "from svcs_di import Inject\n\nclass HelloView:\n    users: Inject[Users]\n\n    def __call__(self): ...",
]
