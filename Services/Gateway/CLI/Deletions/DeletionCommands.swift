import CommandKit
import Contracts
import ServiceKit

/// `delete` and `blockers` of coaches and schools.
enum DeletionCommands {
    static let ofCoaches = commands(
        of: .coach, CoachCommands.coachArgument, "Pat Doyle", DeleteCoach.self,
        id: { try $0.coachID($0.argument(0)) }
    ) { id, run in
        let coach = try CoachCommands.coach(id, run)
        let place = coach.schoolName.map { ", \($0)" } ?? ""
        return "\(coach.fullName) (\(coach.role.label)\(place))"
    }

    static let ofSchools = commands(
        of: .school, SchoolCommands.schoolArgument, "Duke", DeleteSchool.self,
        id: { try $0.schoolID($0.argument(0)) }
    ) { id, run in
        try SchoolCommands.school(id, run).name
    }

    // MARK: Declaring

    /// The two commands of a kind of record. `example` is a name in the examples, and `name` is
    /// the one in the question.
    private static func commands<Deletion: RecordDeletion>(
        of kind: DeletionFeed.Kind, _ argument: Argument, _ example: String,
        _ deletion: Deletion.Type,
        id: @escaping @Sendable (CommandRun) throws -> Identifier<Deletion.Tag>,
        name: @escaping @Sendable (Identifier<Deletion.Tag>, CommandRun) throws -> String
    ) -> [CompassCommand] where Deletion.Tag: SendableMetatype {
        [
            CompassCommand(Self.deletion(of: kind, argument, example)) { run in
                let outcome = try DeletionRun(
                    deletion, in: kind.table, run, id: { try id(run) },
                    question: { question(kind, try name($0, run), $1) }
                ).outcome()
                return try result(of: kind, outcome, run)
            },
            CompassCommand(blockers(of: kind, argument, example)) { run in
                try .blockers(before: deletion, of: id(run), run)
            },
        ]
    }

    private static func deletion(
        of kind: DeletionFeed.Kind, _ argument: Argument, _ name: String
    ) -> Command {
        let others =
            kind == .coach ? "Interactions" : "Coaches, interactions"
        return Command(
            "\(kind.table) delete", .mutating,
            "Delete a \(kind.rawValue); it can be undone",
            details: """
                Asks for confirmation unless --yes is given. \(others) and other records that \
                depend on the \(kind.rawValue) are deleted with it: on a terminal the question \
                lists them, in scripts add --cascade --yes. Everything can be restored for 30 \
                days.
                """,
            arguments: [argument],
            flags: [.toggle("cascade", "Also delete dependent records, in all services")],
            examples: [
                "compass \(kind.table) delete \(name)": "Asks for confirmation",
                "compass \(kind.table) delete \(name) --cascade --yes": "In a script",
            ])
    }

    private static func blockers(
        of kind: DeletionFeed.Kind, _ argument: Argument, _ name: String
    ) -> Command {
        Command(
            "\(kind.table) blockers", .readOnly, "Show what depends on a \(kind.rawValue)",
            details: "These records would be deleted together with the \(kind.rawValue).",
            arguments: [argument],
            examples: ["compass \(kind.table) blockers \(name)": "Before deleting"])
    }

    // MARK: Running

    private static func result(
        of kind: DeletionFeed.Kind, _ outcome: DeletionOutcome, _ run: CommandRun
    ) throws -> CommandResult {
        let (answer, json) = try DeletionWait(run: run).settled(
            outcome.answer, of: kind, cascades: outcome.cascades)
        let text =
            answer.state == .done
            ? answer.sentence(of: kind)
            : "\(kind.label) deleted; related records follow"
        return .line(
            text, json: json, id: outcome.id, notes: run.undoNotes(answer.operationID))
    }

    /// The question, which names the record and everything deleted with it (CO-25, D-24). Its
    /// sentence about restoring is true (U-07).
    private static func question(
        _ kind: DeletionFeed.Kind, _ name: String, _ others: [DeletionBlocker]
    ) -> String {
        let goes = [VisibleText.line(name)] + others.map(\.text)
        return "Delete \(kind.label)? \(DeletionText.listed(goes)) can be restored for 30 days. "
            + "Delete?"
    }
}

/// Waits for operations that services finish after they answer.
struct DeletionWait {
    /// The number of `deletions.show` calls, each of which waits up to `DeletionLimit.waitMax`.
    static let looks = 6

    let run: CommandRun

    /// The answer to a deletion and its JSON, with the counts of all services once these have
    /// finished.
    func settled(
        _ first: Caller.Answer, of kind: DeletionFeed.Kind, cascades: Bool
    ) throws -> (DeletionAnswer, json: [UInt8]) {
        let answer = try run.decoded(DeletionAnswer.self, first)
        guard answer.state == .running, let end = end(of: answer.operationID) else {
            return (answer, first.json)
        }
        let whole = DeletionAnswer(
            of: kind, state: .done, counts: end.deleted, cascades: cascades,
            operationID: answer.operationID)
        return (whole, try run.encoded(whole))
    }

    /// The same for an undo.
    func settled(
        _ first: Caller.Answer
    ) throws -> (UndoOperation.Response, json: [UInt8]) {
        var answer = try run.decoded(UndoOperation.Response.self, first)
        guard answer.state == .running, let end = end(of: answer.operationID) else {
            return (answer, first.json)
        }
        answer.restored = end.restored
        answer.state = .done
        return (answer, try run.encoded(answer))
    }

    /// The operation's final state; nil if it is still running or the service cannot be reached.
    func end(of id: OperationID) -> ShowDeletion.Response? {
        var awaited: [String] = []
        for _ in 0..<Self.looks {
            let shown = try? run.response(
                of: ShowDeletion.self,
                .init(operationID: id, waitMilliseconds: DeletionLimit.waitMax))
            guard let shown else { return nil }
            if !shown.phase.isRunning { return shown }
            if awaited != shown.awaited {
                awaited = shown.awaited
                run.note("Waiting for \(DeletionText.listed(awaited))")
            }
        }
        return nil
    }
}
