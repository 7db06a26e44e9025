import Contracts
import HTML

@testable import WebPages

/// The pages about contact windows in their states, by name.
enum ContactWindowSamples {
    static let today = CivilDay(year: 2026, month: 11, day: 22)!

    private static func day(_ offset: Int64) -> CivilDay {
        CivilDay(daysSince1970: today.daysSince1970 + offset)
    }

    static let windows = [
        ContactWindow(
            division: .d1, types: [.phoneCall, .text, .directMessage], direction: .inbound,
            kind: .closed, firstDay: day(-10), lastDay: day(10),
            note: "Quiet period, as we read it", source: "https://rules.example/calendars/2026",
            checkedOn: day(-366)),
        ContactWindow(
            division: nil, types: [], direction: nil, kind: .open, firstDay: day(11),
            lastDay: nil, note: nil, source: "Told by our club's coach", checkedOn: day(-365)),
        ContactWindow(
            division: .naia, types: [.inPersonVisit], direction: .outbound, kind: .closed,
            firstDay: day(40), lastDay: day(40),
            note: SamplePages.hostile + " " + String(repeating: "Donaudampfschifffahrt", count: 4),
            source: "https://rules.example/" + String(repeating: "a", count: 120),
            checkedOn: day(-1)),
    ]

    static func response(_ windows: [ContactWindow] = windows) -> ListContactWindows.Response {
        let old = windows.count { $0.isOutdated(on: today) }
        return ListContactWindows.Response(
            today: today, windows: windows, importedAt: windows.isEmpty ? nil : Samples.now,
            warnings: [ContactWindowText.warning(outdated: old)].compactMap { $0 })
    }

    static func page(
        _ windows: [ContactWindow], _ role: Role = .player, error: ServiceError? = nil
    ) -> SamplePages.Writing {
        let page = ContactWindowsPage(response(windows), error: error, Samples.context(role))
        return { page.write(to: &$0) }
    }

    static let refusal = ServiceError(
        .validationFailed, "Nothing was stored: 3 values need attention",
        errors: [
            "2.first_day": "Expected a day such as 2026-04-01 or 4/1/2026",
            "14.kind": SamplePages.hostile,
            "3.csv": "The quote is never closed",
        ])

    /// What the first rule says about a contact of today.
    static let hints = ContactWindowRule.hints(
        for: .text, .inbound, division: .d1, on: today, today: today, windows)

    private static var queue: SamplePages.Writing {
        var rows = FollowUpSamples.rows
        rows[0].hints = hints
        rows[3].hints = hints + hints
        return FollowUpSamples.queue(rows)
    }

    private static let logged: SamplePages.Writing = { html in
        InteractionPage(SamplePages.shown, .init(hints: hints), Samples.context()).write(to: &html)
    }

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("windows", page(windows)), ("windows-parent", page(windows, .parent)),
        ("windows-empty", page([])), ("windows-empty-parent", page([], .parent)),
        ("windows-refused", page(windows, error: refusal)),
        ("windows-no-file", page([], error: .invalid("csv", "Please choose a file"))),
        (
            "windows-clear",
            { ConfirmationPage(clearingWindowsOf: Samples.context()).write(to: &$0) }
        ),
        ("queue-hints", queue), ("interaction-hints", logged),
    ]
}
