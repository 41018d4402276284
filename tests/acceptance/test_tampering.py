"""What becomes of a case while its trial runs, and what of that is tampering."""

from __future__ import annotations

import pytest
from harness import FIX, CaseTree, agent, trials

HARMLESS = {
    "swap-file": "(case / '.prompt.md.swp').write_text('x')\n",
    "folder-beside": "(case / 'notes').mkdir(exist_ok=True)\n",
    "touch": "[path.touch() for path in case.rglob('*')]\n",
    "mode": "(case / 'prompt.md').chmod(0o600)\n",
    "saved-again": (
        "data = (case / 'prompt.md').read_bytes()\n"
        "(case / 'new').write_bytes(data)\n"
        "(case / 'new').rename(case / 'prompt.md')\n"
    ),
}
HARMFUL = {
    "prompt": "(case / 'prompt.md').write_text('x')\n",
    "metadata": "(case / 'metadata.json').write_text('[]')\n",
    "one-answer-more": "(case / 'expected.2').mkdir(exist_ok=True)\n",
    "executable": "(case / 'expected' / 'app.js').chmod(0o755)\n",
    "link": "(case / 'expected' / 'app.js').unlink(); (case / 'expected' / 'app.js').symlink_to('/etc')\n",
    "fifo": "(case / 'expected' / 'app.js').unlink(); os.mkfifo(case / 'expected' / 'app.js')\n",
    "huge": "os.truncate(case / 'expected' / 'app.js', 1 << 40)\n",
    "same-size-and-time": (
        "path = case / 'expected' / 'app.js'\n"
        "before = path.stat()\n"
        "path.write_text('const limit = 3;\\n')\n"
        "os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))\n"
    ),
}


def outcomes(run, pytester, body, *names) -> list[object]:
    """What comes of cases `a` and `b` when the agent does this to the named ones while it runs on each."""
    for name in "ab":
        CaseTree(name).told({}).write(pytester.path / "cases")
    cases = [str(pytester.path / "cases" / name) for name in names]
    code = f"for case in map(pathlib.Path, {cases!r}):\n" + "".join(
        f"    {line}\n" for line in body.splitlines()
    )
    run("cases", f"--editbench-agent={agent(pytester.path, code + FIX)}", "--editbench-record=r.jsonl")
    return [trial["outcome"] for trial in trials(pytester.path / "r.jsonl")]


@pytest.mark.parametrize("touch", HARMLESS)
def test_a_case_of_the_same_content_was_not_tampered_with(run, pytester, touch):
    assert outcomes(run, pytester, HARMLESS[touch], "a", "b") == ["passed", "passed"]


@pytest.mark.parametrize("touch", HARMFUL)
def test_a_case_of_another_content_was_tampered_with(run_plain, pytester, touch):
    assert outcomes(run_plain, pytester, HARMFUL[touch], "a") == ["tampered", "passed"]


@pytest.mark.parametrize("touch", HARMFUL)
def test_so_was_one_that_had_not_been_read_yet(run_plain, pytester, touch):
    assert outcomes(run_plain, pytester, HARMFUL[touch], "b") == ["passed", "invalid-case"]
