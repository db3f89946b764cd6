"""Where `tdomcheck` and `python -m tdomcheck` begin."""
# Only what is built in is imported before the path is mended; `from __future__` would be a module of the path, too.

import gc
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # `-m` puts the current folder first, and what lies there is what is checked


def main() -> int:
    """Replay the last answer if it still holds, else run the command line."""
    from tdomcheck.edges.snapshot import replay

    try:
        code = replay(sys.argv[1:])
        code = _run() if code is None else code
    except KeyboardInterrupt:  # before the command line was ready to hear it, or after it was done
        sys.stderr.write("interrupted; every file is whole\n")
        code = 130
    if code == 130:
        _leave(code)
    return code


def _leave(code: int) -> None:
    """End here: CPython ends itself by SIGINT instead, if the interrupt came while `exec` ran a text.

    Dataclasses are made of such texts, and the interpreter remembers for good that nobody caught it there.
    """
    import atexit
    import os

    atexit._run_exitfuncs()  # noqa: SLF001  # what the interpreter calls where it ends by itself
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _run() -> int:
    # What is imported and parsed stays: to look for rubbish there once costs a hook a twentieth.
    gc.set_threshold(150_000, 20, 50)
    import signal

    from tdomcheck.cli.main import run

    code = run(sys.argv[1:])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # all is done: what comes now must not make another answer of it
    gc.freeze()  # the interpreter ends a tenth sooner when it does not search all of it once more
    return code


if __name__ == "__main__":
    sys.exit(main())
