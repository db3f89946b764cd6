"""The contract says what each broken rule breaks, exactly, and passes the good ones."""

from __future__ import annotations

import gc
import pickle
import re
import typing as t

import libcst as cst
import pytest
import toy_rules as toys

from tdomcheck import authoring as td
from tdomcheck.authoring.metadata import Described
from tdomcheck.catalog.catalog import Catalog, Entry
from tdomcheck.contract import CHECKS, CheckResult, copies, prove
from tdomcheck.contract.copies import copied
from tdomcheck.contract.examples import Example, Source
from tdomcheck.contract.judge import Judge
from tdomcheck.contract.proofs import EXAMPLES, FIX, FIXABILITY, LINEAR, ORACLE, SEVERITIES, THOUSAND, TOGETHER
from tdomcheck.contract.prove import DECLARATIONS

pytestmark = pytest.mark.one_python


def lines(*rows: str) -> str:
    return "\n".join(rows)


def failures(cls: type[Described], *checks: str) -> dict[str, str]:
    return {result.name: result.difference for result in prove(cls, checks=checks) if not result.passed}


@pytest.mark.parametrize("cls", [toys.OldCall, toys.Blink, toys.ImportedFromLegacy])
@pytest.mark.parametrize("check", CHECKS)
def test_a_good_rule_keeps_every_promise(cls: type[Described], check: str) -> None:
    results = list(prove(cls, checks=[check]))

    assert [str(result) for result in results if not result.passed] == []
    assert results


def test_every_check_has_a_case_for_some_good_rule() -> None:
    """A check that never applies would prove nothing."""
    applied = {
        check
        for check in CHECKS
        for cls in (toys.OldCall, toys.Blink, toys.ImportedFromLegacy)
        if any(not result.not_applicable for result in prove(cls, checks=[check]))
    }

    assert set(CHECKS) == applied


def test_a_wrong_place_is_shown_beside_the_expected_one() -> None:
    assert failures(toys.WrongPlace, EXAMPLES)["INVALID[0] examples"] == lines(
        "expected one TOY101 at the marked place, and there is another one",
        "expected: example.py:3:8-3:11",
        "1 | from shop import old, new",
        "2 |",
        "3 | page = old(1)  # by hand",
        "  |        ^^^",
        "found TOY101 'the call is of a function that is gone': example.py:3:8-3:14",
        "1 | from shop import old, new",
        "2 |",
        "3 | page = old(1)  # by hand",
        "  |        ^^^^^^",
    )


def test_a_rule_that_never_fires_is_told_where_it_should() -> None:
    found = failures(toys.NeverFires)

    assert found["INVALID[0] examples"].startswith("expected one TOY101 at the marked place, and there is no finding")
    assert set(found) == {"INVALID[0] examples", "INVALID[1] examples", "INVALID[2] examples", "FIXABLE"}


def test_nothing_is_derived_from_an_example_that_does_not_hold() -> None:
    reasons = {result.not_applicable for result in prove(toys.NeverFires, checks=[FIX, LINEAR])}

    assert reasons == {"the example itself does not hold"}


def test_a_noisy_rule_is_shown_what_it_must_leave_alone() -> None:
    found = failures(toys.Noisy, EXAMPLES)

    assert {"VALID[0] examples", "VALID[1] examples", "VALID[2] examples"} <= set(found)
    assert "expected no finding\nfound TOY101" in found["VALID[0] examples"]
    assert "3 | new(1)\n  | ^^^" in found["VALID[0] examples"]


def test_two_findings_at_one_place_are_one_too_many() -> None:
    assert "there are 2 findings" in failures(toys.TwiceAtOnePlace, EXAMPLES)["INVALID[0] examples"]


def test_a_fix_that_is_fixed_again_is_not_stable() -> None:
    found = failures(toys.UnstableFix, FIX)

    assert found["INVALID[0] the fix"].startswith("the fix is not stable: a second run fixes again\nfound TOY101")
    assert "2 | old(1, 1)" in found["INVALID[0] the fix"]


def test_a_wrong_fix_is_a_unified_diff() -> None:
    assert failures(toys.WrongFix, FIX)["INVALID[0] the fix"] == lines(
        "the fix differs from what the example expects",
        "--- example.py (expected)",
        "+++ example.py (found)",
        "@@ -1,3 +1,3 @@",
        " from shop import old, new",
        " ",
        "-page = new(1)  # by hand (no newline at the end)",
        "+page = newer(1)  # by hand (no newline at the end)",
    )


def test_a_fix_that_does_not_parse_is_shown_with_its_result() -> None:
    found = failures(toys.BrokenFix, FIX)["INVALID[0] the fix"]

    assert found.startswith("after the fix example.py is no Python: ")
    assert "  | page = (new(1)  # by hand" in found


