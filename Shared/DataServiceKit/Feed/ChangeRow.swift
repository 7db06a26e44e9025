import Contracts
import Storage

/// How a change lies in its table, and the sum by which damage to it is found.
enum ChangeRow {
    /// The columns, in the order that `change` and `checksum` read.
    static let columns = """
        seq, event_id, aggregate, aggregate_id, aggregate_version, type, schema_version,
        occurred_at, trace_id, actor, role, family_unit_id, payload, checksum
        """
    private static let payloadColumn: Int32 = 12
    private static let checksumColumn: Int32 = 13

    /// Bytes of a row's payload.
    static func payloadBytes(_ row: borrowing Row) -> Int {
        row.withBytes(payloadColumn) { $0.count }
    }

    /// The change of a row.
    ///
    /// - Throws: `DamagedChange` when the row is not what was written.
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

    /// Throws `DamagedChange` when the row is not what was written. A row from before there were
    /// checksums is taken as it is.
    static func check(_ row: borrowing Row) throws {
        guard let written = try row.int64OrNil(checksumColumn) else { return }
        guard checksum(row) == written else { throw DamagedChange(sequence: try row.int64(0)) }
    }

    /// The sum over what a row holds, blobs and texts by their bytes.
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

/// A change in the feed is not what was written: the file is damaged.
struct DamagedChange: Error {
    let sequence: Int64

    /// What is wrong, for a refusal.
    var words: String { "change \(sequence) of its feed is not what was written" }
}

extension Checksum {
    /// Adds an id as the 16 bytes that lie in the file, or that there is none.
    mutating func add<Tag>(_ id: Identifier<Tag>?) {
        guard let id else { return add(nil as String?) }
        add(UInt64(16))
        // The bytes lie most significant first; words are read least significant first.
        add(id.high.byteSwapped)
        add(id.low.byteSwapped)
    }
}
