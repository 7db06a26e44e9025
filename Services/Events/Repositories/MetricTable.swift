import Contracts
import DataServiceKit

extension Metric {
    static let table = RecordTable<Metric>(
        "metrics",
        columns: [
            .fixed("family_unit_id", \.familyUnitID), .fixed("id", \.id),
            .fixed("user_id", \.userID), .init("event_id", \.eventID),
            .readOnly("event_name", \.eventName, from: "events.name"),
            .init("metric_type", \.metricType), .init("value", \.value), .init("unit", \.unit),
            .init("recorded_date", \.recordedDate), .init("notes", \.notes),
            .init("verified", \.verified), .init("version", \.version),
            .fixed("created_at", \.createdAt), .init("updated_at", \.updatedAt),
        ],
        derived: [
            .init("search_text") {
                SearchFolding.fold(fields: [$0.metricType, $0.displayLabel, $0.notes])
            }
        ],
        blank: Metric(
            id: .zero, familyUnitID: .zero, userID: .zero, metricType: "", value: 0, unit: "",
            recordedDate: CivilDay(daysSince1970: 0), verified: false, createdAt: .earliest))
}
