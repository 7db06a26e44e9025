"""What the running product shows to others: the ports that it listens on, and what stands in its
logs, in the list of processes, in their environment and in its databases. Secrets and texts of
families are in none of the first, and secrets in none of the last."""

import base64
import json
import os
import pathlib
import urllib.error
import urllib.request

import pytest

import people
import website

#: Texts of a family that no log may have.
CANARY = "Canary5d1e"
#: The state of a TCP socket that listens, in /proc/net/tcp.
LISTENS = "0A"


@pytest.fixture(scope="module")
def site():
    """The product with its pages. Everything that writes to the log does so."""
    with website.Website(COMPASS_LOG_LEVEL="debug") as site:
        yield site


@pytest.fixture(scope="module")
def secrets(site):
    """{what: the secret} of everything that the product gave out, after it was used."""
    player = site.person(f"{CANARY} Rivera", "player")
    family, codes = site.family(player, f"{CANARY} family")
    parent = site.person(f"{CANARY} Parent", "parent")
    site.join(parent, codes["parent_code"])
    school = site.school(player, family, f"{CANARY} University")
    site.change(
        "coaches", "coaches.add",
        {"first_name": CANARY, "last_name": "Lee", "school_id": school,
         "email": f"{CANARY}@coach.example"}, player, family)
    site.log(player, family, school, subject=f"{CANARY} subject", content=f"{CANARY} content")
    for service, operation, payload in (
            ("interactions", "interactions.list", {"search": CANARY}),
            ("interactions", "interactions.search", {"query": CANARY})):
        site.read(service, operation, payload, player, family)
    token = site.change(
        "identity", "tokens.add", {"name": "test", "rights": "write", "days": 1}, player)
    link = site.change("identity", "calendar.link", {}, player, family)
    recovery = site.change(
        "identity", "users.renewRecoveryCodes", {"password": people.PASSWORD}, player)
    # Refusals are logged too: what was wrong, and not with what.
    for payload in ({"email": player.email, "password": f"{CANARY} wrong"},
                    {"email": f"{CANARY}@nobody.example", "password": people.PASSWORD}):
        with pytest.raises(people.Refused):
            site.change("identity", "sessions.login", payload)
    with pytest.raises(people.Refused):
        site.change("coaches", "schools.add", {"name": CANARY * 100}, player, family)
    statuses = [status(site, player, path) for path in (
        f"/interactions?search={CANARY}", f"/calendar/{link['secret']}.ics", f"/{CANARY}",
        f"/coaches/{CANARY}", "/%zz", f"/{CANARY}%0A%1B%5B31m")]
    assert statuses == [200, 200, 404, 404, 400, 400]
    return {
        "password": people.PASSWORD, "session": player.token, "session of a parent": parent.token,
        "access token": token["secret"], "calendar link": link["secret"],
        **{f"recovery code {place}": code for place, code in enumerate(recovery["codes"])}}


def status(site, person, path):
    """The status of a page for this person's browser."""
    request = urllib.request.Request(
        site.address + path, headers={"Cookie": f"compass={person.token}"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def processes(site):
    return [site.broker, *site.services]


def listening(process):
    """(table, address, port) of each socket of the kernel's network on which it listens."""
    inodes = set()
    for entry in pathlib.Path(f"/proc/{process.process.pid}/fd").iterdir():
        try:
            target = os.readlink(entry)
        except FileNotFoundError:
            continue
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    found = []
    for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            cells = line.split()
            # Sockets of other protocols than TCP receive without listening.
            if cells[9] in inodes and (cells[3] == LISTENS or not table.startswith("tcp")):
                address, port = cells[1].split(":")
                found.append((table, address, int(port, 16)))
    return found


def test_only_the_pages_listen(site):
    """Every socket of every program: the pages and their metrics, for this machine alone."""
    found = {process.name: listening(process) for process in processes(site)}
    pages = found.pop("compass-web")
    assert {name: sockets for name, sockets in found.items() if sockets} == {}
    assert len(found) == len(people.SERVICES) + 1
    # 127.0.0.1, as the kernel writes it.
    assert [(table, address) for table, address, _ in pages] == [("tcp", "0100007F")] * 2, pages


def logs(site):
    """The text of every log of the home and of every program's standard error."""
    folder = site.home / "log"
    files = [process.log_path for process in processes(site)]
    files += [each for each in folder.rglob("*") if each.is_file()] if folder.exists() else []
    return {file: file.read_text(errors="surrogateescape") for file in files}


def keys(site):
    """{what: the bytes} of each private key of the home."""
    found = {path.name: path.read_bytes() for path in (site.home / "keys").glob("*.key")}
    assert len(found) > len(people.SERVICES), "the services, identity and the operator"
    return found


def spellings(raw):
    """A key as somebody might write it into a text."""
    return [raw, raw.hex().encode(), raw.hex().upper().encode(), base64.b64encode(raw),
            base64.urlsafe_b64encode(raw).rstrip(b"=")]


def test_logs_hold_no_secrets_and_no_texts_of_families(site, secrets):
    texts = logs(site)
    whole = "".join(texts.values())
    assert "call denied" in whole, "the log is there"
    for file, text in texts.items():
        for line in text.splitlines():
            assert isinstance(json.loads(line), dict), f"{file}: {line}"
    for what, secret in {**secrets, "text": CANARY, "address": "@product.example"}.items():
        assert secret not in whole, what
    for name, raw in keys(site).items():
        for spelling in spellings(raw):
            assert spelling not in whole.encode(errors="surrogateescape"), name


def test_no_process_shows_a_secret(site, secrets):
    """Other processes see the command line; the environment is copied into error reports."""
    for process in processes(site):
        folder = pathlib.Path(f"/proc/{process.process.pid}")
        shown = (folder / "cmdline").read_bytes() + (folder / "environ").read_bytes()
        assert b"COMPASS_HOME" in shown
        for what, secret in secrets.items():
            assert secret.encode() not in shown, f"{process.name}: {what}"
        for name, raw in keys(site).items():
            assert not any(spelling in shown for spelling in spellings(raw)), name


def test_databases_hold_no_secret_that_signs_in(site, secrets):
    """Only digests are stored: not in the tables, the feeds, the stored answers or the logs of the
    databases. A copy of the files signs nobody in."""
    files = [each for each in (site.home / "data").rglob("*") if each.is_file()]
    whole = b"".join(each.read_bytes() for each in files)
    assert CANARY.encode() in whole, "what was recorded is found in this way"
    for what, secret in secrets.items():
        assert secret.encode() not in whole, what
        assert secret.replace("-", "").encode() not in whole, what
    for name, raw in keys(site).items():
        assert not any(spelling in whole for spelling in spellings(raw)), name


def test_files_are_their_owners_alone(site, secrets):
    """Databases, keys, sign-ins and logs: nobody else of the machine may read or enter."""
    for folder, folders, files in os.walk(site.home):
        for name in [*folders, *files]:
            status = os.lstat(os.path.join(folder, name))
            # The standard error of this test's programs is the test's own file.
            if not name.endswith(".stderr"):
                assert status.st_mode & 0o077 == 0, os.path.join(folder, name)
