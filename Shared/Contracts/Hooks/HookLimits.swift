/// Limits of change hooks.
public enum HookLimit {
    /// The most hooks of a family.
    public static let perFamily = 10
    /// The length of an address, in characters.
    public static let addressLength = 1...2_000
    /// The length of a secret, in bytes.
    public static let secretBytes = 32
    /// How often a delivery is attempted before the next one has its turn.
    public static let attemptsMax = 15
    /// For how many days nothing may be delivered until the hook is switched off.
    public static let failingDays = 3
    /// For how many days deliveries are kept, to be replayed.
    public static let keptDays = 30
    /// The most deliveries of a hook that are kept; the oldest go first.
    public static let keptMax: Int64 = 10_000
    /// The size of a record in bytes above which a message leaves it out.
    public static let dataBytesMax = 65_536
    /// The most deliveries in one list.
    public static let listedMax = 200
}
