"""Two runs against each other."""

import pytest
from stored import HEADER, JUDGED_BY, OPTIONS, log, sample, suite, trials

from pytest_editbench.errors import UsageError
from pytest_editbench.findings.contrast import Fate, Verdict
from pytest_editbench.runs import gate, samples
from pytest_editbench.runs.compare import compare
from pytest_editbench.runs.selection import Selection
from pytest_editbench.terms import Terms


def contrast(base, new, **options):
    return compare(sample(base, "base"), sample(new, "new"), **options)


def refusal(base, new, **options):
    with pytest.raises(UsageError) as refused:
        compare(base, new, **options)
    return str(refused.value)


def of_header(outcomes, **header):
    found = log(trials(outcomes), header={**HEADER, **header})
    return samples.pick(found, Selection("run"))


SEVEN = suite(*"PPPPPPPM")
FALLEN = suite(*"MMMMMMPM")


class TestTheDecision:
    def test_a_fall_that_noise_would_hardly_make_is_worse(self):
        found = contrast(SEVEN, FALLEN).rate

        assert (found.base, found.new, found.cases) == (7 / 8, 1 / 8, 8)
        assert found.verdict is Verdict.WORSE
        assert found.adjusted == found.test.low == 1 / 64

    def test_the_same_the_other_way_is_better(self):
        found = contrast(FALLEN, SEVEN).rate

        assert found.verdict is Verdict.BETTER
        assert found.adjusted == 1.0

    def test_four_cases_are_too_few_to_tell(self):
        found = contrast(suite(*"PPPPM"), suite(*"MMMMM")).rate

        assert found.verdict is Verdict.OPEN
        assert found.adjusted == 1 / 16

    def test_equal_runs_differ_by_nothing(self):
        found = contrast(SEVEN, SEVEN).rate

        assert (found.difference, found.verdict, found.adjusted) == (0.0, Verdict.OPEN, 1.0)

    def test_rates_are_means_over_cases_whatever_their_trials(self):
        found = contrast({"a": "PPPM", "b": "M"}, {"a": "MMMM", "b": "P"}).rate

        assert (found.base, found.new) == (0.375, 0.5)

    def test_single_trials_and_repeated_ones_have_their_intervals(self):
        assert contrast(SEVEN, FALLEN).rate.interval.method == "Newcombe"
        repeated = contrast(suite("PPM", "PMM", "PPP"), suite("PMM", "PPM", "PPM")).rate
        assert repeated.interval.method == "bootstrap over cases"

    def test_beside_no_difference_stands_what_would_have_shown(self):
        assert contrast(suite(*"P" * 80), suite(*"P" * 80)).rate.smallest == pytest.approx(0.083, abs=0.005)

    def test_the_side_with_more_trials_gives_its_first_ones(self):
        found = contrast({"a": "PPMM", "b": "PPPM"}, {"a": "PM", "b": "PP"})

        assert (found.rate.base, found.rate.new) == (1.0, 0.75)
        assert found.coverage.spare == 4


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("facts", "name"),
        [
            ({"match": "exact"}, "match"),
            ({"terms": Terms(attempts=3)}, "attempts"),
            ({"judged_by": {**JUDGED_BY, "comparator": "2"}}, "comparator"),
            ({"judged_by": {**JUDGED_BY, "tree-sitter-typescript": "0.24"}}, "grammars"),
            ({"judged_by": {**JUDGED_BY, "formatter": "prettier"}}, "formatter"),
            ({"judged_by": {}}, "comparator,grammars"),
        ],
    )
    def test_what_judges_edits_otherwise_is_refused_unless_allowed(self, facts, name):
        base, new = sample(SEVEN), sample(SEVEN, **facts)

        assert refusal(base, new).endswith(f"or --allow {name}")
        settings = compare(base, new, allowed=name.split(",")).settings
        assert all(setting.allowed for setting in settings)
        assert name.split(",") == [setting.name for setting in settings if setting.name != "timeout"]

    def test_both_values_are_told(self):
        told = refusal(sample(SEVEN), sample(SEVEN, match="exact"))

        assert told.startswith(
            "these runs cannot be compared: match is format in the first and exact in the second;"
        )

    def test_a_grammar_that_only_one_run_needed_is_no_difference(self):
        facts = {"judged_by": {**JUDGED_BY, "tree-sitter-python": "0.25"}}

        assert compare(sample(SEVEN), sample(SEVEN, **facts)).settings == ()

    def test_only_what_matters_can_be_allowed(self):
        assert refusal(sample(SEVEN), sample(SEVEN), allowed=["model"]).startswith(
            "'model' is nothing to allow; "
        )

    def test_other_cases_are_refused_and_named(self):
        told = refusal(sample({"a": "P", "b": "P"}), sample({"a": "P", "c": "P"}))

        assert "2 cases are not the same in both: b (only in the first), c (only in the second);" in told
        assert told.endswith("--intersect")

    def test_a_case_that_changed_is_refused(self):
        assert "a (changed)" in refusal(sample({"a": "P"}), sample({"a": "P"}, digest="other"))

    def test_many_cases_are_not_all_named(self):
        base = sample({"a": "P", **suite(*"P" * 9)})

        assert "and 4 more; " in refusal(base, sample({"a": "P"}))

    def test_the_common_cases_are_compared_on_demand(self):
        found = contrast({"a": "P", "b": "M"}, {"a": "P", "c": "P"}, intersect=True)

        assert (found.coverage.common, found.coverage.left_out, found.rate.cases) == (1, 2, 1)

    def test_settings_of_cases_left_out_do_not_matter(self):
        base = log(trials({"a": "P"}) + trials({"b": "P"}, match="exact"))
        new = log(trials({"a": "P"}))
        one, other = (samples.pick(each, Selection("r")) for each in (base, new))

        assert compare(one, other, intersect=True).settings == ()

    def test_runs_with_nothing_in_common_are_refused(self):
        assert "no case has a scored trial in both" in refusal(sample({"a": "P"}), sample({"a": "E"}))


