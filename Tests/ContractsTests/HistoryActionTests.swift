import Contracts
import Testing

/// Which changes of a history are one action.
@Suite struct HistoryActionTests {
    private static let trace = TraceID(high: 9, low: 9)
    private static let (mine, other) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))

    private static func entry(
        _ type: String, of recordType: String = "import", _ import: UInt64 = 1,
        trace: TraceID? = trace, actor: UserID = mine, count: Int = 1
    ) -> HistoryEntry {
        HistoryEntry(
            id: .random(), type: type, recordType: recordType,
            recordID: OperationID(high: 5, low: `import`).text, version: 1,
            occurredAt: Instant(milliseconds: 0), actor: actor, actorName: "Maya", role: .player,
            traceID: trace, before: nil, after: #"{"count":\#(count)}"#)
    }

    @Test func thePartsOfAnImportAreOneAction() throws {
        let entries = [
            Self.entry("interactions.imported", 3, count: 40),
            Self.entry("coaches.imported", 2, count: 5), Self.entry("schools.imported", 1),
            Self.entry("schools.imported", 1, count: 2),
        ]
        let action = try #require(HistoryAction.all(of: entries).first)
        #expect(action.entries == entries)
        #expect(action.imports == [3, 2, 1].map { OperationID(high: 5, low: $0) })
        let words = HistoryWords(action) { _ in "" }
        #expect(words.action == "imported")
        #expect(words.what == "5 coaches, 40 interactions, 3 schools")
    }

    @Test(arguments: [
        entry("schools.imported", trace: nil), entry("schools.imported", trace: .random()),
        entry("schools.imported", actor: other), entry("schools.removed"),
        entry("school.added", of: "school"),
    ])
    func anotherChangeIsAnActionOfItsOwn(change: HistoryEntry) {
        let actions = HistoryAction.all(of: [Self.entry("coaches.imported", 2), change])
        #expect(actions.map(\.entries.count) == [1, 1])
        #expect(actions[1].imports.isEmpty == (change.type != "schools.imported"))
    }

    /// Who joins again does not read as changed.
    @Test(arguments: [(1, false, "joined as"), (3, true, "joined as"), (3, false, "changed")])
    func whoJoinsIsSaidToJoin(version: Int64, hasMark: Bool, action: String) {
        var entry = Self.entry(IdentityFeed.memberChanged, of: "member")
        entry.version = version
        entry.after =
            #"{"full_name":"Nora","role":"parent"\#(hasMark ? #","has_joined":true"# : "")}"#
        entry.before = version == 1 ? nil : #"{"full_name":"Nora","role":"player"}"#
        let words = HistoryWords(entry) { _ in "" }
        #expect(words.action == action)
        #expect(words.what == (action == "changed" ? "member Nora" : "parent"))
        #expect(words.changes.isEmpty == (action != "changed"))
    }

    @Test func changesWithoutARequestStayApart() {
        let entry = Self.entry("schools.imported", trace: nil)
        #expect(HistoryAction.all(of: [entry, entry]).count == 2)
    }
}
