"""Reads Swift source just well enough for the checks: what is code, what is comment or text."""

import re

IMPORT = re.compile(
    r"^[ ]*(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var|actor)\s+)?"
    r"(\w+)",
    re.MULTILINE,
)
FUNCTION = re.compile(r"\bfunc\s+[^\s(<]+|(?<![.\w])(?:init[?!]?\s*[(<]|subscript\s*[(<]|deinit\b)")
NEXT_DECLARATION = re.compile(
    r"\b(?:func|var|let|case|struct|class|enum|protocol|extension|typealias|associatedtype)\b"
    r"|(?<![.\w])(?:init|subscript|deinit)\b"
)
PUBLIC = re.compile(
    r"^[ ]*(?:@\w+(?:\([^)]*\))?[ ]+)*(?:public|open)[ ]+"
    r"(?:(?:\w+\(set\)|static|final|class|mutating|nonmutating|consuming|borrowing|nonisolated"
    r"|override|required|convenience|indirect|prefix|postfix|unsafe)[ ]+)*"
    r"(?:(?:func|struct|class|enum|protocol|actor)[ ]+(`?\w+`?|[^\s\w(]+)"
    r"|(subscript)\b)"
    r"(\(\w+)?",
    re.MULTILINE,
)


def end_of_string(text, start):
    """The offset behind the string literal whose first quote or # is at `start`."""
    hashes = len(text[start:]) - len(text[start:].lstrip("#")) if text[start] == "#" else 0
    opening = start + hashes
    quote = '"""' if text.startswith('"""', opening) else '"'
    escape = "\\" + "#" * hashes
    closing = quote + "#" * hashes
    at = opening + len(quote)
    while at < len(text):
        if text.startswith(closing, at):
            return at + len(closing)
        if text.startswith(escape, at):
            at += len(escape)
            if at < len(text) and text[at] == "(":
                at = end_of_interpolation(text, at)
            else:
                at += 1
        elif text[at] == "\n" and quote == '"':
            return at
        else:
            at += 1
    return at


def end_of_interpolation(text, start):
    """The offset behind the parenthesis that closes the one at `start`."""
    depth = 0
    at = start
    while at < len(text):
        if text[at] == '"' or re.match(r'#+"', text[at:at + 8]):
            at = end_of_string(text, at)
            continue
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            depth -= 1
            if depth == 0:
                return at + 1
        elif text[at] == "\n" and depth == 0:
            return at
        at += 1
    return at


def end_of_comment(text, start):
    """The offset behind the comment that begins at `start`; block comments nest."""
    if text.startswith("//", start):
        end = text.find("\n", start)
        return len(text) if end < 0 else end
    depth = 0
    at = start
    while at < len(text):
        if text.startswith("/*", at):
            depth += 1
            at += 2
        elif text.startswith("*/", at):
            depth -= 1
            at += 2
            if depth == 0:
                return at
        else:
            at += 1
    return at


def code_only(text):
    """`text` with comments and the insides of string literals replaced by blanks, lines kept."""
    out = []
    at = 0
    token = re.compile(r'//|/\*|#*"')
    while at < len(text):
        found = token.search(text, at)
        if not found:
            out.append(text[at:])
            break
        start = found.start()
        out.append(text[at:start])
        comment = found.group().startswith("/")
        at = end_of_comment(text, start) if comment else end_of_string(text, start)
        blank = re.sub(r"[^\n]", " ", text[start:at])
        out.append(blank if comment or len(blank) < 2 else '"' + blank[1:-1] + '"')
    return "".join(out)


def imports(text):
    """The modules that a file imports, as (line, module)."""
    code = code_only(text)
    return [(code.count("\n", 0, m.start(1)) + 1, m.group(1)) for m in IMPORT.finditer(code)]


def body_of(code, at):
    """(first, last) offsets of the braces behind a declaration's head at `at`; None without."""
    depth = 0
    start = at
    while at < len(code):
        letter = code[at]
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif depth == 0 and letter == "{":
            break
        elif depth == 0 and letter == "}":
            return None
        elif depth == 0 and letter == "\n" and NEXT_DECLARATION.search(code, start, at):
            return None
        elif depth == 0 and letter == "\n":
            start = at
        at += 1
    first = at
    depth = 0
    while at < len(code):
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        if depth == 0:
            return first, at
        at += 1
    return None


def functions(text):
    """Every function with a body, as (line, name, number of lines)."""
    code = code_only(text)
    found = []
    for match in FUNCTION.finditer(code):
        head = match.end() - 1 if match.group().endswith(("(", "<")) else match.end()
        body = body_of(code, head)
        if body:
            first = code.count("\n", 0, match.start()) + 1
            last = code.count("\n", 0, body[1]) + 1
            found.append((first, match.group().split("(")[0].strip(), last - first + 1))
    return found


def undocumented(text):
    """Public types and functions without a documentation comment above them, as (line, name).

    The name of a property, an initialiser or an alias often says all there is to say.
    """
    lines = text.split("\n")
    code = code_only(text)
    found = []
    for match in PUBLIC.finditer(code):
        line = code.count("\n", 0, match.start()) + 1
        above = line - 2
        while above >= 0 and lines[above].strip().startswith(("@", "#if", "// ")):
            above -= 1
        if above < 0 or not lines[above].strip().startswith(("///", "*/")):
            label = match.group(3) or ""
            found.append((line, (match.group(1) or match.group(2)) + label))
    return found
