import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Events

@Suite("Events: query plans")
struct EventQueryPlanTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    private func plan(_ sql: String) throws -> String {
        try home.fixture.plan(of: sql)
    }

    // EV-52: a page costs what it shows, however much is stored.
    @Test(arguments: [
        EventRepository.showSQL, EventRepository.byOperationSQL, EventRepository.twinsSQL,
        EventSelection.countSQL, EventSelection.rowsSQL(by: .date),
        EventSelection.rowsSQL(by: .latest), EventSelection.rowsSQL(by: .name),
        PresenceRepository.byEventSQL, PresenceRepository.allSQL, PresenceRepository.cardsSQL,
        PresenceRepository.findSQL, PresenceRepository.markSQL,
        PresenceRepository.eventOfOperationSQL, KnownSchools.schoolSQL, KnownSchools.coachSQL,
        KnownSchools.availableSQL, MetricRepository.showSQL, MetricRepository.byEventSQL,
        MetricRepository.byOperationSQL, MetricRepository.countByEventSQL,
        MetricRepository.markByEventSQL, MetricRepository.countSQL, MetricRepository.typesSQL,
        MetricRepository.rowsSQL(by: .newest), MetricRepository.rowsSQL(by: .oldest),
        EventRepository.anySQL, MetricRepository.anySQL, PresenceRepository.eventSQL,
        MetricImport.eventByNameSQL, MetricImport.eventByKeySQL, MetricImport.orphanSQL,
        EventsTrash.orphansSQL, EventTimeline.schoolSQL, EventTimeline.coachSQL,
        ProfileRepository.listSQL, ProfileRepository.showSQL, ProfileRepository.playersSQL,
        ProfileRepository.nameSQL,
    ])
    func noStatementReadsAWholeTable(sql: String) throws {
        let plan = try plan(sql)
        #expect(!plan.contains("SCAN"), "\(sql)\n\(plan)")
        #expect(plan.contains("family_unit_id=?"), "\(sql)\n\(plan)")
    }

    @Test(arguments: [EventsOfDeleted.events, EventsOfDeleted.coaches, EventsOfDeleted.metrics])
    func deletionsFindTheirRecordsByIndexes(table: DependentTable) throws {
        for sql in table.statements {
            #expect(!(try plan(sql)).contains("SCAN"), "\(sql)")
        }
    }

    @Test(arguments: PresencesOfMerged.statements + EventsOfMerged.statements)
    func mergesFindTheirRecordsByIndexes(sql: String) throws {
        #expect(!(try plan(sql)).contains("SCAN"), "\(sql)")
    }

    // The two orders of days come from the index, without sorting.
    @Test func theListIsReadInItsOrder() throws {
        let date = try plan(EventSelection.rowsSQL(by: .date))
        #expect(date.contains("events_by_date") && !date.contains("TEMP B-TREE"), "\(date)")
        for order in MetricOrder.allCases {
            let plan = try plan(MetricRepository.rowsSQL(by: order))
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        }
        let card = try plan(MetricRepository.byEventSQL)
        #expect(card.contains("metrics_by_event") && !card.contains("TEMP B-TREE"), "\(card)")
    }
}
