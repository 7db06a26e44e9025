import Contracts
import Foundation
import Glibc
import ServiceKit
import Support
import Testing

/// Lost passwords, and members who leave or are removed, with the command line on a running system.
@Suite(.onePerCore) struct AccountTests {
    private static let new = "granite-saffron-willow-31"

    /// A family on the command line: a player, a sibling and a parent.
    private struct Scene {
        let home: Household
        let sibling: Person
        let parent: Person

        init() throws {
            home = try SystemUnderTest().makeHousehold()
            sibling = try home.makeMember("Sibling", .player)
            parent = try home.makeMember("Parent", .parent)
            for (person, name) in [(player, "player"), (sibling, "sibling"), (parent, "parent")] {
                try system.signInOnCommandLine(person, as: name)
            }
        }

        var system: SystemUnderTest { home.system }
        var player: Person { home.player }

        /// Runs a command that must succeed. Returns its response.
        @discardableResult
        func run(
            _ words: String..., as name: String? = nil, input: String = ""
        ) throws -> [String: Any] {
            let result = try system.compass(words + ["--json"], as: name, input: input)
            #expect(
                result.ending == .exit(0),
                "\(words): \(result.errors) \(String(decoding: result.output, as: UTF8.self))")
            return try result.object
        }

        func exitCode(_ words: String..., as name: String? = nil, input: String = "") throws
            -> ChildProcess.Ending
        {
            try system.compass(words, as: name, input: input).ending
        }

