"""Hardening of the programs, by the linker and when they start."""

import pathlib
import struct
import subprocess

import pytest

import people
import programs

#: Constants of elf(5).
ET_DYN = 3
PT_DYNAMIC, PT_GNU_STACK, PT_GNU_RELRO = 2, 0x6474E551, 0x6474E552
PF_X = 1
DT_NULL, DT_FLAGS, DT_FLAGS_1 = 0, 30, 0x6FFFFFFB
DF_BIND_NOW, DF_1_NOW, DF_1_PIE = 8, 1, 0x08000000


def all_programs():
    """Every program of the build."""
    folder = programs.program("compass-broker").parent
    return sorted(
        each for each in folder.glob("compass*")
        if each.is_file() and each.read_bytes()[:4] == b"\x7fELF")


class Program:
    """The headers of a 64-bit little-endian ELF file."""

    def __init__(self, path):
        raw = path.read_bytes()
        assert raw[4:6] == b"\x02\x01", "64 bits, little-endian"
        self.type = struct.unpack_from("<H", raw, 16)[0]
        start, = struct.unpack_from("<Q", raw, 32)
        size, count = struct.unpack_from("<HH", raw, 54)
        self.segments = {}
        self.dynamic = {}
        for number in range(count):
            kind, flags, offset = struct.unpack_from("<IIQ", raw, start + number * size)
            length, = struct.unpack_from("<Q", raw, start + number * size + 32)
            self.segments[kind] = flags
            if kind == PT_DYNAMIC:
                for place in range(offset, offset + length, 16):
                    tag, value = struct.unpack_from("<QQ", raw, place)
                    if tag == DT_NULL:
                        break
                    self.dynamic[tag] = value


def test_every_program_was_found():
    names = {each.name for each in all_programs()}
    assert {"compass", "compass-broker", "compass-pdf", "compass-archive", "compass-backup",
            "compass-sheet"} < names
    assert {f"compass-{each}" for each in programs.services()} < names


@pytest.mark.parametrize("path", all_programs(), ids=lambda each: each.name)
def test_program_is_hardened(path):
    """Addresses are random, the stack is not executable, and function tables are read-only."""
    program = Program(path)
    assert program.type == ET_DYN and program.dynamic[DT_FLAGS_1] & DF_1_PIE
    assert PT_GNU_RELRO in program.segments
    now = program.dynamic[DT_FLAGS_1] & DF_1_NOW or program.dynamic.get(DT_FLAGS, 0) & DF_BIND_NOW
    assert now, "symbols are bound late: RELRO leaves a table that can be written"
    assert not program.segments[PT_GNU_STACK] & PF_X


def limit(pid, name):
    """The soft and the hard limit of a process, as the kernel reports them."""
    for line in pathlib.Path(f"/proc/{pid}/limits").read_text().splitlines():
        if line.startswith(name):
            return line.removeprefix(name).split()[:2]
    raise AssertionError("no such limit")


def core_limit(pid):
    return limit(pid, "Max core file size")


def test_no_service_leaves_a_core_file():
    with people.Product() as product:
        for each in [product.broker, *product.services]:
            assert core_limit(each.process.pid) == ["0", "0"], each.name


@pytest.mark.parametrize("words", [
    ["compass", "login", "--email", "x@example.org", "--password-stdin"], ["compass-pdf"],
    ["compass-archive"], ["compass-backup"], ["compass-sheet"]])
def test_no_command_leaves_a_core_file(tmp_path, words):
    process = subprocess.Popen(
        [programs.program(words[0]), *words[1:]], stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={"COMPASS_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"})
    try:
        # The program waits for its input, after it has set the limit.
        assert programs.eventually(
            lambda: process.poll() is not None or core_limit(process.pid) == ["0", "0"])
        assert process.poll() is None, "it did not wait for its input: nothing was seen"
    finally:
        process.kill()
        process.communicate()


def test_workbooks_are_taken_apart_within_limits(tmp_path):
    """A hostile workbook has 5 s of a processor, 2 GiB of memory, and writes no file."""
    process = subprocess.Popen(
        [programs.program("compass-sheet")], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        env={"COMPASS_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"})
    try:
        for name, most in (
                ("Max cpu time", 5), ("Max address space", 2 << 30), ("Max file size", 0)):
            assert programs.eventually(lambda: limit(process.pid, name) == [str(most)] * 2), name
        assert process.poll() is None, "it did not wait for its input: nothing was seen"
    finally:
        process.kill()
        process.communicate()
