import Contracts
import HTTP

extension Visit {
    /// Attaches files to an interaction. Those that it has already are left out, so that a form
    /// that is sent twice attaches nothing twice. Returns the files that it does not take, with
    /// the reason.
    func attach(
        _ files: [SpooledFile], to interaction: InteractionID, key: IdempotencyKey
    ) async throws -> [(file: SpooledFile, error: ServiceError)] {
        guard !files.isEmpty else { return [] }
        let known = try await call(
            ListAttachments.self, .init(interactionID: interaction)
        ).attachments
        var failures: [(file: SpooledFile, error: ServiceError)] = []
        for file in files
        where !known.contains(where: { $0.sha256 == file.sha256 && $0.size == file.size }) {
            do {
                try await attach(file, to: interaction, key: key.of(file))
            } catch let error as ServiceError where error.staysOnPage {
                failures.append((file, error))
            }
        }
        return failures
    }

    private func attach(
        _ file: SpooledFile, to interaction: InteractionID, key: IdempotencyKey
    ) async throws {
        let begun = try await call(
            BeginAttachment.self,
            .init(
                interactionID: interaction, fileName: file.name, size: file.size,
                sha256: file.sha256),
            key: key)
        var offset = begun.nextOffset
        while offset < file.size {
            let next = try await call(
                AppendAttachment.self,
                .init(
                    attachmentID: begun.attachmentID, offset: offset,
                    bytes: try file.chunk(at: offset)),
                key: .random()
            ).nextOffset
            guard next > offset else {
                throw ServiceError(.internal, "The upload makes no progress")
            }
            offset = next
        }
        _ = try await call(
            FinishAttachment.self, .init(attachmentID: begun.attachmentID), key: .random())
    }

    /// The content of an attached file, or the part of it that the request asks for, fetched as
    /// fast as the client reads.
    func download(_ file: Attachment) throws -> HTTPResponse {
        let tag = EntityTag(file.sha256)
        let size = UInt64(file.size)
        let whole = HTTPResponse(
            headers: [
                "Content-Type": file.mediaType.rawValue,
                "Content-Disposition": ContentDisposition.attachment(file.name),
            ], body: content(of: file, 0..<size))
        return try whole.ranged(tag: tag, byteCount: size, for: request) {
            range throws(HTTPFailure) in content(of: file, range)
        }
        .conditional(tag, for: request)
    }

    private func content(of file: Attachment, _ range: Range<UInt64>) -> ResponseBody {
        .stream(
            ResponseStream(byteCount: UInt64(range.count)) { writer in
                var offset = Int(range.lowerBound)
                while offset < Int(range.upperBound) {
                    let request = FetchAttachment.Request(
                        attachmentID: file.id, offset: offset,
                        length: min(AttachmentLimit.chunkBytesMax, Int(range.upperBound) - offset))
                    guard let bytes = try await call(FetchAttachment.self, request).bytes,
                        !bytes.isEmpty
                    else { throw ServiceError(.dataLoss, "The file ends early") }
                    try await writer.write(bytes)
                    offset += bytes.count
                }
            })
    }
}

extension IdempotencyKey {
    /// The key of one of a form's files. Another content has another key.
    fileprivate func of(_ file: SpooledFile) -> IdempotencyKey {
        IdempotencyKey(high: high, low: low ^ (UInt64(file.sha256.prefix(16), radix: 16) ?? 0))
    }
}
