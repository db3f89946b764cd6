"""Everything that is wrong is told at once, framed with its line, and nothing that is right is."""

from __future__ import annotations

import pytest
from config_examples import CATALOG, memory, settings_of

from tdomcheck import __version__
from tdomcheck.config import load_settings
from tdomcheck.config.documents import MOST_PARTS
from tdomcheck.config.frames import did_you_mean, frame
from tdomcheck.config.marks import Mark
from tdomcheck.config.reader import MOST_PROBLEMS
from tdomcheck.errors import ConfigError


def problems_of(text: str | bytes, **more: object) -> tuple[str, ...]:
    files = memory({"/p/tdomcheck.toml": text})
    with pytest.raises(ConfigError) as caught:
        load_settings("/p/tdomcheck.toml", catalog=CATALOG, files=files, **more)  # type: ignore[arg-type]  # options
    return tuple(problem.replace("/p/", "") for problem in caught.value.problems)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            'select = ["ALL", "TDC", "TDC1", "TDC10", "TDC101", "template-syntax"]', id="all kinds of selectors"
        ),
        pytest.param('select = ["TDC202"]', id="a rule in preview"),
        pytest.param("select = []", id="nothing selected, on purpose"),
        pytest.param('ignore = ["TDC0", "ALL"]', id="a prefix of what cannot be turned off"),
        pytest.param('severity = { TDC001 = "error", TDC0 = "off", ALL = "off" }', id="another severity"),
        pytest.param("[options.TDC102]", id="no options, for a rule without options"),
        pytest.param("[options.TDC101]\nnames = []", id="an option that is an empty array"),
        pytest.param('target-tdom = "0.1.15rc1"', id="a release candidate"),
        pytest.param('"jobs" = 1', id="a quoted key"),
        pytest.param("jobs = 0x2", id="a number in another base"),
        pytest.param('[[overrides]]\npaths = ["!src"]\n[overrides.options]\n[overrides.severity]', id="empty tables"),
        pytest.param('per-file-ignores."a b/[x].py" = ["TDC1"]', id="a glob as a key"),
        pytest.param('unfixable = ["TDC001"]', id="what cannot be turned off may be left unfixed"),
    ],
)
def test_leave_this_alone(text: str) -> None:
    settings_of(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('selct = ["TDC1"]', "unknown key `selct`; did you mean `select`?"),
        ("qqq = 1", "unknown key `qqq`"),
        ("extend_select = []", "unknown key `extend_select`; did you mean `extend-select`?"),
        ("origins = []", "unknown key `origins`"),
        ("jobs = true", "`jobs` must be a whole number, 0 or more, not a boolean"),
        ("jobs = 1.5", "`jobs` must be a whole number, 0 or more, not a float"),
        ("jobs = -1", "`jobs` must be a whole number, 0 or more, not -1"),
        ("jobs = 2027-03-01", "`jobs` must be a whole number, 0 or more, not a date or time"),
        ("preview = 1", "`preview` must be true or false, not an integer"),
        ("baseline = []", "`baseline` must be a path, as a string, not an array"),
        ('exclude = "a"', "`exclude` must be an array of strings, not a string"),
        ("exclude = [1]", "`exclude` must be an array of strings, not an integer"),
        ('exclude = [""]', "`exclude` has an empty entry"),
        (
            'profile = "veiws"',
            "`profile` must be one of `tdom-svcs`, `views`, `auto`, not `veiws`; did you mean `views`?",
        ),
        ('target-version = "2.7"', '`target-version` must be a Python version such as "py311" or "3.11", not `2.7`'),
        ('target-tdom = "new"', '`target-tdom` must be a version such as "0.1.20", or "auto", not `new`'),
        ('required-version = ">=99"', f"this is tdomcheck {__version__}, but the configuration requires >=99"),
        ('required-version = "?"', "`required-version` must be a version or version specifier, not `?`"),
        ('select = ["TDC999"]', "unknown rule `TDC999` in `select`"),
        ("select = [1]", "`select` must be an array of rule codes, prefixes or slugs, not an integer"),
        ('select = ["T"]', "unknown rule `T` in `select`"),
        ('select = ["tdc1"]', "unknown rule `tdc1` in `select`; did you mean `TDC1`?"),
        ('ignore = ["template-sintax"]', "unknown rule `template-sintax` in `ignore`; did you mean `template-syntax`?"),
        ('ignore = ["TDC001"]', "`TDC001` cannot be turned off"),
        ('per-file-ignores = { "a" = ["invalid-encoding"] }', "`invalid-encoding` cannot be turned off"),
        ('per-file-ignores = { "a" = "TDC1" }', "`per-file-ignores.a` must be an array of rule codes"),
        ("per-file-ignores = []", "`per-file-ignores` must be a table of glob -> array of rules, not an array"),
        ('severity = "off"', "`severity` must be a table of rule -> off, info, warning or error, not a string"),
        ('severity.TDC1 = "warn"', "severity must be off, info, warning or error, not `warn`; did you mean `warning`?"),
        ("severity.TDC1 = 1", "`severity.TDC1` must be off, info, warning or error, not an integer"),
        ('severity.missing-prob = "off"', "unknown rule `missing-prob`; did you mean `missing-prop`?"),
        ('severity.invalid-syntax = "off"', "`invalid-syntax` cannot be turned off"),
        (
            'severity.TDC001 = "warning"',
            "`TDC001` is always an error: nobody has looked at a file that cannot be read; leave it out with `exclude`",
        ),
        ('[[overrides]]\npaths = ["a"]\nseverity.invalid-encoding = "info"', "`invalid-encoding` is always an error"),
        ("options = 1", "`options` must be a table of rule -> table of options, not an integer"),
        ("options.TDC101 = 1", "`options.TDC101` must be a table of options, not an integer"),
        ("options.TDC1.limit = 1", "unknown rule `TDC1`"),
        ("options.TDC101.limits = 1", "unknown option `limits` of TDC101; did you mean `limit`?"),
        ("options.TDC102.limit = 1", "unknown option `limit` of TDC102; it has none"),
        ("options.TDC101.limit = true", "`options.TDC101.limit` must be a whole number, not a boolean"),
        ("options.TDC101.strict = 1", "`options.TDC101.strict` must be true or false, not an integer"),
        ("options.TDC101.style = 1", "`options.TDC101.style` must be a string, not an integer"),
        ("options.TDC101.names = [1]", "`options.TDC101.names` must be an array of strings, not an array"),
        ("overrides = {}", "`overrides` must be an array of tables, not a table"),
        ("overrides = [1]", "`overrides` must be an array of tables, not an integer"),
        ('[[overrides]]\nselect = ["TDC1"]', "an override needs `paths`"),
        ("[[overrides]]\npaths = []", "an override needs `paths`"),
        ("tests = []", "`tests` must be a table, not an array"),
        ("tests.path = []", "unknown key `path`; did you mean `paths`?"),
        ("[tool.tdomcheck]", "unknown key `tool`; a file of its own has the keys at the top, without [tool.tdomcheck]"),
    ],
)
def test_this_is_wrong(text: str, problem: str) -> None:
    (found,) = problems_of(text)
    assert found.partition(" ")[2].startswith(problem)


