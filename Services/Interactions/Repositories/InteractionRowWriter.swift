import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Writes rows of `InteractionStatements` as JSON directly from the statement, without creating a
/// `String` per column. Tests verify that the bytes equal those of the encoded contract type.
struct InteractionRowWriter {
    private let members: MemberPieces
    /// The encoded `family_unit_id` member, the same in every row.
    private let family: [UInt8]
    /// The last `newest_first` that belongs to "This Week".
    private let weekEnd: Int64

    init(_ repository: InteractionRepository, weekStart: Instant) {
        members = MemberPieces(repository.names)
        var json = JSONWriter(capacity: 64)
        json.member("family_unit_id", repository.scope.familyID)
        family = json.bytes
        weekEnd = -weekStart.milliseconds
    }

    /// Writes and counts one row.
    func write(
        _ row: borrowing Row, to json: inout JSONWriter, _ figures: inout InteractionFigures
    ) throws {
        json.beginObject()
        try writeAttachments(row, to: &json)
        json.identifier(",\"coach_id\":", try row.identifierOrNil(6, as: CoachID.self))
        json.text(",\"coach_name\":", 20, of: row)
        json.text(",\"content\":", 16, of: row)
        json.instant(",\"created_at\":", try row.instantOrNil(9))
        json.text(",\"direction\":", 3, of: row)
        if !row.isNull(InteractionRow.entererColumn) {
            json.raw(
                json: try members.entererPiece(try row.identifier(InteractionRow.entererColumn)))
        }
        json.identifier(",\"event_id\":", try row.identifierOrNil(7, as: EventID.self))
        json.raw(json: family)
        json.identifier(",\"id\":", try row.identifier(0, as: InteractionID.self))
        try writeInterest(row, to: &json)
        json.raw(json: try members.piece(try row.identifier(1)))
        json.instant(",\"occurred_at\":", try row.instantOrNil(8))
        if !row.isNull(InteractionRow.precisionColumn) {
            json.text(",\"occurred_precision\":", InteractionRow.precisionColumn, of: row)
        }
        json.text(",\"other_coach_name\":", 13, of: row)
        json.identifier(",\"school_id\":", try row.identifierOrNil(5, as: SchoolID.self))
        json.text(",\"school_name\":", 19, of: row)
        json.text(",\"sentiment\":", 4, of: row)
        json.text(",\"subject\":", 14, of: row)
        json.text(",\"type\":", 2, of: row)
        json.instant(",\"updated_at\":", try row.instantOrNil(10))
        json.piece(",\"version\":")
        json.integer(Int(try row.int64(InteractionRow.editionColumn)))
        json.endObject()
        try count(row, in: &figures)
    }

    private func writeAttachments(_ row: borrowing Row, to json: inout JSONWriter) throws {
        let paths = try InteractionRow.paths(row)
        guard !paths.isEmpty else {
            return json.constant("\"attachment_count\":0,\"attachments\":[]")
        }
        json.member("attachment_count", paths.count)
        json.member("attachments", paths)
    }

    private func writeInterest(_ row: borrowing Row, to json: inout JSONWriter) throws {
        if row.isNull(12), row.isNull(11) {
            return json.constant(",\"interest_answers\":null,\"interest_level\":null")
        }
        json.member("interest_answers", try InteractionRow.signals(row))
        json.key("interest_level")
        json.text(11, of: row)
    }

    private func count(_ row: borrowing Row, in figures: inout InteractionFigures) throws {
        figures.total += 1
        // The words for directions differ in their first letter.
        if row.withBytes(3, { $0[0] == UInt8(ascii: "o") }) {
            figures.outbound += 1
        } else {
            figures.inbound += 1
        }
        if try row.int64(18) <= weekEnd {
            figures.thisWeek += 1
        }
    }
}

extension JSONWriter {
    /// Writes the literal text of a key, as `piece` takes it, and an identifier or `null`.
    fileprivate mutating func identifier<Tag>(_ key: StaticString, _ value: Identifier<Tag>?) {
        piece(key)
        identifier(value)
    }

    /// Writes the literal text of a key and an instant or `null`.
    fileprivate mutating func instant(_ key: StaticString, _ value: Instant?) {
        piece(key)
        instant(value)
    }

    /// Writes the literal text of a key and that of a column, or `null`.
    fileprivate mutating func text(
        _ key: StaticString, _ column: Int32, of row: borrowing Row
    ) {
        piece(key)
        text(column, of: row)
    }
}
