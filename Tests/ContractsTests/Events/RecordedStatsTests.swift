import Testing

@testable import Contracts

@Suite struct RecordedStatsTests {
    @Test(arguments: [
        ("Hits: 3", ["Hits": RecordedStats.Value.number(3)]),
        (
            "Hits: 3\n\n Runs : 1,075 \r\nNote: a: b\n",
            [
                "Hits": .number(3), "Runs": .number(1_075), "Note": .text("a: b"),
            ]
        ),
        (#" {"at_bats": [1, null]} "#, ["at_bats": .list([.number(1), .null])]),
        ("", [:]),
    ])
    func linesAndObjectsAreRead(text: String, entries: [String: RecordedStats.Value]) {
        #expect(RecordedStats(typed: text)?.entries == entries)
    }

    @Test(arguments: ["Hits", "Hits:", ": 3", "Hits: 3\nHits: 4", "{", "{1}"])
    func anythingElseIsRefused(text: String) {
        #expect(RecordedStats(typed: text) == nil)
    }

    /// Whatever is stored comes back unchanged from the text that a form shows.
    @Test(arguments: [
        [:], ["Hits": RecordedStats.Value.number(3.25)], ["Number as text": .text("3")],
        ["Lines": .text("a\nb")], ["Odd: name": .number(1)], ["Blank": .text(" ")],
        ["Deep": .object(["list": .list([.truth(true), .null, .text("x")])])],
        ["{": .number(1)],
    ])
    func theTextOfAFormSaysEverything(entries: [String: RecordedStats.Value]) {
        let stats = RecordedStats(entries)
        #expect(RecordedStats(typed: stats.typedText) == stats)
    }
}
