import DataServiceKit
import Storage

extension Migration {
    /// The index of searches.
    static let search = SearchTables.migration(CoachSearch.sources)
    static let searchWords = SearchTables.splittingAgain(CoachSearch.sources)
}
