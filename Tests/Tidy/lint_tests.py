"""The checks of `make lint` find what is planted, and nothing in what is clean."""

import os
import tempfile
import unittest

import imports
import promises
import rules
import swift_source
import tidy

NO_COUNTS = {"@unchecked Sendable": 0}


def findings(path, text, counts=None):
    return tidy.check_tree({path: text}, counts or NO_COUNTS)


class Tidy(unittest.TestCase):
    def assert_found(self, path, text, part, counts=None):
        found = findings(path, text, counts)
        self.assertEqual(len(found), 1, found)
        self.assertIn(part, found[0])

    def assert_clean(self, path, text, counts=None):
        self.assertEqual(findings(path, text, counts), [])

    def test_file_of_500_lines_passes_and_of_501_does_not(self):
        self.assert_clean("Shared/A/A.swift", "let a = 1\n" * 500)
        self.assert_found("Shared/A/A.swift", "let a = 1\n" * 501, "501 lines")

    def test_function_of_70_lines_passes_and_of_71_does_not(self):
        body = "    call()\n" * 68
        self.assert_clean("Shared/A/A.swift", "func a() {\n" + body + "}\n")
        long = "func a() {\n" + body + "    call()\n}\n"
        self.assert_found("Shared/A/A.swift", long, "func a: 71 lines")
        self.assert_found("Shared/A/A.swift", long.replace("func a", "init"), "71 lines")

    def test_line_of_100_columns_passes_and_of_101_does_not(self):
        self.assert_clean("Shared/A/A.swift", "let a = " + "1" * 92 + "\n")
        self.assert_found("Shared/A/A.swift", "let a = " + "1" * 93 + "\n", "101 columns")
        text = 'let a = """\n    ' + "x " * 60 + 'y\n    """\n'
        self.assert_clean("Shared/A/A.swift", text)
        self.assert_found("deploy/a.h", "x" + " " * 100 + "y\n", "102 columns")

    def test_leftovers(self):
        for word in ("TO" + "DO", "FIX" + "ME", "XX" + "X"):
            self.assert_found("Shared/A/A.swift", f"let a = 1  // {word} later\n", "leftover")

    def test_forced_try_in_code_but_not_in_text(self):
        self.assert_found("Shared/A/A.swift", "let a = try! b()\n", "forced try")
        self.assert_clean("Shared/A/A.swift", "let a = try !b()\n")
        self.assert_clean("Shared/A/A.swift", 'let a = "try! b()"  // not try! either\n')

    def test_trap_needs_a_reason(self):
        self.assert_found("Shared/A/A.swift", 'func a() { fatalError("b") }\n', "trap")
        self.assert_found("Shared/A/A.swift", "func a() { preconditionFailure() }\n", "trap")
        self.assert_clean("Shared/A/A.swift", 'func a() { preconditionFailure("misused") }\n')
        self.assert_clean("Shared/A/A.swift", '// Misuse: c.\nfunc a() { fatalError("b") }\n')

    def test_unchecked_sendable_needs_a_reason_and_is_counted(self):
        one = {"@unchecked Sendable": 1}
        head = "final class A: @unchecked Sendable {\n"
        self.assert_clean("Shared/A/A.swift", head + "    // One thread owns it.\n}\n", one)
        self.assert_found("Shared/A/A.swift", head + "    let a = 1\n}\n", "reason", one)
        self.assert_found("Shared/A/A.swift", head + "    // Yes.\n}\n", "1, not 0")
        self.assert_found("Shared/A/A.swift", "let a = 1\n", "0, not 1", one)

    def test_public_declarations_are_documented(self):
        for head in ("func a(b: Int)", "struct A", "subscript(b: Int) -> Int", "protocol A"):
            text = f"/// What it is.\n@inlinable\npublic {head} {{\n}}\n"
            self.assert_clean("Shared/A/A.swift", text)
            self.assert_found("Shared/A/A.swift", text[text.index("\n") + 1:], "documentation")
        for head in ("init(b: Int)", "static var a: Int", "let a", "typealias A = B"):
            self.assert_clean("Shared/A/A.swift", f"public {head} {{\n}}\n")
        witness = "extension A: Operation {\n    public static var name: String { b }\n}\n"
        self.assert_clean("Shared/A/A.swift", witness)

    def test_sleep_in_a_test(self):
        call = "func a() async { try? await Task.sleep(for: .seconds(1)) }\n"
        self.assert_found("Tests/ATests/A.swift", call, "sleep")
        self.assert_found("Tests/EndToEndTests/A.swift", call, "sleep")
        self.assert_clean("Tests/EndToEndTests/Harness/Waiting.swift", call)
        self.assert_clean("Tests/LoadTest/A.swift", call)

    def test_the_load_test_is_a_program_and_no_test(self):
        head = "final class A: @unchecked Sendable {\n    // One thread owns it.\n}\n"
        one = {"@unchecked Sendable": 1}
        self.assert_clean("Tests/LoadTest/A.swift", head, one)
        self.assert_clean("Tests/ATests/A.swift", head)
        self.assert_found("Tests/LoadTest/A.swift", "public struct A {\n}\n", "documentation")

    def test_disabled_test(self):
        self.assert_found("Tests/ATests/A.swift", "@Test(.disabled()) func a() {}\n", "disabled")

    def test_tabs_blanks_and_last_newline(self):
        self.assert_found("Shared/A/A.swift", "\tlet a = 1\n", "tab")
        self.assert_found("README.md", "text \n", "trailing blanks")
        self.assert_found("README.md", "text", "newline")
        self.assert_found("README.md", "text\n\n", "newline")

    def test_paths_of_a_machine(self):
        for path in ("/wo" + "rk/main", "../sha" + "red/data", "/ro" + "ot/x", "/opt/sw" + "ift/x"):
            self.assert_found("README.md", f"see {path}\n", "one machine")

    def test_dead_and_empty_files(self):
        self.assert_found("Shared/A/A.swift", "import Foundation\n// nothing\n", "dead file")
        self.assert_found("deploy/a.sh", "echo\n", "dead file")
        self.assert_found("README.md", "", "empty")
        texts = {"Shared/A/A.swift": "let a = 1\n", "Shared/A/Placeholder.swift": "let b = 1\n"}
        self.assertEqual(len(tidy.check_tree(texts, NO_COUNTS)), 1)

    def test_folder_of_25_files_passes_and_of_26_does_not(self):
        texts = {f"Shared/A/B/A{number}.swift": "let a = 1\n" for number in range(25)}
        self.assertEqual(tidy.check_tree(texts, NO_COUNTS), [])
        above = {"Shared/A/A.swift": "let a = 1\n"}
        self.assertEqual(tidy.check_tree(texts | above, NO_COUNTS), [])
        found = tidy.check_tree(texts | {"Shared/A/B/B.swift": "let a = 1\n"}, NO_COUNTS)
        self.assertEqual(found, ["Shared/A/B:1: 26 files, at most 25"])


