"""Cases of TDC410, captured-scope."""

from __future__ import annotations

from tdomcheck import authoring as td

_REPO = """
    class Connection: ...
    class Settings: ...
    class Repo: ...

    def connect():
        yield Connection()

    def read():
        return Settings()

    def wire(registry, container):
        registry.register_factory(Connection, connect)
        registry.register_factory(Settings, read)
    """
_MADE = f"{_REPO}    connection = container.get(Connection)\n        "

VALID = [
    *map(
        _MADE.__add__,
        (
            "dsn = connection.dsn\n        registry.register_value(Repo, Repo(dsn))",
            "size = len(connection.rows)\n        registry.register_value(Repo, Repo(size))",
            'shown = f"{connection}"\n        registry.register_value(Repo, Repo(shown))',
            "is_open = connection is not None\n        registry.register_value(Repo, Repo(is_open))",
            "repo = Repo(connection=None)\n        registry.register_value(Repo, repo)",
            "repo = Repo(connection)\n        repo = Repo(None)\n        registry.register_value(Repo, repo)",
            "repo = lambda: Repo(connection)\n        registry.register_value(Repo, repo)",
            "repo = Repo(None if connection else Settings())\n        registry.register_value(Repo, repo)",
        ),
    ),
    f"{_REPO}    Repo.settings = container.get(Settings)",
    _REPO
    + """
    def make(svcs_container):
        global _count, _made
        made = Repo(svcs_container.get(Connection))
        _count = 1
        _made = made.rows
        return made
        """,
    f"{_REPO}    registry.register_value(Repo, Repo(cache.get(Connection)))",
    f"{_REPO}    return container.get(Connection)",
    (
        f"{_REPO}    registry.register_value(Connection, Connection())\n"
        "        registry.register_value(Repo, Repo(container.get(Connection)))"
    ),
    f"{_REPO}    registry.register_value(Repo, Repo(container.get(Unknown)))",
    f"{_REPO}    registry.register_factory(Repo, lambda: Repo(container.get(Connection)))".replace(
        "Connection", "Outbox"
    ),
]

INVALID = [
    td.invalid(
        """
            # file: shop/wiring.py
            import svcs
            from shop.archive import Archive, Connection, connect

            def wire(registry):
                registry.register_factory(Connection, connect)
                with svcs.Container(registry) as container:
                    connection = container.get(Connection)
                    registry.register_value(Archive, «Archive(connection)»)
            # file: shop/archive.py
            class Connection: ...

            def connect():
                yield Connection()

            class Archive:
                def __init__(self, connection): ...
            """
    ),
    td.invalid(
        _REPO
        + """    registry.register_factory(Repo, make)

    _made = None

    def make(svcs_container):
        global _made
        if _made is None:
            connection = svcs_container.get(Connection)
            _made = «Repo(connection)»
        return _made
            """
    ),
    *map(
        td.invalid,
        map(
            _MADE.__add__,
            (
                "repo = Repo(connection)\n        registry.register_value(Repo, «repo»)",
                "repo = Repo(source=connection)\n        registry.register_value(svc_type=Repo, value=«repo»)",
                (
                    "held = {'a': [connection]}\n        repo = Repo(held)\n"
                    "        registry.register_value(Repo, «repo»)"
                ),
                "repo = Repo(connection) if registry else Repo()\n        registry.register_value(Repo, «repo»)",
                (
                    "repo = Repo()\n        if registry:\n            repo = Repo.over(connection)\n"
                    "        registry.overwrite_value(Repo, «repo»)"
                ),
            ),
        ),
    ),
    td.invalid(
        """
            from dataclasses import dataclass
            from svcs_di import Inject
            from svcs_hopscotch.injectors import injectable

            class Request: ...

            @injectable
            @dataclass
            class Users:
                request: Inject[Request]

            def wire(registry, container):
                registry.register_value(Users, «container.get(Users)»)

            def page(container, request):
                container.register_local_value(Request, request)
            """
    ),
    td.invalid(
        "\n    import svcs"
        + _REPO.replace("registry, container):", "registry):")
        + "    with svcs.Container(registry) as startup:\n"
        "            registry.register_value(Repo, «Repo(startup.get(Connection))»)"
    ),
]
