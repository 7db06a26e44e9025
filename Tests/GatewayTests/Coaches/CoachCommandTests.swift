import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Gateway

@Suite struct CoachCommandTests {
    private static let full = CoachListTests.coach(0xc0ac_0001, "Pat", "Doyle") { coach in
        coach.email = "pat+x?&@duke.example"
        coach.phone = "+1 (919) 555-0100"
        coach.twitterHandle = "@pat_d"
        coach.instagramHandle = "pat.d"
        coach.notes = "=1+1, \"quiet\"\nplace"
        coach.responsivenessScore = 74.9
        coach.responsivenessSampleSize = 4
        coach.lastContactDate = Instant(milliseconds: 1_768_487_400_000)
        coach.version = 3
    }

    private func harness(
        _ coach: Coach = CoachCommandTests.full, role: Role = .player,
        _ script: @escaping @Sendable (OutgoingCall) -> Outcome? = { _ in nil }
    ) throws -> CompassHarness {
        let usual = CoachListTests.script(
            ListCoaches.Response([coach], total: 1), role: role)
        return try CompassHarness.signedIn(role: role) { script($0) ?? usual($0) }
    }

    private func payload(_ harness: CompassHarness, _ operation: String) -> String {
        let call = harness.transport.seen.last { $0.operation == operation }
        return String(decoding: call?.payload ?? [], as: UTF8.self)
    }

    // MARK: Contact

