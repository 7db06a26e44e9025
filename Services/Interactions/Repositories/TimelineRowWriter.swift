import Contracts
import DataServiceKit
import Storage

/// Writes rows of `InteractionStatements` as the JSON of timeline entries, directly from the
/// statement.
struct TimelineRowWriter {
    let members: MemberPieces

    func write(_ row: borrowing Row, to json: inout JSONWriter) throws {
        let place = TimelineCursor(
            newestFirst: try row.int64(InteractionRow.placeColumn), id: try row.identifier(0))
        json.beginObject()
        json.piece("\"at\":")
        json.instant(place.instant)
        json.piece(",\"coach_name\":")
        try writeCoach(row, to: &json)
        json.piece(",\"cursor\":")
        place.write(to: &json)
        json.piece(",\"day\":null,\"direction\":")
        json.text(3, of: row)
        json.piece(",\"end_day\":null,\"id\":")
        json.identifier(place.id)
        json.piece(",\"interest\":")
        if row.isNull(11), !row.isNull(12) {
            InterestLevel.notSet.write(to: &json)
        } else {
            json.text(11, of: row)
        }
        json.constant(",\"kind\":\"interaction\"")
        json.raw(json: try members.piece(try row.identifier(1)))
        if !row.isNull(InteractionRow.precisionColumn) {
            json.piece(",\"precision\":")
            json.text(InteractionRow.precisionColumn, of: row)
        }
        json.piece(",\"school_name\":")
        if row.isNull(5) { json.null() } else { json.name(19, of: row, else: .school) }
        json.piece(",\"status\":null,\"text\":")
        row.withBytesOrNil(16) { content in
            guard let content else { return json.null() }
            json.preview(ofUTF8: content, upTo: TimelineLimit.textMax)
        }
        json.piece(",\"title\":")
        if row.isNull(14) {
            json.string(try row.word(2, as: InteractionType.self).label)
        } else {
            json.text(14, of: row)
        }
        json.piece(",\"type\":")
        json.text(2, of: row)
        json.endObject()
    }

    private func writeCoach(_ row: borrowing Row, to json: inout JSONWriter) throws {
        if row.isNull(6) {
            json.text(13, of: row)
        } else {
            json.name(20, of: row, else: .coach)
        }
    }
}

extension JSONWriter {
    /// Writes the name of a record, or what stands for an unknown one.
    fileprivate mutating func name(
        _ column: Int32, of row: borrowing Row, else record: FilterRecord
    ) {
        if row.isNull(column) { string(record.unknownLabel) } else { text(column, of: row) }
    }
}
