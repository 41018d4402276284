"""Workers that die, and agents that spoil what they have said before."""

from __future__ import annotations

import pytest
from harness import CaseTree, agent, trials

FIND = """
import glob, shutil, tempfile
[place] = glob.glob(os.path.join(tempfile.gettempdir(), 'running-*'))
told = os.path.join(place, 'gw0')
"""
DIE = "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(600)\n"
SPOILS = {
    "garbage": "open(told, 'wb').write(b'\\xff{')\n",
    "deep": "open(told, 'w').write('[' * 500_000)\n",
    "fifo": "os.unlink(told); os.mkfifo(told)\n",
    "link": "os.unlink(told); os.symlink('/dev/zero', told)\n",
    "huge": "os.truncate(told, 1 << 40)\n",
    "no-folder": "shutil.rmtree(place)\n",
    "a-file-for-a-folder": "shutil.rmtree(place); open(place, 'w').close()\n",
    "edited": (
        "text = open(told).read().replace('killer', 'rival').replace('\"deadly\"', '\"innocent\"')\n"
        "open(told, 'w').write(text)\n"
    ),
    "with-an-outcome": (
        "told_before = json.loads(open(told).read().partition('\\n')[2])\n"
        "open(told, 'w').write(json.dumps({**told_before, 'outcome': 'passed'}))\n"
    ),
}


@pytest.fixture
def scratch(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch):
    """A folder for temporary files of this test's own."""
    place = tmp_path_factory.mktemp("scratch")
    monkeypatch.setenv("TMPDIR", str(place))
    return place


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_worker_that_dies_yields_its_own_record_whatever_was_done_to_its_words(pytester, scratch, spoil):
    CaseTree("deadly").told({"category": "literal"}).write(pytester.path / "cases")
    command = agent(pytester.path, FIND + SPOILS[spoil] + DIE)
    result = pytester.runpytest_subprocess(
        "cases/deadly",
        f"--editbench-agent=killer={command}",
        "-n1",
        "--max-worker-restart=0",
        "--editbench-record=r.jsonl",
        f"--basetemp={pytester.path / 'base'}",
        timeout=60,
    )
    result.assert_outcomes(errors=1)
    assert "INTERNALERROR" not in result.stdout.str() + result.stderr.str()
    [trial] = trials(pytester.path / "r.jsonl")
    assert (trial["case"], trial["agent"], trial["outcome"]) == ("deadly", "killer", "agent-error")
    assert trial["metadata"]["category"] == "literal"
    assert not list(scratch.iterdir())


def test_agent_and_trial_are_known_from_the_node_id_alone(pytester, scratch):
    CaseTree("v1.deadly").write(pytester.path / "cases")
    command = agent(pytester.path, FIND + SPOILS["no-folder"] + DIE)
    result = pytester.runpytest_subprocess(
        "cases",
        "--editbench-agent=noop",
        f"--editbench-agent=killer={command}",
        "--editbench-trials=2",
        "-n1",
        "-v",
        "-k",
        "killer",
        "--editbench-record=r.jsonl",
        f"--basetemp={pytester.path / 'base'}",
        timeout=120,
    )
    result.assert_outcomes(errors=2)
    found = {(trial["case"], trial["agent"], trial["trial"]) for trial in trials(pytester.path / "r.jsonl")}
    assert found == {("v1.deadly", "killer", 1), ("v1.deadly", "killer", 2)}
    result.stdout.fnmatch_lines(["*cases/v1.deadly/prompt.md::v1.deadly[[]killer-trial-1[]]*"])
    result.stdout.no_fnmatch_line("*v1::deadly*")
