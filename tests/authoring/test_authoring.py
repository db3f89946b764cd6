"""What a rule is made of: its declarations, its findings, its examples, and the views of a project."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

import libcst as cst
import pytest
import tree_sitter
from fact_examples import project_of, view_of
from libcst.metadata import MetadataWrapper

from tdomcheck import authoring as td
from tdomcheck.authoring import views
from tdomcheck.authoring.examples import dedent, split_files
from tdomcheck.authoring.fence import fenced
from tdomcheck.authoring.metadata import cleandoc
from tdomcheck.authoring.rule import dotted_name
from tdomcheck.config.globs import PathMatcher
from tdomcheck.facts.extract.file import facts_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.modules import Project
from tdomcheck.model import Edit, Finding, Fix, Related, RuleKind, Safety, Severity, Span
from tdomcheck.source.cst import parse_module
from tdomcheck.source.text import SourceText


class Shouting(td.TemplateRule):
    """Templates that shout.

    They are hard to read:

        t"<p>HELLO</p>"
    """

    CODE = "TDC990"
    SLUG = "shouting-template"
    GROUP = "toys"
    SUMMARY = "A template shouts."
    SEVERITY = Severity.WARNING
    OPTIONS = (td.option("limit", 3, "How many letters are no shouting."),)

    def check_template(self, template: td.Template) -> None:
        if template.static_text.isupper() and len(template.static_text) > t.cast("int", self.option("limit")):
            self.report_span(template.span, self.SUMMARY, note="Upper case.", help="Write it small.")


def findings(rule: td.FileRule, text: str, **options: int) -> list[Finding]:
    rule.host(view_of(text), "page.py", options)
    rule.check_all()
    return rule.findings


@pytest.mark.parametrize(
    "text",
    [
        "import tdom\n",
        "import tdom\npage = t'<p>Hello</p>'\n",
        "import tdom\npage = 'HELLO'\n",
        "import tdom\npage = t'HELLO'\n",
        "import psycopg\npage = t'<P>HELLO</P>'\n",
        "import tdom, pytest\nwith pytest.raises(E):\n    tdom.html(t'<P>HELLO</P>')\n",
    ],
)
def test_a_template_rule_leaves_alone_what_is_no_template_of_html(text: str) -> None:
    assert findings(Shouting(), text) == []


def test_a_template_rule_reports_a_span() -> None:
    (found,) = findings(Shouting(), "import tdom\npage = t'<P>HELLO</P>'\n")
    assert (found.path, found.code, found.slug) == ("page.py", "TDC990", "shouting-template")
    assert (found.span, found.severity) == (Span(19, 34), Severity.WARNING)
    assert (found.message, found.note, found.help) == ("A template shouts.", "Upper case.", "Write it small.")


def test_an_option_has_its_default_or_what_the_configuration_says() -> None:
    text = "import tdom\npage = t'<P>HI</P>'\n"
    assert len(findings(Shouting(), text)) == 1
    assert findings(Shouting(), text, limit=100) == []
    rule = Shouting()
    assert rule.option("limit") == 3
    with pytest.raises(KeyError):
        rule.option("limits")


def test_a_rule_has_a_view_only_while_it_visits_a_file() -> None:
    with pytest.raises(RuntimeError, match="only while it visits"):
        _ = Shouting().view


def test_a_rule_that_checks_nothing_says_so() -> None:
    class Empty(td.FileRule):
        CODE, SLUG = "TDC991", "empty"

    class Bare(td.TemplateRule):
        CODE, SLUG = "TDC992", "bare"

    class Idle(td.ProjectRule):
        CODE, SLUG = "TDC993", "idle"

    with pytest.raises(NotImplementedError):
        findings(Empty(), "import tdom\n")
    with pytest.raises(NotImplementedError):
        findings(Bare(), "import tdom\npage = t'<p></p>'\n")
    with pytest.raises(NotImplementedError):
        Idle().check(project_of({}), ())


def test_a_file_rule_has_the_facts_of_its_file() -> None:
    rule = Shouting()
    rule.host(view_of("import tdom\ndef f(): ...\nclass A: ...\n"), "a.py", {})
    assert [function.path for function in rule.facts.functions] == ["f"]
    assert [owner.path for owner in rule.facts.classes] == ["A"]


PLAIN = "import time\nlimit = 3\nasync def f(rows):\n    for time in rows:\n        time.sleep(limit)\n"
"""It has nothing to do with templates or containers, so that facts leave its expressions aside."""


class Sleeping(td.FileRule):
    CODE, SLUG, GROUP, SUMMARY = "TDC994", "sleeping", "toys", "It sleeps."

    def check_file(self) -> None:
        for call in self.view.nodes["call"]:
            name = self.view.resolve(t.cast("tree_sitter.Node", call.child_by_field_name("function")))
            self.report_span(self.view.span(call), name)


def test_a_rule_of_others_sees_all_of_a_file_whatever_the_file_is_about() -> None:
    assert [found.message for found in findings(Sleeping(), "import time\ntime.sleep(1)\n")] == ["time.sleep"]
    assert [found.message for found in findings(Sleeping(), PLAIN)] == [""]
    assert [found.message for found in findings(Sleeping(), f"import svcs\n{PLAIN}")] == [""]


class Calls(td.Rule):
    CODE, SLUG, GROUP, SUMMARY = "TDC995", "calls", "toys", "It calls."

    def visit_Call(self, node: cst.Call) -> None:  # noqa: N802  # LibCST names it
        self.report(node, self.resolve_name(node.func))


def visited(rule: td.Rule, text: str | bytes) -> list[Finding]:
    view = ModuleView(SourceText(text)) if isinstance(text, bytes) else view_of(text)
    wrapper = MetadataWrapper(parse_module(view.source), unsafe_skip_copy=True)
    rule.host(view, "a.py", {}, wrapper=wrapper)
    cst.visit_batched(wrapper.module, [rule])
    return rule.findings


@pytest.mark.parametrize("head", ["", "import svcs\n"])
def test_a_visitor_of_others_knows_local_names_whatever_the_file_is_about(head: str) -> None:
    assert [found.message for found in visited(Calls(), f"{head}{PLAIN}time.sleep(1)\n")] == ["It calls.", "time.sleep"]


class Replacing(td.Rule):
    CODE, SLUG, GROUP, SUMMARY, FIXABLE = "TDC997", "replacing", "toys", "It is old.", "safe"

    def __init__(self, fix: Fix | None = None) -> None:
        super().__init__()
        self._fix = fix

    def visit_Call(self, node: cst.Call) -> None:  # noqa: N802  # LibCST names it
        self.report(node, fix=self._fix, replacement=node.with_changes(func=cst.Name("new")))


@pytest.mark.parametrize(
    ("fixable", "safety"), [("safe", Safety.SAFE), ("sometimes", Safety.SAFE), ("unsafe", Safety.UNSAFE)]
)
def test_a_replacement_becomes_a_fix_as_safe_as_the_rule_says(
    fixable: str, safety: Safety, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Replacing, "FIXABLE", fixable)
    (found,) = visited(Replacing(), "x = old(1)\n")
    assert found.fix == Fix("It is old.", (Edit(4, 10, "new(1)"),), safety)


def test_a_fix_and_a_replacement_are_refused_together() -> None:
    with pytest.raises(TypeError, match="a `fix` or a `replacement`, of which it makes one, and not both"):
        visited(Replacing(Fix("Drop it", (Edit(0, 1, ""),))), "x = old(1)\n")


@pytest.mark.parametrize(
    "text",
    [
        "import time\ntime.sleep(1)\ntime = fake\n",
        "try:\n    from time import sleep\nexcept ImportError:\n    def sleep(x): ...\nsleep(1)\n",
    ],
)
def test_of_a_name_that_is_bound_twice_a_visitor_is_told_one_meaning_and_that_it_is_unsure(text: str) -> None:
    rule = Calls()
    (found,) = visited(rule, text)
    assert found.message == "time.sleep"
    assert td.python.unsure_names(rule.view) & {"time", "sleep"}


_PLACED = (cst.Call, cst.Name, cst.Attribute, cst.Subscript, cst.Lambda, cst.List, cst.ClassDef, cst.FunctionDef)
_CODE = """
import shop.time as clock