    // CO-20, CO-21, CO-22, CO-23, U-05, U-15: all four where all four data are there.
    @Test func everyDatumMakesItsLink() throws {
        let ran = try harness().run("coaches contact Pat Doyle")
        #expect(
            ran.out == """
                Way\tLink
                email\tmailto:pat+x%3F%26@duke.example
                text\tsms:+19195550100
                twitter\thttps://twitter.com/pat_d
                instagram\thttps://instagram.com/pat.d

                """)
    }

    // CO-23
    @Test(arguments: ContactLink.Way.allCases)
    func aMissingDatumMakesNone(way: ContactLink.Way) throws {
        var coach = Self.full
        switch way {
        case .email: coach.email = nil
        case .text: coach.phone = nil
        case .twitter: coach.twitterHandle = nil
        case .instagram: coach.instagramHandle = nil
        }
        let ways = ContactLink.all(of: coach).map(\.way)
        #expect(ways == ContactLink.Way.allCases.filter { $0 != way })
        let ran = try harness(coach).run("coaches contact Pat Doyle --by \(way.rawValue)")
        #expect(ran.code.rawValue == 3 && ran.out.isEmpty)
        #expect(ran.err.contains("Pat Doyle has no \(way.datum)"))
        let json = try harness(coach).run("coaches contact Pat Doyle --by \(way.rawValue) --json")
        #expect(json.out.contains("\"errors\":{\"by\":\"Pat Doyle has no \(way.datum)\"}"))
    }

    // U-15: one @ only, and what a link cannot hold is encoded.
    @Test func oneAtSignIsDropped() {
        let coach = CoachListTests.coach(1, "A", "B") { coach in
            coach.twitterHandle = "@@a/b"
            coach.instagramHandle = "@x"
        }
        #expect(
            ContactLink.all(of: coach).map(\.url) == [
                "https://twitter.com/%40a%2Fb", "https://instagram.com/x",
            ])
    }

    @Test func jsonHasTheLinksThatWereAskedFor() throws {
        let ran = try harness().run("coaches contact Pat Doyle --by text --json")
        #expect(
            ran.out == #"{"coach_id":"\#(Self.full.id)","links":"#
                + #"[{"url":"sms:+19195550100","way":"text"}]}"# + "\n")
    }

    @Test func nobodyCanBeReachedWithoutAnyDatum() throws {
        let ran = try harness(CoachListTests.bare).run("coaches contact Zoë")
        #expect(ran.code == .success)
        #expect(ran.err.contains("Zoë Été has no e-mail address, phone or handle"))
    }

    @Test func openTakesOneLinkToTheMachinesProgram() throws {
        let harness = try harness()
        var opened: [String] = []
        harness.openLink = { url in
            opened.append(url)
            return nil
        }
        #expect(harness.run("coaches contact Pat --by email --open").code == .success)
        #expect(harness.run("coaches contact Pat --open").code == .usage)
        #expect(opened == ["mailto:pat+x%3F%26@duke.example"])
        harness.openLink = { _ in "No such program." }
        let failed = harness.run("coaches contact Pat --by twitter --open --json")
        #expect(failed.out.contains("\"retryable\":false"))
        #expect(failed.code == .failure)
        #expect(failed.err.contains("open https://twitter.com/pat_d"))
    }

    // MARK: Show

    // CO-24, CO-40, U-04
    @Test func theCardHasEverything() throws {
        let traits = TerminalTraits(isTerminal: true, columns: 80)
        let ran = try harness().run("coaches show Pat Doyle", traits: traits)
        #expect(
            ran.out == """
                Pat Doyle
                Assistant Coach

                ID              \(Self.full.id)
                School          Duke University
                E-mail          pat+x?&@duke.example
                Phone           +1 (919) 555-0100
                Twitter         @pat_d
                Instagram       pat.d
                Responsiveness  74.9% Responsive (4 counted)
                Last contact    Jan 15, 2026
                Counted for     Family
                Version         3
                Write           mailto:pat+x%3F%26@duke.example
                Text            sms:+19195550100
                Tweet           https://twitter.com/pat_d
                Message         https://instagram.com/pat.d
                Notes           =1+1, "quiet" place

                Added: Feb 3, 2026, 2:00 PM

                """)
        let bare = try harness(CoachListTests.bare).run("coaches show Zoë", traits: traits)
        #expect(bare.out.contains("Responsiveness  --\nLast contact    Never contacted\n"))
    }

    // MARK: Edit

    @Test func anEditSendsWhatIsGivenAndTheVersionThatItRead() throws {
        let harness = try harness()
        let ran = harness.run(words: [
            "coaches", "edit", "Pat", "Doyle", "--phone", "(336) 555-0101", "--twitter", "",
            "--school", "", "--json",
        ])
        #expect(ran.code == .success)
        #expect(
            payload(harness, "coaches.edit") == """
                {"id":"\(Self.full.id)","phone":"(336) 555-0101","school_id":"",\
                "twitter_handle":"","version":3}
                """)
    }

    @Test func aTypedVersionIsTheOneThatCounts() throws {
        let harness = try harness { call in
            call.operation == "coaches.edit"
                ? Fixture.refusal(.staleVersion, "Pat Doyle has been changed") : nil
        }
        let ran = harness.run("coaches edit Pat --notes x --version 2")
        #expect(payload(harness, "coaches.edit").contains("\"version\":2"))
        #expect(ran.code == ExitCode(rawValue: ErrorCode.staleVersion.exitCode))
        #expect(!harness.transport.seen.contains { $0.operation == "coaches.show" })
    }

    @Test func nothingToChangeIsAUsageError() throws {
        let harness = try harness()
        #expect(harness.run("coaches edit Pat --version 2").code == .usage)
        #expect(harness.transport.seen.isEmpty)
    }

    // MARK: Export

    // CO-41, U-18, DOMAIN "Exports"
    @Test func theFileHasTheColumnsOfTheSpecification() throws {
        let ran = try harness().run("coaches export")
        #expect(
            ran.out == "First Name,Last Name,Role,School,Email,Phone,Twitter,Instagram,"
                + "Responsiveness Score,Last Contact Date,Notes\r\n"
                + "Pat,Doyle,Assistant Coach,Duke University,pat+x?&@duke.example,"
                + "'+1 (919) 555-0100,'@pat_d,pat.d,74.9,2026-01-15,"
                + "\"'=1+1, \"\"quiet\"\"\nplace\"\r\n")
        let raw = try harness(CoachListTests.bare).run("coaches export --raw")
        #expect(raw.out.hasSuffix("\r\nZoë,Été,Recruiting Coordinator,,,,,,,,\r\n"))
        #expect(raw.err.contains("1 coach exported"))
    }

    @Test func aFolderGetsAFileOfTheDay() throws {
        let harness = try harness()
        let folder = harness.folder.path("")
        let ran = harness.run(words: ["coaches", "export", "--to", folder])
        #expect(ran.code == .success, "\(ran.err)")
        let path = harness.folder.path("coaches-2026-02-10.csv")
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(text.hasPrefix("\u{FEFF}First Name,"))
        // Never over another one unasked.
        #expect(harness.run(words: ["coaches", "export", "--to", folder]).code != .success)
    }

    // R-07
    @Test func parentsAreRefused() throws {
        let harness = try harness(role: .parent) { call in
            call.operation == "coaches.export"
                ? Fixture.refusal(.forbidden, "Only players can export coaches") : nil
        }
        let ran = harness.run("coaches export")
        #expect(ran.out.isEmpty)
        #expect(ran.err.contains("Only players can export coaches"))
    }
}
