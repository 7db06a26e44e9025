import CommandKit
import Contracts
import Glibc
import Imports
import ServiceKit

/// Stores the records of an archive in an empty family, each by the operation that adds one. The
/// key of each call follows from the archive's id and the record's, so that an import can be
/// repeated: what is stored already is answered again and not stored again.
final class ArchiveImport {
    /// How often a call is repeated that a busy or restarting service did not answer.
    static let repetitionsMax = 5
    /// The wait before the first repetition, in microseconds; each further one takes twice as long.
    static let firstPause: UInt32 = 100_000

    /// A record that a service refused.
    struct Refusal {
        let table: ArchiveTable
        let id: String
        let text: String
    }

    let run: CommandRun
    let archive: UnpackedArchive
    let family: FamilyID
    var map = ArchiveMap()
    private let progress: ProgressLine
    private(set) var added: [ArchiveTable: Int] = [:]
    private(set) var refusals: [Refusal] = []
    /// The number of follow-ups that are left out because their day has passed.
    var passedCount = 0
    private var done = 0

    private init(_ run: CommandRun) throws {
        self.run = run
        family = try run.signedIn().family()
        progress = run.progress(of: "Record")
        archive = try UnpackedArchive(
            run.argument(0), environment: run.environment)
    }

    /// Runs the command.
    static func result(_ run: CommandRun) throws -> CommandResult {
        let session = try ArchiveImport(run)
        defer {
            session.progress.end()
            session.archive.remove()
        }
        do {
            try session.requireEmptyFamily()
            if run.isDryRun {
                try session.rehearse()
            } else {
                try session.storeAll()
            }
        } catch var failure as CommandFailure where session.done > 0 {
            failure.remedy = "To go on, repeat the command with --continue."
            throw failure
        }
        session.progress.end()
        return session.report()
    }

    // MARK: Before

    /// Throws unless the family has no records, or the import goes on.
    private func requireEmptyFamily() throws {
        guard !run.invocation.isOn("continue") else { return }
        let totals: [(String, Int)] = [
            ("schools", try total(ListSchools.self, .init()) { $0.total }),
            ("coaches", try total(ListCoaches.self, .init()) { $0.total }),
            ("events", try total(ListEvents.self, .init()) { $0.total }),
            ("metrics", try total(ListMetrics.self, .init()) { $0.total }),
            ("posts", try total(ListPosts.self, .init()) { $0.total }),
            ("interactions", try total(ListInteractions.self, .init()) { $0.analytics.total }),
        ]
        guard let (noun, count) = totals.first(where: { $0.1 > 0 }) else { return }
        throw CommandFailure(
            .conflict, "The family already has \(CountedNoun.text(count, noun))",
            reason: "An archive is imported into a family without records. Nothing was stored.",
            remedy: "Create another account for it: compass signup. To go on with an interrupted "
                + "import, add --continue.")
    }

    private func total<Op: Contracts.Operation, Filter>(
        _ operation: Op.Type, _ request: ListRequest<Filter>, _ total: (Op.Response) -> Int
    ) throws -> Int where Op.Request == ListRequest<Filter> {
        var request = request
        request.limit = FormField(1)
        return total(try run.response(of: operation, request))
    }

    /// Counts what would be stored, and asks whether the caller may add records.
    private func rehearse() throws {
        let form = SchoolForm(name: "Any school")
        try run.rehearse(AddSchool.self, form)
        for table in Self.order where ![.followUps, .profiles].contains(table) {
            let lines = try archive.lines(of: table)
            for number in 0..<(lines?.count ?? 0) {
                guard let line = try lines?.line(number) else { break }
                try count(table, line, number)
            }
        }
        try eachFollowUp { _, _ in added[.followUps, default: 0] += 1 }
        if try profileLine() != nil { added[.profiles, default: 0] += 1 }
    }

    private func count(_ table: ArchiveTable, _ line: [UInt8], _ number: Int) throws {
        try ArchiveStage.checkInterruption()
        do {
            try ArchiveReading.check(table, line)
            added[table, default: 0] += 1
        } catch {
            refuse(table, "line \(number + 1)", error.message)
        }
    }

