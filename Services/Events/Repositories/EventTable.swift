public import Contracts
public import DataServiceKit
import Storage

extension EventType: ColumnWord {}
extension EventSource: ColumnWord {}

extension Event {
    static let table = RecordTable<Event>(
        "events",
        [
            .fixed("family_unit_id", \.familyUnitID), .fixed("id", \.id),
            .fixed("user_id", \.userID), .init("name", \.name), .init("type", \.type),
            .init("school_id", \.schoolID),
            .readOnly("school_name", \.schoolName, from: "schools.name"),
            .init("start_date", \.startDate), .init("end_date", \.endDate),
            .init("start_time", \.startTime), .init("end_time", \.endTime),
            .init("checkin_time", \.checkinTime), .init("event_source", \.eventSource),
            .init("stats_recorded", \.storedStats), .init("cost_cents", \.costCents),
            .init("registered", \.registered), .init("attended", \.attended),
            .init("version", \.version), .fixed("created_at", \.createdAt),
            .init("updated_at", \.updatedAt),
        ],
        derived: [
            .init("name_folded") { CaseFolding.fold($0.name) },
            .init("last_day") { $0.lastDay },
            .init("search_text") {
                SearchFolding.fold(fields: [$0.name, $0.location, $0.address, $0.city])
            },
        ],
        blank: Event(
            id: .zero, familyUnitID: .zero, userID: .zero, type: .camp, name: "",
            startDate: CivilDay(daysSince1970: 0), at: .earliest))

    /// The cost in whole cents.
    private var costCents: Int? {
        get { cost.map { Int(($0 * 100).rounded()) } }
        set { cost = newValue.map { Double($0) / 100 } }
    }

    private var storedStats: StoredStats? {
        get { statsRecorded.map(StoredStats.init) }
        set { statsRecorded = newValue?.stats }
    }
}

/// Recorded statistics in a column, as JSON.
private struct StoredStats: ColumnText {
    let stats: RecordedStats

    init(_ stats: RecordedStats) { self.stats = stats }

    init?(columnText text: String) {
        let json = Array(text.utf8)
        guard let stats = try? JSONCoding.decodeResponse(RecordedStats.self, from: json) else {
            return nil
        }
        self.stats = stats
    }

    /// Strings, finite numbers and nested values of both always have JSON.
    var columnText: String {
        (try? JSONCoding.encodedText(stats)) ?? ""
    }
}
