"""Hostile and broken archives are refused with the member's name, and write nothing outside."""

from __future__ import annotations

import gzip
import io
import os
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_editbench.cases import archive, unpacking
from pytest_editbench.cases.members import Limits
from pytest_editbench.errors import ArchiveError

CASE = {"c/prompt.md": b"Do it.", "c/input/a": b"1\n", "c/expected/a": b"2\n"}
SMALL = Limits(members=20, total_bytes=300_000, ratio=20, free_bytes=100_000)


@pytest.fixture(autouse=True)
def nothing_outside(tmp_path: Path) -> Iterator[None]:
    """Whatever a test unpacks, beside its archive there is the cache and the lure, unharmed."""
    (tmp_path / "lure").mkdir()
    (tmp_path / "lure/file").write_bytes(b"untouched")
    yield
    assert {path.name for path in tmp_path.iterdir()} <= {"lure", "cache", "suite.tar", "suite.zip"}
    assert [path.name for path in (tmp_path / "lure").iterdir()] == ["file"]
    assert (tmp_path / "lure/file").read_bytes() == b"untouched"


def unpack(tmp_path: Path, data: bytes, name: str = "suite.tar") -> Path:
    (tmp_path / name).write_bytes(data)
    return archive.unpack(tmp_path / name, tmp_path / "cache", SMALL)


def refusal(tmp_path: Path, data: bytes, name: str = "suite.tar") -> str:
    with pytest.raises(ArchiveError) as caught:
        unpack(tmp_path, data, name)
    told = str(caught.value)
    assert told.startswith(f"{tmp_path / name}: ")
    assert "\n" not in told
    store = tmp_path / "cache/unpacked-1"
    assert [path.suffix for path in store.iterdir()] == [".lock"], "a refused archive leaves nothing behind"
    return told.removeprefix(f"{tmp_path / name}: ")


def member(name: str, data: bytes = b"x", **settings: object) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.size = len(data) if settings.get("type", tarfile.REGTYPE) == tarfile.REGTYPE else 0
    for key, value in settings.items():
        setattr(info, key, value)
    return info, data


def symlink(name: str, target: str) -> tuple[tarfile.TarInfo, bytes]:
    return member(name, type=tarfile.SYMTYPE, linkname=target)


def hardlink(name: str, target: str) -> tuple[tarfile.TarInfo, bytes]:
    return member(name, type=tarfile.LNKTYPE, linkname=target)


