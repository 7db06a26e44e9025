"""Tidiness of the whole repository: sizes, leftovers, traps, dead files. One finding a line.

    python3 tidy.py ROOT
"""

import collections
import os
import re
import subprocess
import sys
import unicodedata

import swift_source

FILE_LINES_MAX = 500
FUNCTION_LINES_MAX = 70
LINE_COLUMNS_MAX = 100
# Files that lie in one folder, those of its subfolders not counted.
FOLDER_FILES_MAX = 25

# Data of the product and its demo; their lines are what they are.
DATA = ("deploy/catalogue/", "deploy/demo/")
#: Files as other programs write them, in encodings and with line ends of their own.
FOREIGN_FILES = "Tests/SheetTests/Files/"
CODE_SUFFIXES = (".swift", ".py", ".sh", ".c", ".h", ".awk")
SCRIPT_SUFFIXES = (".py", ".sh", ".awk")
# Each letter in brackets keeps this file from finding itself.
LEFTOVER = re.compile(r"\b(?:T[O]DO|F[I]XME|X[X]X)\b")
MACHINE = re.compile(r"\.\./[s]hared|/[w]ork/|/[f]arm/|/opt/[s]wift/|/[r]oot/|/tmp/[w]t\b")
# A precondition's text says what was misused; everything else that traps needs a comment.
TRAP = re.compile(r"\bfatalError\s*\(|\b(?:precondition|assertion)Failure\s*\(\s*\)")
FORCED_TRY = re.compile(r"\btry!")
UNCHECKED = re.compile(r"@unchecked\s+Sendable")
SLEEP = re.compile(r"\b(?:Task\.sleep|usleep|nanosleep|sleep)\s*\(")
DISABLED = re.compile(r"\.disabled\s*\(")
# What a protocol has documented once is not documented again by everything that conforms to it.
WITNESSES = {
    # Operation and its form
    "name", "service", "isReadOnly", "access", "carriesSecrets", "summary", "fieldNames",
    "validated", "Request", "Response",
    # ListFilter
    "rule",
    # SQLBindable, JSONWritable and ColumnValue
    "bind(to", "write(to", "writeJSON", "writeJSON(_",
    # the standard library's
    "description", "debugDescription", "errorDescription", "init(from", "init(rawValue",
    "init(stringLiteral", "encode(to", "hash(into", "==", "<", "allCases", "rawValue", "id",
}
# Tests of whole processes wait for them in one place; tests of parts are given the time.
TESTS_THAT_MAY_WAIT = ("Tests/EndToEndTests/Harness/Waiting.swift", "Tests/Benchmarks/")
# A program that people run: what holds for Shared/ and Services/ holds for it.
LOAD_TEST = "Tests/LoadTest/"


class Report:
    """Collects findings and the counts that counts.tsv holds."""

    def __init__(self):
        self.findings = []
        self.counts = {"@unchecked Sendable": 0}

    def add(self, path, line, text):
        self.findings.append(f"{path}:{line}: {text}")


def is_test(path):
    """Whether a file belongs to the tests, and not to a program that people run."""
    return path.startswith("Tests/") and not path.startswith(LOAD_TEST)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def has_reason(lines, number):
    """Whether line `number` (from 1) or the one above it carries a comment."""
    above = lines[number - 2] if number > 1 else ""
    return "//" in lines[number - 1] or above.strip().startswith("//")


def check_text(report, path, text):
    """What holds for every text file."""
    lines = text.split("\n")
    code = swift_source.code_only(text).split("\n") if path.endswith(".swift") else lines
    for number, line in enumerate(lines, 1):
        if MACHINE.search(line):
            report.add(path, number, "names a path of one machine")
        if path.startswith(DATA):
            continue
        if LEFTOVER.search(line):
            report.add(path, number, "leftover: do it, or make it an issue")
        if line != line.rstrip():
            report.add(path, number, "trailing blanks")
        if path.endswith(CODE_SUFFIXES):
            check_code_line(report, path, number, line, code[number - 1])
    if not text.strip():
        report.add(path, 1, "empty file")
    elif not text.endswith("\n") or text.endswith("\n\n"):
        report.add(path, len(lines), "must end with exactly one newline")


def check_code_line(report, path, number, line, code):
    """What holds for every line of code; `code` is the line without comments and texts."""
    if "\t" in line:
        report.add(path, number, "tab")
    words = line.split()
    # Not to be broken: an address alone in a comment, a row of a table, a text of several lines.
    is_address = len(words) <= 2 and "://" in line
    is_table = line.lstrip().startswith("|")
    is_text = not code.strip() and not line.lstrip().startswith(("//", "/*", "*"))
    columns = sum(1 for letter in line if unicodedata.category(letter) not in ("Mn", "Cf"))
    if columns > LINE_COLUMNS_MAX and not (is_address or is_table or is_text):
        report.add(path, number, f"{columns} columns, at most {LINE_COLUMNS_MAX}")


