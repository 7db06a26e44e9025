import CommandKit
import Contracts
import Glibc
import Imports
import ServiceKit

/// `interactions add --from -` and `--from FILE`: one interaction per line, each with its own
/// verdict.
///
/// Every line is a command of its own, whose key is derived from the run's random key and the line
/// number. Repeating the run with its key logs only what is missing; a line changed in the meantime
/// is rejected because its key was used for another request.
struct InteractionLines {
    /// The longest line, in bytes: the limit of a request.
    static let lineBytesMax = JSONCoding.requestBytesMax
    /// The operation name under which a run is stored, so that its key is not mistaken for that of
    /// a single interaction.
    static let storedName = CreateInteraction.name + ".lines"

    /// The results so far.
    private struct Tally {
        var logged = 0
        var accepted = 0
        var refused = 0
        var code = ExitCode.success
        /// The line at which the run stopped.
        var stoppedAt: Int?
        /// Whether repeating the run later may succeed.
        var mayGoOn = false
    }

    private let run: CommandRun

    init(_ run: CommandRun) { self.run = run }

    /// The key of a line. Both halves are mixed, so that runs with adjacent keys share no line
    /// keys; within a run, different lines have different keys.
    static func key(of line: Int, in run: IdempotencyKey) -> IdempotencyKey {
        let low = mixed(mixed(UInt64(clamping: line)) ^ run.low)
        return IdempotencyKey(high: mixed(run.high ^ low), low: low)
    }

    /// The finalizer of SplitMix64, which maps different numbers to different values.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var value = number &+ 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    /// Logs every valid line.
    func log(from source: InteractionSource.Lines) throws -> CommandResult {
        let descriptor = try open(source)
        defer { if descriptor != 0 { close(descriptor) } }
        let user = try run.signedIn()
        let stored = try storedRun(user)
        let key = stored?.key
        if let key { run.note("Repeat safely with: --idempotency-key \(key)") }
        var writer = try VerdictWriter(run)
        writer.begin(key: key)
        var reader = LineReader(descriptor: descriptor, lineBytesMax: Self.lineBytesMax)
        var tally = Tally()
        var problem: ReadFailure?
        do {
            while tally.stoppedAt == nil, let line = try reader.next() {
                guard let verdict = try verdict(on: line, key, stored?.family) else { continue }
                writer.write(verdict)
                count(verdict, &tally)
            }
        } catch let failure as ReadFailure { problem = failure }
        writer.end(logged: tally.logged, accepted: tally.accepted, refused: tally.refused)
        if let problem {
            // Verdicts were already written; an error document would corrupt the JSON on stdout.
            tally.code = .failure
            run.note("compass: The input could not be read to its end: \(problem.description)")
        }
        return .written(tally.code, notes: notes(tally, key))
    }

    private func notes(_ tally: Tally, _ key: IdempotencyKey?) -> [String] {
        var parts: [String] = []
        if run.isDryRun { parts.append("\(tally.accepted) would be logged") }
        if !run.isDryRun { parts.append("\(tally.logged) logged") }
        parts.append("\(tally.refused) refused")
        var notes = [parts.joined(separator: ", ")]
        if let line = tally.stoppedAt {
            notes.append("Stopped at line \(line): the lines after it would fail too.")
            if let key, tally.mayGoOn { notes.append("Continue with: --idempotency-key \(key)") }
        }
        return notes
    }

    // MARK: One line

    /// The verdict on a line; nil if it is blank.
    private func verdict(
        on line: FileLine, _ key: IdempotencyKey?, _ family: FamilyID?
    ) throws -> LineVerdict? {
        guard !line.isTooLong else {
            return LineVerdict(
                line: line.number,
                outcome: .refused(
                    CommandFailure(
                        .tooLarge,
                        "The line is longer than \(Self.lineBytesMax) bytes, a request's limit"
                    )))
        }
        if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { return nil }
        do {
            let answer = try run.send(
                CreateInteraction.self, payload: line.bytes,
                key: key.map { Self.key(of: line.number, in: $0) }, family: family)
            let response = try run.decoded(CreateInteraction.Response.self, answer)
            let outcome: LineVerdict.Outcome =
                run.isDryRun
                ? .accepted
                : .logged(id: response.interaction.id.text, isReplayed: answer.isReplayed)
            return LineVerdict(
                line: line.number, outcome: outcome, warnings: response.warnings)
        } catch let failure as CommandFailure {
            return LineVerdict(line: line.number, outcome: .refused(failure))
        }
    }

    private func count(_ verdict: LineVerdict, _ tally: inout Tally) {
        switch verdict.outcome {
        case .logged: tally.logged += 1
        case .accepted: tally.accepted += 1
        case .refused(let failure):
            tally.refused += 1
            tally.code = LineVerdict.worse(tally.code, failure.exitCode)
            // An error of this line alone does not stop the run.
            let isOfThisLine = failure.exitCode == .invalid || failure.exitCode == .conflict
            if !isOfThisLine || failure.isOutcomeUnknown { tally.stoppedAt = verdict.line }
            tally.mayGoOn =
                failure.isRetryable || failure.isOutcomeUnknown
                || failure.exitCode == .unauthenticated
        }
    }

    // MARK: The run

    private func open(_ source: InteractionSource.Lines) throws -> Int32 {
        guard case .file(let path) = source else { return 0 }
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = unsafe String(cString: strerror(errno))
            throw CommandFailure(
                UsageError(
                    .badValue, "--from: \(QuotedText.of(path)) cannot be read: \(reason)",
                    reason: "It takes - for standard input, a file, or the id of a record.",
                    remedy: "Try: compass interactions add --help", field: "from"))
        }
        return descriptor
    }

    /// The run's key, stored before the first line is sent; nil in a dry run.
    private func storedRun(_ user: UserSession) throws -> PendingCommand? {
        guard !run.isDryRun else { return nil }
        let typed = try run.typedKey()
        if let typed, let stored = try run.storedCommand(typed, of: Self.storedName) {
            return stored
        }
        let fresh = PendingCommand(
            key: typed ?? run.freshKey(), operation: Self.storedName, userID: try user.userID,
            family: try user.family(), payload: "", storedAt: run.clock.now())
        try run.signIns.store(fresh)
        return fresh
    }
}
