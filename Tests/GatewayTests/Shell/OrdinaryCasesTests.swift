import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

/// What people and scripts type on ordinary days: empty values, bad ones, keys of commands that
/// worked, services that are away.
@Suite struct OrdinaryCasesTests {
    private func sent<Request: Decodable>(
        _ type: Request.Type, _ operation: String, _ harness: CompassHarness
    ) throws -> Request {
        let call = try #require(harness.transport.seen.last { $0.operation == operation })
        return try JSONCoding.decodeResponse(type, from: call.payload)
    }

    // MARK: Empty values

    // IA-06: the service then says "Please select a school".
    @Test func anEmptyNameIsNone() throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run(
            words: ["interactions", "add", "--type", "email"]
                + ["school", "coach", "event", "sentiment", "signals"].flatMap { ["--\($0)", ""] })
        #expect(ran.code == .success, "\(ran.err)")
        let request = try sent(
            CreateInteraction.Request.self, CreateInteraction.name, harness)
        #expect(request.schoolID.value == nil && request.coachID.value == nil)
        #expect(request.eventID.value == nil && request.sentiment.value == nil)
        #expect(request.interestAnswers.value == nil)
        let refused = #expect(throws: ServiceError.self) { try request.validated() }
        #expect(refused?.errors["school_id"] == "Please select a school")
        #expect(!harness.transport.seen.contains { $0.operation == "schools.list" })
    }

    // D-48: an earlier record is logged again without them.
    @Test func anEmptyNameTakesAwayWhatTheEarlierRecordHad() throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run(
            words: [
                "interactions", "add", "--from", Fixture.full.id.text, "--coach", "",
                "--sentiment", "",
            ])
        #expect(ran.code == .success, "\(ran.err)")
        let request = try sent(
            CreateInteraction.Request.self, CreateInteraction.name, harness)
        #expect(request.schoolID.value == Fixture.dukeID.text)
        #expect(request.coachID.value == nil && request.sentiment.value == nil)
    }

    @Test func anEmptyFilterIsNone() throws {
        let harness = try CompassHarness.signedIn()
        let words = ["interactions", "list"]
        #expect(harness.run(words: words).code == .success)
        let plain = try #require(harness.transport.seen.last).payload
        let empty = InteractionFilter.allCases.filter {
            if case .flag = $0.rule.kind { false } else { true }
        }.flatMap { ["--\($0.flagName)", ""] }
        #expect(empty.count > 10)
        let ran = harness.run(words: words + empty)
        #expect(ran.code == .success, "\(ran.err)")
        #expect(try #require(harness.transport.seen.last).payload == plain)
    }

    // MARK: Bad values

    // IA-16: a program finds the text at the request's field, not at the flag.
    @Test(arguments: [
        ("at", "soon", "occurred_at", "Please select a date and time"),
        ("at", "2026-02-30", "occurred_at", nil),
        ("signals", "nonsense", "interest_answers", nil),
        ("sentiment", "great", "sentiment", "Invalid sentiment value"),
    ])
    func aBadValueNamesTheFieldOfTheRequest(
        flag: String, value: String, field: String, text: String?
    ) throws {
        let ran = try CompassHarness.signedIn().run(
            words: [
                "interactions", "add", "--type", "email", "--school", Fixture.dukeID.text,
                "--\(flag)", value, "--json",
            ])
        #expect(ran.code == .invalid)
        #expect(ran.out.contains("\"errors\":{\"\(field)\":\""), "\(ran.out)")
        if let text { #expect(ran.out.contains("\"\(field)\":\"\(text)\"")) }
    }

    // N-163
    @Test func everyBadValueIsNamedAtOnce() throws {
        let ran = try CompassHarness.signedIn().run(
            "interactions add --type fax --direction up --sentiment nix --signals nix "
                + "--at nonsense --json")
        #expect(ran.code == .invalid)
        for flag in ["type", "direction", "sentiment", "signals", "at"] {
            #expect(ran.err.contains("--\(flag): "), "\(ran.err)")
        }
        for field in ["type", "direction", "sentiment", "interest_answers", "occurred_at"] {
            #expect(ran.out.contains("\"\(field)\":\""), "\(ran.out)")
        }
    }

    // N-164
    @Test func whatIsMissingIsNamedBesideABadValue() throws {
        let harness = try CompassHarness.signedIn()
        let both = harness.run("interactions add --at nonsense --json")
        #expect(both.code == .invalid)
        for field in ["occurred_at", "school_id", "type"] {
            #expect(both.out.contains("\"\(field)\":\"Please select"), "\(both.out)")
        }
        #expect(both.err.contains("Missing: --school, --type."), "\(both.err)")
        let none = harness.run("interactions add --at nonsense --type email --coach Pat")
        #expect(!none.err.contains("Missing"), "\(none.err)")
    }

    // N-164
    @Test func whatANewAccountLacksIsNamedBesideABadRole() throws {
        let ran = try CompassHarness().run("signup --role coach --name Sam --json")
        #expect(ran.code == .invalid)
        #expect(ran.err.contains("Missing: --email, --password-stdin."), "\(ran.err)")
        for field in ["email", "password", "role"] {
            #expect(ran.out.contains("\"\(field)\":\""), "\(ran.out)")
        }
        #expect(!ran.out.contains("full_name"), "\(ran.out)")
    }

    // A script learns of everything that is missing at once.
    @Test func everyMissingFlagIsNamedAtOnce() throws {
        let nobody = try CompassHarness()
        let signUp = nobody.run("signup --name Sam")
        signUp.expectFailure(
            .usage,
            """
            compass: Can't ask for input here: there is no terminal
            In scripts, add --email, --role and --password-stdin.

            """)
        #expect(nobody.run("login").err.contains("add --email and --password-stdin."))
        let reset = nobody.run("password reset").err
        #expect(reset.contains("add --email, --code and --password-stdin."))
        let errors = [
            "school_id": "Please select a school", "type": "Please select an interaction type",
        ]
        let harness = try CompassHarness.signedIn { call in
            call.operation == CreateInteraction.name
                ? .failure(
                    ServiceError(
                        .validationFailed, "Please select a school", errors: errors), executed: .no)
                : Fixture.script(call)
        }
        let add = harness.run("interactions add")
        #expect(add.code == .invalid)
        #expect(
            add.err.contains(
                "--school: Please select a school; --type: Please select an interaction type"),
            "\(add.err)")
    }

    // MARK: Keys

    /// Deletions whose answers are lost at first; then nothing of that name is there any more.
    /// `lists` answers what looks the name up before.
    private func deletion(
        _ line: String, _ operation: String, among lists: [String: Outcome] = [:],
        again answer: Outcome, isUndoable: Bool = true
    ) throws {
        let isGone = Mutex(false)
        let harness = try CompassHarness.signedIn { call in
            let wasDeleted = isGone.withLock { $0 }
            if !wasDeleted, let list = lists[call.operation] { return list }
            return switch (call.operation, wasDeleted) {
            case (operation, false): Fixture.refusal(.timeout, "late", executed: .unknown)
            case (operation, true): answer
            case ("coaches.list", true): Fixture.answer(ListCoaches.Response([], total: 0))
            case ("interactions.find", true):
                Fixture.answer(FindInteractions.Response(matches: []))
            default: Fixture.script(call)
            }
        }
        let first = harness.run(line)
        #expect(first.code == .unavailable)
        let lost = try #require(harness.transport.seen.last { $0.operation == operation })
        let key = try #require(lost.idempotencyKey)
        isGone.withLock { $0 = true }
        let count = harness.transport.seen.count
        let again = harness.run("\(line) --idempotency-key \(key)")
        #expect(again.code == .success, "\(again.err)")
        #expect(again.err.contains("Sending the stored request of \(key) again."))
        let undo = "Undo: compass undo \(Fixture.operationID)"
        #expect(again.err.contains(undo) == isUndoable, "\(again.err)")
        let calls = harness.transport.seen.dropFirst(count).filter {
            $0.operation != "passports.issue"
        }
        #expect(calls.map(\.operation) == [operation])
        #expect(calls.first?.payload == lost.payload)
        // The key is the command's; another one is told so.
        #expect(harness.run("events delete x --yes --idempotency-key \(key)").code == .usage)
    }

    // A record that is named by its name or by the end of its id is not looked up again.
    @Test func aKeyRepeatsADeletionOfWhatIsGone() throws {
        let deleted = Fixture.answer(
            DeleteInteraction.Response(
                deleted: ["interactions": 1], message: "Interaction deleted",
                operationID: Fixture.operationID))
        let tail = Fixture.full.id.text.suffix(8)
        try deletion(
            "interactions delete \(tail) --yes", "interactions.delete", again: deleted)
        try deletion(
            "interactions delete \(tail) --cascade --yes", "interactions.cascadeDelete",
            again: deleted)
        try deletion(
            "coaches delete Doyle --cascade --yes", "coaches.cascadeDelete",
            again: Fixture.answer(
                DeletionAnswer(
                    of: .coach, state: .done, counts: ["coaches": 1], cascades: true,
                    operationID: Fixture.operationID)))
    }

    // Nor is what can be removed for good only, or belongs to a user.
    @Test func aKeyRepeatsARemovalOfWhatIsGone() throws {
        let hook = Hook(
            id: Fixture.id(0x4004_0001), userID: Fixture.playerID, userName: "Sam Lee",
            address: "https://example.org/changes", records: HookRecord.allCases,
            createdAt: Fixture.created, switchedOffAt: nil, waiting: 0, failed: 0,
            deliveredAt: nil, problem: nil)
        try deletion(
            "hooks remove \(hook.address)", RemoveHook.name,
            among: [ListHooks.name: Fixture.answer(ListHooks.Response(hooks: [hook]))],
            again: Fixture.answer(RemoveHook.Response(removed: hook)), isUndoable: false)
        let token = AccessToken(
            id: Fixture.id(0x7070_0001), name: "spreadsheet", rights: .read,
            createdAt: Fixture.created, lastUsedAt: nil, expiresAt: .latest)
        try deletion(
            "tokens revoke spreadsheet", RevokeAccessToken.name,
            among: [
                ListAccessTokens.name: Fixture.answer(ListAccessTokens.Response(tokens: [token]))
            ],
            again: Fixture.answer(RevokeAccessToken.Response(revoked: token.id)),
            isUndoable: false)
        let phone = Session(
            id: Fixture.id(0x5e55_0002), device: "phone", createdAt: Fixture.created,
            lastUsedAt: Fixture.created, expiresAt: .latest)
        try deletion(
            "sessions end 5e550002", EndSession.name,
            among: [
                ListSessions.name: Fixture.answer(
                    ListSessions.Response(sessions: [phone], current: Fixture.sessionID))
            ],
            again: Fixture.answer(EndSession.Response(ended: phone.id)), isUndoable: false)
        try deletion(
            "family remove Alex --yes", RemoveMember.name,
            again: Fixture.answer(RemoveMember.Response(removed: Fixture.siblingID)),
            isUndoable: false)
        try deletion(
            "trash purge \(Fixture.operationID.text.suffix(8)) --yes", PurgeOperations.name,
            again: Fixture.answer(
                PurgeOperations.Response(
                    purged: [Fixture.operationID], counts: ["interactions": 1])),
            isUndoable: false)
    }

    @Test func theHelpSaysWhatAKeyIs() throws {
        let refused = try CompassHarness.signedIn().run(
            "interactions delete aaaa0001 --yes --idempotency-key mine")
        #expect(refused.code == .usage)
        #expect(refused.err.contains("such as 6f9619ff-8b86-4d01-b42d-00c04fc964ff"))
        let flag = CompassTable.globalFlags.first { $0.name == "idempotency-key" }
        #expect(flag?.summary.contains("a key is a UUID") == true)
    }

    // MARK: Away

    // X-12: what the message layer says of workers helps nobody.
    @Test(arguments: [
        ("no worker offers this service", "The service is not running, or is just starting."),
        (
            "The service coaches is not available; try again",
            "The service coaches is not available; try again"
        ),
    ])
    func aServiceThatIsAwaySaysWhatToDo(message: String, reason: String) throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation.hasPrefix("interactions.")
                ? Fixture.refusal(.unavailable, message) : Fixture.script(call)
        }
        harness.environment["COMPASS_BROKER_ENDPOINT"] = "inproc://test"
        let read = harness.run("interactions list")
        read.expectFailure(
            .unavailable,
            """
            compass: Server error. Please try again.
            \(reason)
            Try: compass service status

            """)
        let write = harness.run("interactions add --type email --school Duke --json")
        #expect(write.err.contains("Server error. Please try again.\n\(reason)\nRepeat safely"))
        #expect(write.out.contains(#""message":"Server error. Please try again.""#))
        #expect(write.out.contains(#""retryable":true"#))
    }

    // N-150
    @Test func aServiceThatRefusesItsDatabaseIsNamedWithTheRemedy() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation.hasPrefix("interactions.")
                ? Fixture.refusal(.unavailable, "no worker offers this service")
                : Fixture.script(call)
        }
        harness.environment["COMPASS_BROKER_ENDPOINT"] = "inproc://test"
        let home = CompassHome(path: harness.folder.path("home"))
        try home.prepare()
        let refusal = "/h/interactions.sqlite is damaged. Nothing is recorded. Restore a backup."
        let read = { harness.run("interactions list").err }
        // That of another service explains nothing.
        try PrivateFile.create(home.refusal(of: "coaches"), holding: Array("x\n".utf8))
        #expect(read().contains("The service is not running, or is just starting."))
        try PrivateFile.create(
            home.refusal(of: "interactions"), holding: Array("\(refusal)\nmark=- pid=1\n".utf8))
        #expect(
            read() == """
                compass: The service interactions cannot use its database
                \(refusal)
                Try: compass service status

                """)
        let write = harness.run("interactions add --type email --school Duke --json")
        #expect(write.err.contains("cannot use its database\n\(refusal)\nRepeat safely"))
        #expect(write.out.contains(#""code":"unavailable""#))
    }

    // MARK: Small ones

    @Test func theVersionIsToldByAFlagToo() throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run("--version")
        #expect(ran.code == .success && ran.out == "compass \(HelpCommands.versionText)\n")
        #expect(harness.run("version").out == ran.out)
        // Beside a command it is the version of a record.
        #expect(harness.run("--version 3 coaches edit Doyle").err.contains("Nothing to change"))
    }

    // RFC 6068: a subject and a body in the link, encoded whole.
    @Test func aMailBeginsWithSubjectAndBody() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "coaches.show"
                ? Fixture.answer(CoachAnswer(coach: Fixture.coach)) : Fixture.script(call)
        }
        let words = [
            "coaches", "contact", "Doyle", "--subject", "Camp & dates", "--body", "Hi,\nü",
        ]
        let all = harness.run(words: words)
        #expect(all.code == .success)
        #expect(
            all.out.contains(
                "mailto:pat@duke.example?subject=Camp%20%26%20dates&body=Hi%2C%0D%0A%C3%BC\n"),
            "\(all.out)")
        #expect(all.out.contains("sms:9195550100?body=Hi%2C%0D%0A%C3%BC\n"), "\(all.out)")
        let refused = harness.run(words: words + ["--by", "text"])
        #expect(refused.code == .usage)
        #expect(refused.err.contains("--subject and --by text cannot be combined"))
        #expect(harness.run("coaches contact Doyle").out.contains("mailto:pat@duke.example\n"))
    }

    // SA-08, SA-30
    @Test func flaggedPostsAreThoseAboutRecruiting() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == ListPosts.name
                ? Fixture.answer(ListPosts.Response([], total: 0))
                : Fixture.script(call)
        }
        #expect(harness.run("posts list --search camp --flagged").code == .success)
        let flagged = try #require(harness.transport.seen.last).payload
        #expect(harness.run("posts list --search camp --recruiting").code == .success)
        #expect(try #require(harness.transport.seen.last).payload == flagged)
        #expect(String(decoding: flagged, as: UTF8.self).contains(#""search":"camp""#))
    }
}
