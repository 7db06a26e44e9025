import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Interactions

@Suite("InteractionsPage")
struct InteractionsPageTests {
    private static let texts: [String?] = [
        nil, "", "plain", "\"quotes\" \\ and / slashes", "line\nbreak\ttab\r\u{8}\u{C}\u{1F}",
        "é e\u{301} ß ﬁ", "\u{1F3C8}\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
        "\u{2028}\u{2029}\u{7F}\u{FEFF}", "<script>alert('x')</script> & <b>",
        String(repeating: "long \u{1F3C8} ", count: 1_500),
    ]

    private func record(_ number: Int) -> Interaction {
        let text = Self.texts[number % Self.texts.count]
        let isFull = number.isMultiple(of: 2)
        let low = UInt64(number)
        return Interaction(
            id: InteractionID(high: 0x0123_4567_89AB_CDEF, low: low &* 0x9E37_79B9_7F4A_7C15),
            familyUnitID: Harness.family, schoolID: isFull ? Harness.school : nil,
            schoolName: text, coachID: isFull ? nil : Harness.coach, coachName: text,
            otherCoachName: text, eventID: isFull ? EventID(high: 1, low: low) : nil,
            type: InteractionType.allCases[number % InteractionType.allCases.count],
            direction: Direction.allCases[number % 2], subject: text, content: text,
            sentiment: isFull ? Sentiment.allCases[number % Sentiment.allCases.count] : nil,
            occurredAt: isFull ? Instant(milliseconds: Int64(number) * 86_399_999) : nil,
            loggedBy: Harness.player.userID, loggedByName: text,
            interestLevel: isFull ? .high : nil,
            interestAnswers: isFull ? Array(InterestSignal.allCases.prefix(number % 7)) : nil,
            attachments: text.map { [$0] } ?? [],
            createdAt: isFull ? nil : .latest, updatedAt: isFull ? .earliest : nil)
    }

    // DESIGN.md, decision 11: the hand-made encoder writes what the contract type encodes.
    @Test(arguments: [0, 1, 40])
    func bytesEqualThoseOfTheContractType(_ count: Int) throws {
        let harness = try Harness()
        for number in 0..<count {
            try harness.store(record(number))
        }
        for viewer in [Harness.player, Harness.parent] {
            for search in [nil, "e\u{301}", "\u{1F3C8}", "\"quotes\" \\"] {
                var request = ListInteractions.Request()
                request[.search] = search
                let json = try harness.answer(ListInteractions.self, request, as: viewer)
                let response = try JSONCoding.decodeResponse(
                    ListInteractions.Response.self, from: json)
                let expected = try JSONCoding.encode(response)
                #expect(json == expected)
                if search == nil {
                    #expect(response.interactions.count == count)
                    let stored = Set((0..<count).map { record($0).content })
                    #expect(Set(response.interactions.map(\.content)) == stored)
                }
            }
        }
    }
}
