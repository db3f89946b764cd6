"""Whether a `try` around an import is ready for its failing: one answer for all rules on names that are gone."""

from __future__ import annotations

import pytest
from rule_running import findings_in, rule_classes

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.import_fallbacks import is_import_caught
from tdomcheck.source.text import SourceText

CATCH = [
    "except ImportError:",
    "except ImportError as error:  # older",
    "except ModuleNotFoundError:",
    "except Exception:",
    "except BaseException:",
    "except:",
    "except* ImportError:",
    "except builtins.ImportError:",
    "except (AttributeError, ImportError):",
    "except (\n    AttributeError,  # gone\n    ImportError,\n) as error:",
    "except ValueError:\n    pass\nexcept ImportError:",
]
LET_THROUGH = [
    "except ValueError:",
    "except ValueError:  # an ImportError is not expected",
    "except (\n    ValueError,  # not ImportError\n    TypeError,\n):",
    "except MyImportError:",
    "except* ValueError:",
    "finally:",
]
RULES = {
    "TDC901": "from tdom import Node",
    "TDC902": "from svcs_di.injectors.locator import Location",
    "TDC804": "from tdom.nodes_of_nobody import a",
}


def caught(statement: str) -> bool:
    source = f"try:\n    import a\n{statement}\n    pass\n"
    view = ModuleView(SourceText(source.encode()))
    node = view.tree.root.named_descendant_for_byte_range(source.index("import"), source.index(" a\n") + 2)
    assert node is not None
    assert node.type == "import_statement"
    return is_import_caught(view, node)


@pytest.mark.parametrize("statement", CATCH)
def test_what_catches_a_failing_import(statement: str) -> None:
    assert caught(statement)


@pytest.mark.parametrize("statement", LET_THROUGH)
def test_what_does_not(statement: str) -> None:
    assert not caught(statement)


@pytest.mark.parametrize("code", RULES)
def test_all_rules_on_imports_have_the_same_answer(code: str) -> None:
    (rule,) = (rule for rule in rule_classes() if code == rule.CODE)
    assert findings_in(rule, {"page.py": RULES[code]})
    for statement in (*CATCH, *LET_THROUGH):
        found = findings_in(rule, {"page.py": f"try:\n    {RULES[code]}\n{statement}\n    pass\n"})
        # That a module is internal is told in any case.
        is_told = any("is internal" not in finding.message for finding in found)
        assert is_told == (statement in LET_THROUGH), statement
