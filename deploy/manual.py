"""Writes the manual pages of the package from the help that the programs print.

    python3 manual.py PROGRAMS SYSTEM FOLDER

PROGRAMS is the folder of the programs, SYSTEM the script compass-system, FOLDER the place of the
pages (man1, man8). SOURCE_DATE_EPOCH is the date of the pages.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

TITLE = "Recruiting Compass"
HOME = "/var/lib/recruiting-compass"
SERVICES = pathlib.Path(__file__).resolve().parent / "services.tsv"
OPTION = re.compile(r"^  (-\S.*?)(?:  +(\S.*))?$")


def printed(*words):
    """The stdout of a program that succeeds."""
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def escaped(text):
    """`text` so that the formatter shows it as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = text.replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    text = text.replace("…", "...").replace("×", "\\(mu").replace("–", "\\(en")
    # A line may end after a bar.
    text = text.replace("|", "|\\:")
    return "\\&" + text if text.startswith((".", "'")) else text


class Page:
    """One manual page, line by line."""

    def __init__(self, name, section, purpose):
        self.name = f"{name}.{section}"
        day = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))
        date = time.strftime("%Y-%m-%d", day)
        # Lines are not stretched to the right margin: the terms have few blanks.
        self.lines = [f'.TH {escaped(name.upper())} {section} {date} "{TITLE}"', ".ad l"]
        self.section("name")
        self.lines.append(f"{escaped(name)} \\- {escaped(purpose)}")

    def section(self, title):
        self.lines.append(f'.SH "{escaped(title.upper())}"')

    def group(self, title):
        self.lines.append(f'.SS "{escaped(title)}"')

    def begin(self):
        """Begins a paragraph, unless a heading has done so."""
        if not self.lines[-1].startswith((".SH", ".SS")):
            self.lines.append(".PP")

    def paragraph(self, text):
        self.begin()
        self.lines += [escaped(line) for line in text.splitlines() if line.strip()]

    def entry(self, term, text):
        """A term in bold with its meaning below."""
        self.lines += [".TP", f"\\fB{escaped(term)}\\fR", escaped(text) or "\\&"]

    def verbatim(self, text):
        self.begin()
        self.lines += [".nf", *(escaped(line) or "\\&" for line in text.splitlines()), ".fi"]

    def see_also(self, *pages):
        self.section("see also")
        names = [page.rsplit(".", 1) for page in pages]
        # Each name but the last is followed by a comma.
        ends = [" ,"] * (len(names) - 1) + [""]
        for (name, number), end in zip(names, ends):
            self.lines.append(f".BR {escaped(name)} ({number}){end.strip()}")

    def write(self, folder):
        file = folder / f"man{self.name[-1]}" / self.name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(self.lines) + "\n")


def flag_term(flag):
    """How a flag is typed: `-o, --output table|json`."""
    term = f"-{flag['short']}, " if "short" in flag else ""
    term += ("--[no-]" if flag.get("negatable") else "--") + flag["name"]
    if flag.get("values"):
        term += " " + "|".join(flag["values"])
    elif flag["type"] != "toggle":
        term += " " + flag["type"].upper()
    return term


def flag_text(flag):
    text = flag["summary"]
    return f"{text} (default: {flag['default']})" if flag.get("default") else text


def write_commands(page, commands):
    for command in commands:
        page.group(command["usage"].replace("compass admin ", "compass-admin "))
        page.paragraph(command["summary"] + ".")
        for flag in command["flags"]:
            page.entry(flag_term(flag), flag_text(flag))


def options(help_text):
    """(term, text) of each option in the help of a program."""
    found = []
    lines = help_text.split("\nOPTIONS\n")[1].splitlines()
    for line in lines:
        match = OPTION.match(line)
        if match:
            found.append([match[1], match[2] or ""])
        elif line.strip() and found:
            found[-1][1] = f"{found[-1][1]} {line.strip()}".strip()
    return found


def compass_page(compass, tree):
    page = Page("compass", 1, "contacts of a family with schools and coaches")
    page.section("synopsis")
    page.lines += [".B compass", ".I noun verb", ".RI [ flags ]"]
    page.section("description")
    page.paragraph(tree["summary"])
    page.paragraph(
        "Each command explains itself with --help. Those who run the installation find their own\n"
        "in compass-admin(8).")
    page.section("commands")
    mine = [each for each in tree["commands"] if not each["name"].startswith("admin ")]
    write_commands(page, mine)
    page.section("options of every command")
    for flag in tree["flags"]:
        page.entry(flag_term(flag), flag_text(flag))
    for topic in tree["topics"]:
        if topic == "exit-codes":
            page.section("exit status")
            for code in tree["exit_codes"]:
                page.entry(str(code["code"]), code["meaning"])
        else:
            page.section(topic)
            page.verbatim(printed(compass, "help", topic))
    page.see_also("compass-admin.8", "compass-services.8")
    return page


def admin_page(tree):
    page = Page("compass-admin", 8, "settings, accounts and backups of Recruiting Compass")
    page.section("synopsis")
    page.lines += [".B compass\\-admin", ".I verb", ".RI [ flags ]"]
    page.section("description")
    page.paragraph(
        f"These commands read the operator's key of the home, {HOME}, and are run by its user:\n"
        f"sudo -u compass env COMPASS_HOME={HOME} compass-admin config")
    page.section("commands")
    wanted = ("admin ", "backup ", "service ")
    write_commands(page, [each for each in tree["commands"] if each["name"].startswith(wanted)])
    page.see_also("compass.1", "compass-services.8", "compass-system.8")
    return page


def services_page(programs):
    rows = [line.split("\t") for line in SERVICES.read_text().splitlines()
            if line.strip() and not line.startswith("#")]
    page = Page("compass-services", 8, "the programs that Recruiting Compass consists of")
    page.section("description")
    page.paragraph(
        "systemd starts these programs with compass.target, each as the unit of its name. Without\n"
        "systemd, compass-system(8) starts them.")
    for _, program, _, _, purpose in rows:
        page.entry(program, purpose[0].upper() + purpose[1:] + ".")
    page.section("options")
    page.paragraph(
        "All programs take the same options. Each option can also be set in compass.json of the\n"
        "home, {\"web.port\": 8181}, or as a variable, COMPASS_WEB_PORT=8181.")
    for term, text in options(printed(programs / "compass-web", "--help")):
        page.entry(term, text)
    page.section("files")
    page.entry(HOME, "The home: databases, keys, settings (compass.json) and backups.")
    page.entry("/usr/share/recruiting-compass/docs/operating.md", "How to operate the system.")
    page.see_also("compass-admin.8", "compass-system.8", "systemctl.1")
    return page


def system_page(script):
    text = printed(script, "--help")
    purpose, usage = text.split("\nUSAGE\n")
    page = Page("compass-system", 8, "start and stop Recruiting Compass without systemd")
    page.section("synopsis")
    page.verbatim("\n".join(line.strip() for line in usage.split("\n\n")[0].splitlines()))
    page.section("description")
    page.paragraph(purpose)
    page.section("commands")
    for line in usage.split("\nCOMMANDS\n")[1].splitlines():
        if line.strip():
            page.entry(*re.split(r"  +", line.strip(), maxsplit=1))
    page.see_also("compass-services.8", "s6-svscan.8")
    return page


def main():
    programs, script, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    compass = programs / "compass"
    tree = json.loads(printed(compass, "help", "--json"))
    for page in (compass_page(compass, tree), admin_page(tree), services_page(programs),
                 system_page(script)):
        page.write(folder)


if __name__ == "__main__":
    main()