class TestWhatDiffers:
    def test_agents_may_differ_and_it_is_told_first(self):
        found = compare(sample(SEVEN), sample(SEVEN, agent="slow", model="big-2"))

        told = [(setting.name, setting.base, setting.new) for setting in found.settings]
        assert told == [
            ("agent", "fast", "slow"),
            ("command", "run fast", "run slow"),
            ("model", None, "big-2"),
        ]

    def test_options_and_versions_are_told(self):
        one = of_header(SEVEN)
        other = of_header(SEVEN, python="3.13", options={**OPTIONS, "git": True, "ignore": ["*.log", "x"]})

        told = [(setting.name, setting.base, setting.new) for setting in compare(one, other).settings]
        assert told == [("git", None, "True"), ("ignore", None, "*.log; x"), ("python", "3.11", "3.13")]


class TestCoverage:
    def test_unscored_cases_are_counted_on_the_worse_side(self):
        found = contrast(suite("P", "P", "E", "P"), suite("E", "P", "P", "S")).coverage

        assert (found.unscored_base, found.unscored_new, found.lost) == (1, 2, 3)
        assert found.share == 3 / 4

    def test_of_repeated_trials_the_unscored_ones_count_by_their_share(self):
        found = contrast(suite("PPPP", "PPPP"), suite("PPPE", "PPPP")).coverage

        assert (found.share, found.lost, found.spare) == (1 / 8, 0, 1)

    def test_an_unscored_trial_without_a_digest_does_not_change_its_case(self):
        assert contrast(suite("P", "E"), suite("P", "P")).coverage.left_out == 0


class TestFlips:
    def test_cases_are_broken_fixed_noisy_or_the_same(self):
        base = {"a": "PPP", "b": "MMM", "c": "PPP", "d": "PMP", "e": "PPP", "f": "MMM"}
        new = {"a": "MUT", "b": "PPP", "c": "PMP", "d": "MMM", "e": "PPP", "f": "MMM"}

        found = contrast(base, new).flips

        assert [(flip.case, flip.fate) for flip in found] == [
            ("a", Fate.BROKEN),
            ("b", Fate.FIXED),
            ("d", Fate.NOISY),
            ("c", Fate.NOISY),
        ]
        assert [(flip.base, flip.new, flip.trials) for flip in found][2] == (2, 0, 3)

    def test_a_flip_tells_what_went_wrong_on_the_side_that_failed(self):
        found = contrast({"a": "P", "b": "M"}, {"a": "T", "b": "P"}).flips

        assert [flip.diagnosis for flip in found] == ["timeout", "wrong twin"]

    def test_failures_are_counted_by_diagnosis_on_both_sides(self):
        found = contrast(suite("MMP", "TPP"), suite("PPP", "TTM")).failures

        assert [(each.name, each.base, each.new) for each in found] == [
            ("timeout", 1, 2),
            ("wrong twin", 2, 1),
        ]


BASE = {**suite(*"PPPPPPPP"), **suite(*"PPPPM", category="literal")}
NEW = {**suite(*"MMMMMMMM"), **suite(*"PPPMP", category="literal")}


