/// Returns the schemas of all operations that a service supports.
public enum ShowContract: Operation {
    public static let definition = OperationDefinition(
        "$srv.schema", of: nil, .read, .everyone, "Show the schemas of a service's operations")

    public typealias Response = ServiceContract
}
