"""Odd values in every flag and argument of the command table: each gets an answer or a refusal,
never a crash, and no output that could move a terminal's cursor.

Each place gets half of the values, and the next place the others; COMPASS_ODD_VALUES=all tries all.
"""

import itertools
import os

import pytest

import compass
import people

ODD = [
    "", " ", "\x1b[31mred\x07", "\u202eback", "a" * 60_000, "9" * 30, "-1", "0x10", "１２", "%s%n%x",
    "'; DROP TABLE interactions;--", "👨‍👩‍👧‍👦" * 40, "\r\n\t", "2026-13-45",
    "9999-12-31T23:59:59.999Z", b"\xff\xfe\x80",
]
EXIT_CODES = {0, 2, 3, 4, 5, 6, 7}
#: A check that finds a file to be no whole backup fails.
FAILING_CHECK = ["backup", "verify"]
CONTROLS = ("\x1b", "\x07", "\u202e")
GROUPS = 8
#: Of so many neighbors, each gets another share of the values.
SHARES = 1 if os.environ.get("COMPASS_ODD_VALUES") == "all" else 2


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    with people.Product() as product:
        shell = compass.Compass(product.home)
        # Every file name that a command accepts is relative to this folder.
        shell.folder = tmp_path_factory.mktemp("odd")
        player = product.person("Sam Rivera", "player")
        product.family(player)
        shell.sign_in(player, "player")
        yield shell


def places(table):
    """The words before each position of a value, for every flag and argument."""
    for command in table.values():
        if command["name"] == "logout":
            continue
        words = command["name"].split()
        for flag in command["flags"]:
            if flag["type"] != "toggle":
                yield command, words, f"--{flag['name']}="
        if command["arguments"]:
            yield command, words, ""


def attempts(table):
    """The places, each with the values that are tried there."""
    for (number, place), (turn, value) in itertools.product(
            enumerate(places(table)), enumerate(ODD)):
        if (number + turn) % SHARES == 0:
            yield place, value


@pytest.mark.parametrize("group", range(GROUPS))
def test_odd_values_are_answered_or_refused(shell, group):
    tried = 0
    for (command, words, prefix), value in itertools.islice(
            attempts(shell.commands()), group, None, GROUPS):
        raw = prefix.encode() + (value if isinstance(value, bytes) else value.encode())
        more = ["--dry-run", "--yes"] if command["effect"] == "mutating" else []
        ran = shell.run([*words, raw, "--json", *more], "player", "quiet otters climb slowly")
        about = f"{words} {raw[:60]}: {ran.returncode} {ran.stdout[:200]} {ran.stderr[:600]}"
        failing = {1} if words == FAILING_CHECK else set()
        assert ran.returncode in EXIT_CODES | failing, about
        if ran.returncode and ran.returncode not in failing:
            assert compass.problems(compass.ERROR, compass.read(ran.stdout)) == [], about
            assert len(ran.stderr.splitlines()) <= 3 and len(ran.stderr) < 1_500, about
        assert not any(control in ran.stderr for control in CONTROLS), about
        tried += 1
    assert tried > 50
