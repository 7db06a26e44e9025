public import Contracts
public import Storage

/// What a filter's value is compared with.
public enum FilterColumn: Sendable {
    /// This column equals the value.
    case equal(String)
    /// This column, a text made by `SearchFolding`, contains the text.
    case contains(String)
    /// This condition, given the name of the value's parameter, holds.
    case meets(@Sendable (String) -> String)
    /// The list's own statement compares it: a window along an index, or whose rows are read.
    case own
}

/// The conditions of a list's filters in SQL. The text is the same whatever is set, so that few
/// statements are prepared and a test can ask for the plan of each; filters that are not in force
/// are bound to NULL.
public struct FilterConditions<Filter: ListFilter>: Sendable {
    /// The conditions, each with " AND " in front, to stand behind others.
    public let sql: String
    /// The filters with a parameter, in the order of the parameters.
    private let bound: [Filter]

    /// The conditions over these columns. Parameters are numbered from `first` on.
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

    /// Whether a filter with a condition here is in force.
    public func narrow(_ input: ListInput<Filter>) -> Bool {
        input.isFiltered && bound.contains { input[$0] != nil }
    }

    /// Binds the next parameters.
    public func bind(_ input: ListInput<Filter>, to binder: inout Binder) throws {
        for filter in bound {
            switch input[filter] {
            case .text(let text): try binder.bind(SearchFolding.fold(text))
            case .word(let word): try binder.bind(word.word)
            case .flag: try binder.bind(Int64(1))
            case .days(let days): try binder.bind(Int64(days))
            case .instant(let instant): try binder.bind(instant)
            case .record(let id): try binder.bind(id)
            case nil: try binder.bindNull()
            }
        }
    }
}