        func reset(_ person: Person, _ code: String, as name: String = "back") throws
            -> ChildProcess.Ending
        {
            try exitCode(
                "password", "reset", "--email", person.email, "--code", code, "--password-stdin",
                as: name, input: AccountTests.new)
        }
    }

    // The three kinds of codes that replace a lost password; each works once.
    @Test func aLostPasswordIsReplacedInThreeWays() throws {
        let scene = try Scene()
        let codes = try scene.run(
            "password", "renew-codes", "--password-stdin", as: "parent",
            input: scene.parent.password)
        let recovery = try #require((codes["codes"] as? [String])?.first)
        #expect(try scene.reset(scene.parent, recovery) == .exit(0))
        #expect(try scene.reset(scene.player, recovery) == .exit(4))
        let left = try scene.run("password", "codes", as: "back")
        #expect(left["left"] as? Int == 9)
        // The earlier session has ended, and the new one is the parent's.
        #expect(try scene.exitCode("whoami", as: "parent") == .exit(4))
        let family = try scene.run(
            "family", "reset-password", "Sibling", "--password-stdin", as: "back",
            input: Self.new)
        let ofParent = try #require(family["code"] as? String)
        #expect(try scene.reset(scene.player, ofParent) == .exit(4))
        #expect(try scene.reset(scene.sibling, ofParent) == .exit(0))
        #expect(try scene.exitCode("whoami", as: "sibling") == .exit(4))
        let ofOperator = try #require(
            try scene.run("service", "reset-password", scene.player.email)["code"] as? String)
        #expect(try scene.reset(scene.player, ofOperator) == .exit(0))
        let me = try scene.run("whoami", as: "back")
        #expect((me["user"] as? [String: Any])?["id"] as? String == scene.player.userID.text)
        // The history shows who created a code, but never the code.
        let told = try scene.system.compass(["audit", "--json"], as: "back")
        let text = String(decoding: told.output, as: UTF8.self)
        #expect(text.contains("member.resetCodeMade") && text.contains("user.passwordChanged"))
        for code in [recovery, ofParent, ofOperator] { #expect(!text.contains(code)) }
    }

    // After a kill at either point the user can sign in, with the new password once it is
    // committed.
    @Test(arguments: ["before-commit", "after-commit"], [true, false])
    func aKillDuringAChangeLeavesAWayIn(point: String, isReset: Bool) throws {
        let scene = try Scene()
        let (system, player) = (scene.system, scene.player)
        let code = try scene.run("service", "reset-password", player.email)["code"] as? String
        // From now on the change is the first write.
        try scene.run("whoami", as: "player")
        let starts = system.starts(of: .identity)
        let armed = system.armedFolder(of: .identity)
        try FileManager.default.createDirectory(
            atPath: armed, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: "\(armed)/kill-\(point)"))
        let words =
            isReset
            ? [
                "password", "reset", "--email", player.email, "--code", code ?? "",
                "--password-stdin", "--timeout", "20s",
            ] : ["password", "change", "--password-stdin", "--timeout", "20s"]
        let input = isReset ? Self.new : "\(player.password)\n\(Self.new)"
        let result = try system.compass(words, as: "player", input: input)
        #expect(system.starts(of: .identity) == starts + 1, "the point was reached")
        try system.waitUntilReady(.identity, starts: starts + 1)
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try scene.exitCode("whoami", as: "player") == .exit(0))
        let old = system.refusal(
            of: Login.self, .init(email: player.email, password: player.password, device: nil))
        #expect(old?.code == .unauthenticated)
        _ = try system.signIn(email: player.email, password: Self.new)
    }

    @Test func changingThePasswordKeepsThisDeviceAndEndsTheOthers() throws {
        let scene = try Scene()
        try scene.system.signInOnCommandLine(scene.player, as: "phone")
        let sessions = try scene.run("sessions", "list", as: "player")
        #expect((sessions["sessions"] as? [Any])?.count == 3)
        let wrong = try scene.exitCode(
            "password", "change", "--password-stdin", as: "player",
            input: "no password of mine\n\(Self.new)")
        #expect(wrong == .exit(3))
        #expect(try scene.exitCode("whoami", as: "phone") == .exit(0))
        let changed = try scene.run(
            "password", "change", "--password-stdin", as: "player",
            input: "\(scene.player.password)\n\(Self.new)")
        #expect(changed["ended"] as? Int == 2)
        #expect(try scene.exitCode("whoami", as: "player") == .exit(0))
        #expect(try scene.exitCode("whoami", as: "phone") == .exit(4))
    }

    @Test func oneSessionIsEndedFromAnotherDevice() throws {
        let scene = try Scene()
        try scene.system.signInOnCommandLine(scene.player, as: "phone")
        let phone = try scene.run("whoami", as: "phone")["session"] as? [String: Any]
        let id = try #require(phone?["id"] as? String)
        try scene.run("sessions", "end", String(id.suffix(8)), as: "player")
        #expect(try scene.exitCode("whoami", as: "phone") == .exit(4))
        #expect(try scene.exitCode("whoami", as: "player") == .exit(0))
        #expect(try scene.exitCode("sessions", "end", id, as: "player") == .exit(6))
        #expect(try scene.exitCode("sessions", "end", id, as: "sibling") == .exit(6))
    }

    // A removed player can export their own entries, and nobody else can.
    @Test func aRemovedPlayerTakesAlongWhatTheyLogged() throws {
        let scene = try Scene()
        let (system, family) = (scene.system, scene.home.id)
        let school = try scene.home.addSchool()
        let mine = try scene.home.log("of the sibling", at: school, as: scene.sibling).id
        let theirs = try scene.home.log("of the player", at: school).id
        let file = Array("a letter".utf8)
        let attached = try AttachmentClient(system: system, person: scene.sibling, family: family)
            .attach("letter.txt", file, to: mine).attachment
        try scene.run("family", "remove", "Sibling", "--yes", as: "parent")
        let place = scene.system.folder.path("mine")
        let done = try scene.run("family", "export", "--to", place, as: "sibling")
        #expect(done["interactions"] as? Int == 1 && done["files"] as? Int == 1)
        let table = try String(contentsOfFile: "\(place)/interactions.csv", encoding: .utf8)
        #expect(table.contains("of the sibling") && !table.contains("of the player"))
        let records = try String(contentsOfFile: "\(place)/interactions.jsonl", encoding: .utf8)
        #expect(records.contains(mine.text) && !records.contains(theirs.text))
        let letter = try Data(
            contentsOf: URL(filePath: "\(place)/\(mine.text)/letter.txt"))
        #expect(Array(letter) == file)
        let mode = try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions]
        #expect(mode as? Int == 0o700)
        // The entries remain in the family, and the removed player sees nothing else of it.
        var sibling = scene.sibling
        try system.renewPassport(of: &sibling)
        let stays = try system.call(
            ListInteractions.self, ListInteractions.Request(), as: scene.parent, in: family)
        #expect(stays.interactions.map(\.id).sorted() == [mine, theirs].sorted())
        #expect(
            system.refusal(
                of: ListAttachments.self, .init(interactionID: theirs), as: sibling, in: family)?
                .code == .notFound)
        #expect(
            system.refusal(
                of: ListInteractions.self, ListInteractions.Request(), as: sibling, in: family)?
                .code == .notFound)
        // Nobody else gains access in the same way.
        let stranger = try system.makeHousehold("Stranger", family: "Other").player
        for person in [stranger, nil] {
            let code = person == nil ? ErrorCode.unauthenticated : .notFound
            #expect(
                system.refusal(
                    of: ExportInteractions.self, .init(), as: person, in: family)?.code == code)
            #expect(
                system.refusal(
                    of: FetchAttachment.self, .init(attachmentID: attached.id), as: person,
                    in: family)?.code == code)
        }
        // A parent who left has no entries to export.
        try scene.run("family", "leave", "--yes", as: "parent")
        #expect(try scene.exitCode("family", "export", "--to", place, as: "parent") == .exit(6))
    }
}
