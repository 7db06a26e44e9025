import CommandKit
import Contracts
import ServiceKit

/// Attaches files of this machine to an interaction. A file that fails is reported by its name and
/// the others go on (D-15).
struct AttachmentUploads {
    /// Calls in a row that may bring a file no further.
    static let stallsMax = 3
    /// What helps after a transfer that was broken off.
    static let resumeLine = "Run the same command again: it goes on where it stopped."

    /// What became of the files.
    struct Outcome {
        /// Those that are attached, in the order given.
        var attached: [Attachment] = []
        /// Those that are not, with why.
        var failures: [(file: LocalFile, failure: CommandFailure)] = []
        /// The record with its present paths; nil if nothing was attached.
        var interaction: Interaction?

        /// Lines for stderr.
        var notes: [String] {
            failures.flatMap { file, failure in
                [
                    "\(VisibleText.line(AttachmentName.quoted(file.name))) was not attached: "
                        + VisibleText.line(failure.message)
                ]
                    + [failure.reason, failure.remedy].compactMap { $0 }.map {
                        "  " + VisibleText.line($0)
                    }
            }
        }

        /// What the shell is told: that of the first failure.
        var exitCode: ExitCode { failures.first?.failure.exitCode ?? .success }
    }

    /// What a person does about a transfer whose end is unknown or that was broken off.
    enum Repetition {
        /// Repeats the command: `--idempotency-key` is about the one file here.
        case byKey
        /// Looks at what is attached: no key tells of several files, and a whole repetition would
        /// attach those a second time that are there.
        case byHand
        /// Reads what the caller says at the end.
        case toldByCaller
    }

    let run: CommandRun
    var repetition = Repetition.toldByCaller

    /// Attaches files that were checked. With `knowing`, those that are attached already are left
    /// out: a command that is repeated attaches nothing twice.
    func attach(
        _ files: [LocalFile], to interaction: InteractionID, knowing known: [Attachment] = []
    ) -> Outcome {
        var outcome = Outcome()
        for file in files {
            do {
                let content = try file.content()
                let hash = ContentHash(of: content)
                let isKnown = known.contains { $0.sha256 == hash.hex && $0.size == content.count }
                if isKnown { continue }
                let answer = try upload(file.name, content, hash, to: interaction)
                outcome.attached.append(answer.attachment)
                outcome.interaction = answer.interaction
            } catch let failure as CommandFailure {
                outcome.failures.append((file, advised(failure, interaction)))
            } catch {
                outcome.failures.append((file, CommandFailure(.internal, "\(error)")))
            }
        }
        return outcome
    }

    /// The failure with the remedy that is true here.
    private func advised(
        _ failure: CommandFailure, _ interaction: InteractionID
    ) -> CommandFailure {
        guard
            failure.offeredKey != nil || failure.isRetryable || failure.isOutcomeUnknown
                || failure.remedy == Self.resumeLine
        else { return failure }
        var result = failure
        switch repetition {
        case .byKey: break
        case .byHand:
            result.remedy =
                "Attach only what is missing from: "
                + run.line("attachments", "list", RecordNames.short(interaction.text))
        case .toldByCaller: result.remedy = nil
        }
        return result
    }

    /// What a dry run can say: whether the service would take the file.
    func rehearse(_ files: [LocalFile], to interaction: InteractionID) throws {
        for file in files {
            let content = try file.content()
            let request = BeginAttachment.Request(
                interactionID: interaction, fileName: file.name, size: content.count,
                sha256: ContentHash(of: content).hex)
            _ = try run.change(BeginAttachment.self, request)
        }
    }

    // MARK: One file

    private func upload(
        _ name: String, _ content: [UInt8], _ hash: ContentHash, to interaction: InteractionID
    ) throws -> FinishAttachment.Response {
        let request = BeginAttachment.Request(
            interactionID: interaction, fileName: name, size: content.count, sha256: hash.hex)
        let typed = repetition == .byKey ? try run.typedKey() : nil
        do {
            return try upload(name, content, request, key: typed ?? run.freshKey(), typed != nil)
        } catch let failure as CommandFailure where Self.isWorthRestarting(failure) {
            // Given up after an hour, or spoilt by a crash of the machine: once more from the
            // service's present state.
            return try upload(name, content, request, key: run.freshKey(), false)
        }
    }

    private static func isWorthRestarting(_ failure: CommandFailure) -> Bool {
        failure.message == "Upload not found" || failure.errors["sha256"] != nil
            || failure.exitCode == .conflict
    }

    private func upload(
        _ name: String, _ content: [UInt8], _ request: BeginAttachment.Request,
        key: IdempotencyKey, _ isTyped: Bool
    ) throws -> FinishAttachment.Response {
        let answer = try run.change(BeginAttachment.self, request, key: isTyped ? nil : key)
        let begun = try run.decoded(BeginAttachment.Response.self, answer)
        let progress = TransferProgress(name, total: content.count, run)
        defer { progress.end() }
        do {
            try append(content, to: begun, progress)
            let finished = try run.repeatable(
                FinishAttachment.self, .init(attachmentID: begun.attachmentID))
            return try run.decoded(FinishAttachment.Response.self, finished)
        } catch var failure as CommandFailure where failure.isRetryable || failure.isOutcomeUnknown
        {
            // The file may be attached by now; its key tells, a new upload would be a second one.
            failure.offerKey(key)
            throw failure
        }
    }

    private func append(
        _ content: [UInt8], to begun: BeginAttachment.Response, _ progress: TransferProgress
    ) throws {
        var next = begun.nextOffset
        var stalls = 0
        progress.show(next)
        while next < content.count {
            let end = min(next + AttachmentLimit.chunkBytesMax, content.count)
            let reached: Int
            do {
                let answer = try run.repeatable(
                    AppendAttachment.self,
                    .init(
                        attachmentID: begun.attachmentID, offset: next,
                        bytes: content[next..<end]))
                reached = try run.decoded(AppendAttachment.Response.self, answer).nextOffset
            } catch let failure as CommandFailure
                where (failure.isRetryable || failure.isOutcomeUnknown)
                && stalls + 1 < Self.stallsMax
            {
                stalls += 1
                continue
            }
            stalls = reached > next ? 0 : stalls + 1
            guard stalls < Self.stallsMax, reached >= 0 else {
                throw CommandFailure(
                    .internal, "The service takes no more of the file", remedy: Self.resumeLine)
            }
            next = reached
            progress.show(next)
        }
    }
}
