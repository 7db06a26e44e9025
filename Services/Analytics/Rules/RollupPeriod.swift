/// The periods that rollups cover. All begin at whole UTC days since 1970.
enum RollupPeriod: Int64, CaseIterable, Sendable {
    case day
    case eightDays
    case sixtyFourDays
    case allTime

    /// In milliseconds.
    static let dayLength: Int64 = 86_400_000
    /// A quarter of an hour in milliseconds. Every UTC offset in use is a multiple of it.
    static let quarterLength: Int64 = 900_000
    static let quartersOfDay: Int64 = 96
    /// The number of days in the longest bounded period.
    static let longDays: Int64 = 64
    /// Bits of a key for the day: 11,000 years.
    private static let dayBits: Int64 = 22
    /// Bits of a key for the period.
    private static let periodBits: Int64 = 2
    /// Bits of a key for the quarter of an hour.
    private static let quarterBits: Int64 = 29

    /// The index of the period that contains a day.
    func index(ofDay day: Int64) -> Int64 {
        switch self {
        case .day: day
        case .eightDays: day >> 3
        case .sixtyFourDays: day >> 6
        case .allTime: 0
        }
    }

    /// The number of parts whose posts a rollup of this period counts.
    var partCount: Int {
        switch self {
        case .day: Int(Self.quartersOfDay)
        case .sixtyFourDays: Int(Self.longDays)
        case .eightDays, .allTime: 0
        }
    }

    /// The part of the period that contains an instant.
    func part(of postedAt: Int64) -> Int {
        self == .day
            ? Int(postedAt % Self.dayLength / Self.quarterLength)
            : Int(postedAt / Self.dayLength % Self.longDays)
    }

    /// The key of a period of the family with this number.
    func key(_ family: Int64, _ index: Int64) -> Int64 {
        (family << Self.periodBits | rawValue) << Self.dayBits | index
    }

    /// The index of the period in a key.
    static func index(ofKey key: Int64) -> Int64 { key & (1 << dayBits - 1) }

    /// The key of a quarter of an hour, counted since 1970, of the family with this number.
    static func quarterKey(_ family: Int64, _ quarter: Int64) -> Int64 {
        family << quarterBits | quarter
    }
}
