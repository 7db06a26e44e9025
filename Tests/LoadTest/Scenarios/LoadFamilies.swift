import Contracts
import ServiceKit
import Synchronization

/// The families of a scenario: those that are read, whose records do not change, so that answers
/// are known; and one more whose records are written.
final class LoadFamilies<Known: Sendable>: Sendable {
    /// The number of families that are read.
    let readCount = 3
    /// The number of records in all families that are read.
    let size: Int
    let seed: UInt64
    private let readers = Mutex<[(account: Account, known: Known)]>([])
    private let writer = Mutex<WritingFamily?>(nil)
    private let written = Mutex(WrittenRecords())

    init(size: Int, seed: UInt64) {
        self.size = size
        self.seed = seed
    }

    /// The families that are read, with what is known of them.
    var reading: [(account: Account, known: Known)] { readers.withLock { $0 } }
    /// The family whose records are written, once it has been made.
    var writing: WritingFamily? { writer.withLock { $0 } }
    /// The number of records whose writing was acknowledged.
    var acknowledged: Int { written.withLock { $0.acknowledged } }

    /// Makes all families. `load` gets the number of a family that is read, its account, and how
    /// many records it is to have.
    func make(
        _ target: Target,
        load: (_ number: Int, _ account: Account, _ count: Int) throws -> Known
    ) throws {
        let tag = String(UInt32.random(in: 100_000...999_999_999))
        for number in 0..<readCount {
            let account = try Account(number: number, tag: tag, target: target)
            let count = size / readCount + (number < size % readCount ? 1 : 0)
            let known = try load(number, account, count)
            readers.withLock { $0.append((account, known)) }
        }
        let account = try Account(number: readCount, tag: tag, target: target)
        let school = try account.addSchool("Load College", target)
        writer.withLock { $0 = WritingFamily(account: account, school: school) }
    }

    /// Renews all passports.
    func refresh(_ target: Target) throws {
        for reading in reading { try reading.account.renew(target) }
        try writing?.account.renew(target)
    }

    /// Counts the records of a request that has ended.
    func count(_ records: Int, _ ending: Ending, isUnknown: Bool) {
        written.withLock { $0.count(records, ending, isUnknown: isUnknown) }
    }

    /// What is wrong with the number of written records, which `plural` names. `total` counts them
    /// as that family sees them.
    func findings(
        _ target: Target, _ plural: String, total: (Caller.Options) throws -> Int
    ) throws -> [String] {
        guard let account = writing?.account else { return [] }
        try account.renew(target)
        let total = try total(account.options)
        return written.withLock { $0.findings(total, plural) }
    }
}

/// A scenario that reads some families and writes one more.
protocol FamilyScenario: Scenario {
    /// What is known of a family that is read.
    associatedtype Known: Sendable

    var families: LoadFamilies<Known> { get }
    var words: FamilyWords { get }
}

/// What reports say of the families.
struct FamilyWords: Sendable {
    /// The name of the records, in the plural.
    let records: String
    /// The family that is written.
    let writingFamily: String
    /// What happens to the records that are written.
    let growth: String
}

extension FamilyScenario {
    var dataSet: String {
        "\(Text.count(families.size)) \(words.records) in \(families.readCount) families, "
            + "made with seed \(families.seed); \(words.writingFamily)"
    }

    var growth: String {
        "\(Text.count(families.acknowledged)) \(words.records) \(words.growth) while it ran"
    }

    func refresh(_ target: Target) throws { try families.refresh(target) }
}

/// The family whose records are written.
struct WritingFamily: Sendable {
    let account: Account
    let school: SchoolID
}
