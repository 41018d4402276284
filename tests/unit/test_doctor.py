from dataclasses import replace

from pytest_editbench.doctor import checkup, corpus


def test_every_pair_of_the_corpus_is_judged_as_its_label_says():
    tallies = corpus.examine(corpus.pairs())
    assert checkup.healthy(tallies), "\n".join(checkup.lines(tallies))
    assert sum(tally.pairs for tally in tallies.values()) >= 300
    assert not any(tally.unread for tally in tallies.values())


def test_a_wrong_label_is_counted_shown_and_no_sign_of_health():
    found = list(corpus.pairs())
    same = next(pair for pair in found if pair.same)
    different = next(pair for pair in found if not pair.same)
    tallies = corpus.examine([replace(same, same=False), replace(different, same=True, group="Other")])
    assert [len(tally.false_accepts) for tally in tallies.values()] == [1, 0]
    assert [len(tally.false_rejects) for tally in tallies.values()] == [0, 1]
    assert not checkup.healthy(tallies)
    shown = list(checkup.lines(tallies))
    assert sum(line.startswith("false accept: ") for line in shown) == 1
    assert sum(line.startswith("false reject: ") for line in shown) == 1


def test_pairs_whose_grammar_is_missing_are_counted_as_not_read(monkeypatch):
    monkeypatch.setattr("pytest_editbench.languages.missing", lambda: ["Go"])
    tallies = corpus.examine(pair for pair in corpus.pairs() if pair.group == "Go")
    assert tallies["Go"].unread == tallies["Go"].pairs
    assert any("[languages]" in line for line in checkup.lines(tallies))
