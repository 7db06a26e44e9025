/// Limits of events and metrics, in characters unless said otherwise.
public enum EventLimit {
    /// Length of an event's name.
    public static let nameLength = 1...255
    /// Length of a location, and of an address.
    public static let placeMax = 255
    /// Length of a city.
    public static let cityMax = 100
    /// Length of a description, of performance notes, and of a metric's notes.
    public static let textMax = 2_000
    /// Dollars that an event may cost.
    public static let costMax = 100_000
    /// Octets of the JSON of recorded stats.
    public static let statsOctetsMax = 10_000
    /// Length of a metric's type.
    public static let metricTypeLength = 1...50
    /// Length of a metric's unit.
    public static let unitMax = 20
}
