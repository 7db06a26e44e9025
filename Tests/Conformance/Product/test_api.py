"""The HTTP API as its own description says: Schemathesis makes requests from docs/openapi.json,
which fit it or do not, and compares each response with it. The requests are the same in every
run."""

import pathlib

import hypothesis
import pytest
import schemathesis
import schemathesis.checks
from schemathesis import GenerationMode

import website

ROOT = pathlib.Path(__file__).resolve().parents[3]
API = schemathesis.openapi.from_path(ROOT / "docs" / "openapi.json")
OPERATIONS = {found.ok().label: found.ok() for found in API.get_all_operations()}
#: Requests of each operation that fit the description, and as many that do not.
EXAMPLES = 15
#: A request that fits its schema may still be refused: rules go beyond types.
EXCLUDED = [schemathesis.checks.positive_data_acceptance]


@pytest.fixture(scope="module")
def site():
    """The product, with the token of a player whose family has records."""
    with website.Website() as site:
        player = site.person("Maya Rivera", "player")
        family, _ = site.family(player, "The Riveras")
        school = site.school(player, family)
        site.change(
            "coaches", "coaches.add",
            {"first_name": "Ann", "last_name": "Lee", "school_id": school}, player, family)
        site.log(player, family, school, subject="Camp")
        token = {"name": "test", "rights": "write", "days": 1}
        site.api_token = site.change("identity", "tokens.add", token, player)["secret"]
        yield site


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("label", OPERATIONS)
def test_responses_are_as_described(site, label, mode):
    @hypothesis.settings(
        max_examples=EXAMPLES, derandomize=True, deadline=None, database=None,
        phases=[hypothesis.Phase.generate], suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def fits(case):
        case.call_and_validate(
            base_url=f"{site.address}/api/v1", excluded_checks=EXCLUDED,
            headers={"Authorization": f"Bearer {site.api_token}"})

    fits()


@pytest.mark.parametrize("label", OPERATIONS)
def test_no_operation_answers_without_a_token(site, label):
    operation = OPERATIONS[label]
    parameters = {each.name: "coaches" for each in operation.path_parameters}
    answer = operation.Case(path_parameters=parameters).call(base_url=f"{site.address}/api/v1")
    assert answer.status_code == 401
