"""Real processes that are stopped half-way, and pairs that meet: afterwards every file is whole."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, UNNESTED, Project

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("unmeasured"),
    pytest.mark.skipif(os.name == "nt", reason="signals are other things there"),
]
FILES = 24


@pytest.fixture
def busy(project: Project) -> Project:
    """Files that take a while, thanks to a rule that says when it has begun."""
    project.plugin(
        """
        def visit_Module(self, node: cst.Module) -> None:
            import pathlib, time

            pathlib.Path("begun").touch()
            time.sleep(0.05)
        """
    )
    project.write({f"page{number:02}.py": NESTED for number in range(FILES)})
    return project


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.005)


def whole(project: Project) -> set[str]:
    """The contents of all pages; no stray file may lie about."""
    files = project.files()
    pages = {name for name in files if name.startswith("page")}
    assert files.keys() - pages <= {"pyproject.toml", "rules/own.py", "begun"} | {
        name for name in files if "__pycache__" in name
    }
    return {files[name].decode() for name in pages}


@pytest.mark.parametrize("verb", ["check", "fix"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_says_how_far_it_came(busy: Project, verb: str, number: signal.Signals) -> None:
    process = busy.process(verb, "--jobs", "2")
    wait_for((busy.root / "begun").exists, process)
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, (out, err)
    assert b"interrupted: " in err
    assert b"every file is whole" in err
    assert b"Traceback" not in err
    assert whole(busy) == {NESTED}


def test_control_c_reaches_the_workers_too_and_leaves_none_behind(busy: Project) -> None:
    process = busy.process("check", "--jobs", "2", start_new_session=True)
    wait_for((busy.root / "begun").exists, process)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.parametrize("verb", ["check", "fix"])
def test_a_killed_run_leaves_no_worker_and_every_file_whole(busy: Project, verb: str) -> None:
    process = busy.process(verb, "--jobs", "2", start_new_session=True)
    wait_for((busy.root / "begun").exists, process)
    process.kill()
    process.communicate(timeout=120)
    assert whole(busy) == {NESTED}
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.05)
    else:
        pytest.fail("workers outlive the run")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("delay", [0.0, 0.01])
def test_a_run_that_is_stopped_while_it_writes_is_made_good(
    project: Project, number: signal.Signals, delay: float
) -> None:
    names = [f"page{page:03}.py" for page in range(40)]
    project.write(dict.fromkeys(names, NESTED))
    journal = project.root / ".tdomcheck" / "journal"
    process = project.process("fix", "--jobs", "2")
    wait_for(lambda: any(journal.glob("run-*/*.json")), process)
    time.sleep(delay)
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert {project.text(name) for name in names} <= {NESTED, UNNESTED}, (out, err)
    if number != signal.SIGKILL:
        assert process.returncode in {0, 130}, (process.returncode, out, err)
        assert len({project.text(name) for name in names}) == 1
    again = project.process("fix")
    out, err = again.communicate(timeout=120)
    assert again.returncode == 0, (out, err)
    assert {project.text(name) for name in names} == {UNNESTED}
    assert set(project.files()) == {*names, "pyproject.toml"}


def test_two_runs_of_fix_at_once_agree(project: Project) -> None:
    names = [f"page{page:02}.py" for page in range(60)]
    project.write(dict.fromkeys(names, NESTED))
    both = [project.process("fix"), project.process("fix")]
    outcomes = [(process.communicate(timeout=120), process.returncode) for process in both]
    assert {project.text(name) for name in names} == {UNNESTED}, outcomes
    assert {code for _, code in outcomes} <= {0, 2}, outcomes
    assert 0 in {code for _, code in outcomes}
    assert all(b"Traceback" not in err for (_, err), _ in outcomes)
    assert set(project.files()) == {*names, "pyproject.toml"}


def test_many_checks_at_once_share_one_cache(project: Project) -> None:
    project.write({f"page{page:02}.py": NESTED for page in range(30)})
    runs = [project.process("check", "--output-format", "json") for _ in range(5)]
    texts = {process.communicate(timeout=120)[0].replace(b'"cached"', b'"checked"') for process in runs}
    assert {process.returncode for process in runs} == {1}
    assert all(text.count(b'"code": "TDC121"') == 31 for text in texts)


@pytest.mark.parametrize("verb", ["check", "rule"])
def test_a_reader_that_goes_away_is_no_bug(project: Project, verb: str) -> None:
    project.write({"page.py": NESTED})
    reader, writer = os.pipe()
    os.close(reader)
    process = project.process(verb, *(["--all"] if verb == "rule" else []), stdout=writer)
    os.close(writer)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (2, b"")


def test_runs_one_after_another_say_the_same_until_something_changes(project: Project) -> None:
    """Also where the last answer is only replayed."""
    project.write({"page.py": NESTED, "clean.py": CLEAN})
    for path in project.root.rglob("*"):
        os.utime(path, (1, 1))

    def findings(*arguments: str) -> tuple[int, list[str]]:
        process = project.process("check", "--output-format", "json", *arguments)
        out, err = process.communicate(timeout=120)
        assert err == b""
        return process.returncode, [found["code"] for found in json.loads(out)["findings"]]

    assert [findings() for _ in range(4)] == [(1, ["TDC121"])] * 4
    assert findings("--ignore", "TDC121") == (0, [])
    project.write({"new.py": MISMATCHED})
    assert findings() == (1, ["TDC101", "TDC121"])
    project.write({"pyproject.toml": '[tool.tdomcheck]\nignore = ["TDC121"]\n'})
    assert [findings() for _ in range(2)] == [(1, ["TDC101"])] * 2
    (project.root / "new.py").unlink()
    assert findings() == (0, [])
    project.write({".gitignore": "page.py\n", "pyproject.toml": "[tool.tdomcheck]\n"})
    assert findings("page.py") == (1, ["TDC121"])


def test_an_interrupt_while_text_is_executed_gives_the_exit_code_of_every_other(project: Project) -> None:
    """CPython remembers it, and would end itself by SIGINT after we have said our piece."""
    source = (
        "import sys, tdomcheck.cli.main as main\n"
        "def run(arguments):\n"
        "    try:\n"
        "        exec('raise KeyboardInterrupt')\n"
        "    except KeyboardInterrupt:\n"
        "        return 130\n"
        "main.run = run\n"
        "from tdomcheck.__main__ import main\n"
        "sys.argv[1:] = ['check', '--no-cache']\n"
        "sys.exit(main())\n"
    )
    project.write({"probe.py": source})
    command = [sys.executable, "-m", "probe"]
    process = subprocess.run(command, cwd=project.root, capture_output=True, check=False)
    assert process.returncode == 130, process.stderr
