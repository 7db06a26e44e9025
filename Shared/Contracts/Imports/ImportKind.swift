/// The kinds of records that can be imported.
public enum ImportKind: String, Codable, JSONWritable, JSONReadable, CaseIterable, Hashable,
    Sendable
{
    case schools
    case coaches
    case interactions
    case events
    case metrics
    case posts
    /// A family's own list of contacts, whose rows become schools, coaches and interactions.
    case log
}
