import Contracts
import DataServiceKit
import Storage

/// A stored record with its version in the change feed.
struct StoredInteraction {
    var interaction: Interaction
    let version: Int64
}

/// Converts rows of `InteractionStatements` to records.
struct InteractionRow {
    let family: FamilyID
    let names: FamilyNames

    private static let versionColumn: Int32 = 17
    static let placeColumn: Int32 = 18
    static let editionColumn: Int32 = 21
    static let entererColumn: Int32 = 22
    static let precisionColumn: Int32 = 23

    func stored(_ row: borrowing Row) throws -> StoredInteraction {
        StoredInteraction(
            interaction: try interaction(row), version: try row.int64(Self.versionColumn))
    }

    func interaction(_ row: borrowing Row) throws -> Interaction {
        let loggedBy: UserID = try row.identifier(1)
        let enteredBy: UserID? = try row.identifierOrNil(Self.entererColumn)
        return Interaction(
            id: try row.identifier(0), familyUnitID: family, schoolID: try row.identifierOrNil(5),
            schoolName: try row.textOrNil(19),
            coachID: try row.identifierOrNil(6), coachName: try row.textOrNil(20),
            otherCoachName: try row.textOrNil(13), eventID: try row.identifierOrNil(7),
            type: try row.word(2), direction: try row.word(3), subject: try row.textOrNil(14),
            content: try row.textOrNil(16), sentiment: try row.wordOrNil(4),
            occurredAt: try row.instantOrNil(8),
            occurredPrecision: try row.wordOrNil(Self.precisionColumn), loggedBy: loggedBy,
            loggedByName: try names.member(loggedBy), enteredBy: enteredBy,
            enteredByName: try enteredBy.flatMap(names.member),
            interestLevel: try row.wordOrNil(11),
            interestAnswers: try Self.signals(row), attachments: try Self.paths(row),
            createdAt: try row.instantOrNil(9), updatedAt: try row.instantOrNil(10),
            version: Int(try row.int64(Self.editionColumn)))
    }

    /// The row's position in the order.
    static func cursor(_ row: borrowing Row) throws -> InteractionCursor {
        InteractionCursor(newestFirst: try row.int64(placeColumn), id: try row.identifier(0))
    }

    /// The signals answered with yes, or `nil` if the calibration was not answered.
    static func signals(_ row: borrowing Row) throws -> [InterestSignal]? {
        try row.textOrNil(12).map { text in
            text.split(separator: ",").compactMap { InterestSignal(rawValue: String($0)) }
        }
    }

    static func paths(_ row: borrowing Row) throws -> [String] {
        if row.withBytes(15, { $0.count <= noPaths.utf8.count }) { return [] }
        return try JSONCoding.decodeResponse([String].self, from: row.blob(15))
    }

    /// The stored paths of a record without attachments.
    static let noPaths = "[]"
}
