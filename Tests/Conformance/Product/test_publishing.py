"""The pages for other machines: with a certificate of their own, and behind nginx with
deploy/nginx.conf. Both ways are encrypted, and there is no third one."""

import contextlib
import gzip
import http.client
import pathlib
import re
import socket
import ssl
import subprocess
import time
import urllib.parse

import pytest

import people
import website

HOST = "compass.example.org"
ROOT = pathlib.Path(__file__).resolve().parents[3]
#: How long anything may take here, in seconds, also on a busy machine.
PATIENCE = 60


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """The files of a certificate for the host, and of its key."""
    folder = tmp_path_factory.mktemp("certificate")
    chain, key = folder / "chain.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-days", "2",
         "-keyout", key, "-out", chain],
        check=True, capture_output=True)
    key.chmod(0o600)
    return chain, key


class Client:
    """A browser of another machine, which knows the certificate. It keeps one cookie."""

    def __init__(self, port, chain):
        self.port = port
        self.context = ssl.create_default_context(cafile=chain)
        self.cookie = ""

    def ask(self, method, path, form=None, host=HOST, accepts="gzip"):
        """Sends a request; returns the response, with its body as `text`, and the protocols."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection = http.client.HTTPConnection(host)
        connection.sock = self.context.wrap_socket(plain, server_hostname=HOST)
        headers = {"Host": host, "Accept-Encoding": accepts, "Sec-Fetch-Site": "same-origin"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            form = urllib.parse.urlencode(form)
        with contextlib.closing(connection):
            connection.request(method, path, form, headers)
            answer = connection.getresponse()
            answer.bytes = answer.read()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
            answer.cookie = cookie
        return answer

    def sign_in(self, person):
        return self.ask("POST", "/sign-in", {"email": person.email, "password": people.PASSWORD})


def expect_family_in_browser(client, site):
    """Somebody signs in and reads, over an encrypted connection whose cookie stays with it."""
    player = site.person("Maya Rivera", "player")
    site.family(player, "The Riveras")
    page = client.ask("GET", "/sign-in")
    assert page.status == 200
    assert page.getheader("Strict-Transport-Security") == "max-age=31536000"
    signed_in = client.sign_in(player)
    assert signed_in.status == 303, signed_in.bytes
    assert signed_in.cookie.startswith("__Host-compass=") and "; Secure" in signed_in.cookie
    today = client.ask("GET", "/")
    assert today.status == 200 and b"The Riveras" in today.bytes
    # Not compressed: a page holds a secret beside texts from its address.
    assert today.getheader("Content-Encoding") is None
    return re.search(rb'href="(/assets/compass-[0-9a-f]+\.css)"', today.bytes)[1].decode()


def expect_compressed(client, path):
    """A file that is the same for everybody is compressed for those that accept it."""
    short, whole = client.ask("GET", path), client.ask("GET", path, accepts="identity")
    assert short.status == whole.status == 200
    assert short.getheader("Content-Encoding") == "gzip"
    assert whole.getheader("Content-Encoding") is None
    assert len(short.bytes) < len(whole.bytes) / 3
    assert gzip.decompress(short.bytes) == whole.bytes


def plain_status(port, path="/sign-in", **fields):
    """The status of a request without TLS."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": HOST, **fields})
        return connection.getresponse().status


def redirection(port, host):
    """Where a request without TLS is sent that names this host."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("GET", "/sign-in", headers={"Host": host})
        return connection.getresponse().getheader("Location")


def test_with_a_certificate_of_its_own(certificate):
    chain, key = certificate
    port = free_port()
    with website.Website(
            COMPASS_WEB_PORT=str(port), COMPASS_WEB_HOST=HOST,
            COMPASS_WEB_CERTIFICATE=str(chain), COMPASS_WEB_KEY=str(key)) as site:
        assert site.address == f"https://{HOST}:{port}"
        client = Client(port, chain)
        expect_compressed(client, expect_family_in_browser(client, site))
        assert client.ask("GET", "/sign-in", host="other.example.org").status == 421
        with pytest.raises((http.client.HTTPException, ConnectionError)):
            plain_status(port)


@contextlib.contextmanager
def nginx(folder, certificate, web_port):
    """nginx with the project's file, on ports and with a certificate of the test."""
    chain, key = certificate
    https, plain = free_port(), free_port()
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for pattern, new in (
            (r"\n    listen \[::\].*", ""),
            (r"listen 80;", f"listen 127.0.0.1:{plain};"),
            (r"listen 443 ", f"listen 127.0.0.1:{https} "),
            (r"server 127\.0\.0\.1:8080;", f"server 127.0.0.1:{web_port};"),
            (r"/var/log/nginx/compass\.", f"{folder}/compass."),
            (r"/etc/letsencrypt/\S*/fullchain\.pem", str(chain)),
            (r"/etc/letsencrypt/\S*/privkey\.pem", str(key))):
        text, count = re.subn(pattern, new, text)
        assert count, f"deploy/nginx.conf has no {pattern}"
    paths = "".join(
        f"    {name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\n    access_log {folder}/access.log;\n    types {{ }}\n{paths}{text}}}\n")
    process = subprocess.Popen(
        ["nginx", "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", https)).close()
                break
            assert process.poll() is None, process.stderr.read()
            assert time.monotonic() < deadline, "nginx does not listen"
            time.sleep(0.01)
        yield https, plain
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stderr.close()


