"""The steps of the action in a repository, with a made-up event; only what installs is not run."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from git_running import git
from tdomcheck_action import steps
from tdomcheck_action.install import InstallError

import tdomcheck

pytestmark = pytest.mark.slow

CLEAN = 'from tdom import html\n\n\ndef page(name):\n    return html(t"<p>{name}</p>")\n'
ERROR = 'page{} = t"<p><b>x</i></p>"\n'
WARNING = "def page{}(x):\n    return html(t\"<div>{{html(t'<b>{{x}}</b>')}}</div>\")\n\n\n"
CARD = 'from string.templatelib import Template\n\n\ndef Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'
HOME = (
    "from tdom import html\n\nfrom shop.card import Card\n\n\ndef page():\n    return html(t\"<{Card} title='x' />\")\n"
)
PLUGIN = "import pathlib\npathlib.Path('ran').touch()\n"
CONFIGURED = '[project]\nname = "shop"\nversion = "0"\n\n[tool.tdomcheck]\n'


@dataclass
class Job:
    """A job of a pull request, as a runner has it."""

    root: Path
    environ: dict[str, str]
    capfd: pytest.CaptureFixture[str]
    log: str = ""

    def write(self, files: Mapping[str, str], root: Path | None = None) -> None:
        for name, text in files.items():
            path = (root or self.root) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def commit(self, files: Mapping[str, str], message: str = "x") -> str:
        self.write(files)
        git(self.root, "add", "-A")
        git(self.root, "commit", "-qm", message)
        return git(self.root, "rev-parse", "HEAD")

    def pull_request(self, files: Mapping[str, str], *, fork: str = "acme/shop", removed: tuple[str, ...] = ()) -> None:
        """A branch with changes, checked out as GitHub merges it."""
        base = git(self.root, "rev-parse", "HEAD")
        git(self.root, "checkout", "-qb", "branch")
        for name in removed:
            (self.root / name).unlink()
        head = self.commit(files)
        git(self.root, "checkout", "-q", "--detach", "main")
        git(self.root, "merge", "-q", "--no-ff", "-m", "merge", "branch")
        repos = {
            "head": {"sha": head, "repo": {"full_name": fork}},
            "base": {"sha": base, "repo": {"full_name": "acme/shop"}},
        }
        self.event("pull_request", {"pull_request": repos})

    def event(self, name: str, payload: object) -> None:
        self.environ["GITHUB_EVENT_NAME"] = name
        Path(self.environ["GITHUB_EVENT_PATH"]).write_text(json.dumps(payload), encoding="utf-8")

    def check(self, **inputs: str) -> dict[str, str]:
        """The outputs of the step that checks; it never fails itself."""
        given = {f"INPUT_{name.upper()}": value for name, value in inputs.items()}
        Path(self.environ["GITHUB_OUTPUT"]).write_text("", encoding="utf-8")
        Path(self.environ["GITHUB_STEP_SUMMARY"]).write_text("", encoding="utf-8")
        assert steps.run(["check"], {**self.environ, **given}) == 0
        self.log = self.capfd.readouterr().out
        text = Path(self.environ["GITHUB_OUTPUT"]).read_text(encoding="utf-8")
        outputs = dict(re.findall(r"^([\w-]+)<<(?:[0-9a-f]{32})\n(.*)\n[0-9a-f]{32}$", text, re.MULTILINE))
        assert list(outputs) == [*steps.OUTPUTS]
        return outputs

    def verdict(self, outputs: Mapping[str, str], upload: str = "") -> int:
        names = ("verdict", "notices", "remark", "upload", "annotations-file")
        environ = {name.upper().replace("-", "_"): outputs[name] for name in names}
        code = steps.run(["verdict"], {**environ, "UPLOAD_OUTCOME": upload})
        self.log = self.capfd.readouterr().out
        return code

    def commands(self, level: str) -> list[str]:
        return [line for line in self.log.splitlines() if line.startswith(f"::{level} ")]

    @property
    def summary(self) -> str:
        return Path(self.environ["GITHUB_STEP_SUMMARY"]).read_text(encoding="utf-8")


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Job:
    monkeypatch.setattr(steps, "install", lambda *_given: sys.executable)
    for name in [name for name in os.environ if name.startswith(("GITHUB_", "GIT_", "PRE_COMMIT", "TDOMCHECK_"))]:
        monkeypatch.delenv(name)
    root = tmp_path / "a 'shop' ::error::x"
    (tmp_path / "temporary").mkdir()
    root.mkdir()
    environ = {
        **os.environ,
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(Path(__file__).parents[2]),
        "GITHUB_WORKSPACE": str(root),
        "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
        "GITHUB_EVENT_NAME": "workflow_dispatch",
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_REPOSITORY": "acme/shop",
        "GITHUB_SHA": "0" * 40,
        "RUNNER_TEMP": str(tmp_path / "temporary"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    made = Job(root, environ, capfd)
    git(root, "init", "-q", "-b", "main")
    made.commit({"pyproject.toml": CONFIGURED, "shop/__init__.py": "", "shop/page.py": CLEAN}, "first")
    return made


class TestPullRequests:
    def test_a_clean_one(self, job: Job) -> None:
        job.pull_request({"shop/more.py": CLEAN})
        outputs = job.check()

        assert [outputs[name] for name in ("findings", "exit-code", "verdict", "changed-files")] == ["0", "0", "0", "1"]
        assert outputs["version"]
        assert not job.commands("error")
        assert job.verdict(outputs, "success") == 0
        assert "All checks passed!" in job.summary

    def test_one_finding(self, job: Job) -> None:
        job.pull_request({"shop/more.py": ERROR.format("")})
        outputs = job.check()

        assert (outputs["errors"], outputs["exit-code"], outputs["upload"]) == ("1", "1", "true")
        assert job.commands("error") == []
        assert f"https://github.com/acme/shop/blob/{'0' * 40}/shop/more.py#L1" in job.summary
        assert job.verdict(outputs, "success") == 1
        assert job.commands("error") == []

    @pytest.mark.parametrize("inputs", [{"annotations": "always"}, {"upload_sarif": "false"}, {"sarif": ""}])
    def test_it_is_annotated_where_code_scanning_does_not_show_it(self, job: Job, inputs: dict[str, str]) -> None:
        job.pull_request({"shop/more.py": ERROR.format("")})
        job.check(**inputs)

        assert len(job.commands("error")) == 1
        assert job.commands("error")[0].startswith("::error file=shop/more.py,line=1,")

    def test_nor_are_those_of_a_push_hidden(self, job: Job) -> None:
        job.commit({"shop/more.py": ERROR.format("")})

        assert job.check()["upload"] == "true"
        assert len(job.commands("error")) == 1

    def test_a_run_that_is_not_to_be_trusted_uploads_nothing(self, job: Job) -> None:
        job.pull_request({"shop/more.py": ERROR.format("")})
        outputs = job.check(paths="nowhere")

        assert (outputs["exit-code"], outputs["upload"]) == ("2", "false")
        assert job.verdict(outputs) == 2
        assert "the SARIF is not uploaded" in job.log

    def test_eleven_errors_and_eleven_warnings(self, job: Job) -> None:
        errors = "".join(ERROR.format(number) for number in range(11))
        warnings = "from tdom import html\n\n\n" + "".join(WARNING.format(number) for number in range(11))
        job.pull_request({"shop/errors.py": errors, "shop/warnings.py": warnings})
        outputs = job.check(annotations="always")

        assert (outputs["errors"], outputs["warnings"], outputs["findings"]) == ("11", "11", "22")
        assert [len(job.commands(level)) for level in ("error", "warning", "notice")] == [10, 10, 1]
        assert "2 more annotations are not shown" in job.commands("notice")[0]

    def test_what_nobody_changed_is_in_the_sarif_alone(self, job: Job) -> None:
        job.commit({"shop/legacy.py": ERROR.format("")})
        job.pull_request({"shop/more.py": CLEAN})
        outputs = job.check()

        assert (outputs["findings"], outputs["verdict"]) == ("0", "0")
        assert not job.commands("error")
        results = json.loads(Path(outputs["sarif-file"]).read_text(encoding="utf-8"))["runs"][0]["results"]
        assert len(results) == 1
        assert Path(outputs["sarif-file"]) == job.root / "tdomcheck.sarif"

    def test_unless_everything_counts(self, job: Job) -> None:
        job.commit({"shop/legacy.py": ERROR.format("")})
        job.pull_request({"shop/more.py": CLEAN})

        assert job.check(changed_only="never")["findings"] == "1"

    def test_what_a_change_breaks_elsewhere(self, job: Job) -> None:
        job.commit({"shop/card.py": CARD, "shop/home.py": HOME})
        job.pull_request({"shop/card.py": CARD.replace("title", "label")})
        job.check(annotations="always")

        assert job.commands("error")
        assert all("file=shop/home.py," in line for line in job.commands("error"))

    def test_a_fork_is_safe_and_uploads_nothing(self, job: Job) -> None:
        job.pull_request({"tdomcheck.toml": "plugins = ['rules']\n", "rules/mine.py": PLUGIN}, fork="stranger/shop")
        outputs = job.check(annotations="false")

        assert outputs["upload"] == "false"
        assert not (job.root / "ran").exists()
        assert outputs["verdict"] == "0"
        job.verdict(outputs)
        assert "no plugins were loaded" in job.log
        assert "a pull request from a fork may not write to code scanning" in job.log

    @pytest.mark.parametrize("fork", ["stranger/shop", "acme/shop"])
    def test_a_review_of_a_fork_is_safe(self, job: Job, fork: str) -> None:
        files = {"tdomcheck.toml": "plugins = ['rules']\n", "rules/mine.py": PLUGIN}
        job.pull_request(files, fork=fork)
        job.environ["GITHUB_EVENT_NAME"] = "pull_request_review"
        job.check()

        assert (job.root / "ran").exists() is (fork == "acme/shop")

    @pytest.mark.parametrize("fork", ["stranger/shop", "acme/shop"])
    def test_nothing_that_is_checked_is_imported(self, job: Job, fork: str) -> None:
        code = "import pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"
        job.pull_request({"src/sitecustomize.py": code, "src/tdomcheck/__init__.py": code}, fork=fork)
        job.environ |= {"PYTHONPATH": "src", "PYTHONSTARTUP": "src/sitecustomize.py"}
        outputs = job.check()

        assert list(job.root.rglob("*.ran")) == []
        assert (outputs["verdict"], outputs["findings"]) == ("0", "0")
        assert outputs["version"]

    def test_what_it_finds_in_a_fork_is_annotated_where_it_cannot_be_uploaded(self, job: Job) -> None:
        job.pull_request({"shop/more.py": ERROR.format("")}, fork="stranger/shop")
        job.check(annotations="false")

        assert len(job.commands("error")) == 1

    def test_no_code_scanning(self, job: Job) -> None:
        job.pull_request({"shop/more.py": ERROR.format("")})
        outputs = job.check(annotations="false")
        assert not job.commands("error")
        code = job.verdict(outputs, "failure")

        assert code == 1
        assert len(job.commands("error")) == 1
        assert "code scanning did not take the SARIF" in job.commands("notice")[0]

    @pytest.mark.parametrize(("level", "code"), [("error", 1), ("warning", 1), ("note", 1), ("never", 0)])
    def test_an_error_fails_unless_nothing_does(self, job: Job, level: str, code: int) -> None:
        job.pull_request({"shop/more.py": ERROR.format("")})
        outputs = job.check(fail_on=level)

        assert (outputs["exit-code"], job.verdict(outputs, "success")) == (str(code), code)

    @pytest.mark.parametrize(("level", "code"), [("", 1), ("error", 0), ("warning", 1), ("never", 0)])
    def test_a_warning(self, job: Job, level: str, code: int) -> None:
        job.pull_request({"shop/more.py": "from tdom import html\n\n\n" + WARNING.format("")})
        outputs = job.check(fail_on=level)

        assert (outputs["exit-code"], job.verdict(outputs, "success")) == (str(code), code)

    @pytest.mark.parametrize(("key", "code"), [("fail-on = 'error'", 0), ("max-warnings = 1", 0), ("", 1)])
    def test_what_the_configuration_says_holds_here_too(self, job: Job, key: str, code: int) -> None:
        page = "from tdom import html\n\n\n" + WARNING.format("")
        job.pull_request({"tdomcheck.toml": f"{key}\n", "shop/more.py": page})

        assert job.verdict(job.check(), "success") == code

    def test_of_another_event_everything_counts(self, job: Job) -> None:
        job.commit({"shop/legacy.py": ERROR.format("")})

        assert job.check()["findings"] == "1"


class TestPlaces:
    def test_a_project_below_the_repository(self, job: Job) -> None:
        job.pull_request({"apps/one/tdomcheck.toml": "", "apps/one/page.py": ERROR.format("")})
        outputs = job.check(working_directory="apps/one", sarif="out/all.sarif", annotations="always")

        assert job.commands("error")[0].startswith("::error file=apps/one/page.py,")
        assert outputs["sarif-file"] == str(job.root / "apps/one/out/all.sarif")
        assert '"apps/one/page.py"' in Path(outputs["sarif-file"]).read_text(encoding="utf-8")

    def test_two_projects(self, job: Job) -> None:
        files = {f"apps/{name}/tdomcheck.toml": "" for name in ("one", "two", "three")}
        pages = {f"apps/{name}/page.py": ERROR.format("") for name in ("one", "two", "three")}
        job.pull_request(files | pages)

        assert job.check(paths="apps/one 'apps/two'")["findings"] == "2"

    def test_names_that_would_be_commands(self, job: Job) -> None:
        name = "shop/::error::x %0A, 'y' \"z\" :: .py"
        job.pull_request({name: ERROR.format(""), "shop/-x.py": ERROR.format("")})
        outputs = job.check(annotations="always")

        assert outputs["findings"] == "2"
        assert len(job.commands("error")) == 2
        outside = re.sub(r"::stop-commands::(\w+)\n.*?\n::\1::\n", "", job.log, flags=re.DOTALL)
        assert [line for line in outside.splitlines() if "::error::" in line] == []

    def test_the_report_goes_through_no_link(self, job: Job, tmp_path: Path) -> None:
        (job.root / "out").symlink_to(tmp_path)
        job.pull_request({"shop/more.py": CLEAN})
        outputs = job.check(sarif="out/all.sarif")

        assert not (tmp_path / "all.sarif").exists()
        assert Path(outputs["sarif-file"]).is_file()
        job.verdict(outputs, "success")
        assert "not inside of the workspace" in job.log

    def test_nor_through_one_of_its_own_name(self, job: Job, tmp_path: Path) -> None:
        (tmp_path / "precious").write_text("x", encoding="utf-8")
        (job.root / "tdomcheck.sarif").symlink_to(tmp_path / "precious")
        job.pull_request({"shop/more.py": CLEAN})
        job.check()

        assert (tmp_path / "precious").read_text(encoding="utf-8") == "x"
        assert not (job.root / "tdomcheck.sarif").is_symlink()

    def test_a_category(self, job: Job) -> None:
        outputs = job.check(sarif_category="shop/web")

        assert '"id":"shop/web/"' in Path(outputs["sarif-file"]).read_text(encoding="utf-8")

    def test_no_sarif(self, job: Job) -> None:
        outputs = job.check(sarif="")

        assert (outputs["sarif-file"], outputs["upload"]) == ("", "false")


class TestWithoutABase:
    def test_an_unknown_base(self, job: Job) -> None:
        job.commit({"shop/legacy.py": ERROR.format("")})
        job.event("push", {"before": "1" * 40})
        outputs = job.check(changed_only="always", select_tests="true")

        assert (outputs["findings"], outputs["changed-files"], outputs["tests-mode"]) == ("1", "", "all")
        assert outputs["reason"].startswith("the commit before the push, 111111111111, is not in the checkout")
        job.verdict(outputs, "success")
        assert "everything counts, as nobody knows what changed" in job.log

    def test_no_history(self, job: Job, tmp_path: Path) -> None:
        job.pull_request({"shop/more.py": ERROR.format("")})
        shallow = tmp_path / "shallow"
        git(tmp_path, "clone", "-q", "--depth", "1", f"file://{job.root}", str(shallow))
        job.environ["GITHUB_WORKSPACE"] = str(shallow)
        outputs = job.check()

        assert outputs["findings"] == "1"
        assert "fetch-depth: 2" in job.summary

    def test_two_commits_are_history_enough(self, job: Job, tmp_path: Path) -> None:
        job.commit({"shop/legacy.py": ERROR.format("")})
        job.pull_request({"shop/more.py": ERROR.format("")})
        shallow = tmp_path / "shallow"
        git(tmp_path, "clone", "-q", "--depth", "2", f"file://{job.root}", str(shallow))
        job.environ["GITHUB_WORKSPACE"] = str(shallow)
        outputs = job.check()

        assert (outputs["findings"], outputs["changed-files"]) == ("1", "1")

    def test_no_git(self, job: Job, tmp_path: Path) -> None:
        bare = tmp_path / "bare"
        job.write({"tdomcheck.toml": "", "page.py": ERROR.format("")}, bare)
        job.environ["GITHUB_WORKSPACE"] = str(bare)
        outputs = job.check(changed_only="always")

        assert outputs["findings"] == "1"
        assert "no checkout of git" in job.summary


class TestTrouble:
    @pytest.mark.parametrize(
        ("inputs", "told"),
        [
            (
                {"fail_on": "everything"},
                "the input `fail-on` is 'everything': it is one of error, warning, note, never",
            ),
            ({"paths": "'x"}, "the input `paths` cannot be split"),
            ({"args": "-- x"}, "the input `args` holds `--`"),
            ({"working_directory": "nowhere"}, "there is no such folder"),
            ({"max_annotations": "many"}, "it is a number from 1 to 1000"),
            ({"args": "--no-such-option"}, "No such option"),
            ({"paths": "nowhere.py"}, "nowhere.py: no such file or folder"),
            ({"paths": "--fix"}, "--fix: no such file or folder"),
        ],
    )
    def test_inputs_that_cannot_be_meant(self, job: Job, inputs: Mapping[str, str], told: str) -> None:
        outputs = job.check(**inputs)

        assert told in job.log
        assert outputs["exit-code"] == "2"
        assert job.verdict(outputs) == 2

    def test_what_runs_beside_secrets_does_not_run(self, job: Job) -> None:
        job.pull_request({"shop/more.py": CLEAN})
        job.environ["GITHUB_EVENT_NAME"] = "pull_request_target"
        outputs = job.check()

        assert "use `pull_request`" in job.commands("error")[0]
        assert job.verdict(outputs) == 2

    @pytest.mark.parametrize(("added", "errors"), [(CLEAN, "0"), (ERROR.format(9), "2")])
    def test_a_budget_that_was_exceeded_before_fails_nobody_else(self, job: Job, added: str, errors: str) -> None:
        config = f"{CONFIGURED}\n[tool.tdomcheck.budgets]\nTDC101 = 1\n"
        job.commit({"pyproject.toml": config, "old.py": "".join(ERROR.format(number) for number in range(2))})
        job.pull_request({"shop/more.py": added})
        outputs = job.check()

        assert outputs["errors"] == errors
        assert job.verdict(outputs) == (1 if errors == "2" else 0)

    def test_many_pins_that_drift_apart(self, job: Job) -> None:
        """What goes through one variable to the next step may have 131,071 bytes."""
        lines = "".join(f"      - uses: tdomcheck/tdomcheck@{'0' * 40} # v1.{number}.0\n" for number in range(4))
        text = f"on: push\njobs:\n  check:\n    runs-on: ubuntu-latest\n    steps:\n{lines}"
        job.pull_request({f".github/workflows/{number}{'x' * 200}.yml": text for number in range(400)})
        outputs = job.check(fail_on="never")

        assert len(outputs["remark"].encode()) < 16_384
        assert "more lines: `tdomcheck doctor --versions` has them" in outputs["remark"]
        assert len(job.summary.encode()) < 16_384
        assert job.verdict(outputs, "success") == 0
        assert len(job.commands("notice")) == 1

    def test_a_few_pins_that_drift_apart_are_all_told(self, job: Job) -> None:
        lines = "".join(f"      - uses: tdomcheck/tdomcheck@{'0' * 40} # v1.{number}.0\n" for number in range(2))
        text = f"on: push\njobs:\n  check:\n    runs-on: ubuntu-latest\n    steps:\n{lines}"
        job.pull_request({".github/workflows/check.yml": text})
        outputs = job.check()

        assert all(version in outputs["remark"] for version in ("1.0.0", "1.1.0"))
        assert "more lines" not in outputs["remark"]

    def test_a_pin_without_a_version_is_of_the_one_that_runs(self, job: Job) -> None:
        hook = "repos:\n- repo: https://github.com/tdomcheck/tdomcheck\n  rev: v0.0.9\n  hooks: [{id: tdomcheck}]\n"
        pin = f"jobs:\n  check:\n    steps:\n    - uses: tdomcheck/tdomcheck@{'a' * 40}\n"
        job.pull_request({".pre-commit-config.yaml": hook, ".github/workflows/check.yml": pin})
        outputs = job.check()

        assert re.search(rf"running +{re.escape(tdomcheck.__version__)}\b", outputs["remark"])
        assert re.search(r"hook +0\.0\.9\b.*action +aaaaaaaaaaaa \(no version\).*they differ", outputs["remark"])
        assert job.verdict(outputs) == 0
        assert len(job.commands("notice")) == 1

    def test_a_hook_of_the_version_that_runs_is_no_drift(self, job: Job) -> None:
        hook = f"repos:\n- repo: x/tdomcheck\n  rev: v{tdomcheck.__version__}\n  hooks: [{{id: tdomcheck}}]\n"
        pin = f"jobs:\n  check:\n    steps:\n    - uses: tdomcheck/tdomcheck@{'a' * 40}\n"
        job.pull_request({".pre-commit-config.yaml": hook, ".github/workflows/check.yml": pin})

        assert job.check()["remark"] == ""

    def test_what_an_input_says_is_not_told_without_end(self, job: Job) -> None:
        outputs = job.check(working_directory="x" * 200_000)

        assert len(outputs["reason"]) <= 4096
        assert outputs["verdict"] == "2"

    def test_an_installation_that_fails(self, job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_given: str) -> str:
            raise InstallError("tdomcheck could not be installed: no index", "::error::hostile")

        monkeypatch.setattr(steps, "install", fail)
        outputs = job.check()

        assert job.commands("error") == ["::error title=tdomcheck::tdomcheck could not be installed: no index"]
        assert re.search(r"::stop-commands::(\w+)\n::error::hostile\n::\1::\n", job.log)
        assert job.verdict(outputs) == 2

    def test_a_summary_that_cannot_be_written(self, job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
        job.pull_request({"shop/more.py": ERROR.format("")})
        monkeypatch.setitem(job.environ, "GITHUB_STEP_SUMMARY", str(job.root))
        with pytest.raises(IsADirectoryError):
            Path(job.environ["GITHUB_STEP_SUMMARY"]).write_text("", encoding="utf-8")
        monkeypatch.setattr(Path, "write_text", _ignoring_folders(Path.write_text))
        outputs = job.check()

        assert outputs["errors"] == "1"
        assert "the summary of the job could not be written: Is a directory" in job.log

    def test_selection_that_nobody_asked_for(self, job: Job) -> None:
        outputs = job.check()

        assert [outputs[name] for name in ("tests-mode", "tests", "reason")] == ["all", "", "select-tests is false"]

    def test_selection_until_there_is_one(self, job: Job) -> None:
        job.pull_request({"shop/more.py": CLEAN})
        outputs = job.check(select_tests="true")

        assert outputs["tests-mode"] == "all"
        assert "selects no tests yet" in outputs["reason"]
        assert Path(outputs["tests"]).is_file()

    def test_nothing_but_an_installation(self, job: Job) -> None:
        job.commit({"shop/legacy.py": ERROR.format("")})
        outputs = job.check(only_install="true")

        assert outputs["tdomcheck"] == str(Path(sys.executable).parent / "tdomcheck")
        assert (outputs["findings"], job.verdict(outputs)) == ("0", 0)

    def test_an_unknown_step(self, job: Job) -> None:
        assert steps.run(["run"], job.environ) == 2


def _ignoring_folders(write: Callable[..., int]) -> Callable[..., int]:
    return lambda path, *given, **named: 0 if path.is_dir() else write(path, *given, **named)
