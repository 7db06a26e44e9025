public import Contracts
public import ServiceKit
public import Storage

/// Records that imports change like ordinary edits.
public protocol ImportTarget: Sendable {
    associatedtype Record: FormRecord & Codable
    associatedtype Records: FamilyRecords where Records.Record == Record

    static var table: MarkedTable { get }
    /// Stores a new version of a record and records its change, which `mark` completes.
    static func store(
        _ record: Record, _ scope: FamilyScope, _ unit: UnitOfWork, _ mark: ImportMark) throws
    /// Returns why a record cannot be again as it was, such as that its school of then is gone, as
    /// the end of a sentence that begins with its name; `nil` if it can. What the record has now
    /// can stay.
    static func obstacle(
        to before: Record, from current: Record, _ scope: FamilyScope,
        _ transaction: ReadTransaction
    ) throws -> String?
    /// Returns the fields in which two versions differ, with values for people.
    static func changes(from old: Record, to new: Record) throws -> [FieldChange]
}

extension ImportTarget {
    /// None by default.
    public static func obstacle(
        to before: Record, from current: Record, _ scope: FamilyScope,
        _ transaction: ReadTransaction
    ) throws -> String? { nil }

    /// Returns the fields in which two versions differ.
    public static func changes(from old: Record, to new: Record) throws -> [FieldChange] {
        try new.changes(since: old)
    }

    /// Returns the fields in which two versions differ, the school by its name at the time.
    public static func changes(
        from old: Record, to new: Record, school: KeyPath<Record, String?>
    ) throws -> [FieldChange] {
        try new.changes(since: old).map { change in
            change.field == "school_id"
                ? FieldChange(
                    field: "school", before: old[keyPath: school], after: new[keyPath: school])
                : change
        }
    }
}

/// The mark of a change that an import or its undo made, with the import's id. The history shows
/// it.
public struct ImportMark: Sendable {
    let key: String
    let id: OperationID

    /// The mark of a change that an import made.
    public static func updated(by id: OperationID) -> ImportMark {
        ImportMark(key: ImportFeed.updatedBy, id: id)
    }

    /// The mark of a change that the undo of an import made.
    public static func reverted(_ id: OperationID) -> ImportMark {
        ImportMark(key: ImportFeed.revertedBy, id: id)
    }

    /// Returns the change with the mark in its payload, which is an object.
    public func on(_ change: NewChange) -> NewChange {
        var change = change
        precondition(change.payload.last == UInt8(ascii: "}"), "a payload is an object")
        change.payload.removeLast()
        change.payload += Array(",\"\(key)\":\"\(id)\"}".utf8)
        return change
    }
}

/// The records that an import changes, and how it is undone.
public struct ImportUpdates: Sendable {
    /// What became of a record in the undo.
    enum Undone {
        case reverted
        case kept(KeptRecord)
    }

    let table: String
    /// Changes a record as an import wants it.
    let apply: @Sendable (StagedUpdate, FamilyScope, UnitOfWork) throws -> AppliedUpdate?
    /// Gives a record back the fields that the import changed, unless somebody changed it since. A
    /// merge of schools, and its undo, may have moved it, which its version does not show.
    let revert: @Sendable (AppliedUpdate, FamilyScope, UnitOfWork) throws -> Undone

    public init<Target: ImportTarget>(_ target: Target.Type) {
        let table = Target.table.name
        self.table = table
        apply = { update, scope, unit in
            let id = Identifier<Target.Record.Tag>(update.id)
            guard let current = try Target.Records(scope, unit.transaction).find(id) else {
                return nil
            }
            var record = current
            try record.takeFields(
                of: try JSONCoding.decodedText(Target.Record.self, from: update.after),
                changedSince: try JSONCoding.decodedText(Target.Record.self, from: update.before))
            record.advance(at: unit.now)
            try Target.store(record, scope, unit, .updated(by: update.importID))
            return AppliedUpdate(
                importID: update.importID, id: update.id, version: record.version,
                before: try JSONCoding.encodedText(current),
                after: try JSONCoding.encodedText(record))
        }
        revert = { update, scope, unit in
            let id = Identifier<Target.Record.Tag>(update.id)
            let before = try JSONCoding.decodedText(Target.Record.self, from: update.before)
            func kept(_ reason: String, as name: String? = nil) -> Undone {
                .kept(
                    KeptRecord(
                        type: table, id: id.text, name: name ?? before.title, reason: reason))
            }
            guard let current = try Target.Records(scope, unit.transaction).find(id) else {
                return kept("has since been deleted")
            }
            guard current.version == update.version else {
                return kept("has since been changed", as: current.title)
            }
            var record = current
            if let after = update.after {
                try record.takeFields(
                    of: before,
                    changedSince: try JSONCoding.decodedText(Target.Record.self, from: after))
            } else {
                record.takeFields(of: before)
            }
            let obstacle = try Target.obstacle(
                to: record, from: current, scope, unit.transaction)
            if let obstacle { return kept(obstacle, as: current.title) }
            record.advance(at: unit.now)
            try Target.store(record, scope, unit, .reverted(update.importID))
            return .reverted
        }
    }
}

extension ImportStaging {
    /// Returns the result for a row that means the same record as an earlier line of the file;
    /// `nil` if no line does. `key` is that of the row.
    public func repeated<Tag: NamedTag>(
        _ id: Identifier<Tag>, key: String? = nil
    ) throws -> StagedRow? {
        try line(of: id).map { .same(as: $0, id).named(key, id) }
    }

    /// Returns the earlier line of the file that means a record; `nil` if there is none.
    private func line<Tag>(of id: Identifier<Tag>) throws -> Int? {
        try UpdateJournal(scope.familyID, unit.transaction).line(of: id, in: importID)
    }

    /// Stages the change of a record. `new` has the same version as `old`.
    public func update<Target: ImportTarget>(
        _ target: Target.Type, _ old: Target.Record, to new: Target.Record
    ) throws -> StagedRow {
        let changes = try Target.changes(from: old, to: new)
        guard !changes.isEmpty else { return .unchanged.about(old.id, named: old.title) }
        try UpdateJournal(scope.familyID, unit.transaction).stage(
            StagedUpdate(
                importID: importID, id: RecordID(old.id),
                before: try JSONCoding.encodedText(old), after: try JSONCoding.encodedText(new)),
            version: old.version, in: Target.table.name)
        return .updated(changes.map { $0.shortened(to: ImportLimit.changeTextMax) })
            .about(old.id, named: old.title)
    }

    /// Throws `conflict` if the staged changes of records refer to a school that is not there.
    public func requireSchools(_ isThere: (SchoolID) throws -> Bool) throws {
        let schools = try UpdateJournal(scope.familyID, unit.transaction)
            .newReferences(in: "school_id", of: importID)
        for text in schools {
            guard let id = SchoolID(text: text), try isThere(id) else {
                throw ServiceError.ownerWent("A school")
            }
        }
    }
}

extension ServiceError {
    /// The refusal of an import whose records refer to one, such as "A school", that was deleted
    /// since the rows were checked.
    public static func ownerWent(_ what: String) -> ServiceError {
        ServiceError(
            .conflict, "\(what) in this file was deleted in the meantime; import it again")
    }
}
