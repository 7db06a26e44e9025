import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// The family's contact windows: everybody reads them, players replace or remove them.
    mutating func addWindows(_ site: Site) {
        get(Place.windows.text, site) { try await $0.windowsPage() }
        postFiles(Place.windows.text, site) { visit, files in
            try await visit.submit { key in
                _ = try await visit.call(
                    ImportContactWindows.self, .init(csv: try visit.csv(of: files)), key: key)
                return Done.saved.redirect(to: "settings", "windows")
            } refused: { error, _ in
                try await visit.windowsPage(error)
            }
        }
        get(
            Place.clearWindows.text,
            site.playerPage(Place.windows) { visit in
                let page = ConfirmationPage(clearingWindowsOf: try await visit.context())
                return HTTPResponse(page: page.write)
            })
        post(
            Place.clearWindows.text,
            site.action(ClearContactWindows.self, .removed, to: "settings", "windows") { _ in
                .init()
            })
    }
}

extension Visit {
    /// The page; `error` is why a file was refused. The form has a new key, because the file has to
    /// be chosen again.
    fileprivate func windowsPage(_ error: ServiceError? = nil) async throws -> HTTPResponse {
        try await page(showing: ListContactWindows.self, refusing: error) {
            ContactWindowsPage($0, error: error, $1).write
        }
    }

    /// The text of the one file of the form.
    fileprivate func csv(of files: [SpooledFile]) throws(ServiceError) -> String {
        guard let file = files.first, files.count == 1 else {
            throw .invalid("csv", "Please choose a file")
        }
        guard file.size <= ContactWindowLimit.csvBytesMax else {
            throw .invalid("csv", "The file is over \(ContactWindowLimit.csvBytesMax) bytes")
        }
        var bytes: [UInt8] = []
        while bytes.count < file.size { bytes += try file.chunk(at: bytes.count) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .invalid("csv", "The text is not UTF-8; save the file as CSV in UTF-8")
        }
        return text
    }
}
