"""Decides which ferry departures are possible at which tide."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

# Principal lunar and solar constituents; periods in hours.
M2_PERIOD = 12.4206
S2_PERIOD = 12.0


@dataclass(frozen=True)
class Harbour:
    name: str
    mean_level: float  # metres above chart datum
    m2_amplitude: float
    m2_phase: float  # radians at the epoch
    s2_amplitude: float
    s2_phase: float
    sill_depth: float  # metres of water over the sill at chart datum


@dataclass(frozen=True)
class Ferry:
    name: str
    draught: float
    loaded_draught: float

    def required_depth(self, loaded: bool, margin: float) -> float:
        draught = self.loaded_draught if loaded else self.draught
        return draught + margin


@dataclass(frozen=True)
class Departure:
    time: datetime
    ferry: Ferry
    loaded: bool


def tide_height(harbour: Harbour, moment: datetime, epoch: datetime) -> float:
    """Height above chart datum in metres, from two harmonic constituents."""
    hours = (moment - epoch).total_seconds() / 3600
    lunar = harbour.m2_amplitude * math.cos(2 * math.pi * hours / M2_PERIOD + harbour.m2_phase)
    solar = harbour.s2_amplitude * math.cos(2 * math.pi * hours / S2_PERIOD + harbour.s2_phase)
    return harbour.mean_level + lunar + solar


def water_over_sill(harbour: Harbour, moment: datetime, epoch: datetime) -> float:
    return harbour.sill_depth + tide_height(harbour, moment, epoch)


def high_waters(harbour: Harbour, day: datetime, epoch: datetime) -> list[datetime]:
    """Local maxima of one day, to the nearest five minutes."""
    step = timedelta(minutes=5)
    moments = [day + step * index for index in range(-1, 24 * 12 + 1)]
    heights = [tide_height(harbour, moment, epoch) for moment in moments]
    peaks = []
    for index in range(1, len(moments) - 1):
        if heights[index - 1] < heights[index] >= heights[index + 1]:
            peaks.append(moments[index])
    return peaks


def passable_windows(
    harbour: Harbour, required: float, day: datetime, epoch: datetime
) -> list[tuple[datetime, datetime]]:
    """Spans of one day in which the sill has at least `required` metres of water."""
    step = timedelta(minutes=5)
    windows = []
    opened: datetime | None = None
    for index in range(24 * 12 + 1):
        moment = day + step * index
        deep_enough = water_over_sill(harbour, moment, epoch) >= required
        if deep_enough and opened is None:
            opened = moment
        if not deep_enough and opened is not None:
            windows.append((opened, moment))
            opened = None
    if opened is not None:
        windows.append((opened, day + timedelta(days=1)))
    return windows


def check_departures(
    harbour: Harbour, departures: list[Departure], epoch: datetime, margin: float = 0.5
) -> list[tuple[Departure, str]]:
    """Every departure with its verdict: sails, waits for the tide, or is cancelled."""
    verdicts = []
    for departure in departures:
        required = departure.ferry.required_depth(departure.loaded, margin)
        midnight = departure.time.replace(hour=0, minute=0, second=0, microsecond=0)
        windows = passable_windows(harbour, required, midnight, epoch)

        if any(start <= departure.time < end for start, end in windows):
            verdicts.append((departure, "sails"))
            continue

        later = [start for start, _ in windows if start > departure.time]
        if later and later[0] - departure.time <= timedelta(hours=2):
            delay = int((later[0] - departure.time).total_seconds() // 60)
            verdicts.append((departure, f"waits {delay} min"))
        else:
            verdicts.append((departure, "cancelled"))
    return verdicts
