/// Returns the schemas of all operations that a service supports.
public enum ShowContract: Operation {
    public static let name = "$srv.schema"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.everyone
    public static let summary = "Show the schemas of a service's operations"

    public typealias Request = EmptyRequest
    public typealias Response = ServiceContract
}
