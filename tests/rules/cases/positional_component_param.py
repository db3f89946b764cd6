"""Cases of TDC204, positional-component-param."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    from functools import wraps

    def traced(component):
        @wraps(component)
        def inner(*args, **attrs):
            return component(*args, **attrs)

        return inner

    @traced
    def Card(title): ...

    page = t"<{Card} title='x' />"
    """,
    """
    # file: shop/badge.py
    from string.templatelib import Template

    def Badge(label, *tones) -> Template:
        return t"<b class={tones}>{label}</b>"
    # file: shop/page.py
    from shop.badge import Badge

    page = t"<p>{Badge('x', 'red')}</p>"
    """,
    "from shop import wrap\n\n@wrap\ndef Row(*cells): ...\n\npage = t'<{Row} />'",
    "def Row(*cells): ...\n\nwith pytest.raises(TypeError):\n    html(t'<{Row} />')",
]

INVALID = [
    td.invalid(
        """
        def traced(component):
            def inner(«*args», **attrs):
                return component(*args, **attrs)

            return inner

        @traced
        def Card(title): ...

        page = t"<{Card} title='x' />"
        """
    ),
    td.invalid(
        """
        # file: shop/badge.py
        def Badge(label, «*tones»):
            '''Badge is a name that pages know.'''
            return t"<b class={tones}>{label}</b>"
        # file: shop/page.py
        from shop.badge import Badge

        page = t"<{Badge} label='x' />"
        """
    ),
    td.invalid(
        """
        # file: shop/badge.py
        from string.templatelib import Template

        def badge(label, «*tones») -> Template:
            return t"<b class={tones}>{label}</b>"
        # file: shop/page.py
        from shop.badge import badge

        page = t"<{badge} label='x' />"
        """
    ),
]
