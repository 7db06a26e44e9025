import CommandKit
import Contracts
import Foundation
import ServiceKit
import Testing

@testable import Gateway

/// Text as the specification: the page Interactions List.
@Suite struct InteractionListTests {
    private func terminal(_ columns: Int) -> TerminalTraits {
        TerminalTraits(isTerminal: true, columns: columns)
    }

    // IL-05, IL-07, IL-08, IL-09, IL-10, IL-11, IL-28, IL-29, IL-34, IL-35, IL-37, IL-38, T-15
    @Test func aPlayersPageAtTwoHundredColumns() throws {
        let ran = try CompassHarness.signedIn().run("interactions list", traits: terminal(200))
        #expect(ran.code == .success)
        #expect(
            ran.out == """
                My Interactions
                Total: 2   Outbound: 1   Inbound: 1   This Week: 2

                ID        Date                  Type           Direction  Sentiment      Subject                                                              School           Coach      Files
                aaaa0001  Feb 3, 2026, 2:15 PM  📞 Phone Call  Inbound    Very Positive  Roster spots for 2027 and a visit in spring, before the camp starts  Duke University  Pat Doyle      1
                bbbb0002  Feb 3, 2026, 2:00 PM  📧 Email       Outbound                  Email

                2 interactions found
                Your recruiting interactions are visible to your linked parent(s)

                """)
        #expect(ran.err.isEmpty)
    }

    // IL-04, IL-05, IL-07, IL-30
    @Test func aParentSeesWhoLoggedAndNoPrivacyNotice() throws {
        let ran = try CompassHarness.signedIn(role: .parent, Fixture.parentScript)
            .run("interactions list", traits: terminal(200))
        #expect(ran.out.hasPrefix("Interactions\n"))
        #expect(ran.out.contains("Logged By"))
        #expect(ran.out.contains("  You "))
        #expect(ran.out.contains("  Alex Lee"))
        #expect(!ran.out.contains("visible to your linked parent"))
    }

    @Test func aPipeGetsRowsOnlyWithFullValuesInUTC() throws {
        let ran = try CompassHarness.signedIn().run("--tz America/New_York interactions list")
        #expect(
            ran.out == """
                ID\tDate\tType\tDirection\tSentiment\tSubject\tSchool\tCoach\tFiles
                \(Fixture.full.id)\t2026-02-03T14:15:00.000Z\tphone_call\tinbound\tvery_positive\t\
                Roster spots for 2027 and a visit in spring, before the camp starts\t\
                Duke University\tPat Doyle\t1
                \(Fixture.bare.id)\t2026-02-03T14:00:00.000Z\temail\toutbound\t\tEmail\t\t\t0

                """)
        #expect(ran.err.contains("2 interactions found"))
        #expect(try CompassHarness.signedIn().run("interactions list -q").err.isEmpty)
    }

    @Test func theZoneOfTheReaderIsUsedOnATerminal() throws {
        let ran = try CompassHarness.signedIn()
            .run("interactions list --tz America/New_York", traits: terminal(200))
        #expect(ran.out.contains("Feb 3, 2026, 9:15 AM"))
    }

    // IL-06, IL-41, U-08
    @Test func nothingLoggedYet() throws {
        let ran = try CompassHarness.signedIn { call in
            call.operation == "interactions.list"
                ? Fixture.answer(Fixture.list([])) : Fixture.script(call)
        }.run("interactions list", traits: terminal(80))
        #expect(ran.code == .success)
        #expect(
            ran.out.hasSuffix(
                """

                No interactions yet
                Start logging your recruiting communications
                Log Your First Interaction: compass interactions add
                0 interactions found
                Your recruiting interactions are visible to your linked parent(s)

                """))
    }

    // IL-42, IL-26, IL-27
    @Test func nothingMatches() throws {
        let filter = ActiveFilter(name: "type", value: "email", label: "Type: Email")
        let ran = try CompassHarness.signedIn { call in
            call.operation == "interactions.list"
                ? Fixture.answer(Fixture.list([], filters: [filter])) : Fixture.script(call)
        }.run("interactions list --type email", traits: terminal(80))
        #expect(ran.code == .success)
        #expect(ran.out.contains("Filters: [Type: Email]\n"))
        #expect(
            ran.out.contains(
                """
                No interactions match your filters
                Try adjusting your search or filters
                Clear Filters: compass interactions list
                """))
    }

    // X-28
    @Test func referencesThatCannotBeResolvedAreCalledUnknown() throws {
        let row = Fixture.interaction(1) { row in
            row.schoolID = Fixture.dukeID
            row.coachID = Fixture.coach.id
        }
        let ran = try CompassHarness.signedIn { call in
            call.operation == "interactions.list"
                ? Fixture.answer(Fixture.list([row])) : Fixture.script(call)
        }.run("interactions list", traits: terminal(80))
        #expect(ran.out.contains("Unknown School • Unknown Coach"))
    }

    // IL-15, IL-17, IL-18, IL-19, IL-20, IL-23: each flag becomes its field, nothing else is sent.
    @Test func everyFilterBecomesItsField() throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run(words: [
            "interactions", "list", "--search", "Roster é", "--type", "dm", "--direction",
            "inbound", "--sentiment", "negative", "--days", "14", "--since", "2026-01-01",
            "--until", "2026-01-31", "--logged-by", "me", "--school", Fixture.dukeID.text,
            "--coach", Fixture.coach.id.text, "--limit", "7", "--json",
        ])
        #expect(ran.code == .success)
        let call = try #require(harness.transport.seen.last)
        #expect(
            String(decoding: call.payload, as: UTF8.self) == """
                {"coach_id":"\(Fixture.coach.id)","days":14,"direction":"inbound","limit":7,\
                "logged_by":"\(Fixture.playerID)","school_id":"\(Fixture.dukeID)",\
                "search":"Roster é","sentiment":"negative","since":"2026-01-01T00:00:00.000Z",\
                "time_zone":"UTC","type":"dm","until":"2026-01-31T23:59:59.999Z"}
                """)
        #expect(call.family == Fixture.familyID)
        #expect(call.passport == [1, 2, 3])
        #expect(call.isReadOnly && call.idempotencyKey == nil)
    }

    // N-48: several words go out as they were typed; one that is none of them is named.
    @Test func aFilterTakesSeveralWords() throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run("interactions list --type email,text --direction inbound --json")
        #expect(ran.code == .success, "\(ran.err)")
        let call = try #require(harness.transport.seen.last)
        #expect(
            String(decoding: call.payload, as: UTF8.self)
                == #"{"direction":"inbound","type":"email,text"}"#)
        let refused = harness.run("interactions list --type email,call")
        #expect(refused.code == .invalid)
        #expect(
            refused.err.hasPrefix(
                "compass: --type: \"call\" is not one or more of email, phone_call, text, "))
        #expect(refused.err.contains("Did you mean \"phone_call\"?\n"))
        #expect(harness.run("interactions list --type email,").code == .invalid)
    }

    // X-34, U-16: filters live as long as one command.
    @Test func aFilterIsNotRemembered() throws {
        let harness = try CompassHarness.signedIn()
        _ = harness.run("interactions list --type camp --direction inbound --json")
        _ = harness.run("interactions list --json")
        let payloads = harness.transport.seen.filter { $0.operation == "interactions.list" }
            .map { String(decoding: $0.payload, as: UTF8.self) }
        #expect(payloads == [#"{"direction":"inbound","type":"camp"}"#, "{}"])
    }

    @Test func aPlainListIsOneRequestOnceThePassportIsThere() throws {
        let harness = try CompassHarness.signedIn()
        _ = harness.run("interactions list --json")
        _ = harness.run("interactions list --json")
        let operations = harness.transport.seen.map(\.operation)
        #expect(operations == ["passports.issue", "interactions.list", "interactions.list"])
        #expect(
            String(decoding: harness.transport.seen.last?.payload ?? [], as: UTF8.self) == "{}")
    }

    // IL-22, IL-23, IL-24: a parent chooses among "me" and the players, a player has "me" only.
    @Test func whoseRowsCanBeAskedForIsCompleted() throws {
        func words(_ role: Role) throws -> String {
            let script = role == .parent ? Fixture.parentScript : Fixture.script
            return try CompassHarness.signedIn(role: role, script)
                .run(words: ["__complete", "--", "interactions", "list", "--logged-by", ""]).out
        }
        #expect(try words(.player) == "me\t\n")
        #expect(try words(.parent) == "me\tMe (Parent)\nSam Lee\tplayer\nAlex Lee\tplayer\n")
    }

    @Test func jsonIsTheAnswerByteForByte() throws {
        let odd = #"{"interactions":[{"id":1.50}], "analytics":{}}"#
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.list"
                ? .success(Array(odd.utf8), replayed: false) : Fixture.script(call)
        }
        #expect(harness.run("interactions list --json").out == odd + "\n")
        #expect(harness.run("interactions list -o jsonl").out == "{\"id\":1.50}\n")
        #expect(
            harness.run("interactions list -o json", traits: terminal(80)).out.hasPrefix(
                "{\n  \"interactions\": [\n    {\n      \"id\": 1.50\n"))
    }

    @Test func csvAndNames() throws {
        let harness = try CompassHarness.signedIn()
        #expect(
            harness.run("interactions list -o csv").out.hasPrefix(
                "id,date,type,direction,sentiment,subject,school,coach,files\r\n"))
        #expect(
            harness.run("interactions list -o name").out
                == "\(Fixture.full.id)\n\(Fixture.bare.id)\n")
    }

    @Test func formulasInCSVAreGuardedUnlessRaw() throws {
        let row = Fixture.interaction(1) { $0.subject = "=HYPERLINK(1)" }
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.list"
                ? Fixture.answer(Fixture.list([row])) : Fixture.script(call)
        }
        #expect(harness.run("interactions list -o csv").out.contains(",'=HYPERLINK(1),"))
        #expect(harness.run("interactions list -o csv --raw").out.contains(",=HYPERLINK(1),"))
    }
}
