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
