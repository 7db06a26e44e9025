import CommandKit
import Contracts
import ServiceKit

/// `delete` and `blockers` of coaches and schools.
enum DeletionCommands {
    static let ofCoaches = [
        CompassCommand(deletion(of: .coach, Self.coach, "Pat Doyle")) { run in
            if let result = try DeletionRun.repeated(
                DeleteCoach.self, CascadeDeleteCoach.self, of: .coach, run)
            {
                return result
            }
            let id = try run.coachID(run.argument(0))
            let subject = Subject(kind: .coach, id: id.text) {
                let coach = try CoachCommands.coach(id, run)
                let place = coach.schoolName.map { ", \($0)" } ?? ""
                return "\(coach.fullName) (\(coach.role.label)\(place))"
            }
            return try DeletionRun(
                run: run, subject: subject,
                blockers: { try run.read(ListCoachBlockers.self, .init(id: id)) },
                plain: { try run.change(DeleteCoach.self, .init(id: id)) },
                cascade: { try run.change(CascadeDeleteCoach.self, .init(id: id)) }
            ).result()
        },
        CompassCommand(blockers(of: .coach, Self.coach, "Pat Doyle")) { run in
            let id = try run.coachID(run.argument(0))
            return try .blockers(try run.read(ListCoachBlockers.self, .init(id: id)), run)
        },
    ]

    static let ofSchools = [
        CompassCommand(deletion(of: .school, Self.school, "Duke")) { run in
            if let result = try DeletionRun.repeated(
                DeleteSchool.self, CascadeDeleteSchool.self, of: .school, run)
            {
                return result
            }
            let id = try run.schoolID(run.argument(0))
            let subject = Subject(kind: .school, id: id.text) {
                return try run.response(of: ShowSchool.self, .init(id: id)).school.name
            }
            return try DeletionRun(
                run: run, subject: subject,
                blockers: { try run.read(ListSchoolBlockers.self, .init(id: id)) },
                plain: { try run.change(DeleteSchool.self, .init(id: id)) },
                cascade: { try run.change(CascadeDeleteSchool.self, .init(id: id)) }
            ).result()
        },
        CompassCommand(blockers(of: .school, Self.school, "Duke")) { run in
            let id = try run.schoolID(run.argument(0))
            return try .blockers(try run.read(ListSchoolBlockers.self, .init(id: id)), run)
        },
    ]

    // MARK: Declaring

    private static let coach = CoachCommands.coachArgument
    private static let school = SchoolCommands.schoolArgument

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
                .init("compass \(kind.table) delete \(name)", "Asks for confirmation"),
                .init("compass \(kind.table) delete \(name) --cascade --yes", "In a script"),
            ])
    }

    private static func blockers(
        of kind: DeletionFeed.Kind, _ argument: Argument, _ name: String
    ) -> Command {
        Command(
            "\(kind.table) blockers", .readOnly, "Show what depends on a \(kind.rawValue)",
            details: "These records would be deleted together with the \(kind.rawValue).",
            arguments: [argument],
            examples: [.init("compass \(kind.table) blockers \(name)", "Before deleting")])
    }
}

/// The record to delete.
private struct Subject {
    let kind: DeletionFeed.Kind
    let id: String
    /// Its name in the question.
    let name: () throws -> String
}

/// One run of `delete`: a plain deletion first, otherwise the cascade (X-24, CO-26).
private struct DeletionRun {
    let run: CommandRun
    let subject: Subject
    let blockers: () throws -> Caller.Answer
    let plain: () throws -> Caller.Answer
    let cascade: () throws -> Caller.Answer

    private var kind: DeletionFeed.Kind { subject.kind }

    func result() throws -> CommandResult {
        let (first, cascades) = try RecordDeletion(
            run: run, table: kind.table, id: subject.id, blockers: blockers, question: question,
            plain: plain, cascade: cascade
        ).answer()
        return try Self.result(first, of: kind, subject.id, cascades: cascades, run)
    }

    /// The result of the deletion that an earlier run began with the given key; nil if there is
    /// none.
    static func repeated<Plain: Operation, Cascade: Operation>(
        _ plain: Plain.Type, _ cascade: Cascade.Type, of kind: DeletionFeed.Kind, _ run: CommandRun
    ) throws -> CommandResult? {
        if let found = try run.repeated(cascade, orElse: Plain.name) {
            return try result(found.answer, of: kind, found.id, cascades: true, run)
        }
        return try run.repeated(plain).map { found in
            try result(found.answer, of: kind, found.id, cascades: false, run)
        }
    }

    private static func result(
        _ first: Caller.Answer, of kind: DeletionFeed.Kind, _ id: String, cascades: Bool,
        _ run: CommandRun
    ) throws -> CommandResult {
        let (answer, json) = try DeletionWait(run: run).settled(
            first, of: kind, cascades: cascades)
        let text =
            answer.state == .done
            ? answer.sentence(of: kind)
            : "\(kind.label) deleted; related records follow"
        return .line(
            text, json: json, id: id, notes: run.undoNotes(answer.operationID))
    }

    /// The question, which names the record and everything deleted with it (CO-25, D-24). Its
    /// sentence about restoring is true (U-07).
    private func question(_ others: [DeletionBlocker]) throws -> String {
        let goes = [VisibleText.line(try subject.name())] + others.map(\.text)
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
