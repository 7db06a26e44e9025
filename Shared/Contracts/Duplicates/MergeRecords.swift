/// A record that can be merged into another one of its kind.
public protocol MergeableRecord: FormRecord, ServedRecords, Codable, JSONWritable {}

/// Merges a record into another one of its kind: everything that refers to it in all services, such
/// as a school's coaches, refers to the one that stays. One operation, which can be undone.
public enum MergeRecords<Record: MergeableRecord>: Operation {
    /// The budget leaves every service the time to complete its part.
    public static var definition: OperationDefinition {
        OperationDefinition(
            "\(Record.noun).merge", of: Record.service, .write,
            .players("merge \(Record.noun)"),
            "Merge \(Record.Tag.nounWithArticle) into another one; it can be undone",
            budget: DeletionLimit.budget, http: .post("/\(Record.noun)/{id}/merge"))
    }

    public typealias Request = MergeRequest<Record.Tag>
    /// The record that stays, and what moved.
    public typealias Response = RecordReply<Record, MergeRemarks<Record.Tag>>

    /// The result, for people: "Merged P. Doyle into Pat Doyle: 3 interactions moved".
    public static func sentence(_ answer: Response) -> String {
        MergeText.sentence(answer.mergedName, into: answer.record.title, answer.moved)
    }
}

/// Merges a coach into another one.
public typealias MergeCoaches = MergeRecords<Coach>
/// Merges a school into another one.
public typealias MergeSchools = MergeRecords<School>

/// What a merge did with the record that went.
@JSONObject
public struct MergeRemarks<Tag>: ReplyRemarks {
    /// The id of the record that went to the trash.
    public var mergedID: Identifier<Tag>
    /// The name of that record; nil from a service of an earlier version.
    public var mergedName: String?
    /// The fields whose values came from the other one.
    public var filled: [String]
    /// The number of records in each table that from now on refer to the record that stays,
    /// without those in the trash; tables without any may be missing.
    public var moved: [String: Int]
    /// Whether every service has completed its part and the counts are final.
    public var state: OperationState
    /// The operation that can be undone to separate them again.
    public var operationID: OperationID

    public var members: [(key: String, value: any JSONWritable)] {
        let name = mergedName.map { [(CodingKeys.mergedName.rawValue, $0 as any JSONWritable)] }
        return (name ?? []) + [
            (CodingKeys.mergedID.rawValue, mergedID), (CodingKeys.filled.rawValue, filled),
            (CodingKeys.moved.rawValue, moved), (CodingKeys.state.rawValue, state),
            (CodingKeys.operationID.rawValue, operationID),
        ]
    }
}
