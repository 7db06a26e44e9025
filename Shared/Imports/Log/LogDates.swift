public import Contracts

/// How the dates of a log are read, as far as its rows only say it together: the order of day and
/// month, and the years of days that are written without one.
public struct LogDates: Sendable {
    /// The order of day and month in numbers, and whether the file shows it.
    public let order: DayOrder.Guess
    private let years: YearContext

    /// - Parameter dayOrder: The order that a person chose; nil for the one that fits the file.
    public init(
        _ rows: [CSVReader.Row], _ columns: ImportColumns, dayOrder: DayOrder? = nil
    ) {
        let texts = rows.map { ImportWords.given(columns.value("occurred_at", in: $0.fields)) }
        var order = DayOrder.likely(in: texts.compactMap(\.self))
        if let dayOrder { order.order = dayOrder }
        self.order = order
        years = YearContext(texts, dayOrder: order.order)
    }

    /// The inferred year of the date in the row at a place; nil if it has one of its own.
    func year(at place: Int) -> Int64? { years.year(at: place) }

    /// What the date in the row at a place says by itself; nil if its year is inferred.
    func reading(at place: Int) -> TypedReading<TypedMoment>? { years.reading(at: place) }
}

extension LogRow {
    /// Reads the rows of a log.
    public static func all(
        _ rows: [CSVReader.Row], _ columns: ImportColumns, _ defaults: LogDefaults,
        dayOrder: DayOrder? = nil, in zone: some CivilZone
    ) -> (rows: [LogRow], dates: LogDates) {
        let dates = LogDates(rows, columns, dayOrder: dayOrder)
        let read = rows.enumerated().map { place, row in
            LogRow(
                row, columns, defaults, dayOrder: dates.order.order, year: dates.year(at: place),
                reading: dates.reading(at: place), in: zone)
        }
        return (read, dates)
    }
}
