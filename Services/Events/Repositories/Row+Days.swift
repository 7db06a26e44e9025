import Contracts
import Storage

extension Row {
    /// Returns a date. Throws `mismatch` for NULL or any other text.
    func day(_ column: Int32) throws -> CivilDay {
        guard let day = CivilDay(text: try text(column)) else {
            throw StorageError(code: .mismatch, message: "column \(column) has no day")
        }
        return day
    }

    /// Returns a date, or `nil` for NULL.
    func dayOrNil(_ column: Int32) throws -> CivilDay? {
        isNull(column) ? nil : try day(column)
    }

    /// Returns a time of day, or `nil` for NULL. Throws `mismatch` for any other text.
    func timeOrNil(_ column: Int32) throws -> LocalTime? {
        guard let text = try textOrNil(column) else { return nil }
        guard let time = LocalTime(text: text) else {
            throw StorageError(code: .mismatch, message: "column \(column) has no time")
        }
        return time
    }
}
