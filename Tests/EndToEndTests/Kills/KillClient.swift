import Contracts
import Foundation
import ServiceKit
import Support

/// A client of a session: a player who sends a share of the script and repeats unanswered commands.
final class KillClient {
    private struct Row {
        let id: InteractionID
        let mark: String
        var deletion: OperationID?
    }

    private let number: Int
    private let family: KillFamily
    private let player: Person
    private let caller: Caller
    private let ledger: KillLedger
    private let progress: KillProgress
    private var random: SeededNumbers
    private var rows: [Row] = []
    private var coaches: [Coach] = []
    private var schools: [SchoolID]
    private var sent = 0

    init(
        _ number: Int, _ family: KillFamily, caller: Caller, ledger: KillLedger,
        progress: KillProgress, seed: UInt64
    ) {
        self.number = number
        self.family = family
        player = family.players[number % family.players.count]
        self.caller = caller
        self.ledger = ledger
        self.progress = progress
        random = SeededNumbers(seed: seed &+ UInt64(number) &* 7_919)
        schools = family.schools
    }

    /// Sends this many commands, one after the other.
    func run(_ count: Int) throws {
        while sent < count { try step() }
    }

    /// Sends further commands while `isMissing` holds.
    func keepCalling(while isMissing: () -> Bool) throws {
        while isMissing() { try step() }
    }

    /// A mark that no other command has.
    private func nextMark() -> String {
        defer { sent += 1 }
        return "k\(number)x\(sent)z"
    }

    private func step() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<52: try create()
        case ..<62: try delete()
        case ..<67: try undo()
        case ..<74: try addSchool()
        case ..<80: try addCoach()
        case ..<87: try editCoach()
        case ..<90: try rename()
        default: try somethingForbidden()
        }
    }

    // MARK: Commands

    private func create() throws {
        let mark = nextMark()
        let school = schools.randomElement(using: &random) ?? family.schools[0]
        let form = KillFamily.form(mark, at: school)
        if let answer = try send(CreateInteraction.self, form, .create, mark, as: player) {
            rows.append(Row(id: answer.interaction.id, mark: mark))
        }
    }

    private func delete() throws {
        guard
            let index = rows.indices.filter({ rows[$0].deletion == nil })
                .randomElement(using: &random)
        else { return try create() }
        sent += 1
        let answer = try send(
            DeleteInteraction.self, .init(id: rows[index].id), .delete, rows[index].mark,
            as: player)
        // The judge decides whether an unanswered deletion happened; this client no longer uses the
        // row.
        if let answer {
            rows[index].deletion = answer.operationID
        } else {
            rows.remove(at: index)
        }
    }

    private func undo() throws {
        guard let index = rows.firstIndex(where: { $0.deletion != nil }),
            let operation = rows[index].deletion
        else { return try create() }
        sent += 1
        // A row is deleted and restored only once, since its changes are counted by its mark.
        let row = rows.remove(at: index)
        _ = try send(
            UndoOperation.self, .init(operationID: operation), .undo, row.mark, as: player,
            at: .interactions)
    }

    private func addSchool() throws {
        let mark = nextMark()
        let answer = try send(AddSchool.self, .init(name: mark), .addSchool, mark, as: player)
        // The next rows refer to it at once, so the replica has to catch up.
        if let school = answer?.school { schools.append(school.id) }
    }

    private func addCoach() throws {
        let mark = nextMark()
        let form = CoachForm(firstName: "Coach", lastName: mark, schoolID: family.schools[0])
        if let coach = try send(AddCoach.self, form, .addCoach, mark, as: player)?.coach {
            coaches.append(coach)
        }
    }

    private func editCoach() throws {
        guard let index = coaches.indices.randomElement(using: &random) else {
            return try addCoach()
        }
        let mark = nextMark()
        var form = CoachForm(lastName: mark)
        form.id = FormField(coaches[index].id.text)
        form.version = FormField(coaches[index].version)
        let answer = try send(EditCoach.self, form, .editCoach, mark, as: player)
        if let coach = answer?.coach { coaches[index] = coach } else { coaches.remove(at: index) }
    }

    private func rename() throws {
        let mark = nextMark()
        _ = try send(RenameFamily.self, .init(name: mark), .renameFamily, mark, as: player)
    }

    private func somethingForbidden() throws {
        let mark = nextMark()
        let school = family.schools[0]
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            let form = KillFamily.form(mark, at: school)
            _ = try send(CreateInteraction.self, form, .createAsParent, mark, as: family.parent)
        case 1:
            let form = KillFamily.form(mark, at: school, type: nil)
            _ = try send(CreateInteraction.self, form, .createWithoutType, mark, as: player)
        case 2:
            let form = KillFamily.form(mark, at: family.foreignSchool)
            _ = try send(CreateInteraction.self, form, .createAtForeignSchool, mark, as: player)
        case 3:
            let sibling = family.players[(number + 1) % family.players.count]
            guard let row = family.keptRows[sibling.userID] else { return }
            _ = try send(
                DeleteInteraction.self, .init(id: row), .deleteOfSibling, "kept", as: player)
        default:
            let form = CoachForm(firstName: "Coach", lastName: mark, schoolID: school)
            _ = try send(AddCoach.self, form, .addCoachAsParent, mark, as: family.parent)
        }
    }

    // MARK: Sending

    /// Sends a command with its own key and records the outcome. Half of the commands without an
    /// outcome are repeated with the same key, the rest at the end.
    private func send<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, _ kind: KillCommand.Kind, _ mark: String,
        as person: Person, at service: ServiceName? = nil
    ) throws -> Op.Response? {
        let key = IdempotencyKey.make(at: Instant(milliseconds: 1_770_724_800_000))
        let command = KillCommand(kind: kind, key: key, mark: mark)
        ledger.attempt(command)
        let payload = try JSONCoding.encode(request)
        let options = Caller.Options(
            passport: person.passport, family: family.id, idempotencyKey: key)
        let repetition = KillRepetition(command: command) { caller, budget in
            var options = options
            options.budget = budget
            return try caller.answer(operation, payload: payload, at: service, options: options)
        }
        progress.began(command)
        defer { progress.ended(command) }
        let budget = [150, 400, 2_000].randomElement(using: &random) ?? 400
        var (outcome, detail, answer) = repetition.run(.milliseconds(budget), caller)
        if outcome == .unknown, Bool.random(using: &random) {
            (outcome, detail, answer) = repetition.run(.seconds(5), caller)
        }
        ledger.learn(command, outcome, detail)
        if outcome == .unknown { progress.leave(repetition) }
        // A replayed response shows that the command had been executed and its first response was
        // lost.
        if answer?.isReplayed == true { progress.recovered() }
        return try answer.map { try JSONCoding.decodeResponse(Op.Response.self, from: $0.json) }
    }
}

/// A command that can be repeated identically with its key.
struct KillRepetition: Sendable {
    let command: KillCommand
    let send: @Sendable (Caller, Duration) throws -> Caller.Answer

    /// Sends the command and classifies the result.
    func run(_ budget: Duration, _ caller: Caller) -> (KillOutcome, String, Caller.Answer?) {
        do {
            return (.ok, "", try send(caller, budget))
        } catch let failure as Caller.Failure {
            let code = failure.error.code
            let isUnknown = failure.isOutcomeUnknown || code.isRetryable || code == .internal
            return (isUnknown ? .unknown : .refused, code.rawValue, nil)
        } catch {
            return (.unknown, "\(error)", nil)
        }
    }
}
