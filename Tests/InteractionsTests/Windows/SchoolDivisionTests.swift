import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit
@testable import Interactions

/// A school as the coaches service tells it, with its division.
struct ToldSchool: Encodable {
    enum CodingKeys: String, CodingKey {
        case familyUnitID = "family_unit_id"
        case id, name, division
    }

    var familyUnitID = Harness.family
    var id = Harness.school
    var name: String
    var division: String?
}

/// What interactions keep of the divisions of schools (N-50).
@Suite struct SchoolDivisionTests {
    private func division(
        _ school: SchoolID, _ harness: Harness, of family: FamilyID = Harness.family
    ) throws -> Division? {
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
        return try harness.service.database.read {
            try ContactWindowRepository(family, $0).division(of: school)
        }
    }

    private func name(_ school: SchoolID, _ harness: Harness) throws -> String? {
        try harness.service.database.read { transaction in
            try transaction.first(FamilyNames.schoolStatement, Harness.family, school) {
                try $0.text(0)
            }
        }
    }

    // N-50
    @Test func divisionsFollowTheFeed() throws {
        let harness = try Harness(isFollowing: true)
        func tell(_ division: String?, of school: SchoolID = Harness.school) throws {
            try harness.coaches.append(
                CoachesFeed.schoolChanged, ToldSchool(id: school, name: "A", division: division))
        }
        #expect(try division(Harness.school, harness) == nil)
        try tell("D1")
        #expect(try division(Harness.school, harness) == .d1)
        // Another family's school of the same id is another one.
        #expect(try division(Harness.school, harness, of: Harness.otherFamily) == nil)
        try tell("NAIA")
        #expect(try division(Harness.school, harness) == .naia)
        // A division that this version does not know is none, and stops nothing.
        try tell("D9")
        #expect(try division(Harness.school, harness) == nil)
        try tell(nil)
        #expect(try division(Harness.school, harness) == nil)
        try harness.coaches.append(
            CoachesFeed.schoolsImported,
            ["schools": [ToldSchool(id: Harness.secondSchool, name: "B", division: "D3")]])
        #expect(try division(Harness.secondSchool, harness) == .d3)
        try harness.coaches.append(
            CoachesFeed.schoolsRemoved,
            CoachesFeed.RemovedPayload(
                familyUnitID: Harness.family, ids: [Harness.secondSchool.text]))
        #expect(try division(Harness.secondSchool, harness) == nil)
    }

    // N-50: a database from before contact windows reads the feed once more, for divisions only.
    @Test func anOldDatabaseLearnsTheDivisions() throws {
        let harness = try Harness(isFollowing: true) { path, coaches in
            try coaches.append(
                CoachesFeed.schoolChanged, ToldSchool(name: "Told before", division: "D1"))
            try coaches.append(
                CoachesFeed.schoolChanged, ToldSchool(name: "Told before", division: "D2"))
            let old = try OldDatabase.open(
                path, .interactions, InteractionsService.schema, before: "contact windows")
            defer { old.close() }
            let applied = FeedCursor(
                epoch: ProducerEpoch(high: 1, low: 1), sequence: 2,
                change: ChangeID(high: 1, low: 2))
            try old.write { try applied.save(.coaches, in: $0) }
        }
        // What the names of the old database said has not been told again.
        #expect(try division(Harness.school, harness) == .d2)
        #expect(try name(Harness.school, harness) == "Duke University")
        try harness.coaches.append(
            CoachesFeed.schoolChanged, ToldSchool(name: "Told after", division: "D2"))
        #expect(try division(Harness.school, harness) == .d2)
        #expect(try name(Harness.school, harness) == "Told after")
        // The feed of a restored coaches service has other numbers: all of it is applied.
        harness.coaches.beginAnew(keeping: 1)
        #expect(try division(Harness.school, harness) == .d1)
        #expect(try name(Harness.school, harness) == "Told before")
    }

    // N-50: a new database has nothing to read again.
    @Test func aNewDatabaseAppliesEverything() throws {
        let harness = try Harness(isFollowing: true) { _, coaches in
            try coaches.append(
                CoachesFeed.schoolChanged, ToldSchool(name: "Told first", division: "D1"))
        }
        #expect(try division(Harness.school, harness) == .d1)
    }
}