class Source(unittest.TestCase):
    def test_text_and_comments_are_not_code(self):
        source = (
            'let a = "x \\(f("}")) {" // } "\n'
            '/* { /* nested */ { */ let b = #"a"b{"#\n'
            'let c = """\n  { " }\n  """\n'
        )
        code = swift_source.code_only(source)
        self.assertEqual(code.count("\n"), source.count("\n"))
        self.assertNotIn("{", code)
        for name in ("let a", "let b", "let c"):
            self.assertIn(name, code)

    def test_functions_without_a_body_are_not_measured(self):
        source = "protocol A {\n    func a()\n    init(b: Int)\n}\nfunc c() {\n    d()\n}\n"
        self.assertEqual(swift_source.functions(source), [(5, "func c", 3)])

    def test_closures_in_parameters_do_not_hide_the_body(self):
        source = "func a(b: () -> Void = {}) {\n    c()\n}\n"
        self.assertEqual(swift_source.functions(source), [(1, "func a", 3)])

    def test_every_form_of_import(self):
        source = (
            "import A\npublic import B\n@testable import C\n@preconcurrency internal import D\n"
            "import struct E.F\n// import G\n#if DEBUG\n    import H\n#endif\n"
        )
        self.assertEqual([module for _, module in swift_source.imports(source)], list("ABCDEH"))


