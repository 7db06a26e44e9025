import Contracts
import DataServiceKit
import Storage

extension PostRepository {
    static let schoolNumberSQL = """
        SELECT number FROM family_schools WHERE family_no = ?1 AND school_id = ?2
        """

    /// The number of rows in a list. The rollups answer at a cost independent of the number of
    /// posts; a search reads every post in the window.
    func count(_ selection: PostSelection) throws -> Int {
        guard !selection.isSearch else {
            var count = 0
            try forEach(selection, limit: nil) { _ in count += 1 }
            return count
        }
        let (first, last) = selection.ends
        guard first <= last else { return 0 }
        guard PostSelection.conditions.narrow(selection.filters) else {
            return Int(try count(first...last) { (total: Totals) in total.counts.total })
        }
        let filter = try KindFilter(selection.filters, school: schoolNumber)
        return Int(try count(first...last) { (total: KindTotals) in total.count(filter) })
    }

    private func count<Total: RollupTotal>(
        _ window: ClosedRange<Int64>, _ posts: (Total) -> Int64
    ) throws -> Int64 {
        let reader = RollupReader(family: family, transaction: transaction)
        let after =
            try window.upperBound == .max
            ? 0 : posts(reader.total(from: window.upperBound + 1))
        return try posts(reader.total(from: window.lowerBound)) - after
    }

    private func schoolNumber(of school: SchoolID) throws -> Int64? {
        try transaction.scalar(Self.schoolNumberSQL, family.no, school)
    }
}
