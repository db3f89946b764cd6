"""Cases of TDC903, svcs-deprecated."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    import docker
    import svcs
    from unittest import mock

    def compat(container: svcs.Container, kind):
        fetch = container.get_abstract if hasattr(container, "get_abstract") else container.get
        return fetch(kind)

    def test_calls():
        container = mock.Mock()
        container.get_abstract.return_value = 3
        container.get_abstract(int)
        fetch = container.get_abstract
        container.get_abstract.assert_called_once_with(int)
        return fetch(int)

    def other():
        container = docker.from_env()
        return container.get_abstract(int)
    """,
    """
    import svcs

    class Container:
        def get_abstract(self, kind): ...

    def page(container):
        return container.get_abstract(Users)
    """,
    "import svcs\n\nmethod = container.get_abstract",
    "import svcs\n\ndef page(container: Box):\n    return map(container.get_abstract, kinds)",
    "import svcs\n\ndef page(container: svcs.Container):\n    container.get_abstract = container.get",
    "import svcs\n\nwith open(svcs.Container) as paper:\n    fetch = paper.get_abstract",
    (
        "import svcs\n\ndef page(box: svcs.Container):\n    try:\n        return box.get_abstract\n"
        "    except AttributeError:\n        return box.get"
    ),
    "import svcs_pyramid\nimport svcs\n\nsvcs_pyramid.init(config)",
    "import svcs\nfrom pyramid.config import Configurator\nfrom .svcs import pyramid",
    "try:\n    import svcs_pyramid\nexcept ImportError:\n    import svcs.pyramid as svcs_pyramid",
]

INVALID = [
    td.invalid(
        """
        from svcs import Container, Registry

        async def page():
            box = Container(Registry())
            return await box.«aget_abstract»(  # kept
                Users,
            )
        """,
        fixed="""
        from svcs import Container, Registry

        async def page():
            box = Container(Registry())
            return await box.aget(  # kept
                Users,
            )
        """,
    ),
    td.invalid(
        "from svcs_di import auto\n\nclass Page:\n    def load(self):\n"
        "        return self.container.«get_abstract»(Users)",
        fixed="from svcs_di import auto\n\nclass Page:\n    def load(self):\n        return self.container.get(Users)",
    ),
    td.invalid(
        "import svcs\n\ndef page(registry):\n    with svcs.Container(registry) as box:\n"
        "        fetch = box.«get_abstract»\n        return fetch(Users)",
        fixed="import svcs\n\ndef page(registry):\n    with svcs.Container(registry) as box:\n"
        "        fetch = box.get\n        return fetch(Users)",
    ),
    td.invalid(
        "import svcs\n\ndef page(box: svcs.Container):\n    return map(box.«get_abstract», kinds)",
        fixed="import svcs\n\ndef page(box: svcs.Container):\n    return map(box.get, kinds)",
    ),
    td.invalid(
        "import svcs\n\ndef page(box: svcs.Container, kinds):\n    return box.«get_abstract»(*kinds)",
        fixed="import svcs\n\ndef page(box: svcs.Container, kinds):\n    return box.get(*kinds)",
    ),
    td.invalid(
        "import svcs\n\ndef page(container):\n    fetch = container.«get_abstract»\n    return fetch(Users)",
        fixed="import svcs\n\ndef page(container):\n    fetch = container.get\n    return fetch(Users)",
    ),
    td.invalid(
        "import svcs\n\nfetch = svcs.flask.«get_abstract»",
        fixed="import svcs\n\nfetch = svcs.flask.get",
    ),
    td.invalid(
        "import «svcs.pyramid» as sp\n\nsp.init(config)",
        fixed="import svcs_pyramid as sp\n\nsp.init(config)",
        unsafe=True,
    ),
    td.invalid("import «svcs.pyramid»\n\nsvcs.pyramid.init(config)"),
]
