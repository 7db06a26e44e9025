import Contracts
public import Storage

/// The records of a family that the same members find: those of one player, or those that all
/// members see.
public struct SearchScope: Hashable, Sendable {
    /// The length of a key. It is the same for all, so that a key and a word read in one way only.
    static let keyLength = 6
    /// The greatest number of a scope.
    static let numberMax: Int64 = 1 << (5 * Int64(keyLength)) - 1

    private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    static let ofReaderSQL = """
        SELECT no FROM search_scopes
        WHERE family_unit_id = ?1 AND (?2 IS NULL OR owner IN (x'', ?2)) ORDER BY no
        """
    static let findSQL = """
        SELECT no FROM search_scopes WHERE family_unit_id = ?1 AND owner = ?2
        """
    static let addSQL = """
        INSERT INTO search_scopes (family_unit_id, owner) VALUES (?1, ?2)
        """

    let number: Int64

    /// Creates a scope with a number of its own, from 0 to 2^30 - 1.
    public init(number: Int64) { self.number = number }

    /// The beginning of each word of this scope in the index.
    public var key: String {
        var number = number
        var bytes: [UInt8] = []
        for _ in 0..<Self.keyLength {
            bytes.append(Self.digits[Int(number & 31)])
            number >>= 5
        }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }

    /// Returns the words of a text as the index holds them for this scope.
    public func words(of text: String, _ transaction: ReadTransaction) throws -> [String] {
        let key = key
        return try SearchWords.indexed(text, transaction).map { key + $0 }
    }

    /// Returns the scopes in which a player or parent searches.
    static func all(
        of family: FamilyID, player: UserID?, _ transaction: ReadTransaction
    ) throws -> [SearchScope] {
        try transaction.rows(ofReaderSQL, family, player) { SearchScope(number: try $0.int64(0)) }
    }

    /// Returns the scope of a record, which it adds if the family has none yet.
    static func of(
        _ owner: UserID?, in family: FamilyID, _ transaction: WriteTransaction
    ) throws -> SearchScope {
        let found =
            try owner.map { try transaction.scalar(findSQL, family, $0) }
            ?? transaction.scalar(findSQL, family, [UInt8]())
        if let found { return SearchScope(number: found) }
        if let owner {
            try transaction.execute(addSQL, family, owner)
        } else {
            try transaction.execute(addSQL, family, [UInt8]())
        }
        let number = transaction.lastInsertedRowID
        guard number <= numberMax else {
            throw StorageError(
                code: .tooBig, message: "there are more than \(numberMax) scopes of searches")
        }
        return SearchScope(number: number)
    }
}