def test_a_fix_that_is_less_sure_than_the_example_says() -> None:
    assert failures(toys.UnsafeFix, FIX)["INVALID[0] the fix"] == "the fix is unsafe, and the example says safe"
    assert failures(toys.UnsafeFix, FIXABILITY) == {
        "FIXABLE": "FIXABLE is 'safe', and the fixes of the examples are unsafe"
    }


def test_a_fix_that_loses_comments_is_found_by_a_derived_case() -> None:
    """The example itself has none to lose."""
    assert failures(toys.LosesComments, EXAMPLES, FIX) == {}

    found = failures(toys.LosesComments, "derived: comments behind")["INVALID[0] derived: comments behind"]

    assert found.startswith("the fix loses a comment: '# kept 1', '# kept 2', '# kept 3'\n--- example.py (expected)")
    assert "-    1,  # kept 2\n" in found


def test_what_is_valid_may_be_so_by_an_option() -> None:
    class Quiet(toys.WithOption):
        __doc__ = toys.WithOption.__doc__
        OPTIONS = (td.option("names", ("older",), "More names."),)
        VALID: t.ClassVar = [td.Valid("from shop import new, older\nolder(1)", options={"names": []})]

    class Loud(Quiet):
        __doc__ = toys.WithOption.__doc__
        VALID: t.ClassVar = [td.Valid("from shop import new, older\nolder(1)", options={"names": ["older"]})]

    assert failures(Quiet, EXAMPLES) == {}
    assert failures(Loud, EXAMPLES)["VALID[0] examples"].startswith("expected no finding")


def test_a_fix_in_a_template_minds_the_quotes_around_it() -> None:
    assert failures(toys.Buttons, EXAMPLES, FIX) == {}

    (difference,) = failures(toys.Buttons, "derived: other quotes").values()
    assert difference.startswith("after the fix example.py is no Python")


def test_the_docstring_of_a_file_is_not_repeated_with_its_code() -> None:
    """Else its imports would be, and the work to know what a name means grows with each."""
    code = '"""What this is."""\n\nfrom shop import old\n\npage = old(1)\n'
    many = copied(Example("INVALID[0]", {"example.py": Source(code, (code.index("old(1)"), len(code) - 1))}), 3)

    assert many is not None
    text = many.files["example.py"].text
    assert (text.count('"""What'), text.count("import"), text.count("old(1)")) == (1, 1, 3)


def test_a_first_import_may_go_before_or_behind_a_form_feed() -> None:
    class Imports(toys.OldCall):
        __doc__ = toys.OldCall.__doc__
        INVALID: t.ClassVar = [
            td.invalid(
                "def f():\n    from shop import old\n\n    return «old»(1)",
                fixed="from shop import new\n\ndef f():\n    from shop import old\n\n    return new(1)",
            )
        ]

    assert failures(Imports, FIX, "derived: form feed line") == {}


def test_a_quadratic_rule_is_counted() -> None:
    found = failures(toys.Quadratic, LINEAR)

    assert "the work is not linear: 6 copies: " in found["INVALID[0] copies: linear"]


def test_patterns_that_others_push_out_of_what_re_keeps_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    class Words(toys.OldCall):
        __doc__ = toys.OldCall.__doc__

        def visit_Call(self, node: cst.Call) -> None:  # noqa: N802  # LibCST names it
            re.findall(r"(?:[a-z]|\d+|[^\W_]){2,}", "old")
            super().visit_Call(node)

    monkeypatch.setattr(copies, "compile_all", re.purge)
    assert failures(Words, LINEAR) == {}


def test_a_thousand_copies_have_a_thousand_findings() -> None:
    class FindsSome(toys.OldCall):
        __doc__ = toys.OldCall.__doc__

        def found(self, node: object) -> None:
            if len(self.findings) < 999:
                super().found(node)  # type: ignore[arg-type]

    assert failures(FindsSome, LINEAR) == {}
    assert failures(FindsSome, THOUSAND)["INVALID[0] copies: a thousand"].startswith("1,000 copies have 999 findings")


def test_of_a_long_example_as_many_copies_are_made_as_rules_look_at() -> None:
    class Long(toys.OldCall):
        __doc__ = toys.OldCall.__doc__
        INVALID: t.ClassVar = [td.invalid("from shop import old\nimport tdom\n\n«old»(t'<i><i><i><i><i><i>')")]

    assert failures(Long, THOUSAND) == {}


def test_a_gate_that_drops_findings_is_told_which() -> None:
    found = failures(toys.ClosedGate, EXAMPLES)["INVALID[0] examples"]

    assert "there is no finding" in found
    assert "the gate drops what the rule finds without it\nfound TOY101" in found


