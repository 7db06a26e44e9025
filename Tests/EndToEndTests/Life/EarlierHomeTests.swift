import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// Homes that programs of earlier versions made (`Tests/EarlierHomes`), opened by those of today.
@Suite(.onePerCore) struct EarlierHomeTests {
    static let names = ["2026-11-22"]

    @Test(arguments: names) func nothingIsLost(_ name: String) throws {
        let earlier = try EarlierHome(name)
        let system = try earlier.open()
        for answer in earlier.answers {
            let words = answer.words + ["--json"]
            let now = try system.compass(words, as: answer.person)
            #expect(now.ending == .exit(0), "\(answer): \(now.errors)")
            let differences = EarlierHome.differences(
                of: try now.object, from: answer.json, at: "\(answer)")
            #expect(differences == [])
        }
    }

    /// Released steps still make what they made: later ones lead from there to today's schema.
    @Test(arguments: names) func itsDatabasesBecomeThoseOfANewHome(_ name: String) throws {
        let (grown, new) = (try EarlierHome(name).open(), try SystemUnderTest())
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(new.home.path)/data")
            .filter { $0.hasSuffix(".sqlite") }
        #expect(files.count > 1)
        for file in files {
            func schema(_ system: SystemUnderTest) throws -> Set<String> {
                let rows = try DatabaseFile.copied("\(system.home.path)/data/\(file)").rows(
                    "SELECT type, name, coalesce(sql, '') FROM sqlite_schema")
                return Set(
                    rows.map {
                        $0.joined(separator: " ").split(separator: #/\s+/#).joined(separator: " ")
                    })
            }
            let (found, wanted) = (try schema(grown), try schema(new))
            #expect(!wanted.isEmpty)
            #expect(found.symmetricDifference(wanted).sorted() == [], "\(file)")
        }
    }

    @Test(arguments: names) func itsPeopleGoOn(_ name: String) throws {
        let earlier = try EarlierHome(name)
        let system = try earlier.open()
        func compass(_ words: String..., as person: String) throws -> [String: Any] {
            let result = try system.compass(words + ["--json"], as: person)
            #expect(result.ending == .exit(0), "\(words): \(result.errors)")
            return try result.object
        }
        // The trash has an interaction and a school.
        let deletions = try #require(
            try compass("trash", "list", as: "maya")["operations"] as? [[String: Any]])
        #expect(deletions.count == 2)
        for deletion in deletions {
            let id = try #require(deletion["id"] as? String)
            _ = try compass("undo", id, as: "maya")
        }
        let left = try compass("trash", "list", as: "maya")["operations"] as? [Any]
        #expect(left?.count == 0)
        let added = try compass(
            "interactions", "add", "--coach", "Ivers", "--type", "email", "--direction", "inbound",
            "--subject", "After the update", as: "maya")
        #expect(added["interaction"] != nil)
        let signedIn = try system.compass(
            ["login", "--email", "ana@home.example", "--password-stdin"], as: "ana",
            input: earlier.password)
        #expect(signedIn.ending == .exit(0), "\(signedIn.errors)")
        let told = Waiting.until {
            let listed = try? system.compass(["notifications", "list", "--json"], as: "ana")
            return listed.map { String(decoding: $0.output, as: UTF8.self) }?
                .contains("Cleo Ivers reached out via Email") == true
        }
        #expect(told)
    }
}

/// A home of an earlier version, and what its programs answered.
private struct EarlierHome {
    struct Answer: CustomStringConvertible {
        let person: String
        let words: [String]
        let json: [String: Any]

        var description: String { "\(words.joined(separator: " ")) as \(person)" }
    }

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("EarlierHomes")

    let answers: [Answer]
    let password: String
    private let now: String
    private let archive: URL

    init(_ name: String) throws {
        archive = Self.folder.appendingPathComponent("\(name).tar.gz")
        let noted = try JSONSerialization.jsonObject(
            with: Data(contentsOf: Self.folder.appendingPathComponent("\(name).json")))
        let object = try #require(noted as? [String: Any])
        now = try #require(object["now"] as? String)
        password = try #require(object["password"] as? String)
        answers = try #require(object["answers"] as? [[String: Any]]).map { answer in
            Answer(
                person: try #require(answer["as"] as? String),
                words: try #require(answer["words"] as? [String]),
                json: try #require(answer["json"] as? [String: Any]))
        }
    }

    /// Starts the programs of today in a copy of the home.
    func open() throws -> SystemUnderTest {
        let folder = try TemporaryFolder()
        let home = folder.path("home")
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let tar = try ChildProcess(
            "/usr/bin/tar", ["-xzpf", archive.path, "-C", home],
            environment: ProcessInfo.processInfo.environment, descriptors: [:])
        #expect(tar.wait() == .exit(0))
        return try SystemUnderTest(now: .init(text: now), folder: folder)
    }

    /// Where an answer lacks something of an earlier one. It may have more fields.
    static func differences(of now: Any?, from before: Any, at place: String) -> [String] {
        if let before = before as? [String: Any] {
            let now = now as? [String: Any] ?? [:]
            return before.sorted { $0.key < $1.key }.flatMap {
                differences(of: now[$0.key], from: $0.value, at: "\(place), \($0.key)")
            }
        }
        if let before = before as? [Any] {
            let now = now as? [Any] ?? []
            guard now.count == before.count else {
                return ["\(place): \(now.count) instead of \(before.count)"]
            }
            return before.indices.flatMap {
                differences(of: now[$0], from: before[$0], at: "\(place)[\($0)]")
            }
        }
        let isSame = (now as? NSObject) == (before as? NSObject)
        return isSame ? [] : ["\(place): \(now ?? "nothing") instead of \(before)"]
    }
}