def tar(*members: tuple[tarfile.TarInfo, bytes], case: bool = True) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as packed:
        for info, data in ([member(name, data) for name, data in CASE.items()] if case else []) + [*members]:
            packed.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zipped(name: str = "c/more", data: bytes = b"x", mode: int = 0, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for each, content in CASE.items():
            packed.writestr(each, content)
        info = zipfile.ZipInfo(name)
        info.external_attr = mode << 16
        packed.writestr(info, data, how)
    return out.getvalue()


OUTSIDE = [
    ("/etc/passwd", "is an absolute path"),
    ("../lure/file", "leads out of its folder"),
    ("c/../../lure/file", "leads out of its folder"),
    ("c/..", "leads out of its folder"),
    ("c\\..\\x", "holds a backslash"),
    ("C:/x", "starts with a drive letter"),
    ("c:x", "starts with a drive letter"),
    ("c/" + "x" * 256, "has too long a name"),
    ("c/" + "é" * 128, "has too long a name"),
    ("x/" * 501, "has too long a name"),
]


class TestPaths:
    @pytest.mark.parametrize(("name", "reason"), OUTSIDE)
    def test_a_tar_member_with_an_unfit_path_is_refused(self, tmp_path: Path, name: str, reason: str) -> None:
        told = refusal(tmp_path, tar(member(name)))

        assert told.startswith(name[:50].rstrip("/"))
        assert told.endswith(reason)

    @pytest.mark.parametrize(("name", "reason"), OUTSIDE)
    def test_a_zip_member_with_an_unfit_path_is_refused(self, tmp_path: Path, name: str, reason: str) -> None:
        told = refusal(tmp_path, zipped(name), "suite.zip")

        assert told.endswith(reason)

    def test_a_nul_byte_does_not_cut_a_zip_name_short(self, tmp_path: Path) -> None:
        told = refusal(tmp_path, zipped("c/moreQx").replace(b"moreQx", b"more\0x"), "suite.zip")

        assert told == "c/more\\x00x: holds a NUL character"

    def test_a_nul_byte_in_an_extended_tar_name_is_refused(self, tmp_path: Path) -> None:
        info, data = member("c/x")
        info.pax_headers = {"path": "c/a\0b"}
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as packed:
            packed.addfile(info, io.BytesIO(data))

        assert "NUL" in refusal(tmp_path, out.getvalue())

    def test_a_file_beneath_a_link_is_refused(self, tmp_path: Path) -> None:
        told = refusal(tmp_path, tar(symlink("c/input/d", "."), member("c/input/d/x")))

        assert told == "c/input/d/x: lies beneath c/input/d, which is no folder"

    def test_a_file_beneath_a_file_is_refused(self, tmp_path: Path) -> None:
        assert "c/input/a, which is no folder" in refusal(tmp_path, tar(member("c/input/a/x")))

    def test_a_file_in_place_of_a_folder_is_refused(self, tmp_path: Path) -> None:
        assert refusal(tmp_path, tar(member("c/input"))) == "c/input: stands twice, with different content"

    def test_a_link_in_place_of_a_folder_is_refused(self, tmp_path: Path) -> None:
        assert "stands twice" in refusal(tmp_path, tar(symlink("c/input", "expected")))

    def test_the_top_may_be_no_file(self, tmp_path: Path) -> None:
        assert "stands twice" in refusal(tmp_path, tar(member(".")))


class TestRepetition:
    def test_a_name_twice_with_the_same_content_is_fine(self, tmp_path: Path) -> None:
        link = symlink("c/input/l", "a")
        root = unpack(tmp_path, tar(member("c/input/a", b"1\n"), member("./c//input/a", b"1\n"), link, link))

        assert (root / "c/input/l").read_bytes() == b"1\n"

    @pytest.mark.parametrize(
        "second",
        [
            member("c/input/a", b"2\n"),
            member("c/input/a", b"1\n", mode=0o755),
            symlink("c/input/a", "b"),
            hardlink("c/input/a", "c/expected/a"),
        ],
    )
    def test_a_name_twice_with_different_content_is_refused(
        self, tmp_path: Path, second: tuple[tarfile.TarInfo, bytes]
    ) -> None:
        assert refusal(tmp_path, tar(second)) == "c/input/a: stands twice, with different content"

    def test_a_file_in_place_of_a_link_is_refused(self, tmp_path: Path) -> None:
        told = refusal(tmp_path, tar(symlink("c/input/l", "a"), member("c/input/l")))

        assert told.startswith("c/input/l: ")

    def test_a_link_led_elsewhere_the_second_time_is_refused(self, tmp_path: Path) -> None:
        told = refusal(tmp_path, tar(symlink("c/input/l", "a"), symlink("c/input/l", "b")))

        assert told == "c/input/l: stands twice, with different content"


class TestLinks:
    @pytest.mark.parametrize("target", ["a", "./a", "../input/a", "absent"])
    def test_a_link_inside_its_case_is_kept(self, tmp_path: Path, target: str) -> None:
        root = unpack(tmp_path, tar(symlink("c/input/l", target)))

        assert str((root / "c/input/l").readlink()) == str(Path(target))

    @pytest.mark.parametrize(
        ("target", "where"),
        [
            ("/etc/passwd", "leaves the archive"),
            ("../../../lure/file", "leaves the archive"),
            ("../../../../../../../../etc/passwd", "leaves the archive"),
            ("a/../../../../lure", "leaves the archive"),
            ("./.././../..", "leaves the archive"),
            ("x" * 1001, "leaves the archive"),
            ("../../top", "leaves its case"),
            ("../..", "leaves its case"),
        ],
    )
    def test_a_link_that_leaves_is_refused(self, tmp_path: Path, target: str, where: str) -> None:
        told = refusal(tmp_path, tar(member("top"), symlink("c/input/l", target)))

        assert told.startswith(f"c/input/l: is a link that {where}, to ")

    def test_no_chain_of_links_leaves(self, tmp_path: Path) -> None:
        chain = [symlink("c/input/d", "."), symlink("c/input/e", "d/d/../../..")]

        assert refusal(tmp_path, tar(*chain)).startswith("c/input/e: is a link that leaves the archive")

    def test_a_prompt_linked_from_outside_the_case_is_refused(self, tmp_path: Path) -> None:
        data = tar(member("shared.md"), member("d/input/a"), symlink("d/prompt.md", "../shared.md"))

        assert refusal(tmp_path, data).startswith("d/prompt.md: is a link that leaves its case")

    def test_a_hard_link_inside_its_case_becomes_a_file(self, tmp_path: Path) -> None:
        root = unpack(tmp_path, tar(member("c/x", b"ab", mode=0o755), hardlink("c/input/h", "./c/x")))

        assert (root / "c/input/h").read_bytes() == b"ab"
        assert (root / "c/input/h").stat().st_mode & 0o111
        assert (root / "c/input/h").stat().st_nlink == 1

    @pytest.mark.parametrize("target", ["c/absent", "c/input", "c/later", "c/input/h"])
    def test_a_hard_link_to_no_earlier_file_is_refused(self, tmp_path: Path, target: str) -> None:
        told = refusal(tmp_path, tar(hardlink("c/input/h", target), member("c/later")))

        assert told == f"c/input/h: is a hard link to {target}, no file before it"

    @pytest.mark.parametrize("target", ["/etc/passwd", "../lure/file"])
    def test_a_hard_link_out_of_the_archive_is_refused(self, tmp_path: Path, target: str) -> None:
        assert target in refusal(tmp_path, tar(hardlink("c/input/h", target)))

    def test_a_hard_link_out_of_its_case_is_refused(self, tmp_path: Path) -> None:
        told = refusal(tmp_path, tar(member("top"), hardlink("c/input/h", "top")))

        assert told == "c/input/h: is a hard link that leaves its case"

    def test_a_zip_link_is_kept_inside_its_case(self, tmp_path: Path) -> None:
        root = unpack(tmp_path, zipped("c/input/l", b"a", stat.S_IFLNK | 0o777), "suite.zip")

        assert (root / "c/input/l").readlink() == Path("a")

    def test_a_zip_link_out_of_its_case_is_refused(self, tmp_path: Path) -> None:
        data = zipped("c/input/l", b"../../../lure/file", stat.S_IFLNK | 0o777)

        assert "leaves the archive" in refusal(tmp_path, data, "suite.zip")


class TestKinds:
    @pytest.mark.parametrize(
        "kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, b"Z", tarfile.GNUTYPE_SPARSE]
    )
    def test_a_tar_member_of_a_strange_kind_is_refused(self, tmp_path: Path, kind: bytes) -> None:
        info, _ = member("c/strange", b"")
        header = bytearray(info.tobuf())
        header[156:157] = kind
        header[148:156] = b"%06o\0 " % (sum(header[:148]) + 8 * 32 + sum(header[156:]))

        told = refusal(tmp_path, bytes(header) + tar())

        assert told == "c/strange: is neither a plain file, a folder nor a link"

    @pytest.mark.parametrize("kind", [stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK])
    def test_a_zip_member_of_a_strange_kind_is_refused(self, tmp_path: Path, kind: int) -> None:
        told = refusal(tmp_path, zipped("c/strange", b"", kind | 0o644), "suite.zip")

        assert told == "c/strange: is neither a plain file, a folder nor a link"

    def test_a_zip_folder_may_be_told_by_its_mode_alone(self, tmp_path: Path) -> None:
        root = unpack(tmp_path, zipped("c/input/d", b"", stat.S_IFDIR | 0o755), "suite.zip")

        assert (root / "c/input/d").is_dir()

    def test_set_id_bits_and_owners_are_dropped(self, tmp_path: Path) -> None:
        root = unpack(tmp_path, tar(member("c/input/s", mode=0o6755, uid=12345, gid=12345)))

        status = (root / "c/input/s").stat()
        assert stat.S_IMODE(status.st_mode) == 0o755
        assert status.st_uid == os.geteuid()

    def test_an_encrypted_zip_is_refused(self, tmp_path: Path) -> None:
        data = bytearray(zipped("c/secret"))
        entry = data.rindex(b"PK\x01\x02")
        data[entry + 8] |= 1

        assert refusal(tmp_path, bytes(data), "suite.zip") == "c/secret: is encrypted"

    @pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
    def test_a_compression_other_than_deflate_is_refused(self, tmp_path: Path, how: int) -> None:
        assert "other than deflate" in refusal(tmp_path, zipped(how=how), "suite.zip")


class TestBombs:
    def test_too_many_members_are_refused(self, tmp_path: Path) -> None:
        many = [member(f"c/{number}") for number in range(20)]

        assert refusal(tmp_path, tar(*many)) == "c/17: one member too many; split the suite"

    def test_too_many_zip_members_are_refused(self, tmp_path: Path) -> None:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as packed:
            for number in range(21):
                packed.writestr(f"c/{number}", b"")

        assert refusal(tmp_path, out.getvalue(), "suite.zip").startswith("c/20: one member too many")

    def test_too_many_bytes_are_refused(self, tmp_path: Path) -> None:
        told = refusal(tmp_path, tar(member("c/big", os.urandom(300_001))))

        assert told.startswith("c/big: with it the archive unpacks to more than 300,000 bytes")

    @pytest.mark.parametrize("pack", [gzip.compress, lambda data: data])
    def test_a_claim_of_terabytes_is_refused_unread(
        self, tmp_path: Path, pack: Callable[[bytes], bytes]
    ) -> None:
        info, _ = member("c/big")
        info.size = 1 << 42

        told = refusal(tmp_path, pack(info.tobuf() + b"x" * 1024))

        assert told.startswith("c/big: claims 4,398,046,511,104 bytes")

    def test_a_negative_size_is_refused(self, tmp_path: Path) -> None:
        info, _ = member("c/big")
        header = bytearray(info.tobuf(tarfile.GNU_FORMAT))
        header[124:136] = b"\xff" * 10 + b"\xfe\x00"  # -512
        header[148:156] = b"%06o\0 " % (sum(header[:148]) + 8 * 32 + sum(header[156:]))

        assert refusal(tmp_path, bytes(header) + tar())

    def test_a_gzip_that_swells_is_refused(self, tmp_path: Path) -> None:
        told = refusal(tmp_path, gzip.compress(tar(member("c/zeros", bytes(200_000)))))

        assert told.startswith("c/zeros: with it the archive unpacks to more than 100,000 bytes")

    def test_a_gzip_whose_headers_swell_is_refused(self, tmp_path: Path) -> None:
        info, data = member("c/x")
        info.pax_headers = {"comment": "x" * 500_000}
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as packed:
            packed.addfile(info, io.BytesIO(data))

        assert "too much for its size" in refusal(tmp_path, gzip.compress(out.getvalue()))

    def test_a_gzip_with_a_swelling_tail_is_refused(self, tmp_path: Path) -> None:
        assert "too much for its size" in refusal(tmp_path, gzip.compress(tar() + bytes(50_000_000)))

    def test_a_header_that_claims_gigabytes_is_refused(self, tmp_path: Path) -> None:
        info, _ = member("././@LongLink", type=tarfile.GNUTYPE_LONGNAME)
        info.size = 1 << 33

        assert refusal(tmp_path, info.tobuf(tarfile.GNU_FORMAT) + b"x" * 2048)

    def test_a_header_that_would_fill_the_memory_is_refused(self, tmp_path: Path) -> None:
        info, _ = member("././@LongLink", type=tarfile.GNUTYPE_LONGNAME)
        info.size = 66 << 20

        told = refusal(tmp_path, info.tobuf(tarfile.GNU_FORMAT) + bytes(66 << 20))

        assert told == "it has a header of more than 67,108,864 bytes"

    def test_a_chain_of_headers_is_no_recursion_error(self, tmp_path: Path) -> None:
        info, _ = member("././@LongLink", type=tarfile.GNUTYPE_LONGNAME)
        info.size = 2

        assert refusal(tmp_path, (info.tobuf(tarfile.GNU_FORMAT) + b"x\0" + bytes(510)) * 5000)

    def test_hard_links_count_in_full(self, tmp_path: Path) -> None:
        links = [hardlink(f"c/{number}", "c/big") for number in range(5)]

        assert refusal(tmp_path, tar(member("c/big", os.urandom(80_000)), *links)).startswith("c/2: with it")

    def test_a_zip_that_swells_is_refused(self, tmp_path: Path) -> None:
        told = refusal(tmp_path, zipped("c/zeros", bytes(200_000)), "suite.zip")

        assert told.startswith("c/zeros: with it the archive unpacks to more than 100,000 bytes")

    @pytest.mark.parametrize("claim", [10, 199_999, 200_001, 0])
    def test_a_zip_that_lies_about_a_size_is_refused(self, tmp_path: Path, claim: int) -> None:
        honest = zipped("c/zeros", bytes(200_000))
        lying = honest.replace(struct.pack("<L", 200_000), struct.pack("<L", claim))
        (tmp_path / "suite.zip").write_bytes(lying)

        with pytest.raises(ArchiveError):
            archive.unpack(tmp_path / "suite.zip", tmp_path / "cache", Limits())

    def test_zip_members_that_share_their_bytes_count_in_full(self, tmp_path: Path) -> None:
        data = zipped("c/kernel", bytes(90_000))
        start = data.rindex(b"PK\x01\x02")
        end = data.rindex(b"PK\x05\x06")
        entry = data[start:end]
        counts = struct.pack("<HH", len(CASE) + 6, len(CASE) + 6)
        size = struct.pack("<L", len(data[data.index(b"PK\x01\x02") : end]) + 5 * len(entry))
        overlapping = data[:end] + entry * 5 + data[end : end + 8] + counts + size + data[end + 16 :]

        assert refusal(tmp_path, overlapping, "suite.zip").startswith("c/kernel: with it")


class TestFileSystem:
    def test_names_that_the_file_system_holds_for_equal_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / "suite.tar").write_bytes(tar())
        (tmp_path / "cache/c/input").mkdir(parents=True)

        with pytest.raises(ArchiveError, match=r"c/prompt\.md: differs from another member in case"):
            unpacking.unpack(tmp_path / "suite.tar", tmp_path / "cache", SMALL)

    def test_a_member_that_cannot_be_written_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "suite.tar").write_bytes(tar())

        with pytest.raises(ArchiveError, match=r"c/prompt\.md: cannot be written: No such file"):
            unpacking.unpack(tmp_path / "suite.tar", tmp_path / "absent", SMALL)


