/// The order of day and month in numbers such as `3/4/2026`.
public enum DayOrder: String, CaseIterable, Sendable {
    case monthFirst = "month_first"
    case dayFirst = "day_first"

    /// What the texts of a column say about their order.
    @Memberwise
    public struct Guess: Hashable, Sendable {
        /// The order that fits the most texts; month first if both fit as many.
        public var order: DayOrder
        /// Whether no text has another meaning, or none at all, in the other order than in this
        /// one, without a text that shows which is meant.
        public var isCertain: Bool
        /// Some of the texts that have a day in both orders, `examplesMax` at most.
        public var examples: [String]

        /// The most texts that are given as examples.
        public static let examplesMax = 3
    }

    /// Returns the order in which the texts of a column are days. It is certain if a text is a day
    /// in this order only, such as `25/3/2026`, and none in the other one only, or if the order
    /// makes no difference. Texts without a day say nothing.
    public static func likely(in texts: some Sequence<String>) -> Guess {
        let readers = allCases.map {
            TypedTimeReader(today: nil, dayOrder: $0, year: leapYear)
        }
        var only = [0, 0]
        var examples: [String] = []
        // A day that begins with its year has one order.
        for text in texts
        where text.contains(where: { "/-.".contains($0) })
            && !text.prefix(4).allSatisfy(\.isWholeNumber)
        {
            let readings = readers.map { $0.moment(text) }
            guard readings[0] != readings[1] else { continue }
            if readings[0] == .none {
                only[1] += 1
            } else if readings[1] == .none {
                only[0] += 1
            } else if examples.count < Guess.examplesMax, !examples.contains(text) {
                examples.append(text)
            }
        }
        let order: DayOrder = only[1] > only[0] ? .dayFirst : .monthFirst
        let isMixed = only[0] > 0 && only[1] > 0
        let isShown = only[0] + only[1] > 0
        return Guess(
            order: order, isCertain: !isMixed && (isShown || examples.isEmpty), examples: examples)
    }

    /// A year that has every day, for texts without one.
    private static let leapYear: Int64 = 2_024
}
