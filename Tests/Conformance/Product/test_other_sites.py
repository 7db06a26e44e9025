"""What pages of other sites can do in a reader's browser: read nothing, send nothing, show nothing
in a frame, open nothing that keeps a hold on the page. The browser keeps to the fields of each
answer, so each has them, also a refusal."""

import http.client
import urllib.parse

import pytest

import website

#: Where the answers come from: a page, a file for all, the API, and failures of each.
PLACES = (
    ("GET", "/"), ("GET", "/sign-in"), ("GET", "/interactions"), ("GET", "/interactions/nobody"),
    ("GET", "/nowhere"), ("GET", "/%zz"), ("POST", "/sign-out"), ("GET", "/manifest.webmanifest"),
    ("GET", "/api/v1/interactions"), ("GET", "/api/v1/nowhere"), ("POST", "/api/v1/interactions"),
    ("GET", "/api/v1/openapi.json"),
)
FIELDS = {
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
}
#: What a policy of contents may allow. Anything else is refused by default-src.
SOURCES = {"'none'", "'self'"}
ELSEWHERE = "https://elsewhere.example"


@pytest.fixture(scope="module")
def site():
    with website.Website() as site:
        site.player = site.person("Maya Rivera", "player")
        site.family(site.player, "The Riveras")
        yield site


def ask(site, method, path, **fields):
    """The response to a request of the signed-in player, with these fields as well."""
    place = urllib.parse.urlsplit(site.address)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=20)
    try:
        connection.request(method, path, headers={
            "Cookie": f"compass={site.player.token}",
            **{name.replace("_", "-"): value for name, value in fields.items()}})
        answer = connection.getresponse()
        answer.content = answer.read()
        return answer
    finally:
        connection.close()


@pytest.mark.parametrize("method, path", PLACES)
def test_every_answer_keeps_other_sites_out(site, method, path):
    answer = ask(site, method, path)
    assert {name: answer.getheader(name) for name in FIELDS} == FIELDS
    parts = answer.getheader("Content-Security-Policy").split(";")
    policy = dict(part.strip().split(" ", 1) for part in parts)
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == policy["script-src"] == "'self'"
    assert all(value in SOURCES for value in policy.values()), policy


@pytest.mark.parametrize("method, path", PLACES)
def test_no_answer_is_shared_with_another_site(site, method, path):
    """Without Access-Control-Allow-Origin a browser keeps the answer from the other site, and
    without an answer to its question beforehand it does not send what a form could not."""
    asked = ask(
        site, "OPTIONS", path, Origin=ELSEWHERE, Access_Control_Request_Method="PUT",
        Access_Control_Request_Headers="authorization, content-type")
    assert asked.status in (400, 403, 404, 405), asked.status
    for answer in (asked, ask(site, method, path, Origin=ELSEWHERE),
                   ask(site, method, path, Origin="null")):
        shared = [name for name, _ in answer.getheaders() if name.lower().startswith("access-")]
        assert shared == []


def test_the_cookie_signs_nobody_in_to_the_api(site):
    """A form of another site is sent with the reader's cookie. The API asks for a token."""
    for method in ("GET", "POST"):
        assert ask(site, method, "/api/v1/interactions").status == 401
