"""Whatever bytes an archive is made of, it is unpacked or refused, and nothing is written outside."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import tarfile
import tempfile
import zipfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench.cases import archive, metadata
from pytest_editbench.errors import ArchiveError, CaseError

CASE = {"c/prompt.md": b"Do it.", "c/input/a": b"1\n", "c/expected/a": b"2\n"}

names = st.one_of(
    st.text(min_size=1, max_size=20),
    st.lists(st.sampled_from(["..", ".", "", "a", "b", "c", "input", "/"]), min_size=1, max_size=5).map(
        "/".join
    ),
)
kinds = st.sampled_from(
    [tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE]
)


def tarred() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as packed:
        for name, data in CASE.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            packed.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in CASE.items():
            packed.writestr(name, data)
    return out.getvalue()


REAL = [tarred(), gzip.compress(tarred(), mtime=0), zipped()]


def unpack_or_refuse(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "deep" / "place"
        place.mkdir(parents=True)
        (place / "suite.tar").write_bytes(data)
        with contextlib.suppress(ArchiveError):
            root = archive.unpack(place / "suite.tar", place / "cache")
            archive.find(root)
            top = root.resolve()
            assert all(path.resolve().is_relative_to(top) for path in root.rglob("*") if not _is_loop(path))
        assert {path.name for path in place.iterdir()} == {"suite.tar", "cache"}
        assert [path.name for path in (place / "cache").iterdir()] == ["unpacked-1"]
        assert [path.name for path in Path(folder).iterdir()] == ["deep"]


def _is_loop(path: Path) -> bool:
    try:
        path.stat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


@given(st.binary(max_size=3000), st.sampled_from([b"", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08\x00"]))
@settings(deadline=None)
def test_random_bytes(data: bytes, head: bytes) -> None:
    unpack_or_refuse(head + data)


@given(st.sampled_from(REAL), st.data())
@settings(deadline=None)
def test_real_archives_cut_short(whole: bytes, draw: st.DataObject) -> None:
    unpack_or_refuse(whole[: draw.draw(st.integers(0, len(whole) - 1))])


@given(st.sampled_from(REAL), st.data())
@settings(deadline=None, max_examples=300)
def test_real_archives_with_some_bytes_changed(whole: bytes, draw: st.DataObject) -> None:
    changed = bytearray(whole)
    for place in draw.draw(st.lists(st.integers(0, len(whole) - 1), min_size=1, max_size=8)):
        changed[place] = draw.draw(st.integers(0, 255))
    unpack_or_refuse(bytes(changed))


@given(st.lists(st.tuples(names, kinds, names), max_size=6), st.booleans())
@settings(deadline=None, max_examples=300)
def test_archives_of_any_members(members: list[tuple[str, bytes, str]], compressed: bool) -> None:
    out = io.BytesIO()
    with tarfile.open(
        fileobj=out, mode="w:gz" if compressed else "w", encoding="utf-8", errors="surrogatepass"
    ) as packed:
        for name, kind, target in members:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            info.size = 1 if kind == tarfile.REGTYPE else 0
            packed.addfile(info, io.BytesIO(b"x"))
    unpack_or_refuse(out.getvalue())


def assert_read_or_refused(data: bytes) -> None:
    told = _refusal(data)
    assert told is None or (told.startswith("x/metadata.json: ") and "\n" not in told)


def _refusal(data: bytes) -> str | None:
    try:
        metadata.parse(data, "x/metadata.json")
    except CaseError as error:
        return str(error)
    return None


@given(
    st.one_of(
        st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))
    )
)
def test_metadata_of_any_bytes_is_read_or_refused(data: bytes) -> None:
    assert_read_or_refused(data)


keys = st.sampled_from([spelling for key in metadata.KEYS for spelling in key.spellings])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(keys, values, max_size=6))
def test_metadata_of_any_values_is_read_or_refused(raw: dict[str, object]) -> None:
    assert_read_or_refused(json.dumps(raw).encode())
