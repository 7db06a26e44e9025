import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite struct ContactWindowsPageTests {
    private typealias Sample = ContactWindowSamples

    private func document(_ name: String) throws -> Document {
        let sample = try #require(Sample.all.first { $0.name == name })
        return try Samples.document(sample.write)
    }

    // N-51, N-55: each rule with its source and date; a rule over a year old is marked.
    @Test func rulesHaveSourceAndDate() throws {
        let shown = try document("windows")
        #expect(shown.heading == "Contact windows")
        for text in [
            "Nov 12, 2026 to Dec 2, 2026",
            "Phone calls, texts or direct messages from coaches of D1 schools",
            "Source: https://rules.example/calendars/2026 · checked Nov 21, 2025",
            "From Dec 3, 2026 on", "Contact with coaches", "Told by our club's coach",
            "1 rule was checked over a year ago",
        ] {
            #expect(shown.text.contains(text), "\(text)")
        }
        let rows = shown.all(class: "mini").first?.text ?? ""
        #expect(rows.components(of: "Checked over a year ago") == 1)
        #expect(shown.text.contains("It is a note and not advice"))
    }

    // N-55, N-56: players store and remove, parents read.
    @Test func onlyPlayersHaveForms() throws {
        let ofPlayer = try document("windows")
        #expect(ofPlayer.all("form", "action", "/settings/windows").count == 1)
        #expect(ofPlayer.all("a", "href", "/settings/windows/clear").count == 1)
        #expect(ofPlayer.text.contains("checked_on"))
        let ofParent = try document("windows-parent")
        #expect(ofParent.all("form", "action", "/settings/windows").isEmpty)
        #expect(ofParent.all("a", "href", "/settings/windows/clear").isEmpty)
        #expect(ofParent.text.contains("Source: Told by our club's coach"))
        #expect(try document("windows-empty").text.contains("No contact windows yet"))
        let empty = try document("windows-empty-parent")
        #expect(empty.text.contains("A player of the family can store a file"))
        let clear = try document("windows-clear")
        #expect(clear.all("form", "action", "/settings/windows/clear").count == 1)
        #expect(clear.text.contains(ContactWindowText.clearQuestion))
    }

    // N-53: a refused file says what to fix, by line; the rules that are stored stay.
    @Test func problemsAreListedByLine() throws {
        let refused = try document("windows-refused")
        let list = try #require(refused.all(class: "mini").first).text
        let lines = ["Line 2", "Line 3", "Line 14"].compactMap { list.firstRange(of: $0) }
        #expect(lines.map(\.lowerBound) == lines.map(\.lowerBound).sorted() && lines.count == 3)
        #expect(list.contains("first_day") && !list.contains("csv"))
        #expect(refused.text.contains("Nothing was changed"))
        #expect(refused.text.contains("Told by our club's coach"))
        #expect(refused.title?.hasPrefix("Error: ") == true)
        let none = try document("windows-no-file")
        #expect(
            none.all("div", "role", "alert").first?.text.contains("Please choose a file") == true)
    }

    // N-52: hints stand in the queue and at a contact that was just logged.
    @Test func hintsAreShown() throws {
        let text = try #require(Sample.hints.first?.text)
        #expect(text.hasSuffix(ContactWindowText.disclaimer) && Sample.hints.count == 1)
        let queue = try document("queue-hints")
        #expect(queue.text.components(of: text) == 3)
        #expect(
            queue.all("summary").map(\.text) == ["Contact window", "2 contact windows"])
        let logged = try document("interaction-hints")
        #expect(logged.text.contains(text))
        #expect(
            try !Samples.document(FollowUpSamples.queue(FollowUpSamples.rows)).text
                .contains("Contact window"))
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
