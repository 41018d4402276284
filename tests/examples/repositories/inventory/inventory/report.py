"""The shelves on paper."""

from inventory.stock import _spaces, low_items, total

WIDTH = 40


def line(name, amount):
    return f"{_spaces(name):<{WIDTH}}{amount:>10.2f}"


def table(items):
    lines = [line(item.name, item.value()) for item in items]
    lines.append("-" * (WIDTH + 10))
    lines.append(line("total", total(items)))
    return "\n".join(lines)


def warnings(items):
    return [f"{item.name}: only {item.count} left" for item in low_items(items)]
