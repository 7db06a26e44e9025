"""The choice of a coach in the form of an interaction (IA-08 to IA-11), and a new one (IA-42 to
IA-46), as stories with scripts and without."""

import pytest
from playwright.sync_api import expect

from inspection import DESKTOP, PHONE
from notices import notice

WIDTHS = pytest.mark.parametrize("width", (PHONE, DESKTOP))


@pytest.fixture
def schools(site, logger):
    """Beside Duke and its coach: Elon with two coaches, Wake Forest with none."""
    def coach(first, last, school):
        return site.change("coaches", "coaches.add", {
            "first_name": first, "last_name": last, "school_id": school,
        }, logger.player, logger.id)["coach"]["id"]

    logger.elon = site.school(logger.player, logger.id, "Elon University")
    site.school(logger.player, logger.id, "Wake Forest University")
    logger.bo = coach("Bo", "Ray", logger.elon)
    coach("Cy", "Young", logger.elon)
    return logger


def choices(page):
    """What the picker offers, whatever its groups."""
    return page.locator("#field-coach_id option").all_inner_texts()


@WIDTHS
def test_the_picker_offers_the_coaches_of_the_school(readers, site, schools, width):
    """IA-08, IA-09, IA-10, IA-11: disabled until a school is chosen; another school clears it."""
    page = readers.open(schools.player, width, scripts=True)
    page.goto("/interactions/new")
    school, coach = page.get_by_label("School"), page.locator("#field-coach_id")
    expect(coach).to_be_disabled()
    school.select_option("Elon University")
    expect(coach).to_be_enabled()
    assert choices(page) == ["Choose a coach", "Bo Ray", "Cy Young", "Other coach (not listed)"]
    coach.select_option("Bo Ray")
    # Other entries leave the choice alone.
    page.get_by_label("Type").select_option("Email")
    page.get_by_label("Subject").fill("Camp")
    expect(coach).to_have_value(schools.bo)
    school.select_option("Duke University")
    expect(coach).to_have_value("")
    assert choices(page) == ["Choose a coach", "Ann Lee", "Other coach (not listed)"]
    coach.select_option("Other coach (not listed)")
    expect(page.get_by_label("Name of the coach")).to_be_visible()
    school.select_option("Wake Forest University")
    assert choices(page) == ["No coaches found", "Other coach (not listed)"]
    expect(coach).to_have_value("")
    expect(page.get_by_label("Name of the coach")).to_be_hidden()
    expect(page.get_by_text("+ Add new coach")).to_be_visible()
    school.select_option("Choose a school")
    expect(coach).to_be_disabled()
    school.select_option("Elon University")
    coach.select_option("Cy Young")
    page.get_by_role("button", name="Log Interaction").click()
    expect(notice(page)).to_have_text("Interaction logged")
    stored = site.read("interactions", "interactions.list", {}, schools.player, schools.id)
    assert [(row["coach_name"], row["school_name"]) for row in stored["interactions"]] == [
        ("Cy Young", "Elon University")]


@WIDTHS
def test_a_draft_and_a_coachs_page_bring_school_and_coach(readers, schools, width):
    """IA-08, IA-54: with scripts, what was chosen before is still chosen."""
    page = readers.open(schools.player, width, scripts=True)
    page.goto("/interactions/new")
    page.get_by_label("School").select_option("Elon University")
    page.locator("#field-coach_id").select_option("Bo Ray")
    page.goto("/coaches")
    page.goto("/interactions/new")
    expect(page.get_by_text("Your draft is back.")).to_be_visible()
    expect(page.locator("#field-coach_id")).to_have_value(schools.bo)
    page.goto(f"/interactions/new?coach={schools.bo}")
    expect(page.get_by_label("School")).to_have_value(schools.elon)
    expect(page.locator("#field-coach_id")).to_have_value(schools.bo)
    assert "Ann Lee" not in choices(page)


@WIDTHS
def test_without_scripts_a_coach_of_another_school_is_refused(readers, site, schools, width):
    """IA-07, IA-08, IA-53, IA-54: grouped by school; the refusal is at the field, and the form is
    kept."""
    page = readers.open(schools.player, width, scripts=False)
    page.goto("/interactions/new")
    groups = page.locator("#field-coach_id optgroup")
    assert [group.get_attribute("label") for group in groups.all()] == [
        "Duke University", "Elon University"]
    page.get_by_label("School").select_option("Duke University")
    page.get_by_label("Type").select_option("Email")
    page.get_by_label("Subject").fill("Camp dates")
    coach = page.locator("#field-coach_id")
    coach.select_option("Bo Ray")
    page.get_by_role("button", name="Log Interaction").click()
    summary = page.get_by_role("alert")
    expect(summary.get_by_role("link")).to_have_text(["Invalid coach selection"])
    expect(coach).to_have_attribute("aria-invalid", "true")
    expect(coach).to_have_accessible_description("Invalid coach selection")
    expect(coach).to_have_value(schools.bo)
    expect(page.get_by_label("School")).to_have_value(schools.school)
    expect(page.get_by_label("Subject")).to_have_value("Camp dates")
    assert site.read("interactions", "interactions.list", {}, schools.player, schools.id)[
        "interactions"] == []
    coach.select_option("Ann Lee")
    page.get_by_role("button", name="Log Interaction").click()
    expect(notice(page)).to_have_text("Interaction logged")


