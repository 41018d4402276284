"""Bank statements: read from three formats, cleaned, put into categories, matched and summed up."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

CENT = Decimal("0.01")
ZERO = Decimal(0)
BLANKS = re.compile(r"\s+")
GERMAN_DATE = re.compile(r"^(\d{1,2})\.(\d{1,2})\.(\d{2,4})$")
ISO_DATE = re.compile(r"^(\d{4})-(\d{2})-(\d{2})$")
SHORT_DATE = re.compile(r"^(\d{2})(\d{2})(\d{2})$")
THOUSANDS = re.compile(r"[.,' ](?=\d{3}(?:\D|$))")
TAG = re.compile(r"^:(\d{2}[A-Z]?):(.*)$")
STATEMENT_LINE = re.compile(r"^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d+,\d*)(N[A-Z0-9]{3})(.*)$")
REFERENCE = re.compile(r"\b(?:INV|RE|RG)[-/ ]?(\d{4,})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Transaction:
    booked: date
    valued: date
    amount: Decimal
    currency: str
    payee: str
    purpose: str
    iban: str = ""
    category: str = ""
    cleared: bool = False
    transfer: bool = False
    duplicate: bool = False

    @property
    def is_income(self) -> bool:
        return self.amount > 0


@dataclass
class Statement:
    account: str
    currency: str = "EUR"
    opening: Decimal | None = None
    closing: Decimal | None = None
    transactions: list[Transaction] = field(default_factory=list)

    @property
    def balance(self) -> Decimal:
        start = self.opening if self.opening is not None else ZERO
        return start + sum((item.amount for item in self.transactions), ZERO)


class StatementError(ValueError):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


def parse_day(text: str, line: int) -> date:
    text = text.strip()
    try:
        match = ISO_DATE.match(text)
        if match:
            return date(int(match[1]), int(match[2]), int(match[3]))
        match = GERMAN_DATE.match(text)
        if match:
            year = int(match[3])
            return date(year + 2000 if year < 100 else year, int(match[2]), int(match[1]))
        match = SHORT_DATE.match(text)
        if match:
            return date(2000 + int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        raise StatementError(line, f"{text!r} is not in the calendar") from None
    raise StatementError(line, f"{text!r} is not a date")


def parse_amount(text: str, line: int) -> Decimal:
    """An amount with either kind of decimal sign, and with the sign before or behind."""
    cleaned = THOUSANDS.sub("", BLANKS.sub("", text))
    negative = False
    if cleaned.endswith(("-", "D")):
        negative = True
        cleaned = cleaned[:-1]
    elif cleaned.startswith("-"):
        negative = True
        cleaned = cleaned[1:]
    elif cleaned.startswith("+"):
        cleaned = cleaned[1:]
    try:
        amount = Decimal(cleaned.replace(",", ".")).quantize(CENT, ROUND_HALF_UP)
    except InvalidOperation:
        raise StatementError(line, f"{text!r} is not an amount") from None
    return -amount if negative else amount


def tidy(text: str) -> str:
    return BLANKS.sub(" ", text).strip(" -/;,")


def read_columns(text: str) -> Statement:
    """The download of most web banks: semicolons, a header, one line for each transaction."""
    statement = Statement(account="")
    positions: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        cells = [cell.strip().strip('"') for cell in line.split(";")]
        if not positions:
            key = cells[0].lower().rstrip(":")
            if key == "account":
                statement.account = BLANKS.sub("", cells[1])
            elif key == "currency":
                statement.currency = cells[1].upper()
            elif key == "opening balance":
                statement.opening = parse_amount(cells[1], number)
            elif key == "closing balance":
                statement.closing = parse_amount(cells[1], number)
            elif key == "booked":
                positions = {name.lower(): index for index, name in enumerate(cells)}
                missing = [name for name in ("booked", "amount", "payee") if name not in positions]
                if missing:
                    raise StatementError(number, f"there is no column {missing[0]!r}")
            else:
                raise StatementError(number, f"{cells[0]!r} is not known in a header")
            continue

        if len(cells) < len(positions):
            raise StatementError(number, f"{len(positions)} columns expected, {len(cells)} found")
        booked = parse_day(cells[positions["booked"]], number)
        valued = booked
        if "valued" in positions and cells[positions["valued"]]:
            valued = parse_day(cells[positions["valued"]], number)
        purpose = ""
        if "purpose" in positions:
            purpose = tidy(cells[positions["purpose"]])
        iban = ""
        if "iban" in positions:
            iban = BLANKS.sub("", cells[positions["iban"]])
        transaction = Transaction(
            booked=booked,
            valued=valued,
            amount=parse_amount(cells[positions["amount"]], number),
            currency=statement.currency,
            payee=tidy(cells[positions["payee"]]),
            purpose=purpose,
            iban=iban,
        )
        statement.transactions.append(transaction)
    return statement


def read_tagged(text: str) -> Statement:
    """The older format between banks: lines that begin with a tag such as `:61:`."""
    statement = Statement(account="")
    pending: Transaction | None = None
    details: list[str] = []

    def finish() -> None:
        nonlocal pending
        if pending is not None:
            payee, purpose = split_details("".join(details))
            statement.transactions.append(replace(pending, payee=payee, purpose=purpose))
        details.clear()
        pending = None

    for number, line in enumerate(text.splitlines(), start=1):
        match = TAG.match(line)
        if match is None:
            if line.strip() in ("", "-"):
                continue
            details.append(line)
            continue

        tag, content = match[1], match[2]
        match tag:
            case "25":
                statement.account = BLANKS.sub("", content)
            case "60F" | "60M":
                statement.currency = content[7:10]
                amount = parse_amount(content[10:], number)
                statement.opening = -amount if content[0] == "D" else amount
            case "62F" | "62M":
                finish()
                amount = parse_amount(content[10:], number)
                statement.closing = -amount if content[0] == "D" else amount
            case "61":
                finish()
                found = STATEMENT_LINE.match(content)
                if found is None:
                    raise StatementError(number, f"{content!r} is not a transaction")
                valued = parse_day(found[1], number)
                booked = valued
                if found[2]:
                    booked = date(valued.year, int(found[2][:2]), int(found[2][2:]))
                if booked < valued - timedelta(days=180):
                    booked = booked.replace(year=booked.year + 1)
                amount = parse_amount(found[4], number)
                if found[3] in ("D", "RC"):
                    amount = -amount
                pending = Transaction(
                    booked=booked,
                    valued=valued,
                    amount=amount,
                    currency=statement.currency,
                    payee="",
                    purpose="",
                )
            case "86":
                details.append(content)
            case "20" | "28" | "28C" | "64" | "65":
                pass
            case _:
                raise StatementError(number, f"the tag :{tag}: is not known")
    finish()
    return statement


def split_details(text: str) -> tuple[str, str]:
    """Payee and purpose out of the structured text behind the tag 86."""
    parts: dict[int, str] = {}
    for part in text.split("?")[1:]:
        if part[:2].isdigit():
            parts[int(part[:2])] = part[2:]
    if not parts:
        return "", tidy(text)
    payee = parts.get(32, "") + parts.get(33, "")
    purpose = "".join(parts[key] for key in sorted(parts) if 20 <= key <= 29 or 60 <= key <= 63)
    return tidy(payee), tidy(purpose)


def read_blocks(text: str) -> Statement:
    """The format of private finance programs: one letter a line, `^` ends a transaction."""
    statement = Statement(account="")
    values: dict[str, str] = {}
    started = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("!"):
            continue
        if line.strip() == "^":
            if "D" not in values or "T" not in values:
                raise StatementError(started, "a transaction without a date or an amount")
            booked = parse_day(values["D"], started)
            transaction = Transaction(
                booked=booked,
                valued=booked,
                amount=parse_amount(values["T"], started),
                currency=statement.currency,
                payee=tidy(values.get("P", "")),
                purpose=tidy(values.get("M", "")),
                category=values.get("L", ""),
                cleared=values.get("C", "") in ("*", "X"),
            )
            statement.transactions.append(transaction)
            values = {}
            continue
        if not values:
            started = number
        key, content = line[:1], line[1:]
        match key:
            case "D" | "T" | "P" | "M" | "L" | "C":
                values[key] = content
            case "A" | "N" | "S" | "E" | "$":
                pass
            case "":
                continue
            case _:
                raise StatementError(number, f"{key!r} is not known here")
    if values:
        raise StatementError(started, "the last transaction is never ended")
    return statement


def read(text: str) -> Statement:
    """Read a statement in whichever of the formats it is."""
    head = text.lstrip("\ufeff \r\n")
    if head.startswith(":20:") or "\n:61:" in head:
        return read_tagged(head)
    if head.startswith("!"):
        return read_blocks(head)
    return read_columns(head)


@dataclass(frozen=True)
class CategoryRule:
    category: str
    words: tuple[str, ...] = ()
    iban: str = ""
    least: Decimal | None = None
    most: Decimal | None = None
    income: bool | None = None

    def fits(self, transaction: Transaction) -> bool:
        if self.iban and self.iban != transaction.iban:
            return False
        if self.income is not None and self.income != transaction.is_income:
            return False
        if self.least is not None and abs(transaction.amount) < self.least:
            return False
        if self.most is not None and abs(transaction.amount) > self.most:
            return False
        text = f"{transaction.payee} {transaction.purpose}".lower()
        return all(word in text for word in self.words)


DEFAULT_RULES = (
    CategoryRule("salary", words=("salary",), income=True),
    CategoryRule("rent", words=("rent",), least=Decimal(200), income=False),
    CategoryRule("groceries", words=("market",), most=Decimal(300), income=False),
    CategoryRule("travel", words=("railway",), income=False),
    CategoryRule("travel", words=("airline",), income=False),
    CategoryRule("insurance", words=("insurance",), income=False),
    CategoryRule("taxes", words=("tax", "office"), income=False),
    CategoryRule("taxes", words=("tax", "refund"), income=True),
    CategoryRule("fees", words=("account", "fee"), most=Decimal(50), income=False),
)


def categorize(
    transactions: Iterable[Transaction], rules: Iterable[CategoryRule] = DEFAULT_RULES
) -> Iterator[Transaction]:
    known = tuple(rules)
    for transaction in transactions:
        if transaction.category:
            yield transaction
            continue
        category = "other income" if transaction.is_income else "other expenses"
        for rule in known:
            if rule.fits(transaction):
                category = rule.category
                break
        yield replace(transaction, category=category)


def mark_duplicates(transactions: Iterable[Transaction]) -> list[Transaction]:
    """Mark what was downloaded twice; the first of its kind stays as it is."""
    seen: set[tuple[date, Decimal, str, str]] = set()
    result: list[Transaction] = []
    for transaction in transactions:
        key = (
            transaction.booked,
            transaction.amount,
            transaction.payee.lower(),
            transaction.purpose.lower(),
        )
        if key in seen:
            result.append(replace(transaction, duplicate=True))
        else:
            seen.add(key)
            result.append(transaction)
    return result


def mark_transfers(one: Statement, two: Statement, days: int = 3) -> int:
    """Mark what went from one own account to the other, and count the pairs."""
    pairs = 0
    for i, sent in enumerate(one.transactions):
        if sent.transfer or sent.duplicate:
            continue
        for j, received in enumerate(two.transactions):
            if received.transfer or received.duplicate:
                continue
            if sent.amount + received.amount != 0:
                continue
            if abs((sent.booked - received.booked).days) > days:
                continue
            one.transactions[i] = replace(sent, transfer=True, category="transfer")
            two.transactions[j] = replace(received, transfer=True, category="transfer")
            pairs += 1
            break
    return pairs


@dataclass(frozen=True)
class OpenItem:
    number: str
    customer: str
    amount: Decimal
    due: date


@dataclass
class Matching:
    paid: list[tuple[OpenItem, Transaction]] = field(default_factory=list)
    partial: list[tuple[OpenItem, Transaction]] = field(default_factory=list)
    unclear: list[Transaction] = field(default_factory=list)
    open: list[OpenItem] = field(default_factory=list)


def match_items(transactions: Iterable[Transaction], items: Iterable[OpenItem]) -> Matching:
    """Find the invoice that each payment is for: by its number, else by name and amount."""
    matching = Matching(open=list(items))
    for transaction in transactions:
        if not transaction.is_income or transaction.transfer or transaction.duplicate:
            continue
        numbers = REFERENCE.findall(transaction.purpose)
        by_number = [item for item in matching.open if item.number in numbers]
        if len(by_number) == 1:
            item = by_number[0]
            if transaction.amount >= item.amount:
                matching.paid.append((item, transaction))
                matching.open.remove(item)
            else:
                matching.partial.append((item, transaction))
            continue

        if len(by_number) > 1:
            total = sum((item.amount for item in by_number), ZERO)
            if transaction.amount == total:
                for item in by_number:
                    matching.paid.append((item, transaction))
                    matching.open.remove(item)
            else:
                matching.unclear.append(transaction)
            continue

        by_amount = [
            item
            for item in matching.open
            if item.amount == transaction.amount
            and item.customer.lower() in transaction.payee.lower()
        ]
        if by_amount:
            item = min(by_amount, key=lambda item: (item.due, item.number))
            matching.paid.append((item, transaction))
            matching.open.remove(item)
        else:
            matching.unclear.append(transaction)
    return matching


def monthly_totals(
    transactions: Iterable[Transaction],
) -> dict[tuple[int, int], dict[str, Decimal]]:
    totals: dict[tuple[int, int], dict[str, Decimal]] = {}
    for transaction in transactions:
        if transaction.transfer or transaction.duplicate:
            continue
        month = (transaction.booked.year, transaction.booked.month)
        by_category = totals.setdefault(month, defaultdict(lambda: ZERO))
        by_category[transaction.category] += transaction.amount
    return totals


def yearly_totals(transactions: Iterable[Transaction]) -> dict[int, dict[str, Decimal]]:
    totals: dict[int, dict[str, Decimal]] = {}
    for transaction in transactions:
        if transaction.transfer or transaction.duplicate:
            continue
        year = transaction.booked.year
        by_category = totals.setdefault(year, defaultdict(lambda: ZERO))
        by_category[transaction.category] += transaction.amount
    return totals


def check_balances(statements: Iterable[Statement]) -> list[str]:
    """What does not add up, within each statement and from one to the next."""
    faults: list[str] = []
    previous: Statement | None = None
    for statement in statements:
        if statement.closing is not None and statement.balance != statement.closing:
            gap = statement.closing - statement.balance
            faults.append(f"{statement.account}: {gap} are missing in this statement")
        if previous is not None and previous.account == statement.account:
            closed, opened = previous.closing, statement.opening
            if closed is not None and opened is not None and closed != opened:
                gap = opened - closed
                faults.append(f"{statement.account}: {gap} are missing between two statements")
        for index in range(1, len(statement.transactions)):
            before = statement.transactions[index - 1]
            after = statement.transactions[index]
            if after.booked < before.booked:
                faults.append(f"{statement.account}: {after.booked} comes after {before.booked}")
                break
        previous = statement
    return faults


def print_totals(transactions: Iterable[Transaction], width: int = 60) -> str:
    lines: list[str] = []
    for (year, month), by_category in sorted(monthly_totals(transactions).items()):
        title = date(year, month, 1).strftime("%B %Y")
        lines.append(title)
        lines.append("-" * len(title))
        income = ZERO
        expenses = ZERO
        for category, amount in sorted(by_category.items()):
            label = f"  {category}"
            lines.append(f"{label:<{width - 14}}{amount:>14,.2f}")
            if amount > 0:
                income += amount
            else:
                expenses += amount
        lines.append(f"{'  income':<{width - 14}}{income:>14,.2f}")
        lines.append(f"{'  expenses':<{width - 14}}{expenses:>14,.2f}")
        lines.append(f"{'  left over':<{width - 14}}{income + expenses:>14,.2f}")
        lines.append("")
    return "\n".join(lines).rstrip()
