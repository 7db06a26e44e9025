import Foundation
import Glibc
import Support
import Testing

@testable import Storage

/// No kill makes a file look as if it had gone back.
@Suite struct LifeKillTests {
    private let life: LifeFixture

    init() throws { life = try LifeFixture() }

    /// Opens the database and writes rows, in a process that is killed at a point.
    private func run(_ point: String, _ bodies: [String]) async {
        let path = life.path
        let list = life.folder.path("databases")
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                path = path as String, list = list as String, point = point as String,
                bodies = bodies as [String]
            ] in
            setHooks("kill-\(point)")
            let database = try DatabaseFixture.open(path) { configuration in
                configuration.listPath = list
                configuration.onAcceptance = { _ = try insert("accepted")($0) }
            }
            for body in bodies { try database.write(insert(body)) }
            kill(getpid(), SIGKILL)
        }
    }

    private static let points = [
        "life-begun", "before-migration-commit", "before-take-over", "taken-over", "life-recorded",
        "life-listed", "before-commit", "before-life:1", "before-life:2", "after-commit:2", "none",
    ]

    @Test(arguments: points) func aNewFileIsTrustedAfterAKill(point: String) async throws {
        await run(point, ["a", "b"])
        let (refusal, bodies, _) = try life.opening()
        #expect(refusal == nil)
        #expect(["a", "b"].starts(with: bodies))
    }

    @Test(arguments: points) func anOldFileIsTrustedAfterKills(point: String) async throws {
        try life.closed(writing: ["first"])
        for round in 0..<3 { await run(point, ["\(round)a", "\(round)b"]) }
        let (refusal, bodies, _) = try life.opening()
        #expect(refusal == nil)
        #expect(bodies.first == "first")
    }

    /// Starts once more if the acceptance is still there.
    private func endAcceptance() throws {
        guard life.exists(life.acceptance) else { return }
        let database = try life.open { configuration in
            configuration.onAcceptance = { transaction in
                try transaction.execute("DELETE FROM notes WHERE body = 'accepted'")
                _ = try insert("accepted")(transaction)
            }
        }
        database.close()
    }

    /// An acceptance that is cut short is done again, or was done.
    @Test(arguments: points) func anAcceptanceIsDoneAfterAKill(point: String) async throws {
        try life.closed(writing: ["first"])
        try life.remove(life.record)
        life.touch(life.acceptance)
        await run(point, [])
        try endAcceptance()
        let (refusal, bodies, _) = try life.opening()
        #expect(refusal == nil)
        #expect(bodies == ["first", "accepted"])
        #expect(!life.exists(life.acceptance))
    }

    /// What a start has made in place of a missing file is no other loss for the next one.
    @Test(arguments: points)
    func anAcceptanceOfOneRefusalIsDoneAfterAKill(point: String) async throws {
        try life.closed(writing: ["first"])
        try life.remove(life.path)
        let message = try #require(life.refusalToOpen()).message
        let reason = try #require(message.components(separatedBy: FileRefusal.middle).first)
        try life.write(Data("a.sqlite.damaged-1\n\(reason)\n".utf8), to: life.acceptance)
        await run(point, [])
        try endAcceptance()
        let (refusal, bodies, _) = try life.opening()
        #expect(refusal == nil)
        #expect(bodies == ["accepted"])
        #expect(life.exists(life.loss) && !life.exists(life.acceptance))
    }

    /// A file that cannot be used is put aside once, and nothing else is.
    @Test(arguments: points + ["put-aside"])
    func aDamagedFileIsPutAsideInSpiteOfAKill(point: String) async throws {
        try life.closed(writing: ["first"])
        let garbage = Data(repeating: 7, count: 8_192)
        try life.write(garbage, to: life.path)
        try life.accept()
        await run(point, [])
        try endAcceptance()
        let (refusal, bodies, _) = try life.opening()
        #expect(refusal == nil)
        #expect(bodies == ["accepted"])
        #expect(try life.bytes(of: life.aside) == garbage)
        #expect(try String(contentsOfFile: life.loss, encoding: .utf8).contains(life.aside))
    }
}
