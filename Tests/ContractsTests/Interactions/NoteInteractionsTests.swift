import Testing

@testable import Contracts

/// A note for several interactions: the request, and what it does to a content (N-126, N-127).
@Suite struct NoteInteractionsTests {
    private let id = InteractionID(high: 1, low: 1)

    private func interaction(_ content: String?, level: InterestLevel? = nil) -> Interaction {
        Interaction(
            id: id, familyUnitID: FamilyID(high: 1, low: 1), type: .email, direction: .inbound,
            content: content, sentiment: .positive, occurredAt: nil,
            loggedBy: UserID(high: 1, low: 1), interestLevel: level, attachments: [],
            createdAt: nil, updatedAt: nil)
    }

    private func refusals(_ request: NoteInteractions.Request) -> [String: String] {
        do {
            _ = try request.validated()
            return [:]
        } catch { return error.errors }
    }

    // N-126
    @Test func theRequestHasIDsAndANote() throws {
        let input = try NoteInteractions.Request(ids: [id, id], note: " <b>Paid</b> ").validated()
        #expect(input.ids == [id] && input.note == "Paid")
        #expect(refusals(.init(ids: [], note: "a")).keys.sorted() == ["ids"])
        for note in ["", "  ", "<b></b>"] {
            #expect(refusals(.init(ids: [id], note: note))["note"] == NoteInteractions.Refusal.note)
        }
        let longest = String(repeating: "n", count: NoteInteractions.noteMax)
        #expect(refusals(.init(ids: [id], note: longest)).isEmpty)
        #expect(!refusals(.init(ids: [id], note: longest + "n")).isEmpty)
        let ids = (0...DeleteInteractions.idsMax).map { InteractionID(high: 2, low: UInt64($0)) }
        #expect(refusals(.init(ids: Array(ids.dropLast()), note: "a")).isEmpty)
        #expect(refusals(.init(ids: ids, note: "a"))["ids"] != nil)
    }

    // N-126: the line of a calibration stays at the end.
    @Test(
        arguments: [
            (nil, nil, "Paid"), ("Met", nil, "Met\n\nPaid"),
            (
                "Met\n\n[Coach Interest Level: HIGH]", .high,
                "Met\n\nPaid\n\n[Coach Interest Level: HIGH]"
            ),
            ("\n\n[Coach Interest Level: HIGH]", .high, "Paid\n\n[Coach Interest Level: HIGH]"),
        ] as [(String?, InterestLevel?, String)])
    func aNoteIsAppendedAndRemoved(before: String?, level: InterestLevel?, after: String) throws {
        let row = interaction(before, level: level)
        let noted = try #require(row.appending(note: "Paid"))
        #expect(noted.content == after)
        #expect(noted.removing(note: "Paid") == row)
        #expect(row.removing(note: "Paid") == nil)
    }

    // N-126: the limit is that of the form.
    @Test(arguments: [(0, true), (1, false)])
    func contentsHaveTheirLimit(excess: Int, fits: Bool) {
        let room = InteractionLimit.contentMax - "\n\nPaid".count
        let row = interaction(String(repeating: "c", count: room + excess))
        let noted = row.appending(note: "Paid")
        #expect(noted?.content?.count == (fits ? InteractionLimit.contentMax : nil))
    }

    // N-127: what was written around it since stays.
    @Test(
        arguments: [
            ("Met\n\nPaid\n\nLater", "Met\n\nLater"), ("Paid\n\nLater", "Later"),
            ("Met\n\nPaid\n\nPaid", "Met\n\nPaid"), ("Unpaid", nil), ("Met\n\nPaid in full", nil),
            ("Paid in full", nil),
        ] as [(String, String?)])
    func aNoteIsFoundAmongLaterWords(now: String, left: String?) {
        #expect(interaction(now).removing(note: "Paid")?.content == left)
    }
}
