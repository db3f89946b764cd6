"""The last step: whether the job fails, and what became of the SARIF."""

from __future__ import annotations

from collections.abc import Mapping

from tdomcheck_action.commands import command, say, visible


def verdict(environ: Mapping[str, str]) -> int:
    """0 where nothing stands against it, else what tdomcheck said; nothing said is no green either."""
    told = _upload(environ)
    remark = environ.get("REMARK", "")
    both = "; ".join(filter(None, (remark, told)))
    if both:
        is_room = environ.get("NOTICES") != "false"  # else the runner would drop it
        say(f"{command('notice', both)}\n" if is_room else f"tdomcheck: {visible(both)}\n")
    try:
        code = int(environ.get("VERDICT") or 2)
    except ValueError:
        code = 2
    if code > 1:
        say(f"tdomcheck: the run is not to be trusted (exit code {code}); the log says why\n")
    return code


def _upload(environ: Mapping[str, str]) -> str:
    """What to say of the upload; findings that nobody has seen yet are annotated."""
    if environ.get("UPLOAD") != "true" or environ.get("UPLOAD_OUTCOME") == "success":
        return ""
    path = environ.get("ANNOTATIONS_FILE", "")
    if path:
        try:
            with open(path, encoding="utf-8") as file:
                say(file.read())
        except OSError as error:
            say(f"tdomcheck: the annotations are gone: {visible(str(error))}\n")
    return (
        "code scanning did not take the SARIF: it may be off for this repository, or the job lacks "
        "`security-events: write`; annotations and the summary have the findings"
    )
