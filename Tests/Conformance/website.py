"""The system under test: broker, services and pages in a home of their own."""

import contextlib

import people


class Website(people.Product):
    """A product that also serves its pages. `address` is where."""

    def __init__(self, **variables):
        super().__init__(**{
            "COMPASS_WEB_PORT": "0", "COMPASS_METRICS_PORT": "0", **variables})
        try:
            self.start_service("compass-web")
        except BaseException:
            self.__exit__(AssertionError)
            raise
        # A browser's origin has no slash at its end.
        self.address = (self.home / "run" / "web.address").read_text().strip().rstrip("/")

    def cookie(self, person):
        """What a browser keeps of a person's sign-in."""
        return {"name": "compass", "value": person.token, "url": self.address}

    @contextlib.contextmanager
    def without(self, name):
        """The product while one of its services is away."""
        service = self.service(name)
        service.stop()
        self.services.remove(service)
        try:
            yield
        finally:
            self.start_service(service.name)
