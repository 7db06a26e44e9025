import Contracts
import Storage

/// The columns of a change, and the checksum that detects damage.
enum ChangeRow {
    /// The columns in the order in which `change` and `checksum` read them.
    static let columns = """
        seq, event_id, aggregate, aggregate_id, aggregate_version, type, schema_version,
        occurred_at, trace_id, actor, role, family_unit_id, payload, checksum
        """
    private static let payloadColumn: Int32 = 12
    private static let checksumColumn: Int32 = 13

    /// Returns the size of a row's payload in bytes.
    static func payloadBytes(_ row: borrowing Row) -> Int {
        row.withBytes(payloadColumn) { $0.count }
    }

    /// Returns the change in a row.
    ///
    /// - Throws: `DamagedChange` if the row does not match its checksum.
    static func change(_ row: borrowing Row) throws -> Change {
        try check(row)
        return Change(
            sequence: try row.int64(0), eventID: try row.identifier(1),
            aggregate: try row.text(2), aggregateID: try row.text(3),
            aggregateVersion: try row.int64(4), type: try row.text(5),
            schemaVersion: Int(try row.int64(6)), occurredAt: try row.instant(7),
            traceID: try row.identifierOrNil(8), actor: try row.identifierOrNil(9),
            role: try row.textOrNil(10).flatMap(Role.init(rawValue:)),
            familyUnitID: try row.identifierOrNil(11), payload: try row.text(payloadColumn))
    }

    /// Throws `DamagedChange` if the row does not match its checksum. Accepts rows from before
    /// checksums existed.
    static func check(_ row: borrowing Row) throws {
        guard let written = try row.int64OrNil(checksumColumn) else { return }
        guard checksum(row) == written else { throw DamagedChange(sequence: try row.int64(0)) }
    }

    /// Returns the checksum of a row's content, with blobs and texts as bytes.
    static func checksum(_ row: borrowing Row) -> Int64? {
        var sum = Checksum()
        for column in 1...payloadColumn {
            switch column {
            case 4, 6, 7:
                guard let number = try? row.int64(column) else { return nil }
                sum.add(UInt64(bitPattern: number))
            default:
                row.withBytesOrNil(column) { bytes in
                    if let bytes { sum.add(bytes) } else { sum.add(nil as String?) }
                }
            }
        }
        return Int64(bitPattern: sum.value)
    }
}

/// A change that does not match its checksum: the file is damaged.
struct DamagedChange: Error {
    let sequence: Int64

    /// The damage, for the message of a refusal.
    var words: String { "change \(sequence) of its feed is not what was written" }
}

extension Checksum {
    /// Adds an id as its 16 bytes in the file, or the absence of one.
    mutating func add<Tag>(_ id: Identifier<Tag>?) {
        guard let id else { return add(nil as String?) }
        add(UInt64(16))
        // The bytes are stored in big-endian order, and words are read in little-endian order.
        add(id.high.byteSwapped)
        add(id.low.byteSwapped)
    }
}
