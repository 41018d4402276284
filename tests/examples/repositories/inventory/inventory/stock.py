"""What lies on the shelves."""

import csv
from pathlib import Path

LOW = 5


class Item:
    def __init__(self, name, count, price):
        self.name = name
        self.count = count
        self.price = price

    def value(self):
        return self.count * self.price


def load(path):
    with Path(path).open() as file:
        return [Item(row[0], int(row[1]), float(row[2])) for row in csv.reader(file)]


def low_items(items):
    return [item for item in items if item.count < LOW]


def total(items):
    amount = 0
    for item in items:
        amount += item.value()
    return amount


def average(items):
    amount = 0
    for item in items:
        amount += item.value()
    return amount / len(items)


def _spaces(text):
    return text.replace("_", " ")
