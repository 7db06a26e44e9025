import CommandKit
import Contracts
import ServiceKit

/// Attaches local files to an interaction. A file that fails is reported by name; the others are
/// still attached (D-15).
struct AttachmentUploads {
    /// The number of consecutive calls without progress after which a transfer fails.
    static let stallsMax = 3
    /// The remedy after an interrupted transfer.
    static let resumeLine = "Run the same command again to resume it."

    /// The results of attaching several files.
    struct Outcome {
        /// The attached files, in the order given.
        var attached: [Attachment] = []
        var failures: [(file: LocalFile, failure: CommandFailure)] = []
        /// The record after the last attached file; nil if none was attached.
        var interaction: Interaction?

        var notes: [String] {
            failures.flatMap { file, failure -> [String] in
                let name = VisibleText.line(AttachmentName.quoted(file.name))
                let advice = [failure.reason, failure.remedy].compactMap { $0 }
                return ["\(name) was not attached: \(VisibleText.line(failure.message))"]
                    + advice.map { "  \(VisibleText.line($0))" }
            }
        }

        /// The exit code of the first failure.
        var exitCode: ExitCode { failures.first?.failure.exitCode ?? .success }
    }

    /// The advice for an interrupted transfer, or one whose outcome is unknown.
    enum Repetition {
        /// Repeat the command with `--idempotency-key`, which refers to the single file.
        case byKey
        /// Check what is attached: a key covers one file, and repeating the whole command would
        /// attach the files twice that did succeed.
        case byHand
        /// The caller prints its own advice.
        case toldByCaller
    }

    let run: CommandRun
    var repetition = Repetition.toldByCaller

    /// Attaches validated files, except those in `known`, which are attached already: a repeated
    /// command attaches nothing twice.
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

    /// The failure with the advice that applies here.
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
                "Attach only the missing files; see: "
                + run.line("attachments", "list", RecordNames.short(interaction.text))
        case .toldByCaller: result.remedy = nil
        }
        return result
    }

    /// Dry run: asks the service whether it would accept the files.
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
            // The upload expired after an hour, or a crash of the machine damaged it: start once
            // more from the service's current state.
            return try upload(name, content, request, key: run.freshKey(), false)
        }
    }

    private static func isWorthRestarting(_ failure: CommandFailure) -> Bool {
        failure.subject == .upload || failure.errors["sha256"] != nil
            || failure.exitCode == .conflict
    }

    private func upload(
        _ name: String, _ content: [UInt8], _ request: BeginAttachment.Request,
        key: IdempotencyKey, _ isTyped: Bool
    ) throws -> FinishAttachment.Response {
        let answer = try run.change(BeginAttachment.self, request, key: isTyped ? nil : key)
        let begun = try run.decoded(BeginAttachment.Response.self, answer)
        let progress = run.progress(of: name, total: content.count)
        defer { progress.end() }
        do {
            try append(content, to: begun, progress)
            let finished = try run.repeatable(
                FinishAttachment.self, .init(attachmentID: begun.attachmentID))
            return try run.decoded(FinishAttachment.Response.self, finished)
        } catch var failure as CommandFailure where failure.isRetryable || failure.isOutcomeUnknown
        {
            // The file may be attached by now. Repeating with its key finds out; a new upload might
            // attach it twice.
            failure.offerKey(key)
            throw failure
        }
    }

    private func append(
        _ content: [UInt8], to begun: BeginAttachment.Response, _ progress: ProgressLine
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
                    .internal, "The upload makes no progress", remedy: Self.resumeLine)
            }
            next = reached
            progress.show(next)
        }
    }
}
