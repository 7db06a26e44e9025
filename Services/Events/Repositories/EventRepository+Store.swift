import Contracts
import DataServiceKit
import Storage

extension EventRepository {
    static let storeSQL = """
        INSERT INTO events (
            family_unit_id, id, user_id, school_id, type, name, name_folded, location, address,
            city, state, start_date, end_date, last_day, start_time, end_time, checkin_time, url,
            description, event_source, performance_notes, stats_recorded, cost_cents, registered,
            attended, search_text, version, created_at, updated_at, deleted_at, operation_id)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
            ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31)
        ON CONFLICT (family_unit_id, id) DO UPDATE SET
            school_id = excluded.school_id, type = excluded.type, name = excluded.name,
            name_folded = excluded.name_folded, location = excluded.location,
            address = excluded.address, city = excluded.city, state = excluded.state,
            start_date = excluded.start_date, end_date = excluded.end_date,
            last_day = excluded.last_day, start_time = excluded.start_time,
            end_time = excluded.end_time, checkin_time = excluded.checkin_time,
            url = excluded.url, description = excluded.description,
            event_source = excluded.event_source,
            performance_notes = excluded.performance_notes,
            stats_recorded = excluded.stats_recorded, cost_cents = excluded.cost_cents,
            registered = excluded.registered, attended = excluded.attended,
            search_text = excluded.search_text, version = excluded.version,
            updated_at = excluded.updated_at
        """

    /// Stores a new event, or a new version of one, without its coaches. With a mark, a new event
    /// is staged and not yet visible.
    static func store(
        _ event: Event, _ transaction: WriteTransaction, mark: DeletionMark? = nil
    ) throws {
        let stats = try event.statsRecorded.map {
            String(decoding: try JSONCoding.encode($0), as: UTF8.self)
        }
        let cents = event.cost.map { Int(($0 * 100).rounded()) }
        let search = SearchFolding.fold(fields: [
            event.name, event.location, event.address, event.city,
        ])
        try transaction.execute(
            storeSQL,
            values: [
                SQLValue(event.familyUnitID), SQLValue(event.id), SQLValue(event.userID),
                SQLValue(event.schoolID), SQLValue(word: event.type), .text(event.name),
                SQLValue(SearchFolding.fold(event.name)), SQLValue(event.location),
                SQLValue(event.address), SQLValue(event.city), SQLValue(event.state),
                .text(event.startDate.text), SQLValue(event.endDate?.text),
                .text(event.lastDay.text), SQLValue(event.startTime?.text),
                SQLValue(event.endTime?.text), SQLValue(event.checkinTime?.text),
                SQLValue(event.url), SQLValue(event.description),
                SQLValue(word: event.eventSource), SQLValue(event.performanceNotes),
                SQLValue(stats), SQLValue(cents), SQLValue(event.registered),
                SQLValue(event.attended), .text(search ?? ""), SQLValue(event.version),
                SQLValue(event.createdAt), SQLValue(event.updatedAt), SQLValue(mark?.at),
                SQLValue(mark?.by),
            ])
    }
}