def test_a_gate_that_drops_findings_of_valid_code_is_told_too() -> None:
    class Both(toys.ClosedGate):
        __doc__ = toys.OldCall.__doc__
        VALID = ("from shop import old\nold(1)",)

    found = failures(Both, EXAMPLES)["VALID[0] examples"]

    assert found.startswith("the gate drops what the rule finds without it\nfound TOY101")


def test_a_rule_that_raises_is_quoted() -> None:
    found = failures(toys.Raises, EXAMPLES)["INVALID[0] examples"]

    assert found.startswith("the rule raised RuntimeError: the rule cannot judge a Call (line ")


def test_missing_docs_are_named() -> None:
    (result,) = prove(toys.Undocumented, checks=[DECLARATIONS])

    assert result.difference == "Undocumented: its docstring lacks the sections ## What, ## Why, ## Instead, ## Example"


def test_a_rule_without_a_code_is_judged_no_further() -> None:
    (result,) = prove(toys.Nameless)

    assert "Nameless: it declares no CODE" in result.difference


def test_codes_and_slugs_are_unique() -> None:
    other = Entry(toys.WrongPlace.info(), toys.WrongPlace.GATE, "toy_rules", "WrongPlace")
    own = Entry(toys.OldCall.info(), toys.OldCall.GATE, "toy_rules", "OldCall")

    (clash,) = prove(toys.OldCall, catalog=Catalog((other, own), ""), checks=[DECLARATIONS])
    (fine,) = prove(toys.OldCall, catalog=Catalog((own,), ""), checks=[DECLARATIONS])

    assert clash.difference == (
        "OldCall: its CODE TOY101 is taken by toy_rules:WrongPlace\n"
        "OldCall: its SLUG old-call is taken by toy_rules:WrongPlace"
    )
    assert fine.passed


def test_an_example_must_mark_its_place() -> None:
    (result,) = prove(toys.Unmarked, checks=[DECLARATIONS])

    assert result.difference == "Unmarked: INVALID[0] marks no place; write it with td.invalid"


def test_fixes_that_were_not_promised() -> None:
    assert failures(toys.PromisesTooMuch, FIXABILITY) == {
        "FIXABLE": "FIXABLE is 'no', and the fixes of the examples are safe"
    }


def test_a_rule_that_knows_spellings_only_is_caught_by_aliases() -> None:
    found = failures(toys.ByItsSpelling, "derived: import as", "derived: module import")

    assert "page = old_x(1)" in found["INVALID[0] derived: import as"]
    assert "page = shop_x.old(1)" in found["INVALID[0] derived: module import"]


def test_a_rule_may_say_why_a_derivation_is_not_sound() -> None:
    results = list(prove(toys.OptsOut, checks=["derived: import as"]))

    assert {result.not_applicable for result in results} == {"the rule says: it looks at spellings on purpose"}
    assert failures(toys.OptsOut, "derived: import as") == {}


def test_an_unknown_derivation_or_a_missing_reason_is_told() -> None:
    (result,) = prove(toys.OptsOut, checks=[DECLARATIONS])

    assert result.difference == (
        "OptsOut: its SKIP_DERIVED names 'in a classs', which is no derivation\n"
        "OptsOut: its SKIP_DERIVED gives no reason for 'in a classs'"
    )


def test_plain_fixit_must_say_the_same() -> None:
    found = failures(toys.OnlyHere, ORACLE)

    begin = "plain Fixit finds another thing\nFixit: nothing\nfound TOY101"
    assert found["INVALID[0] plain Fixit agrees"].startswith(begin)


def test_a_result_prints_itself() -> None:
    assert str(CheckResult("TOY101", "the fix", "INVALID[0]")) == "TOY101 INVALID[0] the fix: pass"
    assert str(CheckResult("TOY101", "the fix", "", "it is wrong")) == "TOY101 the fix: FAIL\nit is wrong"
    assert str(CheckResult("TOY101", "the fix", not_applicable="no")) == "TOY101 the fix: not applicable: no"


def test_a_rule_that_is_shy_of_directives_makes_them_unused() -> None:
    top, other = "suppression: file-ignore at the top", "suppression: another code"
    found = failures(toys.ShyOfDirectives, top, other)

    headline = "the directive does not accept the finding, or it is called unused"
    assert found[f"INVALID[0] {top}"].startswith(f"{headline}\nexpected to be accepted: example.py:4:8-4:11")
    assert found[f"INVALID[0] {other}"].startswith(
        "a directive for TDC001 must leave the finding as it is: 0 accepted, 0"
    )


def test_a_finding_that_no_directive_covers_is_shown() -> None:
    found = failures(toys.Insistent, "suppression: a comment behind the line", "suppression: in every position")

    assert (
        "found TOY101 'not so fast': example.py:1:1-1:5" in found["INVALID[0] suppression: a comment behind the line"]
    )
    assert "the directive does not accept the finding" in found["INVALID[0] suppression: in a lambda default"]


