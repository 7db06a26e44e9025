"""Twenty browsers log contacts while each program is killed in turn: what a page called saved is
there once, and nothing is there twice."""

import http.client
import re
import socket
import threading
import time
import urllib.parse

import programs
import website

BROWSERS = 20
#: How many contacts are saved between two kills.
SAVED_BETWEEN = 30
#: How long a browser tries to send one form, in seconds.
PATIENCE = 90


class Browser(threading.Thread):
    """Logs contacts until it is told to stop. Like a reader, it sends a form again whose page did
    not come, and sends some that were saved a second time."""

    def __init__(self, number, site, person, school, stop):
        super().__init__(daemon=True)
        self.number = number
        self.site = site
        self.person = person
        self.school = school
        self.stop = stop
        self.saved, self.tried, self.failure = [], [], None

    def run(self):
        try:
            while not self.stop.is_set():
                self.log(f"browser {self.number}, contact {len(self.tried)}.")
        except Exception as error:  # The test reports it.
            self.failure = error

    def ask(self, method, path, form=None):
        """A response and its text, as soon as the pages answer with less than 500."""
        end = time.monotonic() + PATIENCE
        body = urllib.parse.urlencode(form) if form else None
        while True:
            try:
                connection = http.client.HTTPConnection(
                    self.site.address.removeprefix("http://"), timeout=PATIENCE)
                connection.request(method, path, body, {
                    "Cookie": f"compass={self.person.token}", "Sec-Fetch-Site": "same-origin",
                    "Content-Type": "application/x-www-form-urlencoded"})
                answer = connection.getresponse()
                text = answer.read().decode()
                connection.close()
                if answer.status < 500 and answer.status != 429:
                    return answer, text
                said = answer.status
            except (OSError, http.client.HTTPException) as error:
                said = error
            assert time.monotonic() < end, f"{method} {path}: {said}"
            time.sleep(0.05)

    def log(self, subject):
        answer, page = self.ask("GET", "/interactions/new")
        assert answer.status == 200, answer.status
        form = {
            name: re.search(rf'name="{name}" value="([^"]+)"', page)[1]
            for name in ("token", "key")}
        form |= {
            "school_id": self.school, "type": "email", "direction": "outbound",
            "occurred_at": "2026-02-10T12:00", "subject": subject}
        self.tried.append(subject)
        for _ in range(1 + len(self.tried) % 2):
            answer, text = self.ask("POST", "/interactions/new", form)
            assert answer.status == 303, f"{answer.status} {text}"
        self.saved.append(subject)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def test_what_a_page_called_saved_is_there_once():
    with website.Website(COMPASS_WEB_PORT=str(free_port())) as site:
        player = site.person("Maya Rivera", "player")
        family, _ = site.family(player)
        school = site.school(player, family)
        stop = threading.Event()
        browsers = [Browser(number, site, player, school, stop) for number in range(BROWSERS)]
        for browser in browsers:
            browser.start()

        def saved():
            return sum(len(browser.saved) for browser in browsers)

        def wait_for_more():
            goal = saved() + SAVED_BETWEEN
            assert programs.eventually(
                lambda: saved() >= goal or any(each.failure for each in browsers), PATIENCE)

        for name in ["compass-web", "broker", *(f"compass-{name}" for name in programs.services())]:
            wait_for_more()
            if name == "broker":
                site.broker.kill()
                site.start_broker()
            else:
                victim = next(each for each in site.services if each.name == name)
                victim.kill()
                site.services.remove(victim)
                site.start_service(name)
        wait_for_more()
        stop.set()
        for browser in browsers:
            browser.join(PATIENCE)
        assert [each.failure for each in browsers if each.failure] == []
        rows = site.read("interactions", "interactions.list", {}, player, family)["interactions"]
        stored = sorted(row["subject"] for row in rows)
        assert stored == sorted(subject for each in browsers for subject in each.saved)
        assert stored == sorted(subject for each in browsers for subject in each.tried)
        assert len(stored) >= 9 * SAVED_BETWEEN
