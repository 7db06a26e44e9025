import DataServiceKit
import Storage

enum Migration0009 {
    /// The index of searches.
    static let search = SearchTables.migration(CoachSearch.sources)
}
