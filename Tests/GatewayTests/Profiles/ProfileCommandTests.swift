import CommandKit
import Contracts
import ServiceKit
import Support
import Testing

@testable import Gateway

/// The commands `profile`.
@Suite struct ProfileCommandTests {
    private static let own: PlayerProfile = {
        var profile = PlayerProfile(
            of: Fixture.playerID, called: "Sam Lee", in: Fixture.familyID, at: Fixture.created)
        profile.positions = "SS"
        profile.gpa = 3.85
        profile.videoLinks = "https://video.example/a"
        return profile
    }()

    private static let other: PlayerProfile = {
        var profile = PlayerProfile(
            of: UserID(high: 9, low: 9), called: "Kim Lee", in: Fixture.familyID,
            at: Fixture.created)
        profile.graduationYear = 2028
        return profile
    }()
    private static let empty = PlayerProfile(
        of: UserID(high: 9, low: 8), called: "Ann Lee", in: Fixture.familyID, at: Fixture.created)

    private func harness(as role: Role = .player) throws -> CompassHarness {
        let harness = try CompassHarness { call in
            switch call.operation {
            case "profiles.list":
                Fixture.answer(ListProfiles.Response(profiles: [Self.empty, Self.other, Self.own]))
            case "profiles.edit":
                Fixture.answer(
                    EditProfile.Response(
                        Self.own,
                        changes: [.init(field: "gpa", before: nil, after: "3.85")]))
            default: Fixture.answers(to: call, role: role)
            }
        }
        try harness.signIn(role: role)
        return harness
    }

    // N-66, N-67
    @Test func profilesAreShown() throws {
        let terminal = TerminalTraits(isTerminal: true, columns: 100)
        let ran = try harness().run("profile show", traits: terminal)
        #expect(ran.code == .success, "\(ran.err)")
        for text in [
            "Ann Lee", "Nothing filled in yet", "Kim Lee", "Sam Lee", "SS (Family and coaches)",
            "3.85 (My family)", "https://video.example/a",
        ] {
            #expect(ran.out.contains(text), "\(text)")
        }
        // Only the player learns who sees their lines.
        #expect(ran.out.contains("2028") && !ran.out.contains("2028 ("))
        let piped = try harness().run("profile show").out
        #expect(piped.contains("Player\tKim Lee\nClass of\t2028\nPlayer\tSam Lee\n"), "\(piped)")
        let csv = try harness().run("profile show -o csv")
        #expect(csv.out.contains("Sam Lee,SS,,,,3.85,https://video.example/a"), "\(csv.out)")
    }

    // N-66
    @Test func anEditSendsWhatWasGiven() throws {
        let harness = try harness()
        let ran = harness.run(
            words: [
                "profile", "edit", "--gpa", "3.85", "--gpa-for", "family", "--weight", "185",
                "--height", "",
            ])
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.err.contains("Changed gpa: — → 3.85"))
        let call = try #require(harness.transport.seen.last { $0.operation == "profiles.edit" })
        let sent = String(decoding: call.payload, as: UTF8.self)
        for text in [
            #""gpa":3.85"#, #""gpa_for":"family""#, #""weight":185"#, #""height":"""#,
            ProfileID(of: Fixture.playerID).text,
        ] {
            #expect(sent.contains(text), "\(text) in \(sent)")
        }
        #expect(!sent.contains("version"))
    }

    // N-66
    @Test func whatIsNotUnderstoodIsRefusedBeforeItIsSent() throws {
        for line in [
            "profile edit --weight heavy", "profile edit --graduation-year 2027.5",
            "profile edit --gpa-for everybody", "profile edit",
        ] {
            let harness = try harness()
            #expect(harness.run(line).code != .success, "\(line)")
            #expect(!harness.transport.seen.contains { $0.operation == "profiles.edit" })
        }
    }
}