def test_a_rule_that_raises_at_a_directive_is_quoted() -> None:
    found = failures(toys.RaisesAtDirectives, "suppression: by its slug")

    assert found["INVALID[0] suppression: by its slug"].startswith(
        "the rule raised RuntimeError: it cannot read comments"
    )


def test_fixes_are_offered_where_the_example_says_and_nowhere_else() -> None:
    assert failures(toys.OffersNoFix, FIX)["INVALID[0] the fix"].startswith(
        "expected a fix, and none is offered\nfinding: "
    )
    assert failures(toys.FixesTooMuch, FIX)["INVALID[0] the fix"].startswith(
        "the example expects no fix, and one is offered: Call new"
    )
    assert failures(toys.OffersNoFix, FIXABILITY) == {"FIXABLE": "FIXABLE is 'safe', and no example has a fix"}


def test_severities_are_declared_and_shown() -> None:
    assert failures(toys.WarnsSometimes, SEVERITIES) == {}
    undeclared = "some examples are of severity warning; declare it in OTHER_SEVERITIES"
    assert failures(toys.WarnsWithoutAWord, SEVERITIES) == {"severities": undeclared}
    unshown = "no example is of severity info, which the rule declares"
    assert failures(toys.NeverInforms, SEVERITIES) == {"severities": unshown}


def test_a_fix_must_be_offered_in_derived_cases_too() -> None:
    found = failures(toys.FixesAtTheTopOnly, "derived: under if", "derived: comments above")

    assert set(found) == {"INVALID[0] derived: under if"}
    assert found["INVALID[0] derived: under if"].startswith(
        "expected a fix as for the example itself, and none is offered"
    )


def test_edits_that_overlap_are_no_fix() -> None:
    found = failures(toys.OverlappingEdits, FIX)["INVALID[0] the fix"]

    assert found.startswith("its edits cannot be applied: ")
    assert "finding: example.py:3:8-3:11" in found


def test_a_fix_that_changes_nothing_leaves_the_copies_as_they_are() -> None:
    found = failures(toys.FixThatChangesNothing, TOGETHER)

    assert found["INVALID[0] copies: fixed together"].startswith("6 of 6 findings are left")


def test_an_example_must_be_python() -> None:
    found = failures(toys.NotPython, EXAMPLES)["VALID[0] examples"]

    assert found.startswith("example.py is no Python: ")
    assert "  | from shop import (new" in found


def test_a_message_that_the_example_states_is_compared() -> None:
    (difference,) = failures(toys.AnotherMessage, EXAMPLES).values()

    assert difference == ("expected the message 'the call is old', and it is 'the call is of a function that is gone'")


def test_a_rule_that_raises_under_fixit_is_quoted() -> None:
    found = failures(toys.RaisesUnderFixit, ORACLE)

    assert found["INVALID[0] plain Fixit agrees"] == "under Fixit the rule raises RuntimeError: it wants our engine"


def test_options_of_an_example_are_given_to_the_rule() -> None:
    assert failures(toys.WithOption) == {}


def test_results_cross_processes() -> None:
    result = CheckResult("TOY101", "the fix", "INVALID[0]", "it is wrong")

    assert pickle.loads(pickle.dumps(result)) == result


def test_what_is_about_a_name_is_not_copied_under_another() -> None:
    class NoMain(toys.OldCall):
        __doc__ = toys.OldCall.__doc__
        FIXABLE = "no"
        GATE = td.Gate()
        VALID: t.ClassVar = ["def other(): ..."]
        INVALID: t.ClassVar = [td.invalid("def \u00abmain\u00bb(): ...")]

        def visit_FunctionDef(self, node: cst.FunctionDef) -> None:  # noqa: N802  # LibCST names it
            if node.name.value == "main":
                self.report(node.name, self.SUMMARY)

        def visit_Call(self, node: cst.Call) -> None: ...  # noqa: N802

    results = list(prove(NoMain, checks=[LINEAR, THOUSAND, TOGETHER]))
    assert [result.name for result in results if not result.passed] == []
    assert all(result.not_applicable for result in results)


def test_no_garbage_is_collected_while_calls_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an earlier test has left would be finalised in the middle of it."""
    seen: list[bool] = []
    say = Judge.say

    def noted(self: Judge, *arguments: t.Any, **named: t.Any) -> t.Any:
        seen.append(gc.isenabled())
        return say(self, *arguments, **named)

    monkeypatch.setattr(Judge, "say", noted)
    assert failures(toys.OldCall, LINEAR) == {}
    assert False in seen
    assert seen.count(False) % 3 == 0, "three sizes are counted for each example, and nothing else"
    assert True in seen
    assert gc.isenabled()