    /// The tables that are read back, in their order: each refers only to those before it.
    static let order: [ArchiveTable] = [
        .schools, .coaches, .events, .presences, .interactions, .files, .metrics, .posts,
        .followUps, .windows, .profiles,
    ]

    // MARK: Calls

    /// Adds a record. Returns the answer; nil if the service refuses it.
    func store<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, _ table: ArchiveTable, of id: String
    ) throws -> Op.Response? {
        do {
            let answer = try call(operation, request, of: id)
            didStore(table)
            return answer
        } catch let failure as CommandFailure where failure.isRefusal {
            refuse(table, id, failure.message)
            return nil
        }
    }

    /// Calls an operation under the key of a record.
    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, of id: String
    ) throws -> Op.Response {
        let payload = try run.encoded(request)
        let key = key(of: id, Op.name)
        var pause = Self.firstPause
        for _ in 0..<Self.repetitionsMax {
            try ArchiveStage.checkInterruption()
            do {
                let answer = try run.send(operation, payload: payload, key: key, family: family)
                return try run.decoded(Op.Response.self, answer)
            } catch let failure as CommandFailure
                where failure.isRetryable || failure.isOutcomeUnknown
            {
                // A service that was killed is back after some tenths of a second.
                usleep(pause)
                pause *= 2
            }
        }
        let answer = try run.send(operation, payload: payload, key: key, family: family)
        return try run.decoded(Op.Response.self, answer)
    }

    /// The key of a call, from everything that tells it from others.
    private func key(of id: String, _ operation: String) -> IdempotencyKey {
        let text = [archive.manifest.id, family.text, operation, id].joined(separator: "\n")
        return IdempotencyKey(hashing: Array(text.utf8))
    }

    func didStore(_ table: ArchiveTable, _ count: Int = 1) {
        added[table, default: 0] += count
        done += count
        progress.show(done)
    }

    func refuse(_ table: ArchiveTable, _ id: String, _ text: String) {
        refusals.append(Refusal(table: table, id: id, text: text))
    }

    // MARK: Afterwards

    private func report() -> CommandResult {
        let counts = Self.order.compactMap { table in added[table].map { (table, $0) } }
        let json = JSONValue.object([
            ("added", .object(counts.map { ($0.rawValue, .integer($1)) })),
            ("dry_run", .bool(run.isDryRun)),
            (
                "refused",
                .array(
                    refusals.map { refusal in
                        .object([
                            ("id", .string(refusal.id)), ("reason", .string(refusal.text)),
                            ("table", .string(refusal.table.rawValue)),
                        ])
                    })
            ),
        ])
        var notes = refusals.prefix(ArchiveLimit.refusalsShownMax).map {
            VisibleText.line("\($0.table.rawValue), \($0.id): refused: \($0.text)")
        }
        if refusals.count > notes.count {
            notes.append("… and \(refusals.count - notes.count) more; --json lists them all")
        }
        if passedCount > 0 {
            notes.append(
                "Left out: \(CountedNoun.text(passedCount, "follow-ups")) whose day has passed")
        }
        if archive.otherCount > 0 {
            notes.append(
                "Left out: \(CountedNoun.text(archive.otherCount, "files")) of other names")
        }
        let total = counts.reduce(0) { $0 + $1.1 }
        var result = CommandResult(
            json: json.bytes, ids: { [] },
            rows: {
                var table = TextTable([.init("Kind"), .init("Added", rightAligned: true)])
                for (kind, count) in counts {
                    table.append([.init(kind.rawValue), .init("\(count)")])
                }
                return table
            },
            text: { _ in
                let kinds = counts.map { "\($0.rawValue) \($1)" }.joined(separator: ", ")
                return "Stored \(CountedNoun.text(total, "records"))"
                    + (kinds.isEmpty ? "\n" : ": \(kinds)\n")
            }, notes: notes)
        if !refusals.isEmpty { result.exitCode = .invalid }
        return result
    }
}

extension CommandFailure {
    /// Whether the record itself was refused, so that others may still be stored.
    var isRefusal: Bool {
        let codes: [ErrorCode] = [
            .validationFailed, .conflict, .notFound, .tooLarge, .keyReused, .hasDependents,
        ]
        return codes.contains { $0.rawValue == code }
    }
}