class Imports(unittest.TestCase):
    """The table of imports.tsv on planted packages."""

    def check(self, target, path, line, declared=()):
        rows = imports.read_table(os.path.join(os.path.dirname(__file__), "imports.tsv"))
        names = {
            "Contracts": "Shared", "ZeroMQ": "Shared", "Majordomo": "Shared", "SQLite": "Shared",
            "Storage": "Shared", "ServiceKit": "Shared", "DataServiceKit": "Shared",
            "Coaches": "Services", "Identity": "Services", "MajordomoTests": "Tests",
        }
        targets = [
            {
                "name": name, "type": "library", "module_type": "SwiftTarget",
                "path": f"{folder}/{name}", "sources": [], "target_dependencies": [],
            }
            for name, folder in names.items()
            if name != target
        ]
        targets.append({
            "name": target, "type": "library", "module_type": "SwiftTarget", "path": path,
            "sources": ["A.swift"], "target_dependencies": list(declared),
        })
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, path))
            with open(os.path.join(root, path, "A.swift"), "w", encoding="utf-8") as file:
                file.write(line + "\n")
            return imports.check({"targets": targets}, rows, root)

    def test_planted_violations_are_found(self):
        for target, path, line in (
            ("Contracts", "Shared/Contracts", "import ServiceKit"),
            ("Contracts", "Shared/Contracts", "import Dispatch"),
            ("Majordomo", "Shared/Majordomo", "import Contracts"),
            ("Storage", "Shared/Storage", "public import Contracts"),
            ("ServiceKit", "Shared/ServiceKit", "import ZeroMQ"),
            ("DataServiceKit", "Shared/DataServiceKit", "import SQLite"),
            ("Coaches", "Services/Coaches", "import ZeroMQ"),
            ("Coaches", "Services/Coaches", "@testable import Identity"),
            ("Broker", "Services/Broker", "import Storage"),
            ("Gateway", "Services/Gateway/CLI", "import Storage"),
            ("MajordomoTests", "Tests/MajordomoTests", "@testable import Identity"),
            ("Stranger", "Shared/Stranger", "import Foundation"),
        ):
            with self.subTest(target=target, line=line):
                self.assertEqual(len(self.check(target, path, line)), 1)

    def test_a_declared_dependency_is_checked_too(self):
        found = self.check("Coaches", "Services/Coaches", "import Foundation", ["SQLite"])
        self.assertEqual(found, ["Package.swift: Coaches must not depend on SQLite"])

    def test_an_import_that_the_manifest_does_not_declare(self):
        self.assertEqual(len(self.check("Coaches", "Services/Coaches", "import Storage")), 1)

    def test_allowed_imports_pass(self):
        for target, path, module in (
            ("Majordomo", "Shared/Majordomo", "ZeroMQ"),
            ("Coaches", "Services/Coaches", "Storage"),
            ("MajordomoTests", "Tests/MajordomoTests", "ZeroMQ"),
            ("Bench", "Tests/Benchmarks/Bench", "SQLite"),
        ):
            with self.subTest(target=target, module=module):
                self.assertEqual(self.check(target, path, f"import {module}", [module]), [])


class Rules(unittest.TestCase):
    """The table of rules.tsv on planted trees. Ids are put together: this file names none."""

    def find(self, table, tests=(), benchmark="", web=()):
        texts = {
            rules.TABLE: "# ids\n" + "".join("\t".join(row) + "\n" for row in table),
            rules.WEB: "".join(f"| {rule} | what |\n" for rule in web),
            "Tests/ATests/A.swift": " ".join(f"// {rule}" for rule in tests),
            "Tests/Benchmarks/Harness/B.swift": benchmark,
            "Shared/A/A.swift": "// X" + "-77\n",
        }
        return rules.check(texts)

    def assert_found(self, part, *arguments, **more):
        found = self.find(*arguments, **more)
        self.assertEqual(len(found), 1, found)
        self.assertIn(part, found[0])

    def test_a_tested_row_needs_a_test(self):
        rule = "X" + "-01"
        self.assertEqual(self.find([(rule, "test", "what")], [rule]), [])
        self.assert_found("no test names it", [(rule, "test", "what")])
        self.assert_found("does not have", [], [rule])

    def test_a_measured_row_needs_a_benchmark_too(self):
        rule = "IL" + "-50"
        self.assertEqual(self.find([(rule, "bench", "what")], [rule], rule), [])
        self.assert_found("no benchmark", [(rule, "bench", "what")], [rule])
        self.assert_found("no test", [(rule, "bench", "what")], [], rule)

    def test_rows_of_pages_are_listed_for_them(self):
        rule = "IA" + "-02"
        self.assertEqual(self.find([(rule, "web", "what")], web=[rule]), [])
        self.assert_found(rules.WEB, [(rule, "web", "what")])
        self.assert_found(rules.WEB, [(rule, "note", "what")], web=[rule])

    def test_rules_without_a_test_of_a_page_are_named(self):
        first, last, other = "IA" + "-08", "IA" + "-10", "CO" + "-22"
        table = [(rule, "test", "what") for rule in (first, "IA" + "-09", last, other, "N" + "-01")]
        texts = {
            rules.TABLE: "".join("\t".join(row) + "\n" for row in table),
            "Tests/Browser/test_a.py": f"{first} to {last}",
            "Tests/GatewayTests/A.swift": f"// {other}",
        }
        found = [line for line in rules.check(texts) if "test of a page" in line]
        self.assertEqual([line.split()[-1] for line in found], [other])
        texts[rules.TABLE] = texts[rules.TABLE].replace(
            f"{other}\ttest", f"{other}\ttest elsewhere")
        self.assertFalse([line for line in rules.check(texts) if "test of a page" in line])
        texts["Tests/GatewayTests/A.swift"] = ""
        self.assertTrue(any("no test names it" in line for line in rules.check(texts)))

    def test_rows_are_whole_and_single(self):
        rule = "T" + "-09"
        self.assertEqual(self.find([(rule, "later pages", "what")]), [])
        self.assert_found("no state", [(rule, "open", "what")])
        self.assert_found("twice", [(rule, "note", "what"), (rule, "note", "what")])
        self.assert_found("no id", [("T" + "-9", "note", "what")])
        self.assert_found("a row has", [(rule, "note")])