def test_a_problem_is_framed_with_its_line() -> None:
    (found,) = problems_of('# ours\n\njobs = 1\nselct = ["TDC1"]\n')
    assert found.splitlines() == [
        "tdomcheck.toml:4: unknown key `selct`; did you mean `select`?",
        "  |",
        '4 | selct = ["TDC1"]',
        "  | ^^^^^",
    ]


def test_the_caret_stands_under_the_entry_that_is_wrong() -> None:
    (found,) = problems_of('[[overrides]]\npaths = ["a"]\n[[overrides]]\npaths = ["b"]\nselect = ["TDC1",\n\t"NO"]\n')
    assert found.splitlines()[1:] == ["  |", '6 |     "NO"]', "  |     ^^^^"]
    assert found.startswith("tdomcheck.toml:6: unknown rule `NO` in `overrides.select`")


def test_all_problems_are_told_at_once_in_the_order_of_the_file() -> None:
    text = "[options.TDC101]\nlimit = 'a'\nlimits = 1\n[severity]\nNOPE = 'bad'\n"
    found = problems_of(text, inline=["jobs = 'x'", "= 3"], overrides={"select": ["X1"], "nope": 1})
    assert [problem.splitlines()[0].split(" ")[0] for problem in found] == [
        "--config:1:",
        "tdomcheck.toml:2:",
        "tdomcheck.toml:3:",
        "tdomcheck.toml:5:",
        "tdomcheck.toml:5:",
        "--config:1:",
        "command",
        "command",
    ]


