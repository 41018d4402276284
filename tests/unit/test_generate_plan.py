"""The plan of a suite, and draws."""

import pytest

from pytest_editbench.generate import plan
from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.mutations.mutation import Mutation


def mutation(name, count=1, sizes=()):
    return Mutation(name, "kind", lambda *_: (), lambda *_: None, "A slip.", count=count, sizes=sizes)


def test_difficulties_and_size_bands_take_turns():
    slots = plan.slots([mutation("m", sizes=[(6, 20), (21, 60)])], [3], ["easy", "hard"])
    assert [(slot.name, slot.difficulty, slot.band) for slot in slots] == [
        ("kind-m#1", "easy", (6, 20)),
        ("kind-m#2", "hard", (21, 60)),
        ("kind-m#3", "easy", (6, 20)),
    ]


def test_mutations_with_one_case_share_out_the_difficulties():
    slots = plan.slots([mutation(name) for name in "abcd"], [1] * 4, ["easy", "medium", "hard"])
    assert [slot.difficulty for slot in slots] == ["easy", "medium", "hard", "easy"]


@pytest.mark.parametrize(("scale", "counts"), [(1, [1, 6]), (2, [2, 12]), (0.5, [1, 3]), (0.01, [1, 1])])
def test_a_scale_multiplies_the_counts_and_leaves_none_out(scale, counts):
    assert plan.scaled([mutation("a"), mutation("b", 6)], scale) == counts


def test_a_total_is_shared_out_by_weight_to_the_last_case():
    assert plan.spread([1, 6, 14], 21) == [1, 6, 14]
    assert plan.spread([1, 1, 1], 2) in ([0, 1, 1], [1, 0, 1], [1, 1, 0])
    assert [sum(plan.spread([1, 13, 6, 10, 16], total)) for total in range(60)] == list(range(60))
    assert plan.spread([0, 0], 5) == [0, 0]


def test_a_draw_depends_on_seed_and_place_alone_and_never_changes():
    draw = Draw(42).at("suite", 1)
    assert draw.number("é") == Draw(42, ("suite", 1)).number("é") == Draw(42).number("suite", 1, "é")
    assert Draw(42).below(1_000_000, "a") == 881_652  # SHA-256 of [42,"a"], on any machine
    assert Draw(43).below(1_000_000, "a") != 881_652


def test_places_that_only_read_alike_draw_apart():
    assert Draw(1).number("a", "b") != Draw(1).number("ab")
    assert Draw(1).number(1) != Draw(1).number("1")


def test_a_shuffle_does_not_depend_on_the_order_of_the_items():
    draw = Draw(7)
    assert draw.shuffled("abcdef", str) == draw.shuffled("fedcba", str)
    assert sorted(draw.shuffled("abcdef", str)) == list("abcdef")
    assert Draw(8).shuffled("abcdef", str) != draw.shuffled("abcdef", str)
