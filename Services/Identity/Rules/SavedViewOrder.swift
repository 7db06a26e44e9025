import Contracts

/// The order in which a member's saved filters are listed.
enum SavedViewOrder {
    /// Sorts by list, with the reader's own before those of others, and then by name.
    static func sorted(_ views: [SavedView], for reader: UserID) -> [SavedView] {
        let places = Dictionary(
            uniqueKeysWithValues: ViewedList.allCases.enumerated().map { ($1, $0) })
        func key(_ view: SavedView) -> (Int, Int, String, SavedViewID) {
            (
                places[view.list] ?? places.count, view.ownerID == reader ? 0 : 1,
                SavedView.folded(view.name), view.id
            )
        }
        return views.sorted { key($0) < key($1) }
    }
}
