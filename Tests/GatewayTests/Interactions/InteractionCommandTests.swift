import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Gateway

@Suite struct InteractionCommandTests {
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)

    private func payload(_ call: OutgoingCall?) -> String {
        String(decoding: call?.payload ?? [], as: UTF8.self)
    }

    // IA-03, IA-04, IA-57, IA-58
    @Test func addSendsEveryFieldAndTheDefaults() throws {
        let event = EventID(high: 1, low: 5)
        let harness = try CompassHarness.signedIn()
        let ran = harness.run(words: [
            "interactions", "add", "--type", "phone_call", "--school", "duke", "--coach",
            "Pat Doyle", "--direction", "inbound", "--sentiment", "very_positive", "--subject",
            "A \"quoted\" one", "--content", "two\nlines", "--signals", "visit,roster",
            "--at", "2026-02-03 09:15", "--tz", "America/New_York", "--event",
            "\(event)",
        ])
        #expect(ran.code == .success)
        #expect(
            payload(harness.transport.seen.last) == #"""
                {"coach_id":"\#(Fixture.coach.id)","content":"two\nlines","direction":"inbound",\#
                "event_id":"\#(event)","interest_answers":["visit","roster"],\#
                "occurred_at":"2026-02-03T14:15:00.000Z","school_id":"\#(Fixture.dukeID)",\#
                "sentiment":"very_positive","subject":"A \"quoted\" one","type":"phone_call"}
                """#)
        let plain = try CompassHarness.signedIn()
        _ = plain.run("interactions add --type email --school \(Fixture.dukeID)")
        #expect(
            payload(plain.transport.seen.last) == """
                {"direction":"outbound","occurred_at":"\(CompassHarness.now)",\
                "school_id":"\(Fixture.dukeID)","type":"email"}
                """)
        let other = try CompassHarness.signedIn()
        _ = other.run(words: ["interactions", "add", "--type", "dm", "--other-coach", "Lee Ann"])
        #expect(payload(other.transport.seen.last).contains("\"other_coach_name\":\"Lee Ann\""))
    }

    /// A day without a time is a day, and a month a month.
    @Test(arguments: [
        ("2026-02-03", "2026-02-03"), ("2/3/26", "2026-02-03"), ("Feb 2026", "2026-02"),
        ("yesterday", "2026-02-09"), ("yesterday 9am", "2026-02-09T09:00:00.000Z"),
        ("2026-02-03T14:15:00Z", "2026-02-03T14:15:00.000Z"),
    ])
    func aTimeOfDayIsNotInvented(typed: String, sent: String) throws {
        let harness = try CompassHarness.signedIn()
        _ = harness.run(words: [
            "interactions", "add", "--type", "email", "--school", "duke", "--at", typed,
        ])
        let json = payload(harness.transport.seen.last)
        #expect(json.contains("\"occurred_at\":\"\(sent)\""), "\(json)")
    }

    @Test func everyAddHasARandomKeyOfItsOwn() throws {
        let harness = try CompassHarness.signedIn()
        _ = harness.run("interactions add --type email --school \(Fixture.dukeID)")
        _ = harness.run("interactions add --type email --school \(Fixture.dukeID)")
        let keys = harness.transport.seen.compactMap(\.idempotencyKey)
        #expect(keys.count == 2 && keys[0] != keys[1])
    }

    // IA-06, IA-12: every refused field is named, exit 3.
    @Test func refusalsNameEachField() throws {
        let errors = [
            "school_id": "Please select a school", "type": "Please select an interaction type",
        ]
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.create"
                ? Fixture.refusal(.validationFailed, "2 fields need your attention", errors: errors)
                : Fixture.script(call)
        }
        let ran = harness.run("interactions add --json")
        #expect(ran.code == .invalid)
        let requestID = try #require(harness.transport.seen.last).requestID
        #expect(
            ran.out == """
                {"error":{"code":"validation_failed","message":"2 fields need your attention",\
                "errors":{"school_id":"Please select a school",\
                "type":"Please select an interaction type"},"request_id":"\(requestID)",\
                "retryable":false}}

                """)
        #expect(
            ran.err == """
                compass: 2 fields need your attention
                --school: Please select a school; --type: Please select an interaction type
                Try: compass interactions add --help

                """)
    }

    @Test(arguments: [
        ("--type phone", "type", "Please select an interaction type"),
        ("--direction in", "direction", "Please select a direction"),
        ("--sentiment good", "sentiment", "Invalid sentiment value"),
        ("--at someday", "occurred_at", "Please select a date and time"),
        ("--signals visit,money", "interest_answers", "--signals"),
    ])
    func valuesOutsideTheirListAreRefusedBeforeAnythingIsSent(
        flags: String, field: String, text: String
    ) throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run("interactions add --school duke --json \(flags)")
        #expect(ran.code == .invalid)
        #expect(ran.out.contains("\"\(field)\":"))
        #expect(ran.err.hasPrefix("compass: \(text)"))
        #expect(harness.transport.seen.isEmpty)
    }

    // What imports take for a word of the list is suggested, and not taken.
    @Test(arguments: [
        (["interactions", "list", "--type", "call"], "phone_call"),
        (["interactions", "list", "--type", "Zoom"], "virtual_meeting"),
        (["interactions", "add", "--type", "Call"], "phone_call"),
        (["interactions", "add", "--direction", "incoming"], "inbound"),
        (["interactions", "list", "--sentiment", "good"], "positive"),
        (["schools", "list", "--division", "Division I"], "D1"),
        (["search", "camp", "--type", "call"], "phone_call"),
        (["events", "list", "--type", "junior day"], "unofficial_visit"),
    ])
    func aWordThatImportsKnowIsSuggested(words: [String], word: String) throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run(words: words)
        #expect(ran.code != .success)
        #expect(ran.err.contains("Did you mean \"\(word)\"?"))
        #expect(harness.transport.seen.isEmpty)
    }

    /// Runs a command of a parent, whom the service does not let log.
    private func runAsParent(_ line: String) throws -> Ran {
        try CompassHarness.signedIn(
            Fixture.refusing(
                "interactions.create", .forbidden, "Only players can create interactions",
                otherwise: Fixture.parentScript)
        ).run(line)
    }

    // X-03, X-04
    @Test func aParentIsRefusedWithTheText() throws {
        let ran = try runAsParent("interactions add --type text --direction outbound")
        #expect(ran.code == .forbidden)
        #expect(ran.err.hasPrefix("compass: Only players can create interactions\n"))
    }

    // DESIGN.md 3: the service itself says what would happen, and nothing does.
    @Test func aDryRunIsMarkedAndLeavesNoKey() throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run("interactions add --type email --school duke --dry-run")
        #expect(ran.err.hasPrefix("Dry run: nothing was changed. Would print:\n"))
        let call = try #require(harness.transport.seen.last)
        #expect(call.isDryRun && call.idempotencyKey == nil)
        let lists = harness.transport.seen.filter { $0.operation == "schools.list" }
        #expect(lists.allSatisfy { !$0.isDryRun })
        #expect(!FileManager.default.fileExists(atPath: harness.folder.path("home/cli/pending")))
    }

    // IA-56, X-03: the service's refusal is what a parent reads, before any question of names.
    @Test func aParentIsToldThatOnlyPlayersLog() throws {
        let ran = try runAsParent("interactions add --type email")
        ran.expectFailure(
            .forbidden,
            """
            compass: Only players can create interactions
            Your families and your role in each: compass whoami

            """)
        #expect(ran.out.isEmpty)
    }

    // IA-51
    @Test func aLoggedInteractionPrintsItsID() throws {
        let ran = try CompassHarness.signedIn().run(
            "interactions add --type email --school duke -o name")
        #expect(ran.out == "\(Fixture.full.id)\n")
    }

    @Test func anEndpointThatIsNoneIsAUsageError() throws {
        struct Refused: Error {}
        let harness = try CompassHarness.signedIn()
        harness.endpointProblem = Refused()
        harness.environment["COMPASS_BROKER_ENDPOINT"] = "inproc://nowhere"
        let ran = harness.run("interactions list")
        #expect(ran.code == .usage)
        #expect(ran.err.hasPrefix("compass: The broker's endpoint cannot be used"))
    }

    // IL-43, ID-29, X-13, X-14, X-12: codes become exit codes and at most three lines.
    @Test(arguments: [
        (ErrorCode.timeout, ExitCode.unavailable, "compass: Connection timed out"),
        (.unavailable, .unavailable, "compass: Gateway unreachable"),
        (.internal, .failure, "compass: away"),
        (.notFound, .notFound, "compass: away"), (.conflict, .conflict, "compass: away"),
        (.staleVersion, .conflict, "compass: away"), (.tooLarge, .invalid, "compass: away"),
        (.keyReused, .invalid, "compass: away"), (.busy, .unavailable, "compass: away"),
        (.unimplemented, .failure, "compass: away"), (.dataLoss, .failure, "compass: away"),
    ])
    func everyCodeHasItsExit(code: ErrorCode, exit: ExitCode, first: String) throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.list"
                ? Fixture.refusal(code, "away") : Fixture.script(call)
        }
        let ran = harness.run("interactions list -v")
        #expect(ran.code == exit)
        #expect(ran.err.hasPrefix(first))
        #expect(ran.err.split(separator: "\n").count <= 3)
        let requestID = try #require(harness.transport.seen.last).requestID
        #expect(ran.err.hasSuffix("[request \(requestID)]\n"))
    }

    // ID-26: the second line belongs to the record that is missing, and to no other.
    @Test(arguments: [
        (
            ErrorSubject.interaction, "This interaction may have been deleted",
            "Back to Interactions: compass interactions list"
        ),
        (
            .family, "It does not exist, or you are not a member of it.",
            "Try: compass whoami"
        ),
    ])
    func theHintFitsWhatIsMissing(what: ErrorSubject, reason: String, remedy: String) throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.show"
                ? Fixture.missing(what) : Fixture.script(call)
        }
        let ran = harness.run("interactions show \(Fixture.full.id)")
        #expect(
            ran.err == "compass: \(what.rawValue.capitalized) not found\n\(reason)\n\(remedy)\n")
    }

    @Test func aCommandThatMayBeRepeatedKeepsTheHelpThatItHad() throws {
        let harness = try CompassHarness.signedIn(
            Fixture.refusing("interactions.create", .unavailable, "away"))
        harness.environment["COMPASS_BROKER_ENDPOINT"] = "ipc:///nowhere/broker.ipc"
        let lines = harness.run("interactions add --type email --school duke").err
            .split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1] == "Start the system with: make up")
        #expect(lines[2].hasPrefix("Repeat safely with: --idempotency-key "))
    }

    // IA-06: one field is not told twice, and the flag that fills it is named.
    @Test func aRefusedFieldNamesItsFlag() throws {
        let text = "Please select a school"
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.create"
                ? .failure(
                    ServiceError(.validationFailed, text, errors: ["school_id": text]),
                    executed: .no)
                : Fixture.script(call)
        }
        let ran = harness.run("interactions add --type email")
        ran.expectFailure(
            .invalid,
            """
            compass: Please select a school
            Missing: --school
            Try: compass interactions add --help

            """)
    }

    @Test func aResultThatCannotBeWrittenIsNoSuccess() throws {
        let harness = try CompassHarness.signedIn()
        harness.resultProblem = "No space left on device"
        let ran = harness.run("interactions list --json")
        #expect(ran.code == .failure)
        #expect(ran.err == "compass: The result could not be written: No space left on device\n")
    }

    @Test(arguments: [["--json"], ["-o", "json"], ["--output", "json"], ["--output=json"]])
    func aUsageErrorIsJSONWhereJSONWasAskedFor(words: [String]) throws {
        let ran = try CompassHarness.signedIn().run(
            words: ["interactions", "list", "--bogus"] + words)
        #expect(ran.code == .usage)
        #expect(ran.out.hasPrefix(#"{"error":{"code":"usage""#))
    }

    @Test func aSearchWithoutResultDoesNotOfferToTakeOne() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "schools.search"
                ? Fixture.answer(SearchSchools.Response(schools: [], total: 0))
                : Fixture.script(call)
        }
        let ran = harness.run("schools search xyzzy", traits: terminal)
        #expect(ran.out.contains("No schools match\n"))
        #expect(!(ran.out + ran.err).contains("--catalogue"))
    }

    // N-26
    @Test func aMistypedSearchOfTheCatalogueSuggestsAnother() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "schools.search"
                ? Fixture.answer(
                    SearchSchools.Response(schools: [], total: 0, suggestion: "stanford ca"))
                : Fixture.script(call)
        }
        let ran = harness.run("schools search standford ca", traits: terminal)
        #expect(ran.out.contains("Did you mean \"stanford ca\"?\n"))
        #expect(ran.out.contains("compass schools search 'stanford ca'"))
        let added = harness.run("schools add standford", traits: terminal)
        #expect(added.code == .invalid)
        #expect(added.err.contains("Did you mean \"stanford ca\"?"))
    }

    // N-26
    @Test func aNameOfSeveralSchoolsOfTheCatalogueListsThem() throws {
        let school = CatalogueSchool(
            catalogueID: "199120", name: "State University", alias: nil, city: "Salem",
            state: "OR", division: .d3, conference: nil, website: nil)
        let harness = try CompassHarness.signedIn { call in
            call.operation == "schools.search"
                ? Fixture.answer(SearchSchools.Response(schools: [school], total: 7))
                : Fixture.script(call)
        }
        let ran = harness.run("schools add state", traits: terminal)
        #expect(ran.code == .usage)
        #expect(ran.err.contains("\"state\" matches 7 schools of the catalogue"))
        #expect(ran.err.contains("199120 (State University, Salem, OR)"))
        let twice = harness.run("schools add state --name State", traits: terminal)
        #expect(twice.code == .usage && twice.err.contains("named twice"))
    }

    @Test func idsMayBeGivenByTheirEndAndAmbiguousOnesListTheCandidates() throws {
        let twins = [Fixture.full, Fixture.interaction(0xcc_aaaa_0001) { $0.subject = "Twin" }]
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.find"
                ? Fixture.found(among: twins, call) : Fixture.script(call)
        }
        let ran = harness.run("interactions show aaaa0001")
        #expect(ran.code == .usage)
        #expect(ran.err.contains("matches 2 interactions"))
        #expect(ran.err.contains("(Twin, Feb 3, 2026, 2:00 PM)"))
        #expect(harness.run("interactions show ccaaaa0001").code == .success)
        #expect(harness.run("interactions show 12345678").code == .notFound)
        // X-16
        #expect(harness.run("interactions show zzz").code == .invalid)
        #expect(harness.run("interactions show aaaa001").code == .invalid)
    }

    @Test func schoolsMayBeNamedAndAmbiguousNamesListTheCandidates() throws {
        let harness = try CompassHarness.signedIn()
        _ = harness.run(words: [
            "interactions", "list", "--school", "North Carolina State", "--json",
        ])
        #expect(payload(harness.transport.seen.last).contains(Fixture.schools[1].id.text))
        let ran = harness.run(words: ["interactions", "list", "--school", "north carolina"])
        #expect(ran.code == .usage)
        #expect(ran.err.contains("5c000002 (North Carolina State, Durham, NC)"))
        #expect(ran.err.contains("5c000003 (University of North Carolina, Durham, NC)"))
        let none = harness.run("interactions add --type email --school Yale")
        #expect(none.code == .invalid)
        #expect(none.err.hasPrefix("compass: No school of yours is called \"Yale\""))
    }

    // N-49: what the catalogue knows can be added, with the words of this command.
    @Test func aSchoolOfTheCatalogueComesWithTheCommandThatAddsIt() throws {
        func ran(_ named: String?, _ total: Int, _ words: [String]) throws -> Ran {
            let lsu = CatalogueSchool(
                catalogueID: "159391", name: "Louisiana State University", city: "Baton Rouge",
                state: "LA", division: .d1)
            let harness = try CompassHarness.signedIn { call in
                guard call.operation == SearchSchools.name else { return Fixture.script(call) }
                return Fixture.answer(
                    SearchSchools.Response(
                        schools: total == 0 ? [] : [lsu], total: total, namedID: named,
                        suggestion: nil))
            }
            return harness.run(words: ["interactions", "list"] + words)
        }
        let one = try ran("159391", 3, ["--school", "l.s.u", "--family", "Lee Family"])
        one.expectFailure(
            .invalid,
            """
            compass: No school of yours is called "l.s.u"
            The national catalogue has Louisiana State University (Baton Rouge, LA).
            Add it first: compass schools add --catalogue 159391 --family 'Lee Family'

            """)
        let several = try ran(nil, 3, ["--school", "louisiana st"])
        #expect(several.err.contains("The national catalogue has 3 schools like that.\n"))
        #expect(several.err.contains("Choose one: compass schools search 'louisiana st'\n"))
        let none = try ran(nil, 0, ["--school", "nowhere"])
        #expect(none.err.contains("Try: compass schools list\n"))
    }

    // N-49: an exact name first, then an alias, then a part of a name.
    @Test func schoolsMayBeNamedByTheirAliases() throws {
        func aliases(_ calling: String, _ schools: School...) -> [SchoolAlias] {
            schools.map { SchoolAlias(calling: calling, name: $0.name) }
        }
        let known = [
            "\"unc\"": aliases("unc", Fixture.schools[2]),
            "\"carolina\"": aliases("carolina", Fixture.schools[2]),
            "\"state\"": aliases("state", Fixture.schools[0], Fixture.schools[1]),
        ]
        let harness = try CompassHarness.signedIn { call in
            guard call.operation == FindSchoolAliases.name else { return Fixture.script(call) }
            let request = try? JSONCoding.decodeRequest(
                FindSchoolAliases.Request.self, from: call.payload)
            return Fixture.answer(
                FindSchoolAliases.Response(aliases: known[request?.query.value ?? ""] ?? []))
        }
        func list(_ school: String) -> Ran {
            harness.run(words: ["interactions", "list", "--school", school, "--json"])
        }
        for name in ["U.N.C.", "carolina"] {
            #expect(list(name).code == .success)
            #expect(payload(harness.transport.seen.last).contains(Fixture.schools[2].id.text))
        }
        let several = list("state")
        #expect(several.code == .usage)
        #expect(several.err.contains("\"state\" matches 2 schools"))
        #expect(several.err.contains("5c000001 (Duke University, Durham, NC)"))
        #expect(several.err.contains("5c000002 (North Carolina State, Durham, NC)"))
        let asked = harness.transport.seen.count { $0.operation == FindSchoolAliases.name }
        #expect(asked == 3)
        for name in ["duke university", Fixture.dukeID.text] {
            #expect(list(name).code == .success)
        }
        #expect(
            harness.transport.seen.count { $0.operation == FindSchoolAliases.name } == asked)
        // Names that differ in accents and dots alone: the one that is spelled so is meant.
        let twins = zip(Fixture.schools, ["St. Mary's", "Saint Marys"]).map { school, name in
            var school = school
            school.name = name
            return school
        }
        let alike = try CompassHarness.signedIn { call in
            call.operation == "schools.list"
                ? Fixture.answer(
                    ListSchools.Response(twins, total: 2))
                : Fixture.script(call)
        }
        let exact = alike.run(words: ["interactions", "list", "--school", "Saint Marys", "--json"])
        #expect(exact.code == .success)
        #expect(payload(alike.transport.seen.last).contains(twins[1].id.text))
        let other = alike.run(words: ["interactions", "list", "--school", "saint mary's"])
        #expect(other.code == .usage && other.err.contains("matches 2 schools"))
        // Without an answer a part of a name could mean another school.
        let away = try CompassHarness.signedIn(
            Fixture.refusing(FindSchoolAliases.name, .unavailable, "away"))
        #expect(away.run("interactions list --school duke").code == .unavailable)
        #expect(!away.transport.seen.contains { $0.operation == "interactions.list" })
    }
}
