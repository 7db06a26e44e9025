/// Writes that commands leave to the end of their group, such as totals: a row that many commands
/// of a group change is then written once instead of once for each.
///
/// The work of a command is written before the group commits, and is dropped if the command fails.
/// Later commands of the group may run before it is written.
public protocol GroupWork: AnyObject {
    /// Creates work in which nothing is to be written yet.
    init()

    /// Writes what the commands have left. If it throws, the commands run again one by one, each
    /// with its own work. It must not register actions (`WriteTransaction.beforeAnswers`).
    func write(in transaction: WriteTransaction) throws
}

/// What the commands of a group have left to its end, one of each type of work.
final class GroupWorks {
    private var works: [ObjectIdentifier: any GroupWork] = [:]

    var isEmpty: Bool { works.isEmpty }

    func work<Work: GroupWork>(_ type: Work.Type) -> Work {
        if let known = works[ObjectIdentifier(type)] as? Work { return known }
        let new = Work()
        works[ObjectIdentifier(type)] = new
        return new
    }

    /// Writes everything and forgets it.
    func write(in transaction: WriteTransaction) throws {
        guard !works.isEmpty else { return }
        let left = works
        works = [:]
        for work in left.values { try work.write(in: transaction) }
    }

    func drop() { works = [:] }
}
