public import Contracts
public import Storage

/// The SQL condition of a filter.
public enum FilterColumn: Sendable {
    /// The column equals the value, or one of several words.
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
    /// The filters with parameters, in their order, and how many each has.
    private let bound: [(filter: Filter, count: Int)]
    /// The number of the next parameter.
    private let next: Int

    /// Creates the conditions on these columns, with parameters numbered from `first`.
    public init(parametersFrom first: Int, _ column: (Filter) -> FilterColumn) {
        var sql = ""
        var bound: [(filter: Filter, count: Int)] = []
        var next = first
        for filter in Filter.allCases {
            // A set of words has a parameter for each; those that are not chosen are NULL.
            let count = if case .words(let words) = filter.rule.kind { words.count } else { 1 }
            let parameters = (next..<next + count).map { "?\($0)" }
            let condition: String
            switch column(filter) {
            case .equal(let column):
                condition =
                    count == 1
                    ? "\(column) = \(parameters[0])"
                    : "\(column) IN (\(parameters.joined(separator: ", ")))"
            case .contains(let column):
                precondition(count == 1, "\(filter): several words need a column of one of them")
                condition = "instr(\(column), \(parameters[0])) > 0"
            case .meets(let make):
                precondition(count == 1, "\(filter): several words need a column of one of them")
                condition = make(parameters[0])
            case .own: continue
            }
            sql += " AND (\(parameters[0]) IS NULL OR \(condition))"
            bound.append((filter, count))
            next += count
        }
        self.sql = sql
        self.bound = bound
        self.next = next
    }

    /// Creates the conditions on these columns, with parameters numbered after those of others.
    public init(parametersAfter others: Self, _ column: (Filter) -> FilterColumn) {
        self.init(parametersFrom: others.next, column)
    }

    /// Returns whether a filter with a condition here is active.
    public func narrow(_ input: ListInput<Filter>) -> Bool {
        input.isFiltered && bound.contains { input[$0.filter] != nil }
    }

    /// The filters' values, bound to the next parameters.
    public func values(of input: ListInput<Filter>) -> [any SQLBindable] {
        bound.flatMap { filter, count -> [any SQLBindable] in
            let values: [any SQLBindable] =
                switch input[filter] {
                case .text(let text): [SearchFolding.fold(text)]
                case .word(let word): [word.word]
                case .words(let words): words.map { $0.word }
                case .flag: [true]
                case .days(let days): [days]
                case .instant(let instant): [instant]
                case .record(let id): [id]
                case nil: []
                }
            let rest = [any SQLBindable](
                repeating: nil as Int64?, count: count - values.count)
            return values + rest
        }
    }
}
