import Contracts
import HTTP

/// Answers the request of a signed-in reader.
typealias VisitHandler = @Sendable (Visit) async throws -> HTTPResponse

/// Answers a request for the record that the address names.
typealias RecordHandler<Tag> =
    @Sendable (Visit, Identifier<Tag>) async throws -> HTTPResponse

extension Router {
    /// Adds a page that only reads (`Site.page`).
    mutating func get(
        _ pattern: String, timeMax: Duration? = nil, _ site: Site, _ handler: @escaping VisitHandler
    ) {
        get(pattern, timeMax: timeMax, site.page(handler))
    }

    /// Adds a page that takes a form (`Site.page`).
    mutating func post(
        _ pattern: String, timeMax: Duration? = nil, _ site: Site, _ handler: @escaping VisitHandler
    ) {
        post(pattern, timeMax: timeMax, site.page(handler))
    }

    /// Adds a page of the record that the address names. One that is not there gets the usual page.
    mutating func get<Tag>(
        _ pattern: String, timeMax: Duration? = nil, _ site: Site, _ pages: RecordPages<Tag>,
        _ handler: @escaping RecordHandler<Tag>
    ) {
        get(pattern, timeMax: timeMax, site, pages.found(handler))
    }

    /// Adds a form about the record that the address names. One that is not there gets the usual
    /// page.
    mutating func post<Tag>(
        _ pattern: String, _ site: Site, _ pages: RecordPages<Tag>,
        _ handler: @escaping RecordHandler<Tag>
    ) {
        post(pattern, site, pages.found(handler))
    }

    /// Adds a page that takes a form with files (`Site.uploadPage`).
    ///
    /// - Parameter changesNothing: Whether the files are only looked at, for as long as the reader
    ///   waits.
    mutating func postFiles(
        _ pattern: String, changesNothing: Bool = false, _ site: Site,
        _ handler: @escaping @Sendable (Visit, [SpooledFile]) async throws -> HTTPResponse
    ) {
        post(
            pattern, body: .streamed(bytesMax: UploadForm.bytesMax), timeMax: UploadForm.timeMax,
            changesNothing: changesNothing, site.uploadPage(handler))
    }
}

extension RecordPages {
    /// Calls the handler with the id of the record that the address names.
    fileprivate func found(_ handler: @escaping RecordHandler<Tag>) -> VisitHandler {
        { visit in try await visit.found(self) { try await handler(visit, $0) } }
    }
}
