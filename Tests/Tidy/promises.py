"""The promises of docs/security.md: every test that the page names exists in the file that it
names, and what the page counts is what it has. One finding a line.

    python3 promises.py ROOT

A row has an id, a promise, its tests (`File.swift: one, other; test_file.py: test_it`) and a state.
A file is named with as many of its folders as tell it apart from others.
"""

import collections
import re
import sys

import tidy

PAGE = "docs/security.md"
ROW = re.compile(r"^\| (S\d+) \|([^|]*)\|([^|]*)\|([^|]*)\|$")
#: The states. The last two say more: what is missing, why.
PROVEN, UNTESTED, NOT_YET, NOT_HERE = "proven", "untested", "not yet", "does not apply"
STATES = (PROVEN, UNTESTED, NOT_YET, NOT_HERE)
#: How the page counts them.
COUNTS = re.compile(
    r"(\d+) proven, (\d+) true but untested, (\d+) not yet, (\d+) do(?:es)? not apply")
#: A test in Swift; its attribute may take lines of arguments, but holds no other function.
SWIFT_TEST = re.compile(r"@Test\b(?:(?!\bfunc\b).)*?\bfunc\s+(\w+)", re.DOTALL)
PYTHON_TEST = re.compile(r"^ *def (test_\w+)\(", re.MULTILINE)


def tests_in(path, text):
    """The names of the tests that a file has."""
    return set((SWIFT_TEST if path.endswith(".swift") else PYTHON_TEST).findall(text))


def named(cell):
    """(file, names of tests) of each file in a cell; the names are empty if it has another form."""
    for part in filter(None, (part.strip() for part in cell.split(";"))):
        file, _, names = part.strip("`").partition(": ")
        yield file, [name.strip() for name in names.split(",") if name.strip()]


def check_tests(cell, texts):
    """What is wrong with the tests of a row."""
    for file, names in named(cell):
        paths = [path for path in texts if path.startswith("Tests/") and
                 ("/" + path).endswith("/" + file)]
        if len(paths) != 1 or not names:
            yield f"{file}: " + ("no file or several" if names else "no test of it is named")
            continue
        missing = set(names) - tests_in(paths[0], texts[paths[0]])
        yield from (f"{paths[0]} has no test {name}" for name in sorted(missing))


def check_state(tests, state):
    """What is wrong with the state of a row that has tests or none."""
    word, _, more = state.partition(": ")
    if word not in STATES:
        yield f"{word} is no state"
    elif bool(more) != (word in (NOT_YET, NOT_HERE)):
        yield f"{word}: says what is missing, or why" if not more else f"{word}: needs no reason"
    elif tests and word in (UNTESTED, NOT_HERE) or not tests and word == PROVEN:
        yield f"{word}: " + ("has tests" if tests else "needs a test")


def check(texts):
    """All findings for `texts`, a dictionary of path and content."""
    found, ids, states = [], [], collections.Counter()
    for number, line in enumerate(texts[PAGE].splitlines(), 1):
        row = ROW.match(line)
        if row is None:
            if re.match(r"\| S\d", line):
                found.append(f"{PAGE}:{number}: a row has an id, a promise, tests and a state")
            continue
        rule, _, tests, state = (cell.strip() for cell in row.groups())
        ids.append(rule)
        states[state.partition(": ")[0]] += 1
        for text in (*check_tests(tests, texts), *check_state(tests, state)):
            found.append(f"{PAGE}:{number}: {rule}: {text}")
    if ids != [f"S{number}" for number in range(1, len(ids) + 1)]:
        found.append(f"{PAGE}: the ids go from S1 without a gap")
    counted = COUNTS.search(re.sub(r"\s+", " ", texts[PAGE]))
    if not counted or [int(count) for count in counted.groups()] != [states[it] for it in STATES]:
        found.append(f"{PAGE}: it counts otherwise than {[(it, states[it]) for it in STATES]}")
    return found


def main():
    found = check(tidy.read_tree(sys.argv[1]))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
