"""Cases of TDC905, category-as-kind."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    # file: shop/report.py
    import svcs_hopscotch
    from shop import kinds

    def overview(registry):
        return registry.get_by_category(kinds.MIDDLEWARE)
    # file: shop/kinds.py
    MIDDLEWARE = "middleware"
    # file: shop/audit.py
    from shop.kinds import MIDDLEWARE
    from tdom_svcs import middleware

    @middleware(categories=(MIDDLEWARE,))
    class Audit: ...
    """,
    """
    from shop.kinds import MIDDLEWARE
    from tdom_svcs import middleware

    HOOK = "hookable"

    @middleware(categories=[MIDDLEWARE, HOOK])
    class Audit: ...

    def found(registry):
        return registry.get_by_category(MIDDLEWARE), registry.get_by_category(HOOK)
    """,
    """
    import tdom_svcs

    def found(registry, kinds):
        other = [registry.get_by_category(one) for one in ("middleware", "shop")]
        return [registry.get_by_category(kind) for kind in kinds]
    """,
    "import tdom_svcs\n\nassert not registry.get_by_category('hookable')",
    "import tdom_svcs\n\nassert 'middleware' not in metadata['categories']",
    "found = registry.get_by_category('middleware')",
    """
    from tdom_svcs import middleware

    @middleware(categories=('middleware', 'own'))
    class Logger: ...

    found = registry.get_by_category('middleware')
    """,
    """
    from svcs_hopscotch.injectors import injectable

    class hookable(injectable):
        categories = ("hookable",)

    found = registry.get_by_category("hookable")
    """,
    "import tdom_svcs\n\nis_hook = 'hookable' in (metadata['kinds'] or ()) or 'hookable' in (categories or ())",
    "import tdom_svcs\n\nis_hook = 'hookable' in (metadata['categories'] or words)",
    "import tdom_svcs\n\nis_hook = 'hookable' not in (metadata.get('categories') or ())",
    """
    import tdom_svcs

    def is_hook(metadata):
        categories = metadata["categories"]
        categories.append("hookable")
        return "hookable" in categories
    """,
    """
    import tdom_svcs

    def is_hook(metadata, words):
        categories = metadata["categories"]
        categories = words
        return "hookable" in categories
    """,
    """
    import tdom_svcs

    def is_hook(metadata, categories):
        return "hookable" in categories
    """,
]

INVALID = [
    td.invalid(
        """
        import tdom_svcs

        def found(registry):
            return [registry.«get_by_category»(kind) for kind in ("middleware", "hookable")]
        """,
        fixed="""
        import tdom_svcs

        def found(registry):
            return [registry.get_by_kind(kind) for kind in ("middleware", "hookable")]
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        import tdom_svcs

        def found(registry, wide):
            return registry.«get_by_category»("middleware" if wide else "hookable")
        """,
        fixed="""
        import tdom_svcs

        def found(registry, wide):
            return registry.get_by_kind("middleware" if wide else "hookable")
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        import svcs_hopscotch

        def test_kind(registry):
            kind = "middleware"
            assert Audit in registry.«get_by_category»(kind)
        """,
        fixed="""
        import svcs_hopscotch

        def test_kind(registry):
            kind = "middleware"
            assert Audit in registry.get_by_kind(kind)
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        import svcs_hopscotch

        KINDS = ("middleware", "hookable")

        def overview(registry):
            found = {}
            for kind in KINDS:
                found[kind] = registry.«get_by_category»(kind)
            return found
        """,
        fixed="""
        import svcs_hopscotch

        KINDS = ("middleware", "hookable")

        def overview(registry):
            found = {}
            for kind in KINDS:
                found[kind] = registry.get_by_kind(kind)
            return found
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        # file: shop/report.py
        import svcs_hopscotch
        from shop import kinds

        def overview(registry):
            return registry.«get_by_category»(kinds.MIDDLEWARE), registry.get_by_category(kinds.PAGE)
        # file: shop/kinds.py
        MIDDLEWARE = "middleware"
        PAGE = "page"
        """,
        fixed="""
        # file: shop/report.py
        import svcs_hopscotch
        from shop import kinds

        def overview(registry):
            return registry.get_by_kind(kinds.MIDDLEWARE), registry.get_by_category(kinds.PAGE)
        # file: shop/kinds.py
        MIDDLEWARE = "middleware"
        PAGE = "page"
        """,
        unsafe=True,
    ),
    td.invalid(
        "import svcs_hopscotch\n\nassert Button in registry.«get_by_category»(  # kept\n    'hookable'\n)",
        fixed="import svcs_hopscotch\n\nassert Button in registry.get_by_kind(  # kept\n    'hookable'\n)",
        unsafe=True,
    ),
    td.invalid("import tdom_svcs\n\nis_hook = «'hookable' in found.metadata.get('categories', ())»"),
    td.invalid("import tdom_svcs\n\nis_hook = «'hookable' in (metadata.get('categories') or frozenset())»"),
    td.invalid(
        """
        import tdom_svcs

        def is_middleware(metadata):
            categories = metadata["categories"] or ()
            if «"middleware" in categories»:
                return len(categories)
        """
    ),
]
