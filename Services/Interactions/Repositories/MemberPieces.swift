import Contracts

/// The encoded members `logged_by` and `logged_by_name`, cached per family member.
final class MemberPieces {
    private let names: FamilyNames
    private var pieces: [UserID: [UInt8]] = [:]
    /// The last result: rows of the same logger are often consecutive.
    private var last: (id: UserID, piece: [UInt8])?

    init(_ names: FamilyNames) { self.names = names }

    func piece(_ id: UserID) throws -> [UInt8] {
        if let last, last.id == id { return last.piece }
        let piece = try pieces[id] ?? make(id)
        last = (id, piece)
        return piece
    }

    /// The encoded members `entered_by` and `entered_by_name`.
    func entererPiece(_ id: UserID) throws -> [UInt8] {
        var json = JSONWriter(capacity: 128)
        json.member("entered_by", id)
        if let name = try names.member(id) { json.member("entered_by_name", name) }
        return json.bytes
    }

    private func make(_ id: UserID) throws -> [UInt8] {
        var json = JSONWriter(capacity: 128)
        json.member("logged_by", id)
        json.member("logged_by_name", try names.member(id))
        pieces[id] = json.bytes
        return json.bytes
    }
}
