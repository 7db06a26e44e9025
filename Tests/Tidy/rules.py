"""Which rules of the page specifications are proven: every row of rules.tsv against the tests that
name its id, and every id in a test against the table. One finding a line.

    python3 rules.py ROOT
"""

import os
import re
import sys

import tidy

STATES = ("test", "bench", "web", "ios", "note", "later")
TABLE = "Tests/Tidy/rules.tsv"
WEB = "docs/web.md"
#: Where the tests of pages are, and whose rules pages show.
PAGE_TESTS = ("Tests/WebPagesTests/", "Tests/Browser/", "Tests/EndToEndTests/Web/")
OF_PAGES = ("IL", "IA", "ID", "CO", "SA", "EV")
#: Several ids in a row: `IA-08 to IA-10`.
SPAN = re.compile(r"\b([A-Z]{1,2})-(\d{2,3}) to \1-(\d{2,3})\b")
#: Ids as tests write them; a table of three columns, the second one or two words.
NAMED = re.compile(r"\b(?:X|IL|IA|ID|CO|SA|EV|N|R|D|T|U)-\d{2,3}\b")
#: A row of a table in docs/web.md.
WEB_ROW = re.compile(r"^\| ([A-Z]+-\d{2,3}) \|", re.MULTILINE)


def read_table(text):
    """({id: state}, findings) of rules.tsv. Rules that no page shows have the state `elsewhere`."""
    states, found = {}, []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        cells = line.split("\t")
        where = f"{TABLE}:{number}"
        if len(cells) != 3 or not all(cells):
            found.append(f"{where}: a row has an id, a state and a rule")
        elif not NAMED.fullmatch(cells[0]):
            found.append(f"{where}: {cells[0]} is no id")
        elif cells[1].split()[0] not in STATES:
            found.append(f"{where}: {cells[1]} is no state")
        elif cells[0] in states:
            found.append(f"{where}: {cells[0]} twice")
        else:
            words = cells[1].split()
            states[cells[0]] = words[-1] if words == ["test", "elsewhere"] else words[0]
    return states, found


def names(texts, is_wanted):
    """{id: a file that names it} over the files that are wanted."""
    return {
        match: path
        for path in sorted(texts) if path.endswith((".swift", ".py")) and is_wanted(path)
        for match in NAMED.findall(texts[path])
    }


def is_benchmark(path):
    return path.startswith("Tests/Benchmarks/")


def is_test(path):
    return tidy.is_test(path) and not is_benchmark(path) and "/Tidy/" not in path


def check(texts):
    """All findings for `texts`, a dictionary of path and content."""
    states, found = read_table(texts[TABLE])
    tested, measured = names(texts, is_test), names(texts, is_benchmark)
    for rule, path in {**measured, **tested}.items():
        if rule not in states:
            found.append(f"{path}: names {rule}, which {TABLE} does not have")
    for rule, state in states.items():
        if state in ("test", "elsewhere", "bench") and rule not in tested:
            found.append(f"{TABLE}: {rule} is said to be tested, and no test names it")
        if state == "bench" and rule not in measured:
            found.append(f"{TABLE}: {rule} is said to be measured, and no benchmark names it")
    for rule in without_page(states, texts):
        found.append(f"{TABLE}: no test of a page names {rule}")
    web = WEB_ROW.findall(texts.get(WEB, ""))
    for rule in sorted({rule for rule, state in states.items() if state == "web"} ^ set(web)):
        found.append(f"{WEB}: {rule} must be there if and only if {TABLE} says web")
    return found


def without_page(states, texts):
    """The rules of pages that are said to be tested and that no test of a page names."""
    tests = [text for path, text in texts.items() if path.startswith(PAGE_TESTS)]
    named = {rule for text in tests for rule in NAMED.findall(text)}
    for text in tests:
        for kind, first, last in SPAN.findall(text):
            named |= {f"{kind}-{number:02}" for number in range(int(first), int(last) + 1)}
    return [
        rule for rule, state in states.items()
        if state == "test" and rule.split("-")[0] in OF_PAGES and rule not in named]


def main():
    found = check(tidy.read_tree(sys.argv[1]))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
