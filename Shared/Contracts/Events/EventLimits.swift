/// Limits of events and metrics, in characters unless stated otherwise.
public enum EventLimit {
    /// The length of an event's name.
    public static let nameLength = 1...255
    /// The maximum length of a location and of an address.
    public static let placeMax = 255
    public static let cityMax = 100
    /// The maximum length of a description, of performance notes and of a metric's notes.
    public static let textMax = 2_000
    /// The maximum cost of an event, in dollars.
    public static let costMax = 100_000
    /// The maximum size of the JSON of recorded stats, in bytes.
    public static let statsBytesMax = 10_000
    public static let metricTypeLength = 1...50
    /// The maximum length of a metric's unit.
    public static let unitMax = 20
}
