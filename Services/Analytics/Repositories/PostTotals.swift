import Contracts
import Storage

/// What posts change besides themselves, written once for the commands of a group.
final class PostTotals: GroupWork {
    private var families: [FamilyID: FamilyTotals] = [:]

    func totals(of family: Family, _ cache: AnswerCache) -> FamilyTotals {
        if let known = families[family.id] { return known }
        let new = FamilyTotals(family, cache)
        families[family.id] = new
        return new
    }

    func write(in transaction: WriteTransaction) throws {
        for totals in families.values { try totals.write(in: transaction) }
    }
}

/// A family's rollups, the version of its figures, and its posts that are to be indexed.
final class FamilyTotals {
    private let family: Family
    private let cache: AnswerCache
    private var rollups: RollupWriter
    private var isTouched = false
    /// The numbers of new posts.
    private(set) var newPosts: [ClosedRange<Int64>] = []

    init(_ family: Family, _ cache: AnswerCache) {
        self.family = family
        self.cache = cache
        rollups = RollupWriter(family)
    }

    /// Records a new post and its number.
    func noteAdded(_ no: Int64, _ facts: PostFacts) {
        if let last = newPosts.last, last.upperBound + 1 == no {
            newPosts[newPosts.count - 1] = last.lowerBound...no
        } else {
            newPosts.append(no...no)
        }
        rollups.add(facts)
    }

    /// Records a post that is back, or that has moved to the school of `facts`.
    func noteRestored(_ facts: PostFacts) { rollups.add(facts) }

    /// Records a post that is gone, or that has left the school of `facts`.
    func noteRemoved(_ facts: PostFacts) { rollups.subtract(facts) }

    /// Invalidates the family's cached answers, although no rollup changes.
    func touch() { isTouched = true }

    /// Writes the rollups, queues new posts for indexing and invalidates the family's cached
    /// answers.
    fileprivate func write(in transaction: WriteTransaction) throws {
        for numbers in newPosts { try PostSearch.note(numbers, of: family, transaction) }
        guard isTouched || !rollups.isEmpty else { return }
        try rollups.write(transaction)
        // Other commands of the group may have changed the version as well.
        var family = try Family.make(family.id, transaction)
        try family.incrementVersion(transaction)
        cache.require(family.version, of: family.id)
    }
}
