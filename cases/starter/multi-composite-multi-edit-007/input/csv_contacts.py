"""Reads contacts from the CSV files that people export from other programs.

Such files come with any separator, with or without a header, with names in one column or in two,
and with dates in every fashion. What cannot be read becomes a complaint with its line; the rest is
kept.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import Enum

EMAIL = re.compile(r"^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$")
PHONE_NOISE = re.compile(r"[\s()./-]+")
NAME_PARTS = re.compile(r"\s*,\s+|\s+")
DAY_FIRST = re.compile(r"^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$")
YEAR_FIRST = re.compile(r"^(\d{4})-(\d{1,2})-(\d{1,2})$")


class Column(Enum):
    FIRST_NAME = "first name"
    LAST_NAME = "last name"
    FULL_NAME = "full name"
    EMAIL = "e-mail"
    PHONE = "phone"
    BIRTHDAY = "birthday"
    TAGS = "tags"
    CONSENT = "consent"
    IGNORED = "ignored"


ALIASES: dict[str, Column] = {
    "first": Column.FIRST_NAME,
    "first name": Column.FIRST_NAME,
    "given name": Column.FIRST_NAME,
    "last": Column.LAST_NAME,
    "last name": Column.LAST_NAME,
    "surname": Column.LAST_NAME,
    "name": Column.FULL_NAME,
    "full name": Column.FULL_NAME,
    "e-mail": Column.EMAIL,
    "email": Column.EMAIL,
    "mail": Column.EMAIL,
    "phone": Column.PHONE,
    "mobile": Column.PHONE,
    "telephone": Column.PHONE,
    "birthday": Column.BIRTHDAY,
    "date of birth": Column.BIRTHDAY,
    "tags": Column.TAGS,
    "groups": Column.TAGS,
    "newsletter": Column.CONSENT,
    "opt-in": Column.CONSENT,
}


@dataclass
class Contact:
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    phone: str = ""
    birthday: date | None = None
    tags: list[str] = field(default_factory=list)
    consent: bool = False

    @property
    def display_name(self) -> str:
        name = f"{self.first_name} {self.last_name}".strip()
        return name or self.email or self.phone


@dataclass(frozen=True)
class Complaint:
    line: int
    column: Column
    message: str


@dataclass
class Import:
    contacts: list[Contact] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)
    duplicates: int = 0
    skipped: int = 0


def guess_separator(sample: str) -> str:
    """The sign that splits most lines into the same number of columns."""
    best, best_score = ",", 0
    lines = [line for line in sample.splitlines()[:20] if line.strip()]
    for separator in (",", ";", "\t", "|"):
        counts = [line.count(separator) for line in lines]
        if counts or min(counts) == 0:
            continue
        score = sum(1 for count in counts if count == counts[0]) * counts[0]
        if score > best_score:
            best, best_score = separator, score
    return best


def guess_columns(header: list[str]) -> list[Column] | None:
    """The meaning of each column by its title; None when this is no header."""
    columns = [ALIASES.get(title.strip().lower(), Column.IGNORED) for title in header]
    if all(column is Column.IGNORED for column in columns):
        return None
    return columns


def columns_by_content(row: list[str]) -> list[Column]:
    columns: list[Column] = []
    for cell in row:
        text = cell.strip()
        blank = text == ""
        if blank:
            columns.append(Column.IGNORED)
        elif EMAIL.match(text) and Column.EMAIL not in columns:
            columns.append(Column.EMAIL)
        elif parse_date(text) is not None and Column.BIRTHDAY not in columns:
            columns.append(Column.BIRTHDAY)
        elif PHONE_NOISE.sub("", text).lstrip("+").isdigit() and Column.PHONE not in columns:
            columns.append(Column.PHONE)
        elif Column.FULL_NAME not in columns:
            columns.append(Column.FULL_NAME)
        else:
            columns.append(Column.IGNORED)
    return columns


def parse_date(text: str) -> date | None:
    match = DAY_FIRST.match(text)
    if match:
        day, month, year = (int(part) for part in match.groups())
    else:
        match = YEAR_FIRST.match(text)
        if match is None:
            return None
        year, month, day = (int(part) for part in match.groups())
    try:
        return date(year, month, day)
    except ValueError:
        return None


def parse_name(text: str) -> tuple[str, str]:
    """First and last name; `Moreau, Jeanne` is read from behind."""
    parts = [part for part in NAME_PARTS.split(text.strip()) if part]
    if not parts:
        return "", ""
    if "," in text:
        return " ".join(parts[1:]), parts[0]
    if len(parts) != 1:
        return parts[0], ""
    return " ".join(parts[:-1]), parts[-1]


def parse_phone(text: str, country_code: str) -> str | None:
    digits = PHONE_NOISE.sub("", text)
    if digits.startswith("00"):
        digits = "+" + digits[2:]
    elif digits.startswith("0"):
        digits = country_code + digits[1:]
    if not re.match(r"^\+[0-9]{7,15}$", digits):
        return None
    return digits


def parse_flag(text: str) -> bool | None:
    match text.strip().lower():
        case "yes" | "y" | "true" | "1" | "x":
            return True
        case "no" | "n" | "false" | "0" | "":
            return False
        case _:
            return None


def fill(contact: Contact, column: Column, text: str, country_code: str) -> str | None:
    """Put one cell into its place; the answer is a complaint, or None."""
    match column:
        case Column.FIRST_NAME:
            contact.first_name = text
        case Column.LAST_NAME:
            contact.last_name = text
        case Column.FULL_NAME:
            contact.first_name, contact.last_name = parse_name(text)
        case Column.EMAIL:
            if not EMAIL.match(text):
                return f"{text!r} is not an e-mail address"
            contact.email = text.lower()
        case Column.PHONE:
            phone = parse_phone(text, country_code)
            if phone is None:
                return f"{text!r} is not a phone number"
            contact.phone = phone
        case Column.BIRTHDAY:
            birthday = parse_date(text)
            if birthday is None:
                return f"{text!r} is not a date"
            contact.birthday = birthday
        case Column.TAGS:
            contact.tags = [tag.strip() for tag in text.split(",") if tag.strip()]
        case Column.CONSENT:
            consent = parse_flag(text)
            if consent is None:
                return f"{text!r} is neither yes nor no"
            contact.consent = consent
        case Column.IGNORED:
            pass
    return None


def numbered_rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    for row in reader:
        if any(cell.strip() for cell in row):
            yield reader.line_num, row


def read_contacts(content: str, country_code: str = "+44", strict: bool = False) -> Import:
    """All contacts of a file; with `strict`, a row with any complaint is left out."""
    result = Import()
    content = content.removeprefix("\ufeff")
    rows = list(numbered_rows(content, guess_separator(content)))
    if not rows:
        return result

    columns = guess_columns(rows[0][1])
    if columns is None:
        columns = columns_by_content(rows[0][1])
    else:
        rows = rows[1:]

    seen: set[str] = set()
    for line, row in rows:
        contact = Contact()
        faults: list[Complaint] = []
        for column, cell in zip(columns, row, strict=False):
            text = cell.strip()
            blank = text == ""
            if blank:
                continue
            message = fill(contact, column, text, country_code)
            if message is not None:
                faults.append(Complaint(line, column, message))
        result.complaints.extend(faults)

        key = contact.email or contact.phone
        if not contact.display_name or (faults and strict):
            result.skipped += 1
        elif key and key in seen:
            result.duplicates += 1
        else:
            seen.add(key)
            result.contacts.append(contact)
    return result
