import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Names beside their ids as pieces of JSON, `"school_id":"…","school_name":"…"`, each made once
/// for an answer. A few names are looked up one by one; from then on the family's are read at once.
final class NameFragments {
    /// Names looked up one by one before all are read.
    static let lookUpsMax = 8
    /// Names of one kind that are read at once, at most.
    static let readMax = 500

    static let schoolsStatement = """
        SELECT id, name FROM schools WHERE family_unit_id = ?1 LIMIT ?2
        """
    static let coachesStatement = """
        SELECT id, first_name || ' ' || last_name FROM coaches WHERE family_unit_id = ?1 LIMIT ?2
        """

    private let family: FamilyID
    private let names: FamilyNames
    private let transaction: ReadTransaction
    private var schools: [SchoolID: [UInt8]] = [:]
    private var coaches: [CoachID: [UInt8]] = [:]
    private var members: [UserID: [UInt8]] = [:]
    private var hasReadSchools = false
    private var hasReadCoaches = false

    init(_ scope: FamilyScope, _ names: FamilyNames, _ transaction: ReadTransaction) {
        family = scope.familyID
        self.names = names
        self.transaction = transaction
    }

    func school(_ id: SchoolID) throws -> [UInt8] {
        if let known = schools[id] { return known }
        if schools.count >= Self.lookUpsMax, !hasReadSchools {
            hasReadSchools = true
            try read(Self.schoolsStatement) { schools[$0] = Self.school($0, $1) }
            if let known = schools[id] { return known }
        }
        let made = Self.school(id, try names.school(id))
        schools[id] = made
        return made
    }

    func coach(_ id: CoachID) throws -> [UInt8] {
        if let known = coaches[id] { return known }
        if coaches.count >= Self.lookUpsMax, !hasReadCoaches {
            hasReadCoaches = true
            try read(Self.coachesStatement) { coaches[$0] = Self.coach($0, $1) }
            if let known = coaches[id] { return known }
        }
        let made = Self.coach(id, try names.coach(id))
        coaches[id] = made
        return made
    }

    func member(_ id: UserID) throws -> [UInt8] {
        if let known = members[id] { return known }
        var json = JSONWriter(capacity: 128)
        json.key("logged_by")
        json.identifier(id)
        json.key("logged_by_name")
        json.string(try names.member(id))
        members[id] = json.octets
        return json.octets
    }

    private func read<Tag>(
        _ sql: String, _ take: (Identifier<Tag>, String) -> Void
    ) throws {
        try transaction.query(sql, SQLValue(family), .integer(Int64(Self.readMax))) { row in
            take(try row.identifier(0), try row.text(1))
        }
    }

    private static func school(_ id: SchoolID, _ name: String?) -> [UInt8] {
        var json = JSONWriter(capacity: 128)
        json.key("school_id")
        json.identifier(id)
        json.key("school_name")
        json.string(name)
        return json.octets
    }

    private static func coach(_ id: CoachID, _ name: String?) -> [UInt8] {
        var json = JSONWriter(capacity: 128)
        json.key("coach_id")
        json.identifier(id)
        json.key("coach_name")
        json.string(name)
        return json.octets
    }
}
