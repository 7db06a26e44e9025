/// A day as people type it, with a time of day if they typed one.
@Memberwise
public struct TypedMoment: Hashable, Sendable {
    public var day: CivilDay
    /// The time of day; nil if only a day was typed.
    public var time: LocalTime?
    /// Milliseconds after the minute, 0 to 59,999.
    public var milliseconds = 0
    /// The zone that was typed behind the time; nil for that of the reader.
    public var zone: TypedZone?
    /// Whether only a month was typed, of which `day` is the first.
    public var isMonth = false

    /// What is known if it is not the time of day; nil if that is known.
    public var precision: DatePrecision? {
        time == nil ? (isMonth ? .month : .day) : nil
    }
}

extension TypedMoment: CustomStringConvertible {
    /// The day and the time in a form that is read in one way only: `2026-02-03 14:15`.
    public var description: String {
        guard let time else { return isMonth ? day.monthText : day.text }
        return "\(day.text) \(time.text)" + (zone.map { " \($0)" } ?? "")
    }
}

/// The meanings of a text that a person typed.
public enum TypedReading<Value: Hashable & Sendable>: Hashable, Sendable {
    case one(Value)
    /// Two or more different meanings.
    case several([Value])
    case none

    /// Creates the reading with these meanings, without duplicates.
    init(_ values: [Value]) {
        var distinct: [Value] = []
        for value in values where !distinct.contains(value) { distinct.append(value) }
        self =
            switch distinct.count {
            case 0: .none
            case 1: .one(distinct[0])
            default: .several(distinct)
            }
    }

    /// Creates the reading of these moments, of which those of one instant are the same.
    init(distinct moments: [TypedMoment]) where Value == TypedMoment {
        var instants: Set<Instant> = []
        self.init(
            moments.filter { moment in
                guard let time = moment.time, let zone = moment.zone else { return true }
                return zone.instant(of: moment.day, at: time).map {
                    instants.insert($0.advanced(by: .milliseconds(moment.milliseconds))).inserted
                } ?? false
            })
    }

    /// The meaning, if there is exactly one.
    public var value: Value? {
        if case .one(let value) = self { return value }
        return nil
    }

    /// The meanings of an ambiguous text as a clause such as `can mean 2026-11-20 or 2026-11-27`;
    /// nil if the text is not ambiguous.
    public var ambiguity: String? {
        guard case .several(let values) = self else { return nil }
        return "can mean " + values.map { "\($0)" }.joined(separator: " or ")
    }
}
