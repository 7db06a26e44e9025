import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Interactions

@Suite("interactions.find")
struct FindInteractionsTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    private func find(
        _ ending: String, as viewer: Viewer = Harness.player
    ) throws -> [InteractionMatch] {
        try harness.call(FindInteractions.self, .init(ending: ending), as: viewer).matches
    }

    private func digits(_ id: InteractionID) -> String { id.text.filter { $0 != "-" } }

    // Any number of digits from eight on, odd ones too, in any case, with hyphens or without.
    @Test(arguments: 8...32)
    func anyEndOfAnIDFindsIt(count: Int) throws {
        var form = Harness.form(.camp)
        form.subject = "Spring"
        let record = try harness.log(form)
        try harness.log()
        let ending = String(digits(record.id).suffix(count))
        for typed in [ending, ending.uppercased()] {
            #expect(
                try find(typed) == [
                    InteractionMatch(
                        id: record.id, subject: "Spring", type: .camp,
                        displayDate: record.occurredAt)
                ])
        }
        #expect(try find(record.id.text).map(\.id) == [record.id])
    }

    // what may not be opened is not found.
    @Test
    func onlyWhatMayBeSeenIsFound() throws {
        let record = try harness.log()
        let ending = String(digits(record.id).suffix(8))
        #expect(try find(ending, as: Harness.parent).map(\.id) == [record.id])
        #expect(try find(ending, as: Harness.sibling).isEmpty)
        #expect(try find(ending, as: Harness.stranger).isEmpty)
        _ = try harness.call(DeleteInteraction.self, .init(id: record.id), as: Harness.player)
        #expect(try find(ending).isEmpty)
    }

    @Test
    func equalEndsAreAllNamedNewestFirst() throws {
        let record = try harness.log()
        for number in 1...UInt64(FindInteractions.matchesMax) {
            var twin = record
            twin.id = InteractionID(high: number, low: record.id.low)
            twin.occurredAt = Instant(
                milliseconds: Harness.now.milliseconds - Int64(number) * 1_000)
            try harness.store(twin)
        }
        let matches = try find(String(digits(record.id).suffix(8)))
        #expect(matches.count == FindInteractions.matchesMax)
        let dates = matches.compactMap(\.displayDate)
        #expect(dates == dates.sorted(by: >))
    }

    @Test(arguments: ["", "1234567", "1234567g", String(repeating: "a", count: 33), "--------"])
    func otherTextsAreRefused(ending: String) throws {
        let refused = #expect(throws: ServiceError.self) { try find(ending) }
        #expect(refused?.code == .validationFailed)
        #expect(refused?.errors.keys.first == "ending")
    }
}