class Promises(unittest.TestCase):
    """The table of docs/security.md on planted pages."""

    TEXTS = {
        "Tests/ATests/A.swift": """
            @Test func first() {}
            @Test(.timeLimit(.minutes(1)), arguments: [1, 2])
                func second(number: Int) {}
            func helper() {}
            """,
        "Tests/BTests/A.swift": "@Test func first() {}",
        "Tests/Conformance/test_a.py": "def test_a(product):\n    pass\ndef helper():\n    pass\n",
        "Shared/A/C.swift": "@Test func first() {}",
    }

    def find(self, *rows, counts=None):
        """The findings of a page with these rows (tests, state)."""
        if counts is None:
            words = [state.split(":")[0] for _, state in rows]
            counts = [words.count(state) for state in promises.STATES]
        lines = [f"| S{number} | Nobody reads it. | {tests} | {state} |"
                 for number, (tests, state) in enumerate(rows, 1)]
        page = ("{} proven, {} true but untested,\n{} not yet, {} do not apply\n".format(*counts)
                + "\n".join(lines))
        return promises.check({**self.TEXTS, promises.PAGE: page})

    def assert_found(self, part, *rows, **more):
        found = self.find(*rows, **more)
        self.assertEqual(len(found), 1, found)
        self.assertIn(part, found[0])

    def test_tests_that_exist_pass(self):
        self.assertEqual(self.find(
            ("`ATests/A.swift: first, second`; `test_a.py: test_a`", "proven"), ("", "untested"),
            ("`BTests/A.swift: first`", "not yet: the other half"), ("", "does not apply: so"),
            ("", "not yet: all of it")), [])

    def test_a_named_test_must_be_there(self):
        for tests, part in (
                ("`ATests/A.swift: third`", "no test third"),
                ("`ATests/A.swift: helper`", "no test helper"),
                ("`test_a.py: helper`", "no test helper"),
                ("`BTests/A.swift: second`", "no test second"),
                ("`A.swift: first`", "several"), ("`B.swift: first`", "no file"),
                ("`Shared/A/C.swift: first`", "no file"), ("`TestsATests/A.swift: a`", "no file"),
                ("`ATests/A.swift`", "is named")):
            with self.subTest(tests=tests):
                self.assert_found(part, (tests, "proven"))

    def test_a_state_needs_its_tests_and_its_reason(self):
        self.assert_found("needs a test", ("", "proven"))
        self.assert_found("has tests", ("`test_a.py: test_a`", "untested"))
        self.assert_found("what is missing", ("", "not yet"))
        self.assert_found("needs no reason", ("`test_a.py: test_a`", "proven: so"))
        self.assert_found("no state", ("", "perhaps"))

    def test_rows_are_whole_counted_and_without_gaps(self):
        row = ("`test_a.py: test_a`", "proven")
        self.assert_found("counts otherwise", row, counts=(2, 0, 0, 0))
        page = "2 proven, 0 true but untested, 0 not yet, 0 do not apply\n"
        line = "| S{} | a | `test_a.py: test_a` | proven |\n"
        lines = line.format(1) + line.format(3)
        self.assertIn("gap", promises.check({**self.TEXTS, promises.PAGE: page + lines})[0])
        self.assertIn("a row has", promises.check(
            {**self.TEXTS, promises.PAGE: page + lines.replace("S3", "S2") + "| S3 | a | b |"})[0])


if __name__ == "__main__":
    unittest.main()
