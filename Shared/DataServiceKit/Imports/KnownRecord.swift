public import Contracts

/// A record that a row means.
@Memberwise
public struct KnownRecord<Tag: NamedTag> {
    public let id: Identifier<Tag>
    /// Whether the row has its id. What the record was found by otherwise stays as it is written.
    public let isByID: Bool
}

extension KnownRecord {
    /// Returns the record that a row means by its id or its key in an archive; `nil` if it has no
    /// id. Throws if it has one that is not the family's.
    public init?<Records: FamilyRecords>(
        id: String?, key: String?, in records: Records
    ) throws where Records.Record.Tag == Tag {
        if let text = id?.trimmed, !text.isEmpty {
            guard let id = Identifier<Tag>(text: text) else {
                throw ServiceError.invalid("id", "This is not the id of \(Tag.nounWithArticle)")
            }
            guard try records.find(id) != nil else {
                throw ServiceError.invalid("id", "Your family has no \(Tag.noun) with this id")
            }
            self.init(id: id, isByID: true)
            return
        }
        guard let id = key.flatMap({ Identifier<Tag>(text: $0.trimmed) }),
            try records.find(id) != nil
        else { return nil }
        self.init(id: id, isByID: true)
    }
}