class TestDamage:
    @pytest.mark.parametrize(
        "data",
        [
            *(b"", b"no archive at all", b"x" * 4096, b"PK\x03\x04", b"PK", b"\x1f\x8b"),
            gzip.compress(b"text", mtime=0),  # a time of day in a test's name parts xdist's workers
        ],
    )
    @pytest.mark.parametrize("name", ["suite.tar", "suite.zip"])
    def test_what_is_no_archive_is_refused(self, tmp_path: Path, data: bytes, name: str) -> None:
        assert refusal(tmp_path, data, name).startswith("it is damaged, or no archive")

    @pytest.mark.parametrize("keep", [511, 512, 700, 1024, 2048, 2900, 3072])
    def test_a_tar_cut_short_is_refused(self, tmp_path: Path, keep: int) -> None:
        assert "it is damaged" in refusal(tmp_path, tar()[:keep])

    def test_a_tar_with_a_broken_member_in_the_middle_is_refused(self, tmp_path: Path) -> None:
        data = bytearray(tar())
        data[1024:1030] = b"broken"

        assert "it is damaged" in refusal(tmp_path, bytes(data))

    @pytest.mark.parametrize("cut", [1, 4, 8, 20])
    def test_a_gzip_cut_short_is_refused(self, tmp_path: Path, cut: int) -> None:
        assert "it is damaged" in refusal(tmp_path, gzip.compress(tar())[:-cut])

    def test_a_gzip_with_a_wrong_checksum_is_refused(self, tmp_path: Path) -> None:
        data = bytearray(gzip.compress(tar()))
        data[-5] ^= 1

        assert "it is damaged" in refusal(tmp_path, bytes(data))

    def test_a_zip_with_a_wrong_checksum_is_refused(self, tmp_path: Path) -> None:
        data = zipped(data=b"payload", how=zipfile.ZIP_STORED).replace(b"payload", b"pAyload")

        assert "it is damaged" in refusal(tmp_path, data, "suite.zip")

    def test_an_archive_without_members_holds_no_case(self, tmp_path: Path) -> None:
        assert archive.find(unpack(tmp_path, tar(case=False))) == []
