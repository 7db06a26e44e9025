"""Long texts that are hard to read, in every field and filter of the HTTP API: reading one takes
no longer than its length asks for. An expression that tries each place of a run of blanks from
each other place needs a minute for what others do in a millisecond."""

import json
import pathlib
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

import pytest

import website

ROOT = pathlib.Path(__file__).resolve().parents[3]
PATHS = json.loads((ROOT / "docs" / "openapi.json").read_text())["paths"]
#: What a text is made of between "6" and "2", again and again.
UNITS = (
    " ", "\t", "1", "1 ", "-", "'", ",", ".", "(", "<a ", "ext ", "1/2 ", "e\u0301", "\u200d")
#: The most bytes of a request's texts together, and of one text in an address.
BODY_BYTES = 150_000
ADDRESS_BYTES = 7_000
#: How many seconds an answer may take, also on a busy machine. What grows with the square of the
#: length takes minutes.
PATIENCE = 2.5
#: Answers to a request that was not read to its end, so that nothing would be tested.
UNREAD = (401, 405, 411, 413, 415)


def operations():
    """(method, path, names of texts in the body, names of texts in the address) of the API."""
    for path, methods in PATHS.items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {})
            schema = body.get("application/json", {}).get("schema", {})
            fields = [name for name, kind in schema.get("properties", {}).items()
                      if "string" in json.dumps(kind)]
            filters = [each["name"] for each in operation.get("parameters", ())
                       if each.get("in") == "query" and each["name"] != "family"]
            if fields or filters:
                yield method, path, fields, filters


OPERATIONS = {f"{each[0].upper()} {each[1]}": each for each in operations()}


@pytest.fixture(scope="module")
def site():
    """The product, with the token of a player who has a family."""
    with website.Website() as site:
        player = site.person("Maya Rivera", "player")
        site.family(player, "The Riveras")
        token = {"name": "test", "rights": "write", "days": 1}
        site.api_token = site.change("identity", "tokens.add", token, player)["secret"]
        yield site


def hostile(unit, size):
    """A text that has about so many bytes in JSON."""
    return "6" + unit * (size // len(json.dumps(unit, ensure_ascii=False).encode()[1:-1])) + "2"


def ask(site, method, path, fields, query):
    """Sends a request; returns the status and how many seconds the answer took."""
    path = path.replace("{service}", "coaches")
    path = re.sub(r"\{\w+\}", lambda _: str(uuid.uuid4()), path)
    address = f"{site.address}/api/v1{path}?{urllib.parse.urlencode(query)}"
    body = fields and json.dumps(fields, ensure_ascii=False).encode()
    request = urllib.request.Request(
        address, method=method.upper(), data=body,
        headers={"Authorization": f"Bearer {site.api_token}", "Content-Type": "application/json",
                 "Idempotency-Key": str(uuid.uuid4())})
    began = time.monotonic()
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE * 4) as answer:
            status = answer.status
    except urllib.error.HTTPError as error:
        status = error.code
    return status, time.monotonic() - began


@pytest.mark.parametrize("label", OPERATIONS)
def test_long_texts_are_read_in_a_moment(site, label):
    method, path, fields, filters = OPERATIONS[label]
    for unit in UNITS:
        requests = [(None, {name: hostile(unit, ADDRESS_BYTES // 9)}) for name in filters]
        if fields:
            size = BODY_BYTES // len(fields)
            requests.append(({name: hostile(unit, size) for name in fields}, {}))
        for body, query in requests:
            status, seconds = ask(site, method, path, body, query)
            about = f"{list(query) or fields}, {unit!r}: {status} after {seconds:.1f} s"
            assert status < 500 and seconds < PATIENCE, about
            assert status not in UNREAD, about
