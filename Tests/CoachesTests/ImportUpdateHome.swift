import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches

/// A family whose files update what it has.
struct ImportUpdateHome {
    private let interactions = ContactFeedSource()
    let home: CoachFamily
    let sibling: ServiceFixture.Person

    var fixture: ServiceFixture { home.fixture }
    var family: FamilyID { home.family }

    init() throws {
        home = try CoachFamily()
        try interactions.feed(home.fixture)
        sibling = .init([home.family: .player])
    }

    // MARK: Rows

    func school(
        _ line: Int, _ name: String? = nil, key: String? = nil,
        _ change: (inout SchoolForm) -> Void = { _ in }
    ) -> SchoolImportRow {
        var form = SchoolForm(name: name)
        change(&form)
        return SchoolImportRow(line: line, key: key, form: form)
    }

    func coach(
        _ line: Int, _ first: String? = nil, _ last: String? = nil, key: String? = nil,
        at school: String? = nil, adds catalogueID: String? = nil,
        _ change: (inout CoachForm) -> Void = { _ in }
    ) -> CoachImportRow {
        var form = CoachForm(firstName: first, lastName: last)
        change(&form)
        let isNamed = school != nil || catalogueID != nil
        return CoachImportRow(
            line: line, key: key,
            school: isNamed ? SchoolReference(catalogueID: catalogueID, name: school) : nil,
            addsSchool: catalogueID == nil ? nil : true, form: form)
    }

    // MARK: Steps

    func stage<Row: ImportRow>(
        _ rows: [Row], updates: Bool = true, as person: ServiceFixture.Person? = nil,
        in family: FamilyID? = nil
    ) throws -> ImportVerdicts {
        try fixture.call(
            StageImport<Row>.self,
            .init(importID: nil, number: 1, rows: rows, update: updates ? true : nil),
            as: person ?? home.player, in: family ?? self.family)
    }

    func commit<Row: ImportRow>(
        _ type: Row.Type, _ id: OperationID, isDryRun: Bool = false
    ) throws -> ImportSummary {
        try fixture.call(
            CommitImport<Row>.self, .init(importID: id), as: home.player, in: family,
            isDryRun: isDryRun)
    }

    @discardableResult
    func store<Row: ImportRow>(_ rows: [Row], updates: Bool = true) throws -> ImportSummary {
        let verdicts = try stage(rows, updates: updates)
        #expect(verdicts.refused.isEmpty, "\(verdicts.refused)")
        return try commit(Row.self, verdicts.importID)
    }

    func undo(
        _ summary: ImportSummary, as person: ServiceFixture.Person? = nil
    ) throws -> UndoOperation.Response {
        try fixture.call(
            UndoOperation.self, .init(operationID: try #require(summary.operationID)),
            as: person ?? home.player, in: family)
    }

    // MARK: What there is

    func schools() throws -> [School] {
        try fixture.call(ListSchools.self, .init(), as: home.player, in: family).schools
    }

    func coaches() throws -> [Coach] {
        try fixture.call(ListCoaches.self, .init(), as: home.player, in: family).coaches
    }

    func find(_ id: CoachID) throws -> Coach {
        try #require(try coaches().first { $0.id == id })
    }

    func find(_ id: SchoolID) throws -> School {
        try #require(try schools().first { $0.id == id })
    }

    func history(of record: String) throws -> [HistoryWords] {
        try ListHistory.allEntries(of: .init(record: record)) {
            try fixture.call(ListHistory.self, $0, as: home.player, in: family)
        }.map { HistoryWords($0) { $0.text } }
    }

    func count(_ table: String) throws -> Int64 {
        try fixture.service.database.read { try $0.scalar("SELECT count(*) FROM \(table)") } ?? 0
    }
}

extension Coach {
    /// What an undo brings back: everything but the version and the time of the last change.
    var content: Coach {
        var coach = self
        (coach.version, coach.updatedAt) = (0, .earliest)
        return coach
    }
}

extension School {
    /// What an undo brings back.
    var content: School {
        var school = self
        (school.version, school.updatedAt) = (0, .earliest)
        return school
    }
}