class A(object):
    é = "ü", (clock.sleep(1)), lambda x: x[0].y

async def f(rows, *rest):
    await clock.sleep(rows[1], kind=[1, *rest])
    clock.sleep(2)
"""


class Bridge(td.Rule):
    CODE, SLUG, GROUP, SUMMARY = "TDC996", "bridge", "toys", "It is there."

    def visit_Module(self, node: cst.Module) -> None:  # noqa: N802  # LibCST names it
        self.module = node
        self.pairs = [(each, self.node_of(each)) for each in _nodes_in(node) if isinstance(each, _PLACED)]
        self.spans = [(self.span_of(each), self.view.span(other)) for each, other in self.pairs]


def _nodes_in(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    yield node
    for child in node.children:
        yield from _nodes_in(child)


@pytest.mark.parametrize(
    "data", [_CODE.encode(), b"\xef\xbb\xbf" + _CODE.encode(), b"# coding: latin-1" + _CODE.encode("latin-1")]
)
def test_a_node_of_libcst_has_one_of_the_view(data: bytes) -> None:
    rule = Bridge()
    visited(rule, data)
    assert [own for own, _ in rule.spans] == [other for _, other in rule.spans]
    assert {(type(node).__name__, other.type) for node, other in rule.pairs} == {
        ("Attribute", "attribute"),
        ("Attribute", "dotted_name"),
        ("Call", "call"),
        ("ClassDef", "class_definition"),
        ("FunctionDef", "function_definition"),
        ("Lambda", "lambda"),
        ("List", "list"),
        ("Name", "identifier"),
        ("Subscript", "subscript"),
    }


@pytest.mark.parametrize(
    ("kind", "type_", "text"),
    [
        (cst.SimpleStatementLine, "call", b"f(a, b=1)"),
        (cst.Arg, "identifier", b"a"),
        (cst.Comma, "argument_list", b"(a, b=1)"),
    ],
)
def test_what_no_named_node_of_the_view_stands_for_has_the_smallest_with_its_bytes(
    kind: type[cst.CSTNode], type_: str, text: bytes
) -> None:
    rule = Bridge()
    visited(rule, "f(a, b=1)\n")
    node = next(node for node in _nodes_in(rule.module) if isinstance(node, kind))
    assert (rule.node_of(node).type, rule.node_of(node).text) == (type_, text)


def test_facts_and_our_own_rules_leave_the_expressions_of_other_files_aside() -> None:
    ours = type("Ours", (Sleeping,), {"__module__": "tdomcheck.rules.ours"})()
    assert findings(ours, PLAIN) == []
    assert len(findings(ours, f"import svcs\n{PLAIN}")) == 1

    rule, view = Sleeping(), view_of(PLAIN)
    rule.host(view, "a.py", {})
    rule.check_all()
    assert rule.facts is facts_of(view)
    assert view.nodes["call"] == ()
    assert rule.view.nodes["call"] != ()


def test_a_file_of_concern_is_looked_at_once() -> None:
    rule, view = Sleeping(), view_of(f"import svcs\n{PLAIN}")
    rule.host(view, "a.py", {})
    assert rule.view is view


def test_what_a_rule_declares() -> None:
    info = Shouting.info()
    assert (info.code, info.slug, info.name, info.group) == ("TDC990", "shouting-template", "ShoutingTemplate", "toys")
    assert (info.kind, info.severity, info.fixable, info.preview) == (RuleKind.TEMPLATE, Severity.WARNING, "no", False)
    assert info.docs.splitlines()[0] == "Templates that shout."
    assert '\n    t"<p>HELLO</p>"' in info.docs
    assert info.module.endswith(":Shouting")
    assert [(spec.name, spec.type, spec.default) for spec in info.options] == [("limit", "int", 3)]


@pytest.mark.parametrize(
    ("default", "kind"), [(True, "bool"), (1, "int"), ("a", "str"), (("a", "b"), "list[str]"), ((), "list[str]")]
)
def test_the_type_of_an_option_is_that_of_its_default(default: bool | int | str | tuple[str, ...], kind: str) -> None:
    assert td.option("name", default, "help").type == kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("One line.", "One line."),
        ("  One line.  ", "One line."),
        ("One.\n\n    Two.\n      Three.\n    ", "One.\n\nTwo.\n  Three."),
        ("One.\n\n\tTwo.", "One.\n\nTwo."),
    ],
)
def test_a_docstring_loses_its_indentation(text: str, expected: str) -> None:
    assert cleandoc(text) == expected


class Crowd(td.ProjectRule):
    """Files with too many classes."""

    CODE = "TDC994"
    SLUG = "crowd"
    GROUP = "toys"
    SUMMARY = "A crowd."
    OPTIONS = (td.option("most", 1, "How many classes a file may have."),)

    def check(self, project: Project, focus: Sequence[str]) -> Iterator[Finding]:
        for path in focus:
            classes = project.facts[path].classes
            if len(classes) > t.cast("int", self.option("most")):
                yield self.finding(path, Span(classes[0].start, classes[0].end), self.SUMMARY)


def test_a_project_rule_judges_the_files_of_its_focus() -> None:
    project = project_of(
        {"a.py": "class A: ...\nclass B: ...\n", "b.py": "class C: ...\n", "c.py": "class D: ...\n" * 2}
    )
    found = list(Crowd().check(project, ("a.py", "b.py")))
    assert [(each.path, each.code, each.span) for each in found] == [("a.py", "TDC994", Span(6, 7))]
    assert list(Crowd({"most": 2}).check(project, ("a.py", "b.py"))) == []
    assert Crowd.info().kind is RuleKind.PROJECT


PLACE = Span(0, 3)


def finding(**changes: t.Any) -> Finding:
    given = {"message": "wrong", "severity": Severity.ERROR, "span": PLACE, **changes}
    return Finding("a.py", given.pop("span"), "TDC990", "toy", given.pop("message"), **given)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"note": "a", "help": "b"},
        {"span": Span(0, 0)},
        {"span": Span(10, 10)},
        {"fix": Fix("a", (Edit(0, 1, ""),), Safety.SAFE)},
        {"related": (Related("b.py", Span(50, 60), "elsewhere"),)},
    ],
)
def test_a_finding_that_can_be_shown(changes: dict[str, t.Any]) -> None:
    found = finding(**changes)
    assert fenced(found, 10) is found


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"message": None}, "the message of a finding is None, which is no str"),
        ({"note": 1}, "the note of a finding is 1"),
        ({"help": b"a"}, "the help of a finding is b'a'"),
        ({"severity": "error"}, "the severity of a finding is 'error', which is no Severity"),
        ({"span": (0, 1)}, "the place of a finding is"),
        ({"fix": "a"}, "the fix of a finding is 'a', which is no Fix"),
        ({"related": ("a",)}, "a related place is 'a', which is no Related"),
        ({"fix": Fix("a", (Edit(0, 1, None),))}, "the text of an edit is None"),  # type: ignore[arg-type]
        ({"fix": Fix("a", (Edit("0", 1, ""),))}, "the start of an edit is '0'"),  # type: ignore[arg-type]
        ({"fix": Fix("a", ("a",))}, "an edit of a fix is 'a'"),  # type: ignore[arg-type]
    ],
)
def test_a_finding_of_another_type_is_refused_where_it_is_made(changes: dict[str, t.Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        fenced(finding(**changes), 10)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"span": Span(-1, 3)}, "from -1 to 3 is no range"),
        ({"span": Span(3, 1)}, "from 3 to 1 is no range"),
        ({"span": Span(3, 11)}, "from 3 to 11 is not in the file, which has 10 bytes"),
        ({"related": (Related("b.py", Span(3, 1), "a"),)}, "from 3 to 1 is no range"),
    ],
)
def test_a_place_that_is_none_is_refused_where_it_is_said(changes: dict[str, t.Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        fenced(finding(**changes), 10)


def test_an_example_marks_its_place() -> None:
    example = td.invalid(
        """
        x = \N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}1\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}
        """,
        fixed="""
        x = 2
        """,
        unsafe=True,
        message="no",
    )
    assert (example.code, example.expected_replacement) == ("x = 1\n", "x = 2\n")
    assert (example.is_unsafe, example.expected_message, example.options) == (True, "no", {})
    assert example.marked.index("\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}") == 4


@pytest.mark.parametrize(
    "source",
    [
        "x = 1",
        "x = \N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}1",
        "x = \N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}1\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}",
    ],
)
def test_an_example_without_a_place_is_none(source: str) -> None:
    with pytest.raises(ValueError, match="marks no place"):
        td.invalid(source)


def test_what_several_files_are_fixed_to_are_several_files() -> None:
    source = (
        "# file: a.py\n\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}x\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}\n"
    )
    assert td.invalid(source, fixed="# file: a.py\ny\n").expected_replacement == "# file: a.py\ny\n"
    with pytest.raises(ValueError, match="several files"):
        td.invalid(source, fixed="y\n")


def test_an_example_may_have_several_files() -> None:
    assert split_files("x = 1\n") == {"example.py": "x = 1\n"}
    assert split_files("# file: a.py\nx = 1\n# file: b/c.py\ny = 1\n") == {"a.py": "x = 1\n", "b/c.py": "y = 1\n"}
    assert split_files("x = 1  # file: a.py\n") == {"example.py": "x = 1  # file: a.py\n"}
    assert dedent("\n    a\n      b\n") == "a\n  b\n"
    assert td.Invalid("x").expected_replacement is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("User", "a User"),
        ("union", "a union"),
        ("UserView", "a UserView"),
        ("str", "a str"),
        ("", "a "),
        ("int", "an int"),
        ("Outbox", "an Outbox"),
        ("upload", "an upload"),
        ("_Inner", "an _Inner"),
    ],
)
def test_the_article_is_told_by_the_sound(name: str, expected: str) -> None:
    assert td.with_article(name) == expected
    assert td.with_article(f"`{name}`") == f"{expected.partition(' ')[0]} `{name}`"


def test_all_that_is_offered_is_there_and_nothing_else() -> None:
    assert all(getattr(td, name) is not None for name in dir(td))
    assert len(dir(td)) <= 60


@pytest.mark.parametrize(
    ("code", "expected"),
    [("a", "a"), ("a.b.c", "a.b.c"), ("a().b", ""), ("a[0]", ""), ("1", ""), ("'a'.b", ""), ("(a).b", "a.b")],
)
def test_the_dotted_name_of_a_visited_node(code: str, expected: str) -> None:
    assert dotted_name(cst.parse_expression(code)) == expected


VIEWS = "from tdom import html\nfrom svcs_di import Inject\nfrom framework import view\n\n\n"


def options(**changes: object) -> t.Callable[[str], object]:
    given = {spec.name: spec.default for spec in views.OPTIONS} | changes
    return given.__getitem__


def names(code: str, path: str = "shop/pages.py", head: str = VIEWS, **changes: object) -> list[str]:
    found = views.views_in(view_of(head + code), path, options(**changes))
    return [each.name for each in found]


@pytest.mark.parametrize(
    ("code", "path"),
    [
        ("def home(): ...", "shop/pages.py"),
        ("def _home_view(): ...", "shop/pages.py"),
        ("def test_home_view(): ...", "shop/pages.py"),
        ("def view_home(): ...", "shop/pages.py"),
        ("class HomeView: ...", "shop/pages.py"),
        ("from typing import Protocol\nclass HomeView(Protocol):\n    def __call__(self): ...", "shop/pages.py"),
        ("class A:\n    def home_view(self): ...", "shop/pages.py"),
        ("def f():\n    def home_view(): ...", "shop/pages.py"),
        ("def home_view(): ...", "tests/test_pages.py"),
        ("@cached\ndef home(): ...", "shop/pages.py"),
        ("from typing import overload\n@overload\ndef home_view(): ...", "shop/pages.py"),
        ("import typing_extensions as t\n@t.overload\n@view\ndef home(): ...", "shop/pages.py"),
        # In a folder of views a helper, a component and a renderer are none.
        ("def home():\n    return 'a'", "shop/views/home.py"),
        ("def _home():\n    return html(t'<p></p>')", "shop/views/home.py"),
        ("def Home():\n    return html(t'<p></p>')", "shop/views/home.py"),
        ("def home(children):\n    return html(t'<p></p>')", "shop/views/home.py"),
        ("def home(page: Template):\n    return html(page)", "shop/views/home.py"),
        ("def home():\n    return html(t'<p></p>')\nhome()", "shop/views/home.py"),
        ("def home():\n    return html(t'<p></p>')", "shop/pages/home.py"),
    ],
)
def test_what_is_no_view(code: str, path: str) -> None:
    assert names(code, path) == []


@pytest.mark.parametrize(
    ("code", "path", "expected"),
    [
        ("@view\ndef home(): ...", "shop/pages.py", "home"),
        ("@view(name='a')\ndef home(): ...", "shop/pages.py", "home"),
        ("@framework.view\nclass Home: ...", "shop/pages.py", "Home"),
        ("import typing\n@typing.overload\ndef a_view(x): ...\ndef a_view(): ...", "shop/pages.py", "a_view"),
        ("def home_view(): ...", "shop/pages.py", "home_view"),
        ("class HomeView:\n    def __call__(self): ...", "shop/pages.py", "HomeView"),
        ("class Base:\n    def __call__(self): ...\nclass HomeView(Base): ...", "shop/pages.py", "HomeView"),
        ("def home():\n    return html(t'<p></p>')", "shop/views/home.py", "home"),
        ("def home():\n    return html(t'<p></p>')", "./shop/views.py", "home"),
    ],
)
def test_what_is_a_view(code: str, path: str, expected: str) -> None:
    assert names(code, path) == [expected]


def test_the_options_say_what_makes_a_view() -> None:
    assert names("@page\ndef home(): ...", decorators=("page",)) == ["home"]
    assert names("@view\ndef home(): ...", decorators=("page",)) == []
    assert names("@view\ndef home(): ...", decorators=("framework.view",)) == ["home"]
    assert names("@view\ndef home(): ...", decorators=("other.view",)) == []
    assert names("def home_page(): ...", suffix="_page") == ["home_page"]
    assert names("def home_view(): ...", suffix="") == []
    assert names("def home():\n    return html(t'<p></p>')", "pages/a.py", paths=("pages/*",)) == ["home"]


def test_beside_a_view_nothing_else_is_one_by_its_folder() -> None:
    code = "@view\ndef home():\n    return html(t'<p></p>')\n\ndef other():\n    return html(t'<p></p>')\n"
    assert names(code, "shop/views/home.py") == ["home"]


def test_a_file_of_another_concern_has_decorated_views_on_demand() -> None:
    code = "from framework import view\n@view\ndef home(): ...\ndef other_view(): ...\n"
    found = view_of(code)
    assert views.views_in(found, "shop/pages.py", options()) == []
    assert [one.name for one in views.views_in(found, "shop/pages.py", options(), decorated_anywhere=True)] == ["home"]


def test_what_is_told_of_a_view() -> None:
    text = "@view\nclass Home:\n    def __call__(self): ...\n\n@odd\ndef other_view(): ...\n"
    view: ModuleView = view_of(VIEWS + text)
    first, second = views.views_in(view, "a.py", options())
    assert (first.name, first.word, first.is_class, first.is_decorated, first.is_named) == (
        "Home", "class", True, True, False,
    )  # fmt: skip
    assert (second.word, second.is_decorated, second.is_open, second.is_named) == ("function", False, True, True)
    assert first.call is not None
    assert [view.text(views.node_of(view, each.fact))[:5] for each in (first, second)] == ["class", "def o"]
    assert PathMatcher.of(views.PATHS.default).is_match("shop/views/home.py")


@pytest.mark.parametrize(("text", "expected"), [("", ""), ("a" * 10, "a" * 10), ("a" * 11, "a" * 7 + "...")])
def test_a_long_text_is_cut_off_where_a_message_quotes_it(text: str, expected: str) -> None:
    assert td.shortened(text, 10) == expected


def test_a_list_of_an_option_is_kept_as_what_does_not_change() -> None:
    assert td.option("off", ["a"], "help").default == ("a",)
    with pytest.raises(TypeError, match="the default of the option off is"):
        td.option("off", 1.5, "help")  # type: ignore[arg-type]


def test_an_option_that_is_not_declared_is_told_with_its_rule() -> None:
    rule = Shouting()
    rule.host(view_of("x = 1\n"), "a.py", {})
    with pytest.raises(KeyError, match="TDC990 has no option 'nope'"):
        rule.option("nope")
    with pytest.raises(KeyError, match="TDC994 has no option 'nope'"):
        Crowd().option("nope")


def test_an_example_has_one_place() -> None:
    mark = "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}x\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
    with pytest.raises(ValueError, match="marks several places"):
        td.invalid(f"{mark} + {mark}")
