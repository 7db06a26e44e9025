import Contracts
import Foundation
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct TrashPageTests {
    @Test
    func eachOperationSaysWhatWhoWhenAndHowLong() throws {
        let shown = try Samples.document(TrashPage(SamplePages.operations, Samples.context()).write)
        let rows = shown.all(class: "text").map(\.text)
        #expect(
            rows == [
                "\"Keiko Underhay\" (1 coach, 2 interactions)"
                    + "Deleted by you · Nov 21, 2026, 4:12 PM · 30 days left",
                "Event \"Bloomfield Fall Classic 2026\""
                    + "Deleted by Leo Rivera · Oct 25, 2026, 11:58 AM · 2 days left",
            ])
        #expect(shown.all(class: "late").map(\.text) == ["2 days left"])
    }

    /// N-172: the clock was ahead at the deletion, and has been set back since.
    @Test
    func noMoreDaysAreLeftThanTheTrashKeeps() throws {
        var operation = SamplePages.operations[0]
        operation.expiresAt = Samples.now.advanced(by: TrashLimit.keptFor + .seconds(86_400))
        let shown = try Samples.document(TrashPage([operation], Samples.context()).write)
        #expect(shown.text.contains("30 days left"), "\(shown.text)")
    }

    /// Every form has a key of its own: two restorations are two commands.
    @Test
    func everyRowHasItsOwnFormAndKey() throws {
        let shown = try Samples.document(TrashPage(SamplePages.operations, Samples.context()).write)
        let keys = shown.all("input", "name", "key").compactMap { $0["value"] }
        #expect(keys.count == 2 && Set(keys).count == 2)
        #expect(
            shown.all("form", "method", "post").compactMap { $0["action"] }
                == SamplePages.operations.map { "/trash/\($0.id.text)/undo" })
        #expect(shown.buttons == ["Restore", "Restore"])
        #expect(
            shown.all("button").first?["aria-label"]
                == "Restore \"Keiko Underhay\" (1 coach, 2 interactions)")
    }

    /// U-07: an undone import is shown until it is removed, and does not come back.
    @Test
    func anUndoneImportIsNotRestored() throws {
        var undone = SamplePages.operations[0]
        (undone.effect, undone.undoneAt) = (.added, undone.createdAt)
        let shown = try Samples.document(TrashPage([undone], Samples.context()).write)
        #expect(shown.text.contains("Import undone (1 coach, 2 interactions)"))
        #expect(shown.buttons.isEmpty && shown.all("form", "method", "post").isEmpty)
    }

    ///
    @Test
    func parentsRestoreNothing() throws {
        let shown = try Samples.document(
            TrashPage(SamplePages.operations, Samples.context(.parent)).write)
        #expect(shown.all("form", "method", "post").isEmpty && shown.buttons.isEmpty)
    }

    @Test
    func anEmptyTrashSaysSoUnlessAServiceIsAway() throws {
        let empty = try Samples.document(TrashPage([], Samples.context()).write)
        #expect(empty.text.contains("The trash is empty"))
        let partly = try Samples.document(TrashPage([], away: [.events], Samples.context()).write)
        #expect(!partly.text.contains("The trash is empty"))
        #expect(partly.text.contains("events does not answer: some records are missing here."))
        #expect(partly.buttons == ["Retry"])
    }
}

@Suite
struct NotificationsPageTests {
    private func page(
        _ count: Int, unread: Bool = false, page number: Int = 1
    ) throws -> Document {
        let page = NotificationsPage(
            SamplePages.notifications(count), isUnreadOnly: unread, page: number,
            Samples.context(.parent, unread: 6))
        return try Samples.document { page.write(to: &$0) }
    }

    /// X-20, D-46.
    @Test
    func unreadRowsAreMarkedForEyeAndEar() throws {
        let shown = try page(8)
        #expect(shown.all(class: "sub").map(\.text) == ["6 unread"])
        #expect(shown.all("li", "class", "unread").count == 6)
        #expect(shown.all("time").first?.text == "1 h ago")
        #expect(shown.all(class: "hush").map(\.text) == Array(repeating: "Unread, ", count: 6))
        #expect(shown.all("form", "action", "/notifications/read").count == 1)
        #expect(shown.all("a", "aria-label", "Notifications, 6 unread").count == 2)
    }

    @Test
    func theChosenListIsPressed() throws {
        let pressed = { (page: Document) in page.all("button", "aria-pressed", "true").map(\.text) }
        #expect(try pressed(page(8)) == ["All"])
        #expect(try pressed(page(8, unread: true)) == ["Unread"])
    }

