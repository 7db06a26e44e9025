public import Contracts

extension ListHistory {
    /// Returns the entries of all pages of a history, which `page` fetches one after the other. A
    /// page ends when its time is up, so that a busy machine needs several for a few entries.
    public static func allEntries(
        of request: Request = .init(), page: (Request) throws -> Response
    ) throws -> [HistoryEntry] {
        var request = request
        var entries: [HistoryEntry] = []
        var cursor: ChangeID?
        repeat {
            let page = try page(request)
            entries += page.entries
            cursor = page.nextCursor
            request.cursor = FormField(cursor?.text)
        } while cursor != nil
        return entries
    }
}
