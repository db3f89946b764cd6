"""Whole files: comments, documents, TOML, and text that is no Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hostile.names import START, each

DIRECTIVE = "# tdomcheck: "


def raw(text: str) -> Mapping[str, str]:
    return {"page.py": START + text}


def markdown(text: str) -> Mapping[str, str]:
    return {"page.md": text}


def restructured(text: str) -> Mapping[str, str]:
    return {"page.rst": text}


def manifest(text: str) -> Mapping[str, str]:
    return {"pyproject.toml": f'[project]\nname = "a"\nversion = "1"\n{text}', "page.py": START}


FENCE = "```python\nfrom tdom import html\nhtml(t'<p></b>')\n```\n\n"

SHAPES: Mapping[str, Callable[[int], Mapping[str, str]]] = {
    "comment lines": lambda n: raw("# html x\n" * n),
    "comments at ends of lines": lambda n: raw("x = 1  # html\n" * n),
    "suppressions": lambda n: raw(f"html(f'<p></p>')  {DIRECTIVE}ignore[TDC101] why\n" * n),
    "suppressions on lines of their own": lambda n: raw(f"{DIRECTIVE}ignore[TDC101] why\n" * n),
    "suppressions of a file": lambda n: raw(f"{DIRECTIVE}file-ignore[TDC101] why\n" * n),
    "suppression of many codes": lambda n: raw(f"x = 1  {DIRECTIVE}ignore[{'TDC101, ' * n}TDC102] why\n"),
    "suppression of one code": lambda n: raw(f"x = 1  {DIRECTIVE}ignore[{'TDC101' * n}] why\n"),
    "suppression without an end": lambda n: raw(f"x = 1  {DIRECTIVE}ignore[{'a ' * n}\n"),
    "regions": lambda n: raw(f"{DIRECTIVE}disable[TDC101]\nx = 1\n{DIRECTIVE}enable[TDC101]\n" * n),
    "open regions": lambda n: raw(f"{DIRECTIVE}disable[TDC101]\n" * n),
    "regions of many codes": lambda n: raw(each(n, lambda i: f"{DIRECTIVE}disable[TDC{i % 900 + 100}]\n")),
    "findings in regions": lambda n: raw(
        f"{DIRECTIVE}disable[TDC101]\nhtml(f'<p></p>')\n{DIRECTIVE}enable[TDC101]\n" * n
    ),
    "directives of Fixit": lambda n: raw("x = 1  # lint-ignore: HtmlNeedsTstring\n" * n),
    "malformed directives": lambda n: raw(f"x = 1  {DIRECTIVE}ignore TDC101\n" * n),
    "continuation lines": lambda n: raw("\\\n" * n + "x = 1\n"),
    "continuation lines in a bracket": lambda n: raw("x = (" + "\\\n" * n + "1)\n"),
    "fences": lambda n: markdown(FENCE * n),
    "open fences": lambda n: markdown("```python\nx = 1\n" * n),
    "fences of other lengths": lambda n: markdown(each(n, lambda i: f"{'`' * (i % 50 + 3)}python\nx = 1\n")),
    "fences in quotes": lambda n: markdown("> " * n + "```python\nx\n"),
    "fences in lists": lambda n: markdown(
        each(min(n, 300), lambda i: f"{'  ' * i}- a\n") + "```python\nx\n```\n" * (n // 300)
    ),
    "headings": lambda n: markdown("# a\n" * n),
    "indented code": lambda n: markdown("    x = 1\n\n" * n),
    "Markdown brackets": lambda n: markdown("[" * n),
    "Markdown backticks": lambda n: markdown(each(int(n**0.5), lambda i: "`" * i + " ")),
    "HTML comments in Markdown": lambda n: markdown("<!-- tdomcheck: ignore[TDC101] -->\n" * n),
    "open HTML comments in Markdown": lambda n: markdown("<!--" * n),
    "sessions in Markdown": lambda n: markdown("```python\n" + ">>> x = 1\n1\n" * n + "```\n"),
    "continued blocks in Markdown": lambda n: markdown("```python\nx = 1\n```\n" * n),
    "blocks of reStructuredText": lambda n: restructured(".. code-block:: python\n\n   html(f'<p></p>')\n\n" * n),
    "directives of reStructuredText": lambda n: restructured(each(n, lambda i: f"{' ' * (i % 60)}.. note::\n")),
    "nested reStructuredText": lambda n: restructured(
        each(min(n, 300), lambda i: f"{' ' * i}.. code-block:: python\n")
    ),
    "options of reStructuredText": lambda n: restructured(
        ".. code-block:: python\n" + "   :a: b\n" * n + "\n   x = 1\n"
    ),
    "TOML array": lambda n: manifest("dependencies = [" + '"tdom", ' * n + "]\n"),
    "TOML array nest": lambda n: manifest(f"[tool.a]\nb = {'[' * n}{']' * n}\n"),
    "TOML tables": lambda n: manifest(each(n, lambda i: f"[tool.a{i}]\nb = 1\n")),
    "TOML table arrays": lambda n: manifest("[[tool.a]]\nb = 1\n" * n),
    "TOML dotted key": lambda n: manifest(f"[tool.a]\n{'b.' * n}c = 1\n"),
    "TOML dotted tables": lambda n: manifest(each(n, lambda i: f"[tool.a{'.b' * (i % 30)}.c{i}]\n")),
    "TOML string": lambda n: manifest('[tool.a]\nb = """' + "x\n" * n + '"""\n'),
    "TOML markers": lambda n: manifest(f'dependencies = ["tdom{"; a" * n}"]\n'),
    "TOML requirement": lambda n: manifest(f'dependencies = ["tdom{">=1," * n}"]\n'),
    "TOML inline tables": lambda n: manifest(f"[tool.a]\nb = {'{a = ' * n}1{'}' * n}\n"),
    "lock of packages": lambda n: {
        "page.py": START,
        "pyproject.toml": '[project]\nname = "a"\ndependencies = ["tdom"]\n',
        "uv.lock": 'version = 1\nrequires-python = ">=3.14"\n' + '[[package]]\nname = "tdom"\nversion = "1"\n' * n,
    },
    "requirements": lambda n: {"page.py": START, "requirements.txt": "tdom==1\n" * n},
    "constraints that continue": lambda n: {"page.py": START, "requirements.txt": "tdom \\\n" * n},
    "open parentheses": lambda n: raw("(" * n),
    "open brackets of all kinds": lambda n: raw("([{" * n),
    "closing parentheses": lambda n: raw(")" * n),
    "open strings": lambda n: raw("x = '\n" * n),
    "open triple quotes": lambda n: raw("x = '''" + "<p>" * n),
    "quotes": lambda n: raw("'" * n),
    "template prefixes": lambda n: raw('t"' * n),
    "at signs": lambda n: raw("@" * n),
    "backslashes": lambda n: raw("x = \\\n" * n),
    "semicolons": lambda n: raw(";" * n),
    "dedents": lambda n: raw(each(n, lambda i: f"{' ' * (i % 90)}x\n")),
    "lines that end in a return": lambda n: raw("x = 1\r" * n),
    "lines of Windows": lambda n: raw("x = t'<p>{a}</p>'\r\n" * n),
    "form feeds": lambda n: raw("\fx = 1\n" * n),
    "null bytes": lambda n: raw("\0" * n),
    "letters of two bytes": lambda n: raw("\u00e9 = t'<p>\u00e9{\u00e9}</p>'\n" * n),
    "one letter of two bytes on a line": lambda n: raw("x = '" + "\u00e9" * n + "'; y = html(f'<p>{x}</p>')\n"),
    "one long name": lambda n: raw("x" * n),
    "broken code": lambda n: raw("def (:\n" * n),
    "broken templates": lambda n: raw("x = t'{'\n" * n),
    "lazy imports": lambda n: raw("lazy import a\n" * n),
    "words of the grammar": lambda n: raw("if else for " * n),
    "soft words": lambda n: raw("match x\ncase y\ntype z\n" * n),
    "empty lines": lambda n: raw("\n" * n),
    "spaces": lambda n: raw(" " * n),
    "spaces at ends of lines": lambda n: raw("x = 1" + " " * n + "\n"),
}
