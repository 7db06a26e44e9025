import Contracts
import HTTP

extension Visit {
    /// Attaches files to an interaction. Those that it has already are left out, so that a form
    /// that is sent twice attaches nothing twice, and so are further copies of a file in the form.
    /// Returns the files that it does not take, with the reason.
    func attach(
        _ files: [SpooledFile], to interaction: InteractionID, key: IdempotencyKey
    ) async throws -> [(file: SpooledFile, error: ServiceError)] {
        guard !files.isEmpty else { return [] }
        let known = try await call(
            ListAttachments.self, .init(interactionID: interaction)
        ).attachments
        var failures: [(file: SpooledFile, error: ServiceError)] = []
        for (place, file) in files.enumerated()
        where !known.have(sha256: file.sha256, size: file.size)
            && !files[..<place].contains(where: file.hasContent(of:))
        {
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
        let upload = try await begin(
            .init(
                interactionID: interaction, fileName: file.name, size: file.size,
                sha256: file.sha256),
            key: key)
        var offset = upload.nextOffset
        while offset < file.size {
            let next = try await append(try file.chunk(at: offset), at: offset, of: upload)
            guard next > offset else {
                throw ServiceError(.internal, "The upload makes no progress")
            }
            offset = next
        }
        try await finish(upload)
    }

    /// Takes a part of a file that a browser sends in parts, and attaches the file once it is
    /// whole. Nothing about it is kept here: any of several requests, also after a start of this
    /// program, goes on with the upload that the service has of a file of this content.
    ///
    /// - Returns: The offset at which the next part begins; nil if the file is attached.
    func take(
        _ part: SpooledFile?, at offset: Int, of file: BeginAttachment.Request
    ) async throws -> Int? {
        let known = try await call(
            ListAttachments.self, .init(interactionID: file.interactionID)
        ).attachments
        if known.have(sha256: file.sha256.value, size: file.size.value) { return nil }
        let upload = try await begin(file, key: .random())
        var next = upload.nextOffset
        // A part that begins elsewhere is left out; its sender is told where to go on.
        if let part, part.size > 0, offset == next {
            next = try await append(try part.chunk(at: 0), at: offset, of: upload)
        }
        guard next == upload.size else { return next }
        try await finish(upload)
        return nil
    }

    private func begin(
        _ file: BeginAttachment.Request, key: IdempotencyKey
    ) async throws -> BeginAttachment.Response {
        try await call(BeginAttachment.self, file, key: key)
    }

    private func append(
        _ bytes: [UInt8], at offset: Int, of upload: BeginAttachment.Response
    ) async throws -> Int {
        try await call(
            AppendAttachment.self,
            .init(attachmentID: upload.attachmentID, offset: offset, bytes: bytes), key: .random()
        ).nextOffset
    }

    private func finish(_ upload: BeginAttachment.Response) async throws {
        _ = try await call(
            FinishAttachment.self, .init(attachmentID: upload.attachmentID), key: .random())
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
                // What a browser shows all the same is of no origin and does nothing.
                "Content-Security-Policy": "default-src 'none'; sandbox",
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

extension [Attachment] {
    /// Whether one of the files has this content.
    fileprivate func have(sha256: String?, size: Int?) -> Bool {
        contains { $0.sha256 == sha256 && $0.size == size }
    }
}

extension SpooledFile {
    /// Whether another file has the same content.
    fileprivate func hasContent(of other: SpooledFile) -> Bool {
        sha256 == other.sha256 && size == other.size
    }
}

extension IdempotencyKey {
    /// The key of one of a form's files. Another content has another key.
    fileprivate func of(_ file: SpooledFile) -> IdempotencyKey {
        IdempotencyKey(high: high, low: low ^ (UInt64(file.sha256.prefix(16), radix: 16) ?? 0))
    }
}
