import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// `undo` and `trash …`.
@Suite struct TrashCommandTests {
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)
    private let id = Fixture.operationID
    private static let importID: OperationID = Fixture.id(0x1a1a_0001)

    /// Services of which coaches has an import besides.
    private func withImport(undone: Bool = false) throws -> CompassHarness {
        let operation = UndoableOperation(
            id: Self.importID, kind: CommitImport<CoachImportRow>.name, effect: .added,
            title: "Pat Doyle",
            counts: ["coaches": 1, "schools": 2], actor: Fixture.siblingID, actorName: "Kim Lee",
            createdAt: Fixture.created, undoneAt: undone ? Fixture.created : nil,
            expiresAt: undone ? Fixture.created.advanced(by: TrashLimit.keptFor) : nil)
        return try CompassHarness.signedIn { call in
            switch (call.operation, call.service) {
            case ("operations.list", "coaches"):
                Fixture.answer(ListOperations.Response(operations: [operation]))
            case ("operations.undo", "coaches"):
                Fixture.answer(
                    UndoOperation.Response(
                        Self.importID, removed: ["coaches": 1, "schools": 2]))
            case ("operations.purge", "coaches"):
                Fixture.answer(
                    PurgeOperations.Response(
                        purged: [Self.importID], counts: ["coaches": 1, "schools": 2]))
            default: Fixture.script(call)
            }
        }
    }

    private func sent(_ harness: CompassHarness, _ operation: String) -> [String] {
        harness.transport.seen.filter { $0.operation == operation }.map(\.service)
    }

    // MARK: Undoing

    @Test(arguments: ["undo", "trash restore"])
    func theServiceThatDidItIsFoundAndAsked(command: String) throws {
        let harness = try CompassHarness.signedIn()
        for typed in [id.text, String(id.text.suffix(8)), String(id.text.suffix(12).uppercased())] {
            let ran = harness.run("\(command) \(typed)")
            #expect(ran.code == .success)
            #expect(ran.out == "Restored 1 interaction\n")
        }
        #expect(sent(harness, "operations.list").count == ServiceName.allCases.count * 3)
        #expect(sent(harness, "operations.undo") == Array(repeating: "interactions", count: 3))
    }

    @Test func anImportGoesAgain() throws {
        let harness = try withImport()
        let ran = harness.run("undo \(Self.importID.text.suffix(9))")
        #expect(ran.err == "")
        #expect(ran.out == "Removed 1 coach, 2 schools\n")
        #expect(sent(harness, "operations.undo") == ["coaches"])
    }

    @Test func anUnknownOperationIsAnsweredWithTheTrash() throws {
        let ran = try CompassHarness.signedIn().run("undo 00000000")
        ran.expectFailure(
            .notFound,
            """
            compass: Operation not found
            No operation that you may undo has the id "00000000".
            Try: compass trash list

            """)
    }

    @Test func whatWasUndoneAlreadyLeadsToTheTrash() throws {
        let harness = try CompassHarness.signedIn(
            Fixture.refusing("operations.undo", .conflict, "This operation was already undone"))
        let ran = harness.run("undo \(id.text.suffix(8))")
        #expect(ran.code == .conflict)
        #expect(ran.err.hasSuffix("\nTry: compass trash list\n"), "\(ran.err)")
    }

    @Test func whatCannotBeAnIDIsRefusedBeforeAnybodyIsAsked() throws {
        let harness = try CompassHarness.signedIn()
        for typed in ["1234567", "x"] {
            let ran = harness.run("undo \(typed)")
            #expect(ran.code == .invalid)
        }
        #expect(harness.transport.seen.isEmpty)
    }

    @Test func anEndThatFitsTwoListsThem() throws {
        let twin = UndoableOperation(
            id: Identifier(high: 1, low: id.low), kind: "schools.delete", effect: .deleted,
            title: "Duke", counts: ["schools": 1], actor: nil, actorName: nil,
            createdAt: Fixture.created)
        let harness = try CompassHarness.signedIn { call in
            (call.operation, call.service) == ("operations.list", "coaches")
                ? Fixture.answer(ListOperations.Response(operations: [twin])) : Fixture.script(call)
        }
        let ran = harness.run("undo \(id.text.suffix(8))")
        #expect(ran.code == .usage)
        #expect(ran.err.contains("matches 2 operations"))
        #expect(ran.err.contains("Duke") && ran.err.contains("Camp in June"))
        #expect(sent(harness, "operations.undo").isEmpty)
    }

    /// Services of which coaches deleted a coach with an interaction, who comes back without this.
    /// Another coach, if named, has been changed since and stays, and the undo is still running.
    private func withDeletion(
        lost: [LostReference]? = nil, kept: String? = nil
    ) throws -> CompassHarness {
        let operation = UndoableOperation(
            id: Self.importID, kind: "coaches.cascadeDelete", effect: .deleted,
            title: "Pat Doyle", counts: ["coaches": 1, "interactions": 3],
            actor: Fixture.siblingID, actorName: "Kim Lee", createdAt: Fixture.created)
        return try CompassHarness.signedIn { call in
            switch (call.operation, call.service) {
            case ("operations.list", "coaches") where Self.isAbout(Self.importID, call):
                Fixture.answer(ListOperations.Response(operations: [operation]))
            case ("operations.list", "interactions")
            where Self.isAbout(Fixture.operationID, call):
                Fixture.script(call)
            case ("operations.list", "interactions") where !Self.isAbout(Self.importID, call):
                Fixture.answer(ListOperations.Response(operations: [], taken: [Self.importID]))
            case ("operations.list", _): Fixture.answer(ListOperations.Response(operations: []))
            case ("operations.undo", "coaches"):
                Self.answer(
                    restoring: ["coaches": 1, "interactions": 3], without: lost, keeping: kept)
            default: Fixture.script(call)
            }
        }
    }

    private static func answer(
        restoring counts: [String: Int], without lost: [LostReference]?, keeping name: String?
    ) -> Outcome {
        var response = UndoOperation.Response(
            importID, restored: counts, state: name == nil ? .done : .running)
        response.lost = lost
        response.kept = name.map {
            [KeptRecord(type: "coaches", id: "1", name: $0, reason: "has since been changed")]
        }
        return Fixture.answer(response)
    }

    // N-143: what was removed for good meanwhile stays away, and the undo says so.
    @Test func whatStaysAwayIsNamed() throws {
        let harness = try withDeletion(lost: [
            LostReference(type: "coaches", kind: .school, count: 1),
            LostReference(type: "social_media_posts", kind: .coach, count: 2),
        ])
        let said = """
            1 coach has no school now: the school was removed for good
            2 posts have no coach now: what they named was removed for good

            """
        for typed in [Self.importID.text, "\(Self.importID.text) \(Self.importID.text)"] {
            let ran = harness.run("undo \(typed)")
            #expect(ran.out == "Restored 1 coach, 3 interactions\n")
            #expect(ran.err == said)
        }
        let json = harness.run("undo \(Self.importID.text) --json").out
        #expect(json.contains("\"lost\""), "\(json)")
    }

    // N-103, N-143: an undo of several says all that the undo of each one says.
    @Test func anUndoOfSeveralSaysWhatEachWouldSay() throws {
        let harness = try withDeletion(
            lost: [LostReference(type: "coaches", kind: .school, count: 1)], kept: "Bo Ray")
        let ran = harness.run("undo \(Self.importID) \(id)")
        #expect(ran.out == "Restored 1 coach, 3 interactions; Restored 1 interaction\n")
        #expect(
            ran.err == """
                Kept: Bo Ray has since been changed
                1 coach has no school now: the school was removed for good
                Some services are still working on it; you need not do anything

                """)
        #expect(sent(harness, "operations.undo") == ["coaches", "interactions"])
    }

    // N-175
    @Test func aDryRunOfSeveralNamesWhatItDoesNotTry() throws {
        let harness = try withDeletion()
        let ran = harness.run("undo \(Self.importID) \(id) --dry-run")
        #expect(ran.err.contains("Not tried, since it may depend on the first one: "), "\(ran.err)")
        #expect(ran.err.contains("Camp in June"), "\(ran.err)")
        #expect(sent(harness, "operations.undo") == ["coaches"])
    }

    private static func isAbout(_ id: OperationID, _ call: OutgoingCall) -> Bool {
        let request = try? JSONCoding.decodeRequest(
            ListOperations.Request.self, from: call.payload)
        return request?.ending.value == id.text
    }

    // N-132: the undo names what took the record along, and undoes that.
    @Test func aRecordThatWentAlongComesBackWithAllOfIt() throws {
        let harness = try withDeletion()
        let ran = harness.run("undo abcdef01")
        #expect(
            ran.err == """
                It was deleted with "Pat Doyle" (1 coach, 3 interactions); all of it comes back

                """)
        #expect(ran.out == "Restored 1 coach, 3 interactions\n")
        #expect(sent(harness, "operations.undo") == ["coaches"])
        // Two records of one deletion are one undo.
        let both = harness.run("undo abcdef01 abcdef02")
        #expect(both.out == "Restored 1 coach, 3 interactions\n")
        #expect(sent(harness, "operations.undo") == ["coaches", "coaches"])
    }

    // N-132: nothing more than what was named is removed for good.
    @Test func aRecordThatWentAlongIsNotRemovedForGoodByItself() throws {
        let harness = try withDeletion()
        let ran = harness.run("trash purge abcdef01 --yes")
        ran.expectFailure(
            .usage,
            """
            compass: It was deleted with "Pat Doyle" (1 coach, 3 interactions)
            Only all of it can be removed for good.
            Try: compass trash purge \(Self.importID)

            """)
        #expect(sent(harness, "operations.purge").isEmpty)
    }

    // Whether it exists is not known as long as somebody was not asked.
    @Test func aServiceThatIsAwayIsNamed() throws {
        let harness = try CompassHarness.signedIn { call in
            (call.operation, call.service) == ("operations.list", "coaches")
                ? Fixture.refusal(.unavailable, "away") : Fixture.script(call)
        }
        harness.environment["COMPASS_BROKER_ENDPOINT"] = "inproc://test"
        let ran = harness.run("undo 00000000")
        #expect(ran.code == .unavailable)
        #expect(ran.err.hasPrefix("compass: coaches does not answer\n"))
        // What another one has is undone all the same.
        #expect(harness.run("undo \(id)").code == .success)
    }

    @Test(arguments: ["undo 00000000", "trash list", "trash purge 00000000", "trash purge --all"])
    func parentsAreRefused(line: String) throws {
        let harness = try CompassHarness.signedIn(
            Fixture.refusing(
                "operations.list", .forbidden, "Only players can use the trash",
                otherwise: Fixture.parentScript))
        let ran = harness.run(line)
        #expect(ran.code == .forbidden)
        #expect(ran.err.hasPrefix("compass: Only players can use the trash\n"))
    }

    @Test func aKeySendsTheStoredUndoToTheSameService() throws {
        let harness = try withImport()
        let key = "6f9619ff-8b86-4d01-b42d-00c04fc964ff"
        let line = "undo \(Self.importID) --idempotency-key \(key)"
        #expect(harness.run(line).code == .success)
        let asked = sent(harness, "operations.list").count
        #expect(harness.run(line).code == .success)
        #expect(sent(harness, "operations.list").count == asked)
        #expect(sent(harness, "operations.undo") == ["coaches", "coaches"])
    }

    // MARK: Listing

    @Test func theTrashIsOneListNewestFirst() throws {
        let harness = try withImport(undone: true)
        let ran = harness.run("trash list", traits: terminal)
        #expect(ran.code == .success)
        // Deleted on February 3, and now it is the 10th.
        #expect(
            ran.out == """
                Trash

                ID        Deleted      What                                By       Days Left
                1a1a0001  Feb 3, 2026  Import undone (1 coach, 2 schools)  Kim Lee         24
                0d0d0001  Feb 3, 2026  Interaction "Camp in June"          Sam Lee         24

                Restore: compass trash restore ID
                An import that was undone is not restored; import the file again
                Remove for good: compass trash purge ID, or --all

                """)
        let names = harness.run("trash list -o name")
        #expect(Set(names.out.split(separator: "\n")) == [id.text[...], Self.importID.text[...]])
        let limited = harness.run("trash list --limit 1 -o name")
        #expect(limited.out.split(separator: "\n").count == 1)
        let json = harness.run("trash list --json")
        #expect(json.out.contains("\"service\":\"coaches\""))
        #expect(json.out.contains("\"unavailable\":[]"))
    }

    @Test func anEmptyTrashSaysSo() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "operations.list"
                ? Fixture.answer(ListOperations.Response(operations: [])) : Fixture.script(call)
        }
        let ran = harness.run("trash list", traits: terminal)
        #expect(
            ran.out == """
                Trash

                The trash is empty
                What you delete can be restored for 30 days

                """)
    }

    @Test func aListWithoutAServiceIsNoWholeList() throws {
        let harness = try CompassHarness.signedIn { call in
            (call.operation, call.service) == ("operations.list", "coaches")
                ? Fixture.refusal(.timeout, "away") : Fixture.script(call)
        }
        let ran = harness.run("trash list")
        #expect(ran.code == .unavailable)
        #expect(ran.out.contains("Camp in June"))
        #expect(ran.err.contains("coaches does not answer: some records are missing here"))
        #expect(harness.run("trash list --json").out.contains("\"unavailable\":[\"coaches\"]"))
    }

    @Test func daysAreCountedToTheLastMillisecond() {
        let day: Int64 = 86_400_000
        var row = Fixture.deletion
        func days(_ left: Int64) -> Int? {
            row.expiresAt = Instant(milliseconds: Fixture.created.milliseconds + left)
            return TrashWords.daysLeft(row, at: Fixture.created)
        }
        #expect(days(30 * day) == 30)
        #expect(days(29 * day + 1) == 30)
        #expect(days(1) == 1)
        #expect(days(0) == 0)
        #expect(days(-day) == 0)
    }

    // N-172: deleted while the clock was ahead, and seen after it was set back.
    @Test func noMoreDaysAreLeftThanTheTrashKeeps() throws {
        var row = Fixture.deletion
        row.createdAt = Fixture.created.advanced(by: .seconds(10 * 86_400))
        row.expiresAt = row.createdAt.advanced(by: TrashLimit.keptFor)
        #expect(TrashWords.daysLeft(row, at: Fixture.created) == 30)
        let harness = try CompassHarness.signedIn { [row] call in
            call.operation == "operations.list" && call.service == "interactions"
                ? Fixture.answer(ListOperations.Response(operations: [row]))
                : Fixture.script(call)
        }
        let ran = harness.run("trash list", traits: terminal)
        let line = try #require(ran.out.split(separator: "\n").first { $0.contains("Camp") })
        #expect(line.hasSuffix(" 30"), "\(ran.out)")
    }

    // MARK: Removing for good

    // U-07: "cannot be undone" is said where it is true.
    @Test func aPurgeAsksAndSaysThatItIsForGood() throws {
        let harness = try CompassHarness.signedIn()
        let kept = harness.run("trash purge \(id)", answering: "n", traits: terminal)
        #expect(kept.code == .success)
        #expect(
            harness.prompt.questions == [
                "Remove Interaction \"Camp in June\" for good? This cannot be undone."
            ])
        #expect(sent(harness, "operations.purge").isEmpty)
        let ran = harness.run("trash purge \(id)", answering: "y", traits: terminal)
        #expect(ran.out == "Removed for good: 1 interaction\n")
    }

    @Test func scriptsSayYes() throws {
        let harness = try CompassHarness.signedIn()
        let refused = harness.run("trash purge \(id)")
        #expect(refused.code == .usage)
        #expect(refused.err.contains("--yes"))
        #expect(sent(harness, "operations.purge").isEmpty)
        #expect(harness.run("trash purge \(id) --yes").code == .success)
    }

    @Test func allAsksOnceAndEachServiceThatHasSomething() throws {
        let harness = try withImport(undone: true)
        let ran = harness.run("trash purge --all", answering: "y", traits: terminal)
        #expect(
            harness.prompt.questions == [
                "Remove everything in the trash for good (1 coach, 1 interaction, 2 schools)? "
                    + "This cannot be undone."
            ])
        #expect(ran.out == "Removed for good: 1 coach, 1 interaction, 2 schools\n")
        #expect(Set(sent(harness, "operations.purge")) == ["coaches", "interactions"])
        let json = harness.run("trash purge --all --yes --json")
        #expect(json.out.contains("\"counts\":{\"coaches\":1,\"interactions\":1,\"schools\":2}"))
    }

    @Test(arguments: ["trash purge", "trash purge 0d0d0001 --all"])
    func oneOrAllMustBeSaid(line: String) throws {
        let harness = try CompassHarness.signedIn()
        #expect(harness.run(line).code == .usage)
        #expect(harness.transport.seen.isEmpty)
    }
}
