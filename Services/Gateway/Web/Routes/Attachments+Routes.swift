import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The files of an interaction: downloading, attaching and removing them.
    mutating func addAttachments(_ site: Site) {
        get(
            "/interactions/{id}/files/{file}", timeMax: UploadForm.timeMax, site, .interactions
        ) { visit, id in
            let files = try await visit.call(
                ListAttachments.self, .init(interactionID: id)
            ).attachments
            let wanted = try visit.attachmentID
            return try visit.download(files.require(.attachment) { $0.id == wanted })
        }
        postFiles("/interactions/{id}/files", site) { visit, files in
            try await visit.found(.interactions) { id in
                let key = try visit.formKey
                var refused = files.refused
                if refused.isEmpty {
                    refused = try await visit.attach(files, to: id, key: key).map {
                        RefusedFile(
                            name: $0.file.name, size: $0.file.size, reason: $0.error.message)
                    }
                }
                guard refused.isEmpty else {
                    return try await visit.interactionPage(
                        id, refused: refused, .unprocessableContent)
                }
                return Done.attached.redirect(to: "interactions", id.text)
            }
        }
        post(
            "/interactions/{id}/uploads", body: .streamed(bytesMax: UploadForm.partBytesMax),
            site.uploadPage { visit, parts in
                try await visit.found(.interactions) { id in
                    do {
                        let next = try await visit.take(
                            parts.first, at: Int(visit.form["offset"] ?? "") ?? 0,
                            of: visit.announcedFile(of: id))
                        guard let next else { return HTTPResponse(.created) }
                        return HTTPResponse(.noContent, headers: ["Upload-Offset": "\(next)"])
                    } catch let error as ServiceError where error.refusesFile {
                        return HTTPResponse(
                            .unprocessableContent, text: error.message,
                            type: "text/plain; charset=utf-8")
                    }
                }
            })
        post("/interactions/{id}/files/{file}/remove", site, .interactions) { visit, id in
            let answer = try await visit.submit(
                RemoveAttachment.self, .init(attachmentID: try visit.attachmentID))
            return Done.removed.redirect(
                to: "interactions", id.text, undoing: answer.operationID)
        }
    }
}

extension Visit {
    /// The file in the address.
    fileprivate var attachmentID: AttachmentID {
        get throws { try id(.attachment, in: "file") }
    }

    /// The file whose parts the script sends, each with the file's name, size and hash.
    fileprivate func announcedFile(of id: InteractionID) -> BeginAttachment.Request {
        .init(
            interactionID: id, fileName: form["name"] ?? "", size: Int(form["size"] ?? "") ?? -1,
            sha256: form["sha256"] ?? "")
    }
}

extension ServiceError {
    /// Whether sending the file again would be refused again.
    fileprivate var refusesFile: Bool {
        [.validationFailed, .tooLarge, .conflict].contains(code)
    }
}
