import Contracts
import Storage
import Support
import Synchronization
import Testing

@testable import DataServiceKit

/// The judge of databases that grew finds what it looks for.
@Suite struct GrownDatabaseTests {
    private struct Failure: Error {}

    private func faults(_ migrations: Migration...) throws -> [String] {
        try GrownDatabase.faults(
            of: .hooks, DataServiceAssembly.Schema(applicationID: 5, migrations: migrations))
    }

    private let a = Migration("a", sql: "CREATE TABLE a (x INTEGER) STRICT")
    private let b = Migration("b", sql: "CREATE TABLE b (x INTEGER) STRICT")

    @Test func databasesThatBecomeLikeANewOneHaveNoFaults() throws {
        #expect(try faults(a, b) == [])
    }

    @Test func anotherSchemaIsAFault() throws {
        let isNew = Atomic(true)
        let faults = try faults(
            a,
            Migration("b") { transaction in
                let isFirst = isNew.exchange(false, ordering: .relaxed)
                try transaction.executeScript("CREATE TABLE b (\(isFirst ? "x" : "y") INTEGER)")
            })
        let last = "made up to 'a' of hooks: "
        #expect(faults.contains(last + "has table b b CREATE TABLE b (y INTEGER)"))
        #expect(faults.contains(last + "lacks table b b CREATE TABLE b (x INTEGER)"))
        // Two for each number of steps.
        #expect(faults.count == 2 * (DataServiceTables.track.migrations.count + 2))
    }

    @Test func aStepThatFailsIsAFault() throws {
        let isNew = Atomic(true)
        let faults = try faults(
            Migration("a") { _ in
                guard isNew.exchange(false, ordering: .relaxed) else { throw Failure() }
            })
        #expect(faults.count == DataServiceTables.track.migrations.count + 1)
        #expect(faults.first == "made up to nothing: Failure()")
    }
}
