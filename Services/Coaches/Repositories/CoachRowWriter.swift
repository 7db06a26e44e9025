import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Writes rows of `CoachRepository.columns` as JSON, straight from the statement: no text becomes a
/// `String` on the way. The bytes are those of `Coach`; a test holds the two together.
struct CoachRowWriter {
    /// What every row of the family says of it.
    private let family: [UInt8]

    init(_ scope: FamilyScope) {
        var json = JSONWriter(capacity: 64)
        json.key("family_unit_id")
        json.identifier(scope.familyID)
        family = json.bytes
    }

    /// Writes one row.
    func write(_ row: borrowing Row, to json: inout JSONWriter) throws {
        json.beginObject()
        json.piece("\"created_at\":")
        json.instant(try row.instant(13))
        json.piece(",\"created_by\":")
        json.identifier(try row.identifier(12, as: UserID.self))
        json.piece(",\"email\":")
        json.text(6, of: row)
        json.raw(json: family)
        json.piece(",\"first_name\":")
        json.text(4, of: row)
        json.piece(",\"id\":")
        json.identifier(try row.identifier(0, as: CoachID.self))
        json.piece(",\"initials\":")
        json.string(Self.initial(4, of: row) + Self.initial(5, of: row))
        json.piece(",\"instagram_handle\":")
        json.text(9, of: row)
        json.piece(",\"last_contact_date\":")
        json.instant(try row.instantOrNil(18))
        json.piece(",\"last_name\":")
        json.text(5, of: row)
        json.piece(",\"median_answer_hours\":")
        json.number(try row.doubleOrNil(20))
        json.piece(",\"notes\":")
        json.text(10, of: row)
        json.piece(",\"phone\":")
        json.text(7, of: row)
        try writeResponsiveness(row, to: &json)
        json.piece(",\"role\":")
        json.text(3, of: row)
        json.piece(",\"school_id\":")
        json.identifier(try row.identifierOrNil(1, as: SchoolID.self))
        json.piece(",\"school_name\":")
        json.text(2, of: row)
        json.piece(",\"silent_since\":")
        json.instant(try row.instantOrNil(21))
        json.piece(",\"twitter_handle\":")
        json.text(8, of: row)
        json.piece(",\"updated_at\":")
        json.instant(try row.instant(14))
        json.piece(",\"version\":")
        json.integer(Int(try row.int64(11)))
        json.endObject()
    }

    private func writeResponsiveness(_ row: borrowing Row, to json: inout JSONWriter) throws {
        json.piece(",\"responsiveness_computed_at\":")
        json.instant(try row.instantOrNil(17))
        json.piece(",\"responsiveness_sample_size\":")
        if let size = try row.int64OrNil(16) {
            json.integer(Int(size))
        } else {
            json.null()
        }
        json.piece(",\"responsiveness_score\":")
        json.number(try row.doubleOrNil(15))
        json.piece(",\"responsiveness_source\":")
        json.text(19, of: row)
    }

    /// The first letter of a text, as `Coach.initials` has it.
    private static func initial(_ column: Int32, of row: borrowing Row) -> String {
        row.withBytes(column) { bytes in
            guard bytes.count > 0 else { return "" }
            // An ASCII byte is a letter by itself, unless something may join it.
            if bytes[0] < 0x80, bytes[0] >= 0x20, bytes.count == 1 || bytes[1] < 0x80 {
                return String(Unicode.Scalar(bytes[0]))
            }
            return unsafe bytes.withUnsafeBufferPointer {
                unsafe String(String(decoding: $0, as: UTF8.self).prefix(1))
            }
        }
    }
}
