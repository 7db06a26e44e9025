/// A reply that contains a record as stored, under its noun, and remarks beside it:
/// `{"coach": …, "warnings": []}`.
@dynamicMemberLookup
public struct RecordReply<
    Record: FormRecord & Codable & JSONWritable, Remarks: ReplyRemarks
>: Codable, JSONWritable, Sendable {
    public var record: Record
    public var remarks: Remarks

    public init(_ record: Record, _ remarks: Remarks) {
        self.record = record
        self.remarks = remarks
    }

    /// One of the remarks.
    public subscript<Value>(dynamicMember path: WritableKeyPath<Remarks, Value>) -> Value {
        get { remarks[keyPath: path] }
        set { remarks[keyPath: path] = newValue }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldKey.self)
        record = try container.decode(Record.self, forKey: FieldKey(Record.Tag.noun))
        remarks = try Remarks(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldKey.self)
        try container.encode(record, forKey: FieldKey(Record.Tag.noun))
        try remarks.encode(to: encoder)
    }

    public func write(to json: inout JSONWriter) {
        json.object(remarks.members + [(Record.Tag.noun, record)])
    }
}

/// What a reply says about its record.
public protocol ReplyRemarks: Codable, Sendable {
    /// The members of the JSON object: all properties, without those that are absent.
    var members: [(key: String, value: any JSONWritable)] { get }
}

/// Warnings about a new record.
@JSONObject
public struct ReplyWarnings: ReplyRemarks {
    /// What is probably a mistake, such as another record that is probably the same; usually empty.
    public var warnings: [String] = []

    public var members: [(key: String, value: any JSONWritable)] { [("warnings", warnings)] }
}

/// What an edit changed.
@JSONObject
public struct ReplyChanges: ReplyRemarks {
    /// The fields whose values changed, in the order of the form. If there are none, the record
    /// keeps its version.
    public var changes: [FieldChange]

    public var members: [(key: String, value: any JSONWritable)] { [("changes", changes)] }
}

extension RecordReply where Remarks == ReplyWarnings {
    public init(_ record: Record, warnings: [String] = []) {
        self.init(record, ReplyWarnings(warnings: warnings))
    }
}

extension RecordReply where Remarks == ReplyChanges {
    public init(_ record: Record, changes: [FieldChange]) {
        self.init(record, ReplyChanges(changes: changes))
    }
}

/// A new record as stored.
public typealias AddedRecord<Record: FormRecord & Codable & JSONWritable> =
    RecordReply<Record, ReplyWarnings>

/// A record as stored by an edit, with the changed fields.
public typealias EditedRecord<Record: FormRecord & Codable & JSONWritable> =
    RecordReply<Record, ReplyChanges>

extension RecordReply where Record == Coach {
    /// The record.
    public var coach: Coach { record }
}

extension RecordReply where Record == School {
    /// The record.
    public var school: School { record }
}

extension RecordReply where Record == Event {
    /// The record.
    public var event: Event { record }
}

extension RecordReply where Record == Metric {
    /// The record.
    public var metric: Metric { record }
}

extension RecordReply where Record == PlayerProfile {
    /// The record.
    public var profile: PlayerProfile { record }
}
