import Contracts
import ServiceKit
import Support
import Testing

/// What players keep of files for later, in a running system.
@Suite(.onePerCore) struct KeptImportTests {
    private static let rows = "date,coach\nsoon,Avery Quill\n"

    private static func form(_ name: String) -> KeepImport.Request {
        .init(name: name, rows: rows, rowCount: 1, answers: ["date: day first"])
    }

    /// How many kept imports are stored, of everybody.
    private func stored(_ system: SystemUnderTest) throws -> Int64 {
        let file = try DatabaseFile.reading(system.home.database(of: "interactions"))
        defer { file.close() }
        return try file.number("SELECT count(*) FROM kept_imports")
    }

    @Test func aKilledServiceHasWhatItAcknowledged() throws {
        let system = try SystemUnderTest()
        let home = try system.makeHousehold()
        let kept = try home.call(KeepImport.self, Self.form("log.csv")).keptImport
        try system.killAndWait(.interactions)
        let shown = try home.call(ShowKeptImport.self, .init(id: kept.id))
        #expect(shown.keptImport == kept && shown.rows == Self.rows)
        #expect(shown.answers == ["date: day first"])
        #expect(try home.call(ListKeptImports.self, .init()).keptImports == [kept])
    }

    @Test func whoIsRemovedOrLeavesLeavesNothing() throws {
        let system = try SystemUnderTest()
        let home = try system.makeHousehold()
        let (removed, leaver) = (
            try home.makeMember("Removed", .player), try home.makeMember("Leaver", .player)
        )
        for person in [home.player, removed, leaver] {
            _ = try home.call(KeepImport.self, Self.form("\(person.name).csv"), as: person)
        }
        #expect(try stored(system) == 3)
        _ = try home.call(RemoveMember.self, .init(userID: removed.userID))
        _ = try home.call(LeaveFamily.self, .init(), as: leaver)
        try system.waitUntilFeedsAreRead()
        #expect(try stored(system) == 1)
        let left = try home.call(ListKeptImports.self, .init()).keptImports
        #expect(left.map(\.name) == ["Player.csv"])
    }
}
