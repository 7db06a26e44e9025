"""Texts that would be more than texts in a statement of SQL, a pattern of LIKE or an index of
words: recorded and searched for, they are what was typed, and nothing else is found or lost."""

import pytest

import people

#: Recorded, and searched for in every list.
HOSTILE = (
    "'; DROP TABLE interactions;--", "' OR '1'='1", "') OR 1=1--", '" OR ""="', "x' UNION SELECT 1",
    "100%", "%", "a_b", "_", "[a-z]", "*", "camp*", "\\", "\\%", "a NEAR b", 'subject:"x"', "?1",
    ":family", "$1", "@id", "char(0)", "(1)", "AND", "NOT x", "{a b}", "^camp", "a+b", "-zebra",
)
#: What stands behind them in records, since names have two characters at least.
TAIL = ", she said"
#: A record of each kind that none of them means.
PLAIN = "Plain words"
RECORDED = tuple(text + TAIL for text in HOSTILE)


@pytest.fixture(scope="module")
def product():
    with people.Product() as product:
        yield product


class Family:
    """A player with a family, and what it recorded."""

    def __init__(self, product, texts):
        self.product = product
        self.player = product.person("Maya Rivera", "player")
        self.id, _ = product.family(self.player)
        self.school = product.school(self.player, self.id, "State University")
        for text in texts:
            self.record(text)

    def change(self, service, operation, payload):
        return self.product.change(service, operation, payload, self.player, self.id)

    def record(self, text):
        """Adds a contact, a coach, a school, an event and a post with this text."""
        self.product.log(self.player, self.id, self.school, subject=text, content=text)
        self.change("coaches", "coaches.add", {
            "first_name": text, "last_name": text, "school_id": self.school})
        self.change("coaches", "schools.add", {"name": text})
        self.change("events", "events.add", {
            "name": text, "type": "camp", "start_date": "2026-02-10"})
        self.change("analytics", "posts.add", {
            "platform": "twitter", "post_date": "2026-02-10T12:00:00.000Z", "post_content": text})

    def answer(self, service, operation, payload):
        return self.product.answer(service, operation, payload, self.player, self.id).json()


LISTS = {
    "interactions": ("interactions", "interactions.list", "subject"),
    "coaches": ("coaches", "coaches.list", "first_name"),
    "schools": ("coaches", "schools.list", "name"),
    "events": ("events", "events.list", "name"),
    "posts": ("analytics", "posts.list", "post_content"),
}


@pytest.fixture(scope="module")
def families(product):
    return Family(product, (*RECORDED, PLAIN)), Family(product, (PLAIN,))


def texts(family, kind, search=None):
    """The texts of the records that a list shows."""
    service, operation, field = LISTS[kind]
    answer = family.answer(service, operation, {"search": search} if search else {})
    found = answer.get(kind) or answer.get("items") or []
    return sorted(each[field] for each in found if each[field] != "State University")


@pytest.mark.parametrize("kind", LISTS)
def test_texts_are_stored_as_they_were_typed(families, kind):
    assert texts(families[0], kind) == sorted((*RECORDED, PLAIN))
    assert texts(families[1], kind) == [PLAIN]


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_is_searched_for_what_was_typed(families, kind):
    for text in HOSTILE:
        found = texts(families[0], kind, text)
        assert text + TAIL in found, f"{text} is found"
        # It is found within others, and they have all of its letters.
        letters = {each for each in text.lower() if each not in "'\"-"}
        assert all(letters <= set(other.lower()) for other in found), f"{text}: {found}"
        assert PLAIN not in found, f"{text} means more than itself"
        assert texts(families[1], kind, text) == [], f"{text} leads to another family"


@pytest.mark.parametrize("noun, service", [
    ("interactions", "interactions"), ("coaches", "coaches"), ("events", "events"),
    ("posts", "analytics")])
def test_an_index_of_words_is_asked_for_words(families, noun, service):
    """Operators of the index are words or are refused by the name of their field."""
    for family in families:
        for text in HOSTILE:
            try:
                answer = family.answer(service, f"{noun}.search", {"query": text})
            except people.Refused as refused:
                assert refused.error["code"] == "validation_failed", (text, refused)
                continue
            assert PLAIN not in str(answer), f"{text} means more than itself"


@pytest.mark.parametrize("service, operation, field", [
    ("interactions", "interactions.list", "type"), ("coaches", "coaches.list", "sort"),
    ("coaches", "coaches.list", "role"), ("events", "events.list", "sort"),
    ("events", "metrics.list", "sort"), ("analytics", "posts.list", "platform"),
    ("coaches", "schools.list", "division")])
def test_words_of_filters_and_orders_come_from_a_list(families, service, operation, field):
    for text in ("name; DROP TABLE coaches", "id DESC--", "1", "(SELECT 1)", "rowid"):
        with pytest.raises(people.Refused) as refused:
            families[0].answer(service, operation, {field: text})
        assert refused.value.error["code"] == "validation_failed"
        assert list(refused.value.error["errors"]) == [field]