class TestGroups:
    def test_each_category_has_its_rates_and_fates(self):
        literal, operator = contrast(BASE, NEW).groups

        assert (operator.dimension, operator.name, operator.cases) == ("category", "operator", 8)
        assert (operator.base, operator.new, operator.broken) == (1.0, 0.0, 8)
        assert (literal.base, literal.new, literal.broken, literal.fixed) == (0.8, 0.8, 1, 1)

    def test_their_chances_are_two_sided_and_adjusted_for_all_looks(self):
        found = contrast(BASE, NEW)

        assert [group.adjusted for group in found.groups] == [1.0, 4 / 256]
        assert found.looks == 3

    def test_a_small_group_shows_nothing_however_large(self):
        assert contrast(BASE, NEW).groups[0].smallest is None

    def test_a_dimension_with_one_value_is_no_breakdown(self):
        assert contrast(SEVEN, FALLEN).groups == ()


class TestMetrics:
    def test_a_metric_is_compared_over_the_cases_that_tell_it_on_both_sides(self):
        base = log(trials({"a": "P"}, cost=1.0) + trials({"b": "P"}, cost=2.0) + trials({"c": "P"}))
        new = log(trials({"a": "P"}, cost=1.5) + trials({"b": "P"}) + trials({"c": "P"}, cost=9.0))
        one, other = (samples.pick(each, Selection("r")) for each in (base, new))

        [cost] = [metric for metric in compare(one, other).metrics if metric.name == "cost"]

        assert (cost.cases, cost.base, cost.new, cost.difference) == (1, 1.0, 1.5, 0.5)
        assert (cost.test, cost.verdict) == (None, None)

    def test_a_metric_that_nobody_tells_is_left_out(self):
        assert [metric.name for metric in contrast(SEVEN, SEVEN).metrics] == ["indent", "outside", "duration"]

    def test_indent_scores_of_unlike_bases_are_not_compared(self):
        found = compare(sample(SEVEN), sample(SEVEN, basis="prettier"))

        assert "indent" not in [metric.name for metric in found.metrics]

    def test_a_named_metric_decides_with_holms_correction(self):
        found = compare(sample(SEVEN), sample(SEVEN, duration=2.0), deciding=["duration"])

        [duration] = [metric for metric in found.metrics if metric.name == "duration"]
        assert duration.verdict is Verdict.WORSE
        assert duration.adjusted == 2 * duration.test.high == 2 / 256
        assert found.looks == 2

    def test_naming_metrics_makes_it_harder_for_the_rate(self):
        base, new = sample(suite(*"PPPPP")), sample(suite(*"MMMMM"))

        assert compare(base, new).rate.verdict is Verdict.WORSE
        found = compare(base, new, deciding=["outside", "duration"]).rate
        assert (found.adjusted, found.verdict) == (3 / 32, Verdict.OPEN)

    def test_a_metric_that_is_not_there_cannot_decide(self):
        assert refusal(sample(SEVEN), sample(SEVEN), deciding=["speed"]).startswith(
            "there is no figure 'speed'; "
        )
        assert "no case tells cost" in refusal(sample(SEVEN), sample(SEVEN), deciding=["cost"])


class TestTheGate:
    def test_a_regression_is_red(self):
        found = gate.judge(contrast(SEVEN, FALLEN))

        assert (found.code, found.reason) == (
            1,
            "regression: the pass rate fell by 75.0 points, p = 0.0156 ≤ 0.05",
        )

    def test_a_real_drop_below_the_points_is_let_through(self):
        base, new = suite(*"P" * 100), suite(*"P" * 94, *"M" * 6)

        assert gate.judge(contrast(base, new), 6).code == 1
        found = gate.judge(contrast(base, new), 6.5)
        assert found.code == 0
        assert found.reason.endswith(
            "6.0 points (at least 6.5 count), which is no noise (p = 0.0156), but too little"
        )

    def test_a_drop_that_may_be_noise_is_let_through(self):
        found = gate.judge(contrast(suite(*"PPPP"), suite(*"MMMP")))

        assert found.code == 0
        assert found.reason == (
            "no regression: the pass rate fell by 75.0 points, which may be noise (p = 0.1250 > 0.05)"
        )

    def test_a_rise_is_let_through(self):
        assert (
            gate.judge(contrast(FALLEN, SEVEN)).reason
            == "no regression: the pass rate did not fall (p = 1.0000)"
        )

    def test_above_two_percent_unscored_there_is_no_answer(self):
        lost = suite(*"P" * 97, *"EEE")

        found = gate.judge(contrast(suite(*"P" * 100), lost))

        assert found.code == 2
        assert found.reason.startswith("no decision: 3.0 % of the cases are unscored")
        assert gate.judge(contrast(suite(*"P" * 100), suite(*"P" * 98, *"EE"))).code == 0

    def test_a_named_metric_that_got_worse_is_red(self):
        found = compare(sample(SEVEN), sample(SEVEN, duration=2.0), deciding=["duration"])

        assert gate.judge(found).reason == "regression: duration rose by 1 s, p = 0.0078 ≤ 0.05"
