"""`svcs-modernise`: names that svcs has deprecated, or given away."""

from __future__ import annotations

import typing as t

import libcst as cst
import libcst.matchers as m

from tdomcheck import authoring as td

_NEW: t.Final = {"get_abstract": "get", "aget_abstract": "aget"}
_OLD = m.Attribute(attr=m.OneOf(*(m.Name(name) for name in _NEW)))
_PYRAMID = m.Attribute(value=m.Name("svcs"), attr=m.Name("pyramid"))


class SvcsModernise(td.Codemod):
    """Calls `get` and `aget` of containers, and imports svcs_pyramid."""

    NAME = "svcs-modernise"
    DESCRIPTION = "`get_abstract` becomes `get`, `aget_abstract` becomes `aget`, `svcs.pyramid` becomes `svcs_pyramid`."
    VERSIONS = "svcs>=26.2"
    GATE = td.Gate(tokens={"get_abstract", "pyramid"})
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
            "import docker\nimport svcs\n\n\ndef f(x: docker.Box):\n    return x.get_abstract(Users)\n"
        ),
        td.codemods.example("import svcs\n\n\ndef show(paper):\n    return paper.get_abstract()\n"),
        td.codemods.example("def page(container):\n    return container.get_abstract(Users)\n"),
        td.codemods.example("import svcs.pyramid\n\nsvcs.pyramid.init(config)\n"),
        td.codemods.example("import svcs\n\n\nclass Box(svcs.Container):\n    def get_abstract(self, kind): ...\n"),
    ]

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        if not original_node.args or not m.matches(original_node.func, _OLD):
            return updated_node
        new = _NEW[cst.ensure_type(original_node.func, cst.Attribute).attr.value]
        if not self._is_of_container(original_node.func):
            return updated_node
        func = cst.ensure_type(updated_node.func, cst.Attribute)
        return updated_node.with_changes(func=func.with_changes(attr=func.attr.with_changes(value=new)))

    def _is_of_container(self, func: cst.BaseExpression) -> bool:
        """As far as an annotation, what made it, or its name tells, in a file that knows svcs."""
        node = self.node_of(func)
        holder = node.child_by_field_name("object")
        if holder is None or not any(fact.module.partition(".")[0] in _KNOWING for fact in self.view.imports):
            return False
        is_certain = td.services.is_certain_container(self.view, holder)
        return is_certain or td.services.is_named_container(self.view, node, holder)

    def leave_ImportFrom(self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom) -> cst.ImportFrom:
        if original_node.module is not None and m.matches(original_node.module, _PYRAMID):
            return updated_node.with_changes(module=cst.Name("svcs_pyramid"))
        if original_node.module is not None and m.matches(original_node.module, m.Name("svcs")):
            self._tell_of_pyramid(original_node)
        return updated_node

    def _tell_of_pyramid(self, node: cst.ImportFrom) -> None:
        for alias in node.names if not isinstance(node.names, cst.ImportStar) else ():
            if alias.evaluated_name == "pyramid":
                self.remainder(node, "write `import svcs_pyramid`, and use it by that name")

    def leave_ImportAlias(self, original_node: cst.ImportAlias, updated_node: cst.ImportAlias) -> cst.ImportAlias:
        if not m.matches(original_node.name, _PYRAMID):
            return updated_node
        if original_node.asname is None:
            self.remainder(original_node, "write `import svcs_pyramid`, and use it by that name")
            return updated_node
        return updated_node.with_changes(name=cst.Name("svcs_pyramid"))


_KNOWING: t.Final = frozenset({"svcs", "svcs_di", "svcs_hopscotch", "tdom_svcs"})