    /// Fifty rows of a page, and no pages for fifty.
    @Test
    func longListsHavePages() throws {
        #expect(try page(50).all("nav", "aria-label", "Pages").isEmpty)
        let first = try page(51)
        #expect(first.text.contains("1–50 of 51"))
        #expect(first.all("a", "href", "/notifications?page=2").map(\.text) == ["Older"])
        let second = try page(51, page: 2)
        #expect(second.text.contains("51–51 of 51"))
        #expect(second.all("a", "href", "/notifications").contains { $0.text == "Newer" })
        #expect(second.all("span", "aria-disabled", "true").map(\.text) == ["Older"])
    }

    @Test(arguments: [0, -1, Int.min, Int.max])
    func noPageNumberTraps(_ number: Int) throws {
        #expect(try page(8, page: number).heading == "Notifications")
    }

    @Test
    func anEmptyListSaysWhy() throws {
        #expect(try page(0).text.contains("No notifications yet"))
        #expect(try page(8, page: 2).text.contains("You have read everything"))
    }
}

@Suite
struct SchoolPagesTests {
    @Test
    func theListHasPlacesAndCounts() throws {
        let page = SchoolsPage(
            .success(.init([SamplePages.fullSchool], total: 1)), .init(),
            Samples.context())
        let shown = try Samples.document { page.write(to: &$0) }
        #expect(shown.text.contains("1 school found"))
        #expect(shown.text.contains("Buies Creek, NC · Coastal Athletic Association"))
        #expect(shown.text.contains("3 coaches"))
        #expect(shown.all(class: "badge").map(\.text) == ["D1"])
        #expect(shown.all("select").compactMap { $0["name"] } == ["division"])
    }

    /// SA-27, ID-08: the page that names of schools lead to.
    @Test
    func theDetailHasCoachesLinksAndTimeline() throws {
        let page = SchoolPage(
            .init(school: SamplePages.fullSchool, coaches: (0..<3).map(Samples.coach)),
            TimelineSamples.school(Samples.interactions(6)), Samples.context())
        let shown = try Samples.document { page.write(to: &$0) }
        #expect(shown.heading == "Campbell University")
        #expect(shown.all("h2").map(\.text) == ["Timeline", "Coaches (3)", "Links"])
        #expect(shown.all("a", "href", "https://twitter.com/camels").count == 1)
        #expect(shown.buttons.prefix(2) == ["Log Interaction", "Edit"])
    }

    /// Links in people's texts are inert unless they lead to a web page.
    @Test
    func anAddressThatIsNoWebPageStaysText() throws {
        var school = SamplePages.fullSchool
        school.website = "javascript:alert(1)"
        let page = SchoolPage(
            .init(school: school, coaches: []), TimelineSamples.school([]), Samples.context())
        let shown = try Samples.document { page.write(to: &$0) }
        #expect(shown.text.contains("javascript:alert(1)"))
        #expect(!shown.all("a").contains { $0["href"]?.contains("javascript") == true })
    }
}

@Suite
struct ReaderZoneTests {
    /// X-18, IL-37.
    @Test(arguments: [
        "America/New_York": [
            "2026-11-22T12:00:00Z": "Nov 22, 2026, 7:00 AM",
            "2026-03-08T07:30:00Z": "Mar 8, 2026, 3:30 AM",
            "2026-11-01T06:30:00Z": "Nov 1, 2026, 1:30 AM",
        ],
        "Pacific/Auckland": ["2026-11-22T12:00:00Z": "Nov 23, 2026, 1:00 AM"],
        "UTC": ["1969-12-31T23:59:59.500Z": "Dec 31, 1969, 11:59 PM"],
        "Asia/Kathmandu": ["2026-01-01T00:00:00Z": "Jan 1, 2026, 5:45 AM"],
    ])
    func timesAreThoseOfTheReader(_ name: String, _ times: [String: String]) throws {
        let zone = ReaderZone(try #require(TimeZone(identifier: name)))
        for (instant, text) in times { #expect(zone.text(Samples.instant(instant)) == text) }
    }

    @Test
    func aMissingTimeIsUnknown() { #expect(Samples.zone.text(nil as Instant?) == "Unknown") }

    @Test(arguments: [
        (0, "just now"), (59, "just now"), (60, "1 min ago"), (3_599, "59 min ago"),
        (3_600, "1 h ago"), (86_399, "23 h ago"), (86_400, "Yesterday"),
        (3 * 86_400, "Nov 19, 2026"), (-60, "Nov 22, 2026, 7:01 AM"),
    ])
    func agesAreRounded(_ seconds: Int64, _ text: String) {
        let then = Samples.now.advanced(by: .seconds(-seconds))
        #expect(Samples.zone.agoText(then, at: Samples.now) == text)
    }
}
