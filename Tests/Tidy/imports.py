"""Checks the directions of import: every `import` line and every declared dependency against
imports.tsv. SwiftPM's own check does not see an import that is reachable through other targets.

    swift package describe --type json | python3 imports.py ROOT
"""

import fnmatch
import json
import os
import sys

import swift_source


def read_table(path):
    """The rows of imports.tsv as (target, ours, others)."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(target, ours.split(), others.split()) for target, ours, others in rows]


class Rules:
    """What each target may import."""

    def __init__(self, rows, targets):
        self.rows = rows
        self.targets = {target["name"]: target for target in targets}

    def row(self, name):
        """The first row for a target, or None."""
        path = self.targets[name]["path"]
        for pattern, ours, others in self.rows:
            if pattern == name or (pattern.endswith("/*") and fnmatch.fnmatch(path, pattern)):
                return ours, others
        return None

    def ours(self, name):
        """The modules of this package that a target may import."""
        allowed = set()
        for word in self.row(name)[0]:
            if word == "all":
                allowed |= set(self.targets)
            elif word == "shared":
                allowed |= {
                    other
                    for other, target in self.targets.items()
                    if target["path"].startswith("Shared/")
                }
            elif word == "subject":
                subject = name.removesuffix("Tests")
                if subject in self.targets and self.row(subject):
                    allowed |= {subject} | self.ours(subject)
            elif word != "-":
                allowed.add(word)
        return allowed


def check(description, rows, root):
    """All findings, one text each."""
    rules = Rules(rows, description["targets"])
    found = []
    for name in sorted(rules.targets):
        target = rules.targets[name]
        if target["type"] == "system-target" or target["module_type"] != "SwiftTarget":
            continue
        if not rules.row(name):
            found.append(f"{target['path']}: target {name} has no row in imports.tsv")
            continue
        ours, others = rules.ours(name), rules.row(name)[1]
        declared = set(target.get("target_dependencies", []))
        for module in sorted(declared - ours):
            found.append(f"Package.swift: {name} must not depend on {module}")
        for source in sorted(target["sources"]):
            path = os.path.join(target["path"], source)
            with open(os.path.join(root, path), encoding="utf-8") as file:
                modules = swift_source.imports(file.read())
            for line, module in modules:
                where = f"{path}:{line}"
                if module not in rules.targets:
                    if others != ["any"] and module not in others:
                        found.append(f"{where}: {name} must not import {module}")
                elif module not in ours:
                    found.append(f"{where}: {name} must not import {module}")
                elif module not in declared:
                    found.append(f"{where}: Package.swift does not give {module} to {name}")
    return found


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    rows = read_table(os.path.join(here, "imports.tsv"))
    found = check(json.load(sys.stdin), rows, sys.argv[1])
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
