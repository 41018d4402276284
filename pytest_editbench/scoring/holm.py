"""Many looks at one comparison."""

from collections.abc import Sequence


def adjusted(chances: Sequence[float]) -> list[float]:
    """The p of each test, raised so that among all of them a false alarm stays as rare as in one.

    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
    (1979), 65-70: from the smallest on, p is multiplied by the number of tests not yet passed, and never
    falls below the one before.
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    raised = [0.0] * len(chances)
    least = 0.0
    for done, place in enumerate(order):
        least = max(least, min(1.0, (len(chances) - done) * chances[place]))
        raised[place] = least
    return raised
