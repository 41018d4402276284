"""Rolls a new release out over a fleet of hosts, one batch at a time."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

log = logging.getLogger(__name__)


class RolloutError(Exception):
    """The rollout stopped; the message says at which host and why."""


@dataclass(frozen=True)
class Host:
    name: str
    zone: str
    canary: bool = False


@dataclass
class Progress:
    release: str
    done: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return len(self.done) + len(self.failed) + len(self.skipped)


@dataclass(frozen=True)
class Policy:
    batch_size: int = 4
    max_failures: int = 1
    settle_seconds: float = 20.0
    probe_attempts: int = 5


class Fleet:
    """The operations a rollout needs; the real one speaks SSH, tests use a fake."""

    def drain(self, host: Host) -> None:
        raise NotImplementedError

    def install(self, host: Host, release: str) -> None:
        raise NotImplementedError

    def probe(self, host: Host) -> bool:
        raise NotImplementedError

    def undrain(self, host: Host) -> None:
        raise NotImplementedError


def batches(hosts: Sequence[Host], size: int) -> Iterator[list[Host]]:
    """Canaries alone and first, then batches that never hold a whole zone."""
    canaries = [host for host in hosts if host.canary]
    for host in canaries:
        yield [host]

    by_zone: dict[str, list[Host]] = {}
    for host in hosts:
        if not host.canary:
            by_zone.setdefault(host.zone, []).append(host)

    pending: list[Host] = []
    while any(by_zone.values()):
        for zone in sorted(by_zone):
            if by_zone[zone]:
                pending.append(by_zone[zone].pop(0))
            if len(pending) == size:
                yield pending
                pending = []
    if pending:
        yield pending


def wait_healthy(fleet: Fleet, host: Host, policy: Policy, sleep: Callable[[float], None]) -> bool:
    for attempt in range(policy.probe_attempts):
        if fleet.probe(host):
            return True
        log.info("%s not healthy yet (probe %d)", host.name, attempt + 1)
        sleep(policy.settle_seconds)
    return False


def upgrade(fleet: Fleet, host: Host, release: str, policy: Policy, sleep: Callable[[float], None]) -> bool:
    """One host from traffic to no traffic to the new release and back."""
    fleet.drain(host)
    try:
        fleet.install(host, release)
    except OSError as error:
        log.error("install failed on %s: %s", host.name, error)
        return False
    if not wait_healthy(fleet, host, policy, sleep):
        log.error("%s stayed unhealthy", host.name)
        return False
    fleet.undrain(host)
    return True


def rollout(
    fleet: Fleet,
    hosts: Sequence[Host],
    release: str,
    policy: Policy | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> Progress:
    """Upgrades all hosts; stops early when more than `max_failures` hosts fail."""
    policy = policy or Policy()
    progress = Progress(release)
    remaining = [host.name for host in hosts]

    for batch in batches(hosts, policy.batch_size):
        for host in batch:
            remaining.remove(host.name)
            if upgrade(fleet, host, release, policy, sleep):
                progress.done.append(host.name)
                continue
            progress.failed.append(host.name)
            if host.canary:
                progress.skipped.extend(remaining)
                raise RolloutError(f"canary {host.name} failed, {len(remaining)} hosts left alone")

        for host in batch:
            remaining.remove(host.name)
            if upgrade(fleet, host, release, policy, sleep):
                progress.done.append(host.name)
                continue
            progress.failed.append(host.name)
            if host.canary:
                progress.skipped.extend(remaining)
                raise RolloutError(f"canary {host.name} failed, {len(remaining)} hosts left alone")

        if len(progress.failed) > policy.max_failures:
            progress.skipped.extend(remaining)
            raise RolloutError(f"{len(progress.failed)} hosts failed, {len(remaining)} left alone")

    log.info("release %s is on %d of %d hosts", release, len(progress.done), progress.total)
    return progress