def expect_no_secret_in_logs(client, plain, folder):
    """N-36: the address of a calendar is a secret that nginx logs neither here nor there. Nor does
    it log what people search for and which records they read."""
    path = "/calendar/SECRET5d1e.ics"
    assert client.ask("GET", path).status == 404
    assert plain_status(plain, path) == 301
    assert plain_status(plain, "/search?q=SECRET5d1e") == 301
    for path in ("/search?q=SECRET5d1e", "/coaches/SECRET5d1e"):
        client.ask("GET", path)
    assert client.ask("GET", "/help-me?logged=last").status == 404
    deadline = time.monotonic() + PATIENCE
    # A line is written when its answer has been sent.
    while "GET /help-me 404" not in (text := (folder / "compass.log").read_text()):
        assert time.monotonic() < deadline, text
        time.sleep(0.01)
    assert "GET /search 200" in text and "GET /coaches 404" in text
    for file in folder.glob("*.log"):
        assert "SECRET5d1e" not in file.read_text() and "logged=last" not in file.read_text()


def expect_few_guesses(client):
    """After 21 forms with a password or a code, nginx lets a client wait; pages are still there."""
    paths = ("/sign-in", "/sign-up", "/reset-password", "/join")
    began = time.monotonic()
    answers = [client.ask("POST", paths[number % 4], {}) for number in range(30)]
    # One more is admitted every three seconds. A few were sent before.
    more, before = int((time.monotonic() - began) / 3) + 1, 5
    # The answers of compass-web itself have a policy of contents.
    refused = [each.status == 429 and each.headers["Content-Security-Policy"] is None
               for each in answers]
    assert not any(refused[:21 - before]), refused
    assert 9 - more <= sum(refused) <= 9 + before, refused
    assert client.ask("GET", "/sign-in").status == 200


def test_behind_nginx(certificate, tmp_path):
    # The workers of nginx are another user's.
    tmp_path.chmod(0o755)
    web_port = free_port()
    with (
            website.Website(
                COMPASS_WEB_PORT=str(web_port), COMPASS_WEB_HOST=HOST,
                COMPASS_WEB_PROXY="127.0.0.1") as site,
            nginx(tmp_path, certificate, web_port) as (https, plain)):
        assert site.address == f"https://{HOST}"
        client = Client(https, certificate[0])
        expect_compressed(client, expect_family_in_browser(client, site))
        expect_no_secret_in_logs(client, plain, tmp_path)
        expect_few_guesses(client)
        client.context.set_alpn_protocols(["h2", "http/1.1"])
        with socket.create_connection(("127.0.0.1", https)) as connection:
            with client.context.wrap_socket(connection, server_hostname=HOST) as encrypted:
                assert encrypted.selected_alpn_protocol() == "h2"

        # Nobody gets a page without TLS: neither from nginx nor past it.
        assert plain_status(plain) == 301
        assert redirection(plain, "other.example.org") == f"https://{HOST}/sign-in"
        assert plain_status(web_port) == 403
        assert plain_status(web_port, **{"X-Forwarded-Proto": "http"}) == 403

        # Killed and started again, the pages are there, and everybody is still signed in.
        web = site.service("web")
        web.stop()
        site.services.remove(web)
        client.context.set_alpn_protocols(["http/1.1"])
        assert client.ask("GET", "/").status == 502
        site.start_service("compass-web")
        deadline = time.monotonic() + PATIENCE
        # nginx tries a server again that did not answer.
        while (status := client.ask("GET", "/").status) != 200:
            assert status == 502 and time.monotonic() < deadline
            time.sleep(0.05)
