/// An import row that describes a metric.
@Memberwise
public struct MetricImportRow: ImportRow {
    public static let noun = "metrics"
    public static let service = ServiceName.events

    /// The line in the file.
    public var line: Int
    /// The event, if the form does not contain its id.
    public var event: EventReference?
    public var form: MetricForm
}

/// A reference to an event in a file: the key given by an imported file, or the exact name (case is
/// ignored).
@JSONObject
public struct EventReference: Hashable {
    /// The key, which takes precedence over the name.
    public var key: String?
    public var name: String?
}
