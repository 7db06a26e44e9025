import Testing

@testable import Contracts

@Suite struct ContactWindowRuleTests {
    private static func day(_ text: String) throws -> CivilDay {
        try #require(CivilDay(text: text))
    }

    private static func window(
        _ narrow: (inout ContactWindow) throws -> Void = { _ in }
    ) throws -> ContactWindow {
        var window = ContactWindow(
            division: nil, types: [], direction: nil, kind: .closed,
            firstDay: try day("2026-04-01"), lastDay: try day("2026-04-09"), note: nil,
            source: "Copied by Mum", checkedOn: try day("2026-03-01"))
        try narrow(&window)
        return window
    }

    private func hints(
        _ window: ContactWindow, for type: InteractionType? = .email,
        _ direction: Direction = .outbound, division: Division? = .d1, on day: String
    ) throws -> [ContactHint] {
        ContactWindowRule.hints(
            for: type, direction, division: division, on: try Self.day(day),
            today: try Self.day("2026-04-05"), [window])
    }

    // N-50: the period has both of its days.
    @Test(arguments: [
        ("2026-03-31", false), ("2026-04-01", true), ("2026-04-09", true), ("2026-04-10", false),
    ])
    func aPeriodIncludesItsFirstAndLastDay(day: String, isIn: Bool) throws {
        #expect(try !hints(Self.window(), on: day).isEmpty == isIn)
    }

    // N-50
    @Test func aPeriodWithoutALastDayHasNoEnd() throws {
        let open = try Self.window { $0.lastDay = nil }
        #expect(try hints(open, on: "2026-03-31").isEmpty)
        #expect(try hints(open, on: "9999-12-31").count == 1)
        #expect(try hints(open, on: "2026-04-01")[0].text.contains("from Apr 1, 2026 on"))
    }

    // N-50: an open period says nothing.
    @Test func onlyClosedPeriodsGiveHints() throws {
        #expect(try hints(Self.window { $0.kind = .open }, on: "2026-04-05").isEmpty)
    }

    // N-50
    @Test func aRuleSpeaksOfItsDivisionTypesAndDirection() throws {
        let narrow = try Self.window {
            ($0.division, $0.types, $0.direction) = (.d1, [.phoneCall, .text], .inbound)
        }
        let day = "2026-04-05"
        #expect(try hints(narrow, for: .text, .inbound, on: day).count == 1)
        #expect(try hints(narrow, for: .email, .inbound, on: day).isEmpty)
        #expect(try hints(narrow, for: .text, .outbound, on: day).isEmpty)
        #expect(try hints(narrow, for: .text, .inbound, division: .d2, on: day).isEmpty)
        #expect(try hints(narrow, for: .text, .inbound, division: nil, on: day).isEmpty)
        // A type that is still open can be any of them.
        #expect(try hints(narrow, for: nil, .inbound, on: day).count == 1)
        #expect(try hints(Self.window(), for: .game, division: nil, on: day).count == 1)
    }

    // N-51: a rule is current for 365 days.
    @Test(arguments: [(0, false), (365, false), (366, true), (-1, false)])
    func aRuleIsOutdatedAfterAYear(days: Int, isOutdated: Bool) throws {
        let window = try Self.window()
        let today = try #require(window.checkedOn.adding(days: days))
        #expect(window.isOutdated(on: today) == isOutdated)
        let hint = ContactWindowRule.hints(
            for: .email, .outbound, division: nil, on: window.firstDay, today: today, [window])
        #expect(hint.map(\.isOutdated) == [isOutdated])
        #expect(hint[0].text.contains(ContactWindowText.outdated) == isOutdated)
        let warning = ContactWindowText.warning(outdated: isOutdated ? 1 : 0)
        #expect((warning != nil) == isOutdated)
    }

    // N-52: a hint names its source, and says what it is not.
    @Test func aHintIsANoteWithItsSource() throws {
        var window = try Self.window {
            ($0.division, $0.types, $0.direction) = (.d1, [.phoneCall, .text], .inbound)
            $0.note = "Dead period."
        }
        #expect(
            try hints(window, for: .text, .inbound, on: "2026-04-05")[0].text == """
                Your family's table says no phone calls or texts from coaches of D1 schools \
                between Apr 1, 2026 and Apr 9, 2026 (source: Copied by Mum, checked Mar 1, 2026). \
                Dead period. This is a note from your table, not advice.
                """)
        window.note = "Really?"
        #expect(
            try hints(window, for: .text, .inbound, on: "2026-04-05")[0].text.contains(
                "). Really? This"))
        window.note = nil
        #expect(
            try hints(window, for: .text, .inbound, on: "2026-04-05")[0].text.contains(
                "2026). This is"))
        #expect(try Self.window().contactText == "contact with coaches")
        #expect(
            try Self.window { ($0.direction, $0.types) = (.outbound, [.email, .tweet, .game]) }
                .contactText == "emails, tweets or games to coaches")
    }
}