def test_the_command_line_has_no_lines() -> None:
    assert problems_of("", overrides={"select": ["TDC999"]}) == ("command line: unknown rule `TDC999` in `select`",)


def test_a_problem_of_pyproject_is_found_below_our_table() -> None:
    files = memory({"/p/pyproject.toml": "[tool.ruff]\nselct = 1\n[tool.tdomcheck]\nselct = 1\n"})
    with pytest.raises(ConfigError, match=r"pyproject.toml:4: unknown key `selct`"):
        load_settings("/p/pyproject.toml", catalog=CATALOG, files=files)


class TestBrokenToml:
    def test_the_place_is_framed(self) -> None:
        (found,) = problems_of("jobs = 1\nselect = \n")
        assert found.splitlines() == [
            "tdomcheck.toml:2: not valid TOML: Invalid value",
            "  |",
            "2 | select =",
            "  |          ^",
        ]

    def test_text_without_quotes_is_shown_with_them(self) -> None:
        (found,) = problems_of("jobs = 1\nprofile = auto\n")
        assert found.startswith(
            'tdomcheck.toml:2: not valid TOML: Invalid value; text stands in quotes: profile = "auto"'
        )

    def test_at_the_end_of_the_file_the_last_line_is(self) -> None:
        (found,) = problems_of("jobs = 1\nselect = [\n\n")
        assert found.startswith("tdomcheck.toml:2: not valid TOML: ")

    def test_bytes_that_are_no_text(self) -> None:
        assert problems_of(b"jobs = 1\n# \xff\n") == ("tdomcheck.toml:2: not valid TOML: not UTF-8",)

    def test_nesting_without_end(self) -> None:
        assert problems_of("a = " + "[" * 5_000 + "]" * 5_000) == ("tdomcheck.toml: not valid TOML: nested too deeply",)

    def test_nothing_in_the_line_steers_the_terminal(self) -> None:
        (found,) = problems_of("# \x1b[31m red\n")
        assert "\x1b" not in found


