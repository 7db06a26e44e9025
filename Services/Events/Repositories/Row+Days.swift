import Contracts
import Storage

extension Row {
    /// A day; throws `mismatch` for NULL or another text.
    func day(_ column: Int32) throws -> CivilDay {
        guard let day = CivilDay(text: try text(column)) else {
            throw StorageError(code: .mismatch, message: "column \(column) has no day")
        }
        return day
    }

    /// A day or NULL.
    func dayOrNil(_ column: Int32) throws -> CivilDay? {
        isNull(column) ? nil : try day(column)
    }

    /// A time of day or NULL; throws `mismatch` for another text.
    func timeOrNil(_ column: Int32) throws -> LocalTime? {
        guard let text = try textOrNil(column) else { return nil }
        guard let time = LocalTime(text: text) else {
            throw StorageError(code: .mismatch, message: "column \(column) has no time")
        }
        return time
    }
}
