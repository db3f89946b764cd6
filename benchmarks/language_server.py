"""A client of language servers over stdio that can open files and rename."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
import time
import typing as t
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

Message = dict[str, t.Any]
"""What the protocol has no narrower type for: JSON."""


class NoAnswerError(Exception):
    """A server that does not answer, or refuses."""


class LanguageServer:
    """A server with a folder as its workspace."""

    def __init__(self, command: Sequence[str], folder: Path, seconds: float) -> None:
        self._folder = folder
        self._seconds = seconds
        self._number = 0
        self._messages: queue.Queue[Message | None] = queue.Queue()
        environment = {**os.environ, "PATH": f"{os.path.dirname(command[0])}{os.pathsep}{os.environ.get('PATH', '')}"}
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> t.Self:
        uri = self._folder.as_uri()
        self._ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": uri,
                "workspaceFolders": [{"uri": uri, "name": "project"}],
                "capabilities": {
                    "workspace": {"workspaceEdit": {"documentChanges": True}, "workspaceFolders": True},
                    "textDocument": {"rename": {}, "synchronization": {}},
                    "general": {"positionEncodings": ["utf-16"]},
                },
            },
        )
        self._tell("initialized", {})
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def open(self, texts: Mapping[str, str]) -> None:
        """All files, so that no server can say that it has not seen them."""
        for path, text in texts.items():
            document = {"uri": (self._folder / path).as_uri(), "languageId": "python", "version": 1, "text": text}
            self._tell("textDocument/didOpen", {"textDocument": document})

    def rename(self, path: str, offset: int, new: str) -> None:
        """Ask for a renaming, and write what it comes to; raises NoAnswerError."""
        text = (self._folder / path).read_text(encoding="utf-8")
        start = text.rfind("\n", 0, offset) + 1
        place = {"line": text.count("\n", 0, offset), "character": offset - start}
        uri = (self._folder / path).as_uri()
        edit = self._ask("textDocument/rename", {"textDocument": {"uri": uri}, "position": place, "newName": new})
        if not edit:
            raise NoAnswerError("it renames nothing")
        for target, edits in edits_by_uri(edit):
            file = Path(unquote(urlsplit(target).path))
            file.write_text(edited(file.read_text(encoding="utf-8"), edits), encoding="utf-8")

    def _ask(self, method: str, parameters: Message) -> Message | None:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": parameters})
        limit = time.monotonic() + self._seconds
        while True:
            try:
                message = self._messages.get(timeout=max(limit - time.monotonic(), 0.01))
            except queue.Empty:
                raise NoAnswerError(f"no answer to {method} within {self._seconds} s") from None
            if message is None:
                raise NoAnswerError(f"it ended with {self._process.wait()} before it answered to {method}")
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": answer_to(message)})
            elif message.get("id") == self._number and "error" in message:
                raise NoAnswerError(f"it refuses: {message['error'].get('message')}")
            elif message.get("id") == self._number:
                result: Message | None = message["result"]
                return result

    def _tell(self, method: str, parameters: Message) -> None:
        self._send({"method": method, "params": parameters})

    def _send(self, message: Message) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream = self._process.stdin
        if stream is not None:
            stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
            stream.flush()

    def _listen(self) -> None:
        stream = self._process.stdout
        while stream is not None:
            length = 0
            while (line := stream.readline()) not in {b"\r\n", b""}:
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            if not length:
                break
            self._messages.put(json.loads(stream.read(length)))
        self._messages.put(None)


def answer_to(request: Message) -> object:
    """What a client without settings answers a server."""
    if request["method"] == "workspace/configuration":
        return [None for _ in request["params"]["items"]]
    return None


def edits_by_uri(edit: Message) -> Iterator[tuple[str, list[Message]]]:
    """Both forms of a workspace edit."""
    yield from (edit.get("changes") or {}).items()
    for change in edit.get("documentChanges") or ():
        if "textDocument" in change:
            yield change["textDocument"]["uri"], change["edits"]


def edited(text: str, edits: Sequence[Message]) -> str:
    """A text after its edits; the project is ASCII, so that every unit is a letter."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    ranges = [
        (*(starts[edit["range"][end]["line"]] + edit["range"][end]["character"] for end in ("start", "end")), edit)
        for edit in edits
    ]
    for start, end, edit in sorted(ranges, key=lambda each: each[0], reverse=True):
        text = text[:start] + edit["newText"] + text[end:]
    return text