class TestExtend:
    def load(self, files: dict[str, str], path: str = "/p/a.toml") -> list[str]:
        with pytest.raises(ConfigError) as caught:
            load_settings(path, catalog=CATALOG, files=memory(files))
        return [problem.replace("/p/", "").splitlines()[0] for problem in caught.value.problems]

    def test_a_circle(self) -> None:
        files = {
            "/p/a.toml": "extend = 'b.toml'",
            "/p/b.toml": "jobs=1\nextend = 'c.toml'",
            "/p/c.toml": "extend = 'b.toml'",
        }
        assert self.load(files) == ["c.toml:1: `extend` goes in a circle: b.toml -> c.toml -> b.toml"]

    def test_a_file_that_builds_on_itself(self) -> None:
        assert self.load({"/p/a.toml": "extend = './a.toml'"}) == [
            "a.toml:1: `extend` goes in a circle: a.toml -> a.toml"
        ]

    def test_a_file_that_is_not_there_is_the_fault_of_the_line_that_asks(self) -> None:
        wanted = "a.toml:1: `extend`: cannot read the configuration b.toml: No such file or directory"
        assert self.load({"/p/a.toml": "extend = 'b.toml'"}) == [wanted]

    def test_a_pyproject_without_our_table(self) -> None:
        wanted = "cannot read pyproject.toml: it has no [tool.tdomcheck] table"
        assert self.load({"/p/pyproject.toml": ""}, "/p/pyproject.toml") == [wanted]
        files = {"/p/a.toml": "extend = 'pyproject.toml'", "/p/pyproject.toml": ""}
        assert self.load(files) == [f"a.toml:1: `extend`: {wanted}"]

    def test_a_broken_file_has_a_line_of_its_own(self) -> None:
        files = {"/p/a.toml": "extend = 'b.toml'\nnope = 1", "/p/b.toml": "x = ]"}
        assert self.load(files) == ["b.toml:1: not valid TOML: Invalid value", "a.toml:2: unknown key `nope`"]

    def test_problems_of_both_files_are_told(self) -> None:
        files = {"/p/a.toml": "extend = 'b.toml'\njobs = 'x'", "/p/b.toml": "jobs = 'y'"}
        assert [problem.split(" ")[0] for problem in self.load(files)] == ["b.toml:1:", "a.toml:2:"]

    def test_it_must_be_a_string(self) -> None:
        assert self.load({"/p/a.toml": "extend = 3"}) == [
            "a.toml:1: `extend` must be a path, as a string, not an integer"
        ]

    def test_only_a_file_can_build_on_another(self) -> None:
        assert problems_of("", inline=["extend = 'a.toml'"])[0].startswith(
            "--config:1: `extend` can only stand in a file"
        )


def test_a_configuration_that_is_not_there() -> None:
    with pytest.raises(ConfigError, match=r"^cannot read the configuration /p/x.toml: No such file or directory$"):
        load_settings("/p/x.toml", catalog=CATALOG, files=memory({}))


class TestFrames:
    def test_without_a_place_there_is_no_frame(self) -> None:
        assert frame("a.toml", "x", None, "no") == "a.toml: no"
        assert frame("a.toml", "x", Mark(9, 1, 1), "no") == "a.toml: no"

    def test_numbers_of_two_digits_move_the_gutter(self) -> None:
        assert frame("a", "\n" * 9 + "x = 1", Mark(10, 5, 1), "no").splitlines()[1:] == [
            "   |",
            "10 | x = 1",
            "   |     ^",
        ]

    def test_the_nearest_name(self) -> None:
        assert did_you_mean("zzz", ["select"]) == ""
        assert did_you_mean("SELECT", ["select", "selected"]) == "; did you mean `select`?"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("select = [" + ", ".join(f'"NOPE{number}"' for number in range(150)) + "]", id="selectors"),
        pytest.param("".join(f"key{number} = 1\n" for number in range(150)), id="keys"),
    ],
)
def test_no_more_problems_are_told_than_anybody_reads(text: str) -> None:
    """Each is framed, and a near name is looked for: twenty thousand would take minutes."""
    problems = problems_of(text)
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1] == f"tdomcheck.toml: there may be more problems; the first {MOST_PROBLEMS} are told"
    assert "NOPE0" in problems[0] or "key0" in problems[0]


@pytest.mark.parametrize("start", ["", "[", "[[", "a = 1\n", "x = {", "x = { b = 1, ", '"x" . '])
def test_a_key_of_countless_parts_is_not_read(start: str) -> None:
    (problem,) = problems_of(f"{start}{'a.' * 5_000}a = 1\n")
    assert problem.endswith(f"a key has more than {MOST_PARTS} parts")


def test_a_key_of_many_parts_and_a_long_text_are_read() -> None:
    (problem,) = problems_of(f"{'a.' * (MOST_PARTS - 1)}a = 1\n")
    assert "unknown key `a`" in problem
    settings_of(f"# {'a.' * 5_000}\nexclude = [\"{'a.' * 5_000}\", '{'a' * 50_000}']\n")
