/// The periods whose posts are added up. All begin at whole days of UTC since 1970.
enum RollupPeriod: Int64, CaseIterable, Sendable {
    case day
    case eightDays
    case sixtyFourDays
    case allTime

    /// Milliseconds of a day.
    static let dayLength: Int64 = 86_400_000
    /// Milliseconds of a quarter of an hour, which every offset from UTC in use is a multiple of.
    static let quarterLength: Int64 = 900_000
    /// Quarters of an hour in a day.
    static let quartersOfDay: Int64 = 96
    /// Days of the longest bounded period.
    static let longDays: Int64 = 64
    /// Bits of a key that count days: 11,000 years.
    private static let dayBits: Int64 = 22
    /// Bits of a key that say the period.
    private static let periodBits: Int64 = 2
    /// Bits of a key that count quarters of an hour.
    private static let quarterBits: Int64 = 29

    /// The number of the period in which a day lies.
    func index(ofDay day: Int64) -> Int64 {
        switch self {
        case .day: day
        case .eightDays: day >> 3
        case .sixtyFourDays: day >> 6
        case .allTime: 0
        }
    }

    /// Parts that the period is divided into, whose posts are stored.
    var partCount: Int {
        switch self {
        case .day: Int(Self.quartersOfDay)
        case .sixtyFourDays: Int(Self.longDays)
        case .eightDays, .allTime: 0
        }
    }

    /// The part in which an instant of the period lies.
    func part(of postedAt: Int64) -> Int {
        self == .day
            ? Int(postedAt % Self.dayLength / Self.quarterLength)
            : Int(postedAt / Self.dayLength % Self.longDays)
    }

    /// The key of a family's period.
    func key(_ family: Family, _ index: Int64) -> Int64 {
        (family.no << Self.periodBits | rawValue) << Self.dayBits | index
    }

    /// The number of the period in a key.
    static func index(ofKey key: Int64) -> Int64 { key & (1 << dayBits - 1) }

    /// The key of a family's quarter of an hour, counted since 1970.
    static func quarterKey(_ family: Family, _ quarter: Int64) -> Int64 {
        family.no << quarterBits | quarter
    }
}
