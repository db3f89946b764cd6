"""Cases of TDC130, unsafe-sink."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    "t\"<p title='on{x}' once='{a}b' data-on='{x} y'>{x}</p>\"",
    "t\"<script>go({3}, {n > 1}, {'a'})</script>\"",
    'URL = "/a"\n\npage = t"<script>go(\'{URL}\')</script>"',
    "def page(n: int):\n    return t\"<button onclick='go({n})'>a</button>\"",
    "t\"<a href={url} action='/a/{x}'>b</a>\"",
    "t\"<{Button} onclick='go({x})' srcdoc={y} />\"",
    't"<!-- <script>var x = {x}</script> --><style>a {{ color: {x} }}</style>"',
    'from tdom import Markup\nt"<script>go({Markup(x)})</script>"',
    "t\"<script type='application/json'>{data}</script>\"",
    'import json\n\ndef page(x):\n    data = json.dumps(x)\n    return t"<script>var x = {data}</script>"',
    """
    import json
    from urllib.parse import quote

    page = t"<a href='javascript:go({n:d}, {len(names)}, {quote(json.dumps(name))})'>b</a>"
    """,
    "with pytest.raises(ValueError):\n    html(t\"<script>go('{x}')</script></p>\")",
    "t\"<{Card} title='JavaScript: part {x} (new)' code='javascript:go(1)' onclick={f'go({x})'}/>\"",
    "def Lesson(x): return t\"<{Card} title={f'JavaScript: {x}'} href={x} text='see javascript:{x}' />\"",
    "t\"<{Link} href='javascript:go({n:d})' /><{Link} href='javascript:go({3})' />\"",
]

INVALID = [
    td.invalid(
        """
        def Card(sku):
            handler = f"add('{sku}')"
            return t"<b onclick={«handler»}></b>"
        """
    ),
    td.invalid("t\"<button onclick='go({«name»})'>b</button>\""),
    td.invalid("t\"<a href='javascript:go({«name»})'>b</a>\""),
    td.invalid("import json\nt\"<a href='javascript:go({«json.dumps(name)»})'>b</a>\""),
    td.invalid("t\"<{Link} href='javascript:go({«name»})'>b</{Link}>\""),
    td.invalid("t\"<{Link} to='javascript: go({«name»})' />\""),
    td.invalid("def Again(x): return t'<{Link} href={«f\"javascript:add({x})\"»} />'"),
    td.invalid("t\"<iframe srcdoc='<b>{«body»}</b>'></iframe>\""),
]
