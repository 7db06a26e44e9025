public import Contracts
public import Storage

/// The SQL condition of a filter.
public enum FilterColumn: Sendable {
    /// The column equals the value.
    case equal(String)
    /// The column, a text normalized by `SearchFolding`, contains the text.
    case contains(String)
    /// The returned condition, created for the name of the value's parameter, is true.
    case meets(@Sendable (String) -> String)
    /// The list's own statement applies the filter, for example as a window along an index.
    case own
}

/// The SQL conditions of a list's filters. The text does not depend on the active filters, so that
/// few statements are prepared and a test can check each plan. Inactive filters are bound to NULL.
public struct FilterConditions<Filter: ListFilter>: Sendable {
    /// The conditions, each with a leading " AND ", to append to others.
    public let sql: String
    /// The filters with a parameter, in parameter order.
    private let bound: [Filter]

    /// Creates the conditions on these columns, with parameters numbered from `first`.
    public init(parametersFrom first: Int, _ column: (Filter) -> FilterColumn) {
        var sql = ""
        var bound: [Filter] = []
        for filter in Filter.allCases {
            let parameter = "?\(first + bound.count)"
            switch column(filter) {
            case .equal(let column):
                sql += " AND (\(parameter) IS NULL OR \(column) = \(parameter))"
            case .contains(let column):
                sql += " AND (\(parameter) IS NULL OR instr(\(column), \(parameter)) > 0)"
            case .meets(let condition):
                sql += " AND (\(parameter) IS NULL OR \(condition(parameter)))"
            case .own: continue
            }
            bound.append(filter)
        }
        self.sql = sql
        self.bound = bound
    }

    /// Returns whether a filter with a condition here is active.
    public func narrow(_ input: ListInput<Filter>) -> Bool {
        input.isFiltered && bound.contains { input[$0] != nil }
    }

    /// The filters' values, bound to the next parameters.
    public func values(of input: ListInput<Filter>) -> [any SQLBindable] {
        bound.map { filter -> any SQLBindable in
            switch input[filter] {
            case .text(let text): SearchFolding.fold(text)
            case .word(let word): word.word
            case .flag: true
            case .days(let days): days
            case .instant(let instant): instant
            case .record(let id): id
            case nil: nil as Int64?
            }
        }
    }
}
