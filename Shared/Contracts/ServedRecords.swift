/// Records with which several services serve an operation of the same kind.
public protocol ServedRecords: Sendable {
    /// The first part of the operations' names, such as `interactions`.
    static var noun: String { get }
    static var service: ServiceName { get }
    /// The records, for people; `noun` by default.
    static var summary: String { get }
}

extension ServedRecords {
    public static var summary: String { noun }
}

extension School: ServedRecords {
    public static let noun = "schools"
    public static let service = ServiceName.coaches
}

extension Coach: ServedRecords {
    public static let noun = "coaches"
    public static let service = ServiceName.coaches
}

extension Event: ServedRecords {
    public static let noun = "events"
    public static let service = ServiceName.events
}