def check_swift(report, path, text):
    """What holds for Swift files."""
    lines = text.split("\n")
    code = swift_source.code_only(text)
    if len(lines) - 1 > FILE_LINES_MAX:
        report.add(path, 1, f"{len(lines) - 1} lines, at most {FILE_LINES_MAX}")
    for line, name, length in swift_source.functions(text):
        if length > FUNCTION_LINES_MAX:
            report.add(path, line, f"{name}: {length} lines, at most {FUNCTION_LINES_MAX}")
    for match in FORCED_TRY.finditer(code):
        report.add(path, line_of(code, match.start()), "forced try")
    for pattern, what in ((TRAP, "trap"), (DISABLED, "disabled test")):
        for match in pattern.finditer(code):
            line = line_of(code, match.start())
            if not has_reason(lines, line):
                report.add(path, line, f"{what} without a reason in a comment here or above")
    if is_test(path) and not path.startswith(TESTS_THAT_MAY_WAIT):
        for match in SLEEP.finditer(code):
            line = line_of(code, match.start())
            if not has_reason(lines, line):
                report.add(path, line, "sleep in a test without a reason beside it")
    for line, name in swift_source.undocumented(text):
        if name.strip("`") not in WITNESSES and not is_test(path):
            report.add(path, line, f"public {name} has no documentation comment")
    check_unchecked(report, path, code, lines)
    if not re.sub(swift_source.IMPORT, "", code).strip():
        report.add(path, 1, "no declaration: dead file")


def check_unchecked(report, path, code, lines):
    """`@unchecked Sendable` has its reason on the next line, and is counted outside tests."""
    for match in UNCHECKED.finditer(code):
        line = line_of(code, match.start())
        below = lines[line] if line < len(lines) else ""
        if not below.strip().startswith("//"):
            report.add(path, line, "@unchecked Sendable without its reason on the next line")
        if not is_test(path):
            report.counts["@unchecked Sendable"] += 1


def check_counts(report, committed):
    """The counts are the committed ones."""
    for what, count in report.counts.items():
        if count != committed.get(what):
            report.add("Tests/Tidy/counts.tsv", 1, f"{what}: {count}, not {committed.get(what)}")


def check_dead(report, texts):
    """Scripts that nothing names, placeholders that are not needed any more, editors' leavings."""
    for path in texts:
        name = os.path.basename(path)
        folder = os.path.dirname(path)
        if path.endswith((".orig", ".rej", ".bak", "~")):
            report.add(path, 1, "left behind by a tool")
        if name == "Placeholder.swift" and any(
            other != path and other.endswith(".swift") and other.startswith(folder + "/")
            for other in texts
        ):
            report.add(path, 1, "placeholder in a target that has files")
        is_pytest = name == "conftest.py" or name.startswith("test_")
        if path.endswith(SCRIPT_SUFFIXES) and not is_pytest:
            module = os.path.splitext(name)[0]
            word = re.compile(rf"\b{re.escape(module)}\b")
            if not any(word.search(text) for other, text in texts.items() if other != path):
                report.add(path, 1, "no other file names this script: dead file")


def check_folders(report, paths):
    """No folder is so full that nobody finds anything in it."""
    counts = collections.Counter(os.path.dirname(path) for path in paths)
    for folder, count in sorted(counts.items()):
        if count > FOLDER_FILES_MAX:
            report.add(folder, 1, f"{count} files, at most {FOLDER_FILES_MAX}")


def check_tree(texts, committed):
    """All findings for `texts`, a dictionary of path and content."""
    report = Report()
    for path in sorted(texts):
        check_text(report, path, texts[path])
        if path.endswith(".swift"):
            check_swift(report, path, texts[path])
    check_counts(report, committed)
    check_folders(report, texts)
    check_dead(report, texts)
    return report.findings


def read_tree(root):
    """Every text file that is committed or about to be."""
    command = ["git", "-C", root, "ls-files", "-coz", "--exclude-standard"]
    paths = subprocess.run(command, check=True, capture_output=True).stdout.decode().split("\0")
    texts = {}
    for path in filter(None, paths):
        full = os.path.join(root, path)
        if not os.path.isfile(full):
            continue
        with open(full, "rb") as file:
            content = file.read()
        if b"\0" in content or path.startswith(FOREIGN_FILES) and not path.endswith(".md"):
            continue
        texts[path] = content.decode("utf-8")
    return texts


def read_counts(path):
    """The committed counts."""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return {what: int(count) for what, count in rows}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    counts = read_counts(os.path.join(here, "counts.tsv"))
    findings = check_tree(read_tree(sys.argv[1]), counts)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
