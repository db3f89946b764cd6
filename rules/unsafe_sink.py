"""TDC130: a value in a place that escaping does not make safe."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_SCRIPT = re.compile(r"(?i)^\s*javascript:")
_CALL = re.compile(r"(?i)^\s*javascript:\s*[\w.$]+\s*[(=]")
"""What is no title, such as `JavaScript: an introduction`, and no name of a language."""
_LINK = re.compile(r"(?i)href|src|url|link|action|^to$")
"""Props that are handed on to a link: of others the component may make a text."""
_CODE = re.compile(r"[(=;]")
_NUMBERS = frozenset({"int", "float", "bool"})
_SPECS = re.compile(r"[^{}]*[dfeg%xbocn]")
_SAFE_CALLS = frozenset({"json.dumps", "orjson.dumps", "simplejson.dumps", "ujson.dumps", "msgspec.json.encode"})
_SAFE_CALLS |= {"flask.json.dumps", "markupsafe.escape"}
_URL = "the code of a `javascript:` URL"
_QUOTING = frozenset({"urllib.parse.quote", "urllib.parse.quote_plus", "urllib.parse.urlencode"})


class UnsafeSink(td.TemplateRule):
    """
    ## What

    A value between the code of a `<script>`, of an `on...` attribute or of a `javascript:` URL, or in `srcdoc`.

    ## Why

    tdom escapes what HTML could misread, and such places are read by another language: `<script>var x = '{x}'</script>`
    with `';alert(1)//` in `x` renders `var x = '';alert(1)//'`. In an attribute the browser takes the escapes back
    before the code is run.

    ## Instead

    Give the value in a `data-*` attribute and read it from there, or write `{json.dumps(x)}`. That does not help in a
    `javascript:` URL, which the browser decodes before it runs: use a listener.

    ## Example

    ```python
    t"<script>var name = '{name}'</script>"          # bad
    t"<div data-name={name}></div>"                  # good
    t"<script>var name = {json.dumps(name)}</script>"  # good
    ```
    """

    CODE = "TDC130"
    SLUG = "unsafe-sink"
    GROUP = "values"
    SUMMARY = "a value becomes part of code, which escaping does not prevent"
    SEVERITY = td.Severity.WARNING
    SECURITY_SEVERITY = "6.5"
    PRECISION = "medium"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        "page = t\"<{Code} lang={f'javascript:{version}'} /><{Code} code='javascript:alert({slug})' />\"",
        "def Card(handler, n: int): return t'''<b onclick={handler} oninput={f\"add({n})\"}></b>'''",
        'def Card(path): return t\'<a href={f"/{path}"} title={f"add({path})"}></a>\'',
        't"<script>{code}</script><script src={url}></script>"',
        'import json\nt"<script>var x = {json.dumps(x)}; go({n:d}, {len(names)})</script>"',
        't"<button onclick={handler}>{x}</button>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid("def Card(sku): return t'''<b onclick={«f\"add('{sku}', 1)\"»}></b>'''"),
        td.invalid("t\"<script>var x = '{«name»}'</script>\""),
        td.invalid("def Card(sku): return t'''<a href={«f\"javascript:add('{sku}')\"»}></a>'''"),
        td.invalid('t"<iframe srcdoc={«body»}></iframe>"'),
        td.invalid('t"<script>go({«user.name»:safe})</script>"'),
    ]

    def check_template(self, template: td.Template) -> None:
        if td.is_test_file(self.path):
            return  # what a test renders, nobody else has written
        markup = self.markup(template)
        for place in markup.texts:
            value = template.interpolations[place.interpolation]
            if place.within == "script" and not self._is_all(template, place.interpolation):
                self._judge(value, "the code of a `<script>`", "tdom escapes `</script` there, and nothing else")
        for tag in markup.tags:
            for attribute in tag.attributes:
                where = _sink(attribute) or self._sink_of_value(template, attribute)
                if tag.is_component and not self._is_call(template, attribute):
                    continue  # what a prop is used for, the component knows
                for number in attribute.interpolations if where else ():
                    note = "the browser takes the escapes of an attribute back before it reads what it holds"
                    self._judge(template.interpolations[number], where, note)

    def _sink_of_value(self, template: td.Template, attribute: td.Attribute) -> str:
        """The same for an attribute that is one value, where that is code put together on the spot."""
        texts = self._texts_of(template, attribute)
        if _is_handler(attribute.name):
            return f"the code of `{attribute.name}`" if any(map(_CODE.search, texts)) else ""
        return _URL if any(map(_SCRIPT.match, texts)) else ""

    def _texts_of(self, template: td.Template, attribute: td.Attribute) -> list[str]:
        """The texts that an attribute may be, which is one value."""
        if attribute.kind is not td.html.AttributeKind.INTERPOLATED:
            return []
        values = td.flow.values_of(self.view, template.interpolations[attribute.interpolations[0]].node)
        return [
            td.python.static_text(self.view, value)
            for value in values
            if value.type in {"string", "concatenated_string"}
        ]

    def _is_call(self, template: td.Template, attribute: td.Attribute) -> bool:
        """Whether the text of a prop is a `javascript:` URL, whatever becomes of it."""
        texts = [attribute.value or "", *self._texts_of(template, attribute)]
        return _LINK.search(attribute.name) is not None and any(map(_CALL.match, texts))

    def _is_all(self, template: td.Template, number: int) -> bool:
        """A script that is one value was meant to be code."""
        before, after = template.strings[number].text.rstrip(), template.strings[number + 1].text.lstrip()
        return before.endswith(">") and after.lower().startswith("</script")

    def _judge(self, value: td.Interpolation, where: str, note: str) -> None:
        is_number = bool(value.format_spec) and value.format_spec not in {"safe", "unsafe", "callback"}
        if (is_number and _SPECS.fullmatch(value.format_spec)) or self._is_harmless(value.node, where):
            return
        is_url = where == _URL
        self.report_span(
            value.expression_span,
            f"the value of `{value.expression}` becomes part of {where}",
            note=f"{note}, and `%22` in a URL for a quote" if is_url else note,
            help="give the value in a `data-*` attribute and read it from there"
            + ("" if is_url else ", or write it with `json.dumps()`"),
        )

    def _is_harmless(self, node: Node, where: str) -> bool:
        values = td.flow.values_of(self.view, node)
        if where == _URL and any(value.type == "call" and not self._is_markup(value) for value in values):
            return False  # what JSON or a URL quotes, the browser takes back before the code is run
        return all(self._is_known(value) for value in values)

    def _is_markup(self, call: Node) -> bool:
        """Markup was made on purpose; a number is one whatever is called."""
        function = call.child_by_field_name("function")
        reference = self.view.resolve(function) if function is not None else ""
        is_quoted = reference in _QUOTING and "dumps" in self.view.text(call)
        return reference in td.api.MARKUP or is_quoted or td.python.proven_type(self.view, call) in _NUMBERS

    def _is_known(self, node: Node) -> bool:
        """A number, a text that is written out, or what another function made fit for code."""
        if td.python.proven_type(self.view, node) in _NUMBERS or node.type == "none":
            return True
        if node.type in {"string", "concatenated_string"}:
            values = [value for value in td.python.interpolations_of(node) if value.named_children]
            return all(self._is_known(value.named_children[0]) for value in values)
        return self.view.text(node).rpartition(".")[2].isupper() or self._is_made_fit(node)

    def _is_made_fit(self, node: Node) -> bool:
        function = node.child_by_field_name("function") if node.type == "call" else None
        if function is not None and self.view.resolve(function) in _SAFE_CALLS | _QUOTING | td.api.MARKUP:
            return True
        return "json" in self.view.text(node).lower() or (function is not None and "dumps" in self.view.text(function))


def _is_handler(name: str) -> bool:
    return re.fullmatch(r"on[a-z]{3,}", name) is not None and name not in {"once", "only"}


def _sink(attribute: td.Attribute) -> str:
    """What reads the value of an attribute; empty where escaping is enough."""
    if attribute.name == "srcdoc" and attribute.interpolations:
        return "the page in a `srcdoc`"
    if attribute.kind is not td.html.AttributeKind.TEMPLATED:
        return ""
    if _is_handler(attribute.name):
        return f"the code of `{attribute.name}`"
    return _URL if _SCRIPT.match(attribute.value or "") else ""
