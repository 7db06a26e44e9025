"""Workbooks, which another program reads, in processes that may open few files."""

import io
import os
import pathlib
import subprocess
import zipfile

import pytest
from playwright.sync_api import expect

import programs
import sample
import website

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def workbook(*rows):
    """The bytes of a workbook with one sheet of texts."""
    def relation(kind, target):
        return (f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" '
                f'Type="{OFFICE}/{kind}" Target="{target}"/></Relationships>')

    cells = "".join(
        f'<row r="{number}">' + "".join(
            f'<c r="{"ABC"[place]}{number}" t="inlineStr"><is><t>{text}</t></is></c>'
            for place, text in enumerate(row)) + "</row>"
        for number, row in enumerate(rows, 1))
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("_rels/.rels", relation("officeDocument", "xl/workbook.xml"))
        archive.writestr("xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/s.xml"))
        archive.writestr("xl/workbook.xml", (
            f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
            '<sheet name="Log" sheetId="1" r:id="rId1"/></sheets></workbook>'))
        archive.writestr(
            "xl/worksheets/s.xml",
            f'<worksheet xmlns="{MAIN}"><sheetData>{cells}</sheetData></worksheet>')
    return content.getvalue()


LOG = workbook(("Date", "School", "Type"), ("1/5/2026", "Duke University", "Email"))


def test_a_command_names_the_limit(tmp_path):
    """A command that may open 16 files reads the workbook; one that may open too few says so. None
    is ended by a signal."""
    path = tmp_path / "log.xlsx"
    path.write_bytes(LOG)
    refusals = 0
    for limit in range(4, 17):
        ran = subprocess.run(
            ["/bin/sh", "-c", f'ulimit -n {limit}; exec "$@"', "sh",
             programs.program("compass"), "import", "log", path, "--dry-run"],
            capture_output=True, text=True, timeout=60,
            env={"PATH": os.environ["PATH"], "COMPASS_HOME": str(tmp_path)})
        assert 0 < ran.returncode < 64, (limit, ran)
        if f"the limit is {limit} (ulimit -n)" in ran.stderr:
            assert "Workbooks cannot be read now" in ran.stderr
            assert "Raise it with ulimit -n 1024" in ran.stderr
            refusals += 1
        elif limit == 16:
            # The workbook was read; nobody is signed in.
            assert "Workbooks cannot be read" not in ran.stderr, ran.stderr
    assert refusals > 0


def limit(process, files):
    """Sets how many files a process may open from now on."""
    subprocess.run(["prlimit", "--pid", str(process), f"--nofile={files}:"], check=True)


@pytest.fixture
def product():
    with website.Website() as made:
        yield made


def test_the_pages_go_on(chromium, product):
    """The pages lose their descriptors while workbooks come: each upload has an answer, the process
    goes on, and when there are descriptors again, workbooks are read."""
    made = sample.family(product)
    service = product.service("web")
    process = service.process.pid
    context = chromium.new_context(base_url=product.address, java_script_enabled=False)
    context.add_cookies([product.cookie(made.player)])
    page = context.new_page()

    def upload():
        page.goto("/import/log")
        page.locator("input[type=file]").set_input_files(
            {"name": "log.xlsx", "mimeType": "application/zip", "buffer": LOG})
        return page

    said = []
    for further in range(1, 9):
        upload()
        limit(process, len(list(pathlib.Path(f"/proc/{process}/fd").iterdir())) + further)
        page.locator("main form[enctype] button[type=submit]").first.click()
        page.wait_for_load_state()
        said.append(page.inner_text("main"))
        limit(process, 1024)
        assert service.is_running
    assert any("Too many files are open: the limit is " in text for text in said), said
    for _ in range(2):
        upload()
        page.locator("main form[enctype] button[type=submit]").first.click()
        expect(page.get_by_text("1 interaction ready")).to_be_visible()
    assert service.process.pid == process and service.is_running
    context.close()
