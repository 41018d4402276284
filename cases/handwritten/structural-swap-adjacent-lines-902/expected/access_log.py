"""Parses web server access logs and folds them into traffic reports.

Understands the common and the combined format, and the JSON lines that our own
proxy writes.  Lines that cannot be read are counted, never raised.
"""

import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

COMBINED = re.compile(
    r'(?P<host>\S+) \S+ (?P<user>\S+) \[(?P<time>[^\]]+)\] '
    r'"(?P<method>[A-Z]+) (?P<target>\S+) (?P<protocol>[^"]+)" '
    r'(?P<status>\d{3}) (?P<size>\d+|-)'
    r'(?: "(?P<referrer>[^"]*)" "(?P<agent>[^"]*)")?'
)

TIME_FORMAT = "%d/%b/%Y:%H:%M:%S %z"

BOT_MARKS = ("bot", "crawler", "spider", "slurp", "monitoring")

SLOW_SECONDS = 1.5


@dataclass(frozen=True)
class Hit:
    """One request as the server saw it."""

    host: str
    time: datetime
    method: str
    target: str
    status: int
    size: int
    agent: str = ""
    referrer: str = ""
    seconds: float | None = None

    @property
    def path(self) -> str:
        return self.target.split("?", 1)[0]

    @property
    def is_bot(self) -> bool:
        agent = self.agent.lower()
        return any(mark in agent for mark in BOT_MARKS)


@dataclass
class Window:
    """What happened in one slice of time."""

    start: datetime
    hits: int = 0
    errors: int = 0
    bytes_sent: int = 0
    slow: int = 0


@dataclass
class Report:
    """Everything the dashboard shows, in one value."""

    windows: list[Window] = field(default_factory=list)
    by_status: Counter = field(default_factory=Counter)
    by_path: Counter = field(default_factory=Counter)
    by_host: Counter = field(default_factory=Counter)
    visitors: int = 0
    unreadable: int = 0


def parse_combined(line: str) -> Hit | None:
    match = COMBINED.match(line)
    if match is None:
        return None
    try:
        time = datetime.strptime(match["time"], TIME_FORMAT)
    except ValueError:
        return None
    size = match["size"]
    return Hit(
        host=match["host"],
        time=time,
        method=match["method"],
        target=match["target"],
        status=int(match["status"]),
        size=0 if size == "-" else int(size),
        agent=match["agent"] or "",
        referrer=match["referrer"] or "",
    )


def parse_json(line: str) -> Hit | None:
    try:
        record = json.loads(line)
    except json.JSONDecodeError:
        return None
    if not isinstance(record, dict):
        return None
    try:
        return Hit(
            host=record["client"],
            time=datetime.fromisoformat(record["ts"]),
            method=record["method"],
            target=record["uri"],
            status=int(record["status"]),
            size=int(record.get("bytes", 0)),
            agent=record.get("user_agent", ""),
            referrer=record.get("referrer", ""),
            seconds=record.get("duration"),
        )
    except (KeyError, TypeError, ValueError):
        return None


def parse_line(line: str) -> Hit | None:
    """A hit, or None for a line in no known format."""
    line = line.strip()
    if line.startswith("{"):
        return parse_json(line)
    return parse_combined(line)


def read_lines(path: Path) -> Iterator[str]:
    """Lines of a log file, compressed or not; bad bytes become question marks."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", errors="replace") as stream:
        for line in stream:
            if line.strip():
                yield line


def window_start(time: datetime, length: timedelta) -> datetime:
    midnight = time.replace(hour=0, minute=0, second=0, microsecond=0)
    steps = (time - midnight) // length
    return midnight + steps * length


def is_error(hit: Hit) -> bool:
    return hit.status >= 500


def is_slow(hit: Hit) -> bool:
    return hit.seconds is not None and hit.seconds > SLOW_SECONDS


def count_visitors(hits: Iterable[Hit], gap: timedelta) -> int:
    """Visits: requests of one host belong together until a pause longer than `gap`."""
    last_seen: dict[tuple[str, str], datetime] = {}
    visits = 0
    for hit in hits:
        if hit.is_bot:
            continue
        key = (hit.host, hit.agent)
        previous = last_seen.get(key)
        if previous is None or hit.time - previous > gap:
            visits += 1
        last_seen[key] = hit.time
    return visits


def count_paths(hits: Iterable[Hit], limit: int) -> Counter:
    counts: Counter = Counter()
    for hit in hits:
        if hit.is_bot:
            continue
        if hit.status < 400:
            counts[hit.path] += 1
    return Counter(dict(counts.most_common(limit)))


def count_hosts(hits: Iterable[Hit], limit: int) -> Counter:
    counts: Counter = Counter()
    for hit in hits:
        if hit.is_bot:
            continue
        if hit.status < 400:
            counts[hit.host] += 1
    return Counter(dict(counts.most_common(limit)))


def fold_windows(hits: Iterable[Hit], length: timedelta) -> list[Window]:
    windows: dict[datetime, Window] = {}
    for hit in hits:
        start = window_start(hit.time, length)
        window = windows.setdefault(start, Window(start))
        window.hits += 1
        window.bytes_sent += hit.size
        if is_error(hit):
            window.errors += 1
        if is_slow(hit):
            window.slow += 1
    return [windows[start] for start in sorted(windows)]


def detect_spikes(windows: list[Window], factor: float = 3.0) -> list[Window]:
    """Windows with `factor` times the errors of the average window before them."""
    spikes = []
    total = 0
    for index, window in enumerate(windows):
        average = total / index if index else 0
        if index > 0 and window.errors > max(1.0, average * factor):
            spikes.append(window)
        total += window.errors
    return spikes


def build_report(paths: Iterable[Path], length: timedelta = timedelta(minutes=5), limit: int = 20) -> Report:
    report = Report()
    hits: list[Hit] = []
    for path in paths:
        for line in read_lines(path):
            hit = parse_line(line)
            if hit is None:
                report.unreadable += 1
                continue
            hits.append(hit)

    # Rotated files overlap at their seams, and visits need the order of time.
    hits.sort(key=lambda hit: hit.time)
    report.windows = fold_windows(hits, length)
    report.by_status = Counter(hit.status for hit in hits)
    report.by_path = count_paths(hits, limit)
    report.by_host = count_hosts(hits, limit)
    report.visitors = count_visitors(hits, gap=timedelta(minutes=30))
    return report


def group_by_day(windows: Iterable[Window]) -> dict[str, Window]:
    """Daily sums of smaller windows, keyed by ISO date."""
    days: dict[str, list[Window]] = defaultdict(list)
    for window in windows:
        days[window.start.date().isoformat()].append(window)
    return {
        day: Window(
            start=min(part.start for part in parts),
            hits=sum(part.hits for part in parts),
            errors=sum(part.errors for part in parts),
            bytes_sent=sum(part.bytes_sent for part in parts),
            slow=sum(part.slow for part in parts),
        )
        for day, parts in days.items()
    }
