"""The load test's histogram against the HdrHistogram library, with the same samples."""

import random
import re

import pytest
from hdrh.histogram import HdrHistogram

import programs

LOWEST, HIGHEST, DIGITS = 1, 60_000_000, 3


def durations(kind, count):
    """Microseconds of one kind of load, from a fixed seed."""
    numbers = random.Random(f"{kind} {count}")
    draw = {
        "even": lambda: numbers.randint(1, HIGHEST),
        "usual": lambda: int(numbers.lognormvariate(6, 1)) + 1,
        "tail": lambda: int(numbers.paretovariate(0.7) * 100),
        "small": lambda: numbers.randint(1, 2_100),
        "powers": lambda: 2 ** numbers.randint(0, 25) + numbers.randint(-1, 1) or 1,
    }[kind]
    return [min(max(draw(), LOWEST), HIGHEST) for _ in range(count)]


def spectrum(text):
    """The lines of a .hgrm file: value in milliseconds, share, count."""
    lines = re.findall(r"^ *([0-9.]+) ([0-9.]+) +([0-9]+)", text, re.MULTILINE)
    return [(float(value), float(share), int(count)) for value, share, count in lines]


@pytest.mark.parametrize("kind", ["even", "usual", "tail", "small", "powers"])
@pytest.mark.parametrize("count", [1, 2, 10, 1_000, 20_000])
def test_percentiles_are_those_of_hdrhistogram(kind, count, tmp_path):
    values = durations(kind, count)
    judge = HdrHistogram(LOWEST, HIGHEST, DIGITS)
    for value in values:
        judge.record_value(value)
    file = tmp_path / "durations.txt"
    file.write_text("\n".join(map(str, values)) + "\n")
    done = programs.run("compass-loadtest", ["hgrm", str(file)], {})
    assert done.returncode == 0, done.stderr
    rows = spectrum(done.stdout)
    assert rows[-1][1:] == (1.0, count)
    for value, share, _ in rows:
        theirs = judge.get_value_at_percentile(share * 100) / 1_000
        # Both round a share to a rank. At a tie, both neighbouring values are correct.
        near = judge.get_value_at_percentile(min(share * 100 + 100 / count, 100)) / 1_000
        assert theirs - 5e-4 <= value <= max(theirs, near) + 5e-4, share
    mean = re.search(r"Mean += +([0-9.]+), StdDeviation += +([0-9.]+)", done.stdout)
    assert float(mean[1]) == pytest.approx(sum(values) / count / 1_000, abs=1e-3)
    assert float(mean[2]) == pytest.approx(judge.get_stddev() / 1_000, rel=2e-3, abs=2e-3)
    longest = re.search(r"#\[Max += +([0-9.]+), Total count += +([0-9]+)\]", done.stdout)
    assert float(longest[1]) == pytest.approx(judge.get_max_value() / 1_000, rel=1e-3)
    assert int(longest[2]) == judge.get_total_count()


def test_line_that_is_no_duration_is_named(tmp_path):
    file = tmp_path / "durations.txt"
    file.write_text("12\nfast\n")
    done = programs.run("compass-loadtest", ["hgrm", str(file)], {})
    assert done.returncode == 2
    assert f"{file}, line 2" in done.stderr
