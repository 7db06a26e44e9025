import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// `history` and `audit`.
@Suite struct HistoryCommandTests {
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)
    private static let coachID = "01970000-0000-7000-8000-0000c0ac0001"

    private static func entry(
        _ number: UInt64, _ type: String, version: Int64 = 1, record: String = coachID,
        recordType: String = "coach", before: String? = nil, after: String? = nil,
        actor: UserID? = Fixture.playerID
    ) -> HistoryEntry {
        let at = Fixture.created.advanced(by: .seconds(Int(number)))
        return HistoryEntry(
            id: ChangeID(high: UInt64(at.milliseconds) << 16 | 0x7000, low: number), type: type,
            recordType: recordType, recordID: record, version: version, occurredAt: at,
            actor: actor, actorName: actor == nil ? nil : "Sam Lee", role: .player, traceID: nil,
            before: before, after: after)
    }

    private static let coaches = [
        entry(
            9, "coach.changed", version: 2,
            before: #"{"first_name":"Pat","last_name":"Doyle","phone":null,"version":1}"#,
            after: #"{"first_name":"Pat","last_name":"Doyle","phone":"(919) 555-0100","version":2}"#
        ),
        entry(
            1, "coach.changed", after: #"{"first_name":"Pat","last_name":"Doyle","version":1}"#),
    ]
    private static let interactions = [
        entry(
            5, "interaction.deleted", version: 2, record: Fixture.full.id.text,
            recordType: "interaction", before: #"{"subject":"Camp in June","type":"email"}"#)
    ]

    private func harness(
        _ entries: [ServiceName: [HistoryEntry]] = [
            .coaches: coaches, .interactions: interactions,
        ],
        without away: ServiceName? = nil
    ) throws -> CompassHarness {
        let harness = try CompassHarness { call in
            guard call.operation == "changes.history" else { return Fixture.script(call) }
            if call.service == away?.rawValue { return Fixture.refusal(.unavailable, "away") }
            guard
                let input = try? JSONCoding.decodeRequest(
                    ListHistory.Request.self, from: call.payload
                ).validated()
            else { return Fixture.refusal(.validationFailed, "no request") }
            let all = (ServiceName(rawValue: call.service).flatMap { entries[$0] } ?? [])
                .filter { entry in
                    (input.record.map { entry.recordID.hasSuffix($0.text) } ?? true)
                        && (input.cursor.map { entry.id < $0 } ?? true)
                }
            let page = Array(all.prefix(input.limit))
            return Fixture.answer(
                ListHistory.Response(
                    entries: page, nextCursor: page.count < all.count ? page.last?.id : nil))
        }
        try harness.signIn()
        return harness
    }

    // N-158: in words and as JSON.
    @Test func aMergeSaysIntoWhom() throws {
        var merged = Self.entry(
            3, "coach.deleted", version: 2,
            before: #"{"first_name":"P.","last_name":"Doyle","version":2}"#)
        merged.mergedInto = MergedInto(id: Fixture.dukeID.text, name: "Pat Doyle")
        let harness = try harness([.coaches: [merged]])
        let ran = harness.run("audit", traits: terminal)
        #expect(
            ran.out.contains("Sam Lee merged coach P. Doyle into Pat Doyle"), "\(ran.out)")
        // The one who stayed was removed for good.
        var nameless = merged
        nameless.mergedInto?.name = nil
        #expect(
            HistoryWords(nameless) { _ in "" }.what == "coach P. Doyle into another one")
        let json = harness.run("audit --json").out
        #expect(
            json.contains(
                #""merged_into":{"id":"\#(Fixture.dukeID.text)","name":"Pat Doyle"}"#), "\(json)")
    }

    // FEATURES part 3, 8
    @Test func whatHappenedIsOneListOfAllServices() throws {
        let ran = try harness().run("audit", traits: terminal)
        #expect(ran.code == .success)
        #expect(
            ran.out == """
                What happened

                Feb 3, 2026, 2:00 PM  Sam Lee changed coach Pat Doyle  c0ac0001
                  phone: none → (919) 555-0100
                Feb 3, 2026, 2:00 PM  Sam Lee deleted interaction "Camp in June"  aaaa0001
                Feb 3, 2026, 2:00 PM  Sam Lee added coach Pat Doyle  c0ac0001

                """)
    }

    @Test func programsGetTheRecordsWhole() throws {
        let ran = try harness().run("audit --json")
        #expect(ran.out.contains(#""after":{"first_name":"Pat","last_name":"Doyle","phone":"#))
        #expect(ran.out.contains(#""service":"interactions""#))
        #expect(ran.out.contains(#""next_cursor":null,"unavailable":[]"#))
        let lines = try harness().run("audit -o jsonl").out.split(separator: "\n")
        #expect(lines.count == 3)
        let table = try harness().run("audit").out.split(separator: "\n")
        #expect(table[0] == "Time\tWho\tAction\tWhat\tChanges\tRecord")
        #expect(table[1].contains("phone: none → (919) 555-0100"))
    }

    @Test func aRecordsHistoryIsItsOwn() throws {
        let harness = try harness()
        let ran = harness.run("history c0ac0001", traits: terminal)
        #expect(ran.code == .success)
        #expect(ran.out.hasPrefix("History of c0ac0001\n"))
        #expect(!ran.out.contains("Camp in June"))
        let unknown = harness.run("history 00000000")
        #expect(unknown.code == .notFound)
        #expect(unknown.err.hasPrefix("compass: Record not found\n"))
        #expect(harness.run("history x").code == .invalid)
    }

    @Test func anEndThatFitsTwoRecordsListsThem() throws {
        let twin = Self.entry(
            2, "school.changed", record: "01970000-0000-7000-9000-0000c0ac0001",
            recordType: "school", after: #"{"name":"Duke"}"#)
        let ran = try harness([.coaches: Self.coaches + [twin]]).run("history c0ac0001")
        #expect(ran.code == .usage)
        #expect(ran.err.contains("matches 2 records"))
        #expect(ran.err.contains("school Duke") && ran.err.contains("coach Pat Doyle"))
    }

    @Test func pagesGoOnBehindTheirCursor() throws {
        let harness = try harness()
        let first = harness.run("audit --limit 2", traits: terminal)
        let cursor = Self.interactions[0].id
        #expect(first.out.hasSuffix("More: --cursor \(cursor)\n"))
        let second = harness.run("audit --limit 2 --cursor \(cursor)", traits: terminal)
        #expect(second.out.contains("added coach Pat Doyle") && !second.out.contains("More:"))
        #expect(harness.run("audit --cursor x").code == .invalid)
    }

    @Test func aServiceThatIsAwayIsNamed() throws {
        let harness = try harness(without: .interactions)
        harness.environment["COMPASS_BROKER_ENDPOINT"] = "inproc://test"
        let ran = harness.run("audit")
        #expect(ran.code == .unavailable)
        #expect(ran.err.contains("interactions does not answer: some records are missing here"))
        #expect(ran.out.contains("Pat Doyle"))
        #expect(harness.run("history 00000000").code == .unavailable)
    }

    @Test func nothingIsToldAsNothing() throws {
        let ran = try harness([:]).run("audit", traits: terminal)
        #expect(ran.out == "What happened\n\nNo changes that you may see\n")
    }

    @Test(arguments: [
        ("family.changed", "family", 1, #"{"name":"The Lees"}"#, "added family The Lees"),
        (
            "family.codeRenewed", "family", 3, #"{"name":"The Lees"}"#,
            "renewed a code of family The Lees"
        ),
        (
            "member.changed", "member", 1, #"{"full_name":"Kim","role":"parent"}"#,
            "joined as parent"
        ),
        ("coaches.imported", "import", 1, #"{"coaches":[{},{}]}"#, "imported 2 coaches"),
        ("coaches.removed", "import", 1, #"{"ids":["a"]}"#, "undid an import of 1 coach"),
        (
            "operation.purged", "operation", 2, #"{"counts":{"coaches":2}}"#,
            "removed for good 2 coaches"
        ),
        ("notification.read", "notification", 1, #"{"marked":2}"#, "read 2 notifications"),
        (
            "interaction.created", "interaction", 1, #"{"type":"email","subject":null}"#,
            "added interaction email"
        ),
    ])
    func entriesAreSentences(
        type: String, kind: String, version: Int64, json: String, sentence: String
    ) throws {
        let isGone = type.hasSuffix(".removed")
        let entry = Self.entry(
            1, type, version: version, recordType: kind, before: isGone ? json : nil,
            after: isGone ? nil : json)
        let cells = try harness([.coaches: [entry]]).run("audit").out
            .split(separator: "\n").last?.split(separator: "\t").map(String.init)
        #expect(cells?[2...3].joined(separator: " ") == sentence)
    }

    /// What follows from contacts is no change that somebody made.
    @Test func figuresOfACoachAreNotTold() throws {
        let entry = Self.entry(
            1, CoachesFeed.coachChanged, version: 2, recordType: "coach",
            before: #"{"notes":"a","last_contact_date":null}"#,
            after: #"{"notes":"b","last_contact_date":"2026-02-01T10:00:00.000Z"}"#)
        let out = try harness([.coaches: [entry]]).run("audit").out
        #expect(out.contains("notes: a → b") && !out.contains("last contact"))
    }

    @Test func whatTheSystemDidIsSaid() throws {
        let entry = Self.entry(
            1, "operation.purged", recordType: "operation", after: #"{"counts":{"coaches":1}}"#,
            actor: nil)
        let ran = try harness([.coaches: [entry]]).run("audit", traits: terminal)
        #expect(ran.out.contains("The system removed for good 1 coach"))
    }

    // A change of many records says of one of them only that it was among them.
    @Test(arguments: [
        ("operation.purged", "operation", "removed for good\tthe record"),
        ("coaches.removed", "import", "undid an import of\tthe record"),
    ])
    func oneOfManyIsCalledTheRecord(type: String, kind: String, words: String) throws {
        let entry = Self.entry(1, type, recordType: kind)
        #expect(try harness([.coaches: [entry]]).run("audit").out.contains(words))
    }
}
