public import Contracts
public import DataServiceKit
import Storage

extension CoachRole: ColumnWord {}
extension FigureSource: ColumnWord {}

extension Coach {
    /// The table of coaches. A test verifies that the JSON of a row equals that of the record.
    static let table = RecordTable<Coach>(
        "coaches",
        [
            .fixed("family_unit_id", \.familyUnitID), .fixed("id", \.id),
            .init("first_name", \.firstName), .init("last_name", \.lastName),
            .init("school_id", \.schoolID),
            .readOnly("school_name", \.schoolName, from: "schools.name"), .init("role", \.role),
            .readOnly("responsiveness_score", \.responsivenessScore),
            .readOnly("responsiveness_sample_size", \.responsivenessSampleSize),
            .readOnly("responsiveness_computed_at", \.responsivenessComputedAt),
            .readOnly("responsiveness_source", \.responsivenessSource),
            .readOnly("median_answer_hours", \.medianAnswerHours),
            .readOnly("silent_since", \.silentSince),
            .readOnly("last_contact_date", \.lastContactDate), .init("version", \.version),
            .fixed("created_by", \.createdBy), .fixed("created_at", \.createdAt),
            .init("updated_at", \.updatedAt),
        ],
        derived: [
            .init("name_folded") {
                CaseFolding.fold(fields: [$0.lastName, $0.firstName])
            },
            .init("name_key") { NameFolding.key([$0.lastName, $0.firstName]) },
            .init("search_text") { CoachSearchText.folded($0.fullName, $0.optionalTexts) },
            .init("phone_digits") { $0.phone.flatMap(CoachSearchText.digits(ofPhone:)) },
        ],
        members: [
            .init("initials", from: "first_name", "last_name") { row, names, json in
                json.string(names.map { initial($0, of: row) }.joined())
            }
        ],
        blank: Coach(
            id: .zero, familyUnitID: .zero, firstName: "", lastName: "", role: .assistant,
            version: 0, createdBy: .zero, createdAt: .earliest, updatedAt: .earliest))

    /// The first letter of a text, as in `initials`.
    private static func initial(_ column: Int32, of row: borrowing Row) -> String {
        row.withBytes(column) { bytes in
            guard bytes.count > 0 else { return "" }
            // An ASCII byte is a whole character unless a combining mark may follow.
            if bytes[0] < 0x80, bytes[0] >= 0x20, bytes.count == 1 || bytes[1] < 0x80 {
                return String(Unicode.Scalar(bytes[0]))
            }
            return unsafe bytes.withUnsafeBufferPointer {
                unsafe String(String(decoding: $0, as: UTF8.self).prefix(1))
            }
        }
    }
}
