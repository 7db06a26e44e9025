/// The years of days in a column that are written without one. Lists of contacts are in the order
/// of time, so that a day is of the year in which it is nearest to the days around it.
public struct YearContext: Sendable {
    /// The years, by the places of the texts that have none.
    private var years: [Int: Int64] = [:]
    /// What the texts say by themselves.
    private let readings: [TypedReading<TypedMoment>]

    /// Infers the years.
    ///
    /// - Parameters:
    ///   - texts: The texts of the column in the order of the file; nil for an empty cell.
    ///   - dayOrder: The order of numbers.
    public init(_ texts: [String?], dayOrder: DayOrder? = nil) {
        let reader = TypedTimeReader(today: nil, dayOrder: dayOrder)
        readings = texts.map { $0.map(reader.moment) ?? .none }
        let full = readings.map { $0.value?.day }
        guard full.contains(where: { $0 != nil }) else { return }
        var following: [CivilDay?] = Array(repeating: nil, count: texts.count)
        var next: CivilDay?
        for place in texts.indices.reversed() {
            following[place] = next
            next = full[place] ?? next
        }
        var last: CivilDay?
        for (place, text) in texts.enumerated() {
            if let day = full[place] {
                last = day
                continue
            }
            let around = [last, following[place]].compactMap(\.self)
            guard let text, readings[place] == .none,
                let day = Self.day(text, near: around, dayOrder)
            else { continue }
            years[place] = day.year
            last = day
        }
    }

    /// The inferred year of the text at a place; nil if it has one of its own, or if no text of the
    /// column has a year.
    public func year(at place: Int) -> Int64? { years[place] }

    /// What the text at a place says by itself; nil if its year is inferred.
    public func reading(at place: Int) -> TypedReading<TypedMoment>? {
        years[place] == nil ? readings[place] : nil
    }

    /// The day that a text without a year means, so that it is nearest to others; nil if the text
    /// is no day in any year.
    private static func day(
        _ text: String, near others: [CivilDay], _ dayOrder: DayOrder?
    ) -> CivilDay? {
        let candidates = Set(others.flatMap { [$0.year - 1, $0.year, $0.year + 1] })
        let days = candidates.sorted().compactMap { year -> CivilDay? in
            TypedTimeReader(today: nil, dayOrder: dayOrder, year: year).moment(text).days.first
        }
        func distance(_ day: CivilDay) -> Int64 {
            others.reduce(0) { $0 + abs($1.daysSince1970 - day.daysSince1970) }
        }
        return days.min { distance($0) < distance($1) }
    }
}

extension TypedReading<TypedMoment> {
    /// The days of all meanings.
    fileprivate var days: [CivilDay] {
        switch self {
        case .one(let moment): [moment.day]
        case .several(let moments): moments.map(\.day)
        case .none: []
        }
    }
}
