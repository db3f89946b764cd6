"""`svcs-modernise`: names that svcs has deprecated, or given away."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node


class SvcsModernise(td.EditCodemod):
    """Calls `get` and `aget` of containers, imports svcs_pyramid, and calls the parameter of factories as svcs does."""

    NAME = "svcs-modernise"
    DESCRIPTION = (
        "`get_abstract` becomes `get`, `aget_abstract` becomes `aget`, `svcs.pyramid` becomes `svcs_pyramid`, and the "
        "container that a factory takes `svcs_container`."
    )
    VERSIONS = "svcs>=26.2"
    GATE = td.Gate(tokens={"get_abstract", "pyramid", "_factory"})
    SURVEYS = True
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "import svcs\n\n\ndef page(container):\n    return container.get_abstract(Users, Mail)  # both\n",
            "import svcs\n\n\ndef page(container):\n    return container.get(Users, Mail)  # both\n",
        ),
        td.codemods.example(
            "import svcs\n\n\nasync def page(box: svcs.Container):\n    return await box.aget_abstract(Users)\n",
            "import svcs\n\n\nasync def page(box: svcs.Container):\n    return await box.aget(Users)\n",
        ),
        td.codemods.example(
            "from svcs.pyramid import init\n\ninit(config)\n", "from svcs_pyramid import init\n\ninit(config)\n"
        ),
        td.codemods.example(
            "import svcs.pyramid as sp\n\nsp.init(config)\n", "import svcs_pyramid as sp\n\nsp.init(config)\n"
        ),
        td.codemods.example(
            "import svcs.pyramid\n\nsvcs.pyramid.init(config)\n", "import svcs_pyramid\n\nsvcs_pyramid.init(config)\n"
        ),
        td.codemods.example(
            "from svcs import pyramid\n\npyramid.init(config)\n",
            "import svcs_pyramid as pyramid\n\npyramid.init(config)\n",
        ),
        td.codemods.example(
            """
            import svcs
            from shop import Db, Repo


            def make_repo(container):
                def find(container=container):
                    return container.get(Db)

                return Repo(container.get(Db), find)


            def wire(registry):
                registry.register_factory(Repo, make_repo)
                registry.register_factory(Db, lambda c: Db(c.get(str)))
            """,
            """
            import svcs
            from shop import Db, Repo


            def make_repo(svcs_container):
                def find(container=svcs_container):
                    return container.get(Db)

                return Repo(svcs_container.get(Db), find)


            def wire(registry):
                registry.register_factory(Repo, make_repo)
                registry.register_factory(Db, lambda svcs_container: Db(svcs_container.get(str)))
            """,
        ),
        td.codemods.example(
            """
            import svcs
            from shop import Repo


            def make_repo(container):
                return Repo(container)


            svcs.Registry().register_factory(Repo, make_repo)
            make_repo(container=None)
            """,
            """
            import svcs
            from shop import Repo


            def make_repo(container: svcs.Container):
                return Repo(container)


            svcs.Registry().register_factory(Repo, make_repo)
            make_repo(container=None)
            """,
        ),
        # Another file gives the parameter by its name: it is annotated, and keeps it.
        td.codemods.example(
            """
            import svcs


            def fac(container):
                return container.get(int)


            def other(container):
                return container.get(str)


            registry = svcs.Registry()
            registry.register_factory(str, fac)
            registry.register_factory(bytes, other)
            """,
            """
            import svcs


            def fac(container: svcs.Container):
                return container.get(int)


            def other(svcs_container):
                return svcs_container.get(str)


            registry = svcs.Registry()
            registry.register_factory(str, fac)
            registry.register_factory(bytes, other)
            """,
            path="a.py",
            files={
                "b.py": "from a import fac as make, other\n\nmake(container=None)\nother(None)\n",
                "c.py": "def other2(container): ...\n\nother2(container=None)\n",
            },
        ),
        td.codemods.example(
            "import docker\nimport svcs\n\n\ndef f(x: docker.Box):\n    return x.get_abstract(Users)\n"
        ),
        td.codemods.example("import svcs\n\n\ndef show(paper):\n    return paper.get_abstract()\n"),
        td.codemods.example("def page(container):\n    return container.get_abstract(Users)\n"),
        td.codemods.example("import svcs.pyramid\n\nsvcs.pyramid.init(svcs.Container)\n"),
        td.codemods.example("from svcs import Container, pyramid\n\npyramid.init(Container)\n"),
        td.codemods.example("import svcs\n\n\nclass Box(svcs.Container):\n    def get_abstract(self, kind): ...\n"),
        td.codemods.example(
            "try:\n    from svcs.pyramid import init\nexcept ImportError:\n    from svcs_pyramid import init\n"
        ),
        td.codemods.example(
            """
            import svcs
            from shop import Db, Repo


            def make_repo(container: svcs.Container):
                return Repo(container)


            def make_db(size):
                return Db(size)


            def add(registry):
                registry.register_factory(Repo, make_repo)
                registry.register_factory(Db, make_db)
                registry.register_factory(Db, lambda: Db(1))
            """
        ),
        td.codemods.example("def make(container): ...\n\n\nplugins.register_factory(str, make)\n"),
    ]

    def survey(self, codebase: td.codemods.Codebase) -> t.Mapping[str, frozenset[str]]:
        return td.codemods.told_factories(codebase)

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        packages = {fact.module.partition(".")[0] for fact in view.imports}
        if packages.isdisjoint(td.api.ROOTS):
            return
        yield from (change.fix for change in td.codemods.deprecated_methods(view) if change.fix is not None)
        for name in td.codemods.doubtful_methods(view):
            reason = f"this file defines a `{view.text(name)}` itself: if this one is of svcs, call the new method"
            yield self._remainder(view, name, reason)
        for name in td.codemods.unknown_methods(view):
            reason = f"`{view.text(name)}` is not called here: if it is that of a container, name the new method"
            yield self._remainder(view, name, reason)
        for change in td.codemods.pyramid_imports(view):
            fix = td.codemods.with_uses_of_pyramid(view, change)
            yield fix or self._remainder(view, change.place, "write `import svcs_pyramid`, and use it by that name")
        yield from self._factories(view)

    def _factories(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        found = (td.services.registered_factory(view, call) for call in view.nodes["call"])
        factories = {factory.start_byte: factory for factory in found if factory is not None}
        for factory in factories.values():
            unfilled = td.services.unfilled_parameters(view, factory)
            first = next(iter(td.python.definitions_of(view).parameters(factory)), None)
            if first is None or unfilled != [first] or not td.codemods.is_for_container(first):
                continue
            name = factory.child_by_field_name("name")
            is_told = name is not None and isinstance(self.note, frozenset) and view.text(name) in self.note
            fix = td.codemods.renamed_for_container(view, factory, first) if name is not None and not is_told else None
            fix = fix or td.codemods.container_parameter(view, factory, first)
            place = td.python.parameter_node(view, factory, first)
            yield fix or self._remainder(view, place, "svcs fills only a parameter that is called `svcs_container`")

    def _remainder(self, view: td.ModuleView, place: Node, reason: str) -> td.codemods.Remainder:
        return td.codemods.Remainder(self.context.filename or "", view.span(place), reason)
