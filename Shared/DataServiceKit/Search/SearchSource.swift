public import Contracts
public import Storage

/// What a record contributes to searches.
@Memberwise
public struct SearchDocument: Hashable, Sendable {
    /// The player whose record it is and who alone finds it, besides parents; nil if all members
    /// find it.
    public var owner: UserID?
    /// The word of its type, for `type:`.
    public var type: String?
    /// The time it is about.
    public var at: Instant?
    /// The day it is about.
    public var day: CivilDay?
    public var title: String
    /// The names of its coaches.
    public var coach: String = ""
    /// The names of its school.
    public var school: String = ""
    /// All other texts.
    public var text: String = ""
}

/// The records of a table whose texts can be searched. The table has the columns
/// `family_unit_id`, `id` and `deleted_at`; its searchable records are those without a mark.
public struct SearchSource: Sendable {
    /// Another table whose rows contribute to the texts of the source's records.
    public struct Companion: Sendable {
        let table: String
        let columns: String
        let records: String

        /// Selects the records to which a row of a table contributes.
        ///
        /// `columns` are the columns, separated by commas, whose changes matter. `records` is a
        /// statement that returns the ids of the records; `ROW` in it stands for the row. It must
        /// use an index that begins with the family.
        public init(_ table: StaticString, columns: StaticString, records: StaticString) {
            self.table = "\(table)"
            self.columns = "\(columns)"
            self.records = "\(records)"
        }

        /// Selects the records of a table whose column `reference` has the id of a row of another
        /// table that names it, through an index on family and reference.
        public static func names(
            from table: StaticString, by reference: StaticString, in records: StaticString,
            index: StaticString
        ) -> Companion {
            Companion(
                table: "\(table)", columns: "name",
                records: """
                    SELECT id FROM \(records) INDEXED BY \(index)
                    WHERE family_unit_id = ROW.family_unit_id AND \(reference) = ROW.id
                        AND deleted_at IS NULL
                    """)
        }

        private init(table: String, columns: String, records: String) {
            self.table = table
            self.columns = columns
            self.records = records
        }
    }

    /// Reads the texts of a record; nil if it is deleted or not there.
    public typealias Reading =
        @Sendable (FamilyID, RecordID, ReadTransaction) throws -> SearchDocument?

    let noun: SearchNoun
    let table: String
    let columns: String
    let companions: [Companion]
    let read: Reading

    /// Creates a source. `columns` are the columns of the table, separated by commas, whose changes
    /// matter to `read`.
    public init(
        _ noun: SearchNoun, in table: StaticString, columns: StaticString,
        companions: [Companion] = [], read: @escaping Reading
    ) {
        self.noun = noun
        self.table = "\(table)"
        self.columns = "\(columns)"
        self.companions = companions
        self.read = read
    }
}