@WIDTHS
def test_an_edit_keeps_a_coach_who_has_moved(readers, site, schools, width):
    """IA-09: the coach is at another school since; saving something else drops nobody."""
    contact = site.log(
        schools.player, schools.id, schools.school, coach_id=schools.coach,
        subject="Camp datse")["id"]
    site.change("coaches", "coaches.edit", {
        "id": schools.coach, "first_name": "Ann", "last_name": "Lee", "school_id": schools.elon,
        "version": 1}, schools.player, schools.id)
    page = readers.open(schools.player, width, scripts=True)
    page.goto(f"/interactions/{contact}/edit")
    expect(page.locator("#field-coach_id")).to_have_value(schools.coach)
    page.get_by_label("Subject").fill("Camp dates")
    page.get_by_role("button", name="Save Changes").click()
    expect(notice(page)).to_have_text("Saved")
    stored = site.read("interactions", "interactions.list", {}, schools.player, schools.id)
    row = stored["interactions"][0]
    assert (row["subject"], row["coach_id"], row["school_id"]) == (
        "Camp dates", schools.coach, schools.school)


@pytest.mark.parametrize("scripts", (True, False))
@WIDTHS
def test_a_new_coach_is_added_without_leaving_the_form(readers, site, schools, width, scripts):
    """IA-42 to IA-46: stored at the chosen school, chosen, and everything typed is still there."""
    page = readers.open(schools.player, width, scripts=scripts)
    page.goto("/interactions/new")
    page.get_by_label("Subject").fill("Camp dates")
    page.get_by_label("Time (optional)").fill("")
    page.get_by_label("Inbound").check(force=True)
    page.get_by_text("+ Add new coach").click()
    save = page.get_by_role("button", name="Save Coach")
    page.get_by_label("First name").fill("Dee")
    page.get_by_label("Last name").fill(" ")
    save.click()
    expect(page.get_by_label("School")).to_have_accessible_description("Please select a school")
    page.get_by_label("School").select_option("Wake Forest University")
    save.click()
    expect(page.get_by_label("Last name")).to_have_accessible_description(
        "Please enter a last name (1-100 characters)")
    expect(page.get_by_label("First name")).to_have_value("Dee")
    page.get_by_label("Last name").fill("Marsh")
    page.get_by_label("Staff position").select_option("Head Coach")
    save.click()
    coach = page.locator("#field-coach_id")
    expect(page.get_by_text("Dee Marsh was added")).to_be_visible()
    expect(coach.locator("option:checked")).to_have_text("Dee Marsh")
    expect(page.get_by_label("School").locator("option:checked")).to_have_text(
        "Wake Forest University")
    expect(page.get_by_label("Subject")).to_have_value("Camp dates")
    expect(page.get_by_label("Time (optional)")).to_have_value("")
    expect(page.get_by_label("Inbound")).to_be_checked()
    if scripts:
        expect(coach).to_be_focused()
        # The files that were chosen, too; a draft brings the coach back.
        page.reload()
        expect(coach.locator("option:checked")).to_have_text("Dee Marsh")
    page.get_by_label("Type").select_option("Email")
    # Enter logs the interaction; it adds no coach.
    page.get_by_label("Subject").press("Enter")
    expect(notice(page)).to_have_text("Interaction logged")
    coaches = site.read("coaches", "coaches.list", {"search": "Marsh"}, schools.player, schools.id)
    assert [(row["role"], row["school_name"]) for row in coaches["coaches"]] == [
        ("head", "Wake Forest University")]
    stored = site.read("interactions", "interactions.list", {}, schools.player, schools.id)
    assert [(row["coach_name"], row["subject"], row["occurred_precision"])
            for row in stored["interactions"]] == [("Dee Marsh", "Camp dates", "day")]


def test_files_stay_when_a_coach_is_added(readers, schools, tmp_path):
    """IA-46: with scripts, the chosen files are kept as well."""
    page = readers.open(schools.player, DESKTOP, scripts=True)
    file = tmp_path / "plan.txt"
    file.write_text("Camp")
    page.goto("/interactions/new")
    page.get_by_label("Files to attach").set_input_files(file)
    page.get_by_label("School").select_option("Wake Forest University")
    page.get_by_text("+ Add new coach").click()
    page.get_by_label("First name").fill("Dee")
    page.get_by_label("Last name").fill("Marsh")
    page.get_by_role("button", name="Save Coach").click()
    expect(page.get_by_text("Dee Marsh was added")).to_be_visible()
    assert page.get_by_label("Files to attach").evaluate("each => each.files.length") == 1
