import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit

@Suite("families.measure: what each family takes up")
struct FamilyUsageTests {
    private let folder: TemporaryFolder
    private let service: ThingService

    init() throws { (folder, service) = try ThingService.inOwnFolder() }

    private func measure() throws -> MeasureFamilies.Response {
        let passport = try ServicePassportSource(
            subject: .operator, key: service.keys.signingKey(of: .operator), clock: service.clock
        ).passport()
        return try service.caller.call(
            MeasureFamilies.self, EmptyRequest(), at: service.name,
            options: .init(passport: passport, budget: .seconds(60)))
    }

    @Test func rowsOfEveryTableCountForTheirFamily() throws {
        #expect(try measure() == .init(families: [], total: 0))
        try service.data.database.write { transaction in
            for (family, body) in [
                (ThingService.family, "12345"), (ThingService.family, "1234567"),
                (ThingService.otherFamily, "é"),
            ] {
                try transaction.execute(
                    "INSERT INTO things (family_unit_id, id, body) VALUES (?1, ?2, ?3)", family,
                    ThingID(high: 1, low: UInt64(body.utf8.count)), body)
            }
            try transaction.execute(
                "INSERT INTO leaves (family_unit_id, thing_id, id) VALUES (?1, ?1, ?1)",
                ThingService.otherFamily)
        }
        // A family and an id have 16 bytes each; absent values have none.
        let expected = [
            FamilyUsage(
                familyUnitID: ThingService.otherFamily, rows: 2, bytes: 34 + 48, fileBytes: 0),
            FamilyUsage(familyUnitID: ThingService.family, rows: 2, bytes: 76, fileBytes: 0),
        ]
        #expect(try measure() == .init(families: expected, total: 2))
        // The history of a thing counts as well.
        try service.add("a thing")
        let grown = try measure().families.first { $0.familyUnitID == ThingService.family }
        #expect((grown?.rows ?? 0) >= 4)
    }

    @Test func filesAreMeasuredByTheServiceThatHasThem() throws {
        try service.add("a")
        let before = try #require(try measure().families.first)
        service.data.measureFiles(
            by: """
                SELECT family_unit_id, count(*), sum(length(body)) * 1000 FROM things
                GROUP BY family_unit_id /* all families: for the operator */
                """)
        let after = try #require(try measure().families.first)
        #expect(after.fileBytes == 1_000 && after.rows == before.rows)
        #expect(after.bytes == before.bytes)
    }

    @Test(arguments: [0, 1]) func theLargestFamiliesAreReported(more: Int) throws {
        let count = MeasureFamilies.familiesMax + more
        try service.data.database.write { transaction in
            for number in 1...count {
                try transaction.execute(
                    "INSERT INTO things (family_unit_id, id, body) VALUES (?1, ?1, ?2)",
                    FamilyID(high: 3, low: UInt64(number)), number == 1 ? "" : "larger")
            }
        }
        let found = try measure()
        #expect(found.total == count)
        #expect(found.families.count == MeasureFamilies.familiesMax)
        let smallest = FamilyID(high: 3, low: 1)
        #expect(found.families.contains { $0.familyUnitID == smallest } == (more == 0))
    }

    @Test func onlyTheOperatorMeasures() throws {
        let code = refusal {
            try service.caller.call(
                MeasureFamilies.self, EmptyRequest(), at: service.name,
                options: try service.options())
        }
        #expect(code == .forbidden)
    }
}
