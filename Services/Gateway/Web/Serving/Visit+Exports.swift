import Contracts
import Foundation
import HTML
import HTTP
import Imports
import ServiceKit
import WebPages

/// Files of records.
extension Visit {
    private var csv: InteractionCSV {
        let zone = zone
        return InteractionCSV(writer: CSVWriter(guardsFormulas: true), date: { zone.text($0) })
    }

    /// CO-41: the coaches that the filters in the address select.
    func coachesFile() async throws -> HTTPResponse {
        try requireOnce(CoachFilter.self)
        let zone = zone
        let csv = CoachCSV(writer: CSVWriter(guardsFormulas: true), day: { zone.day($0).text })
        let coaches = try await call(ExportCoaches.self, listRequest(CoachFilter.self)).coaches
        let text = csv.header + coaches.map(csv.line(of:)).joined()
        return .csv(text, named: csv.fileName(at: site.clock.now()))
    }

    /// The same as a workbook.
    func coachesWorkbook() async throws -> HTTPResponse {
        try requireOnce(CoachFilter.self)
        let zone = zone
        let csv = CoachCSV(
            writer: CSVWriter(guardsFormulas: false), day: { zone.day($0).text })
        let name = csv.fileName(at: site.clock.now(), WorkbookExport.ending)
        return try await workbook(named: name) {
            var table = WorkbookExport.coaches
            for coach in try await call(ExportCoaches.self, listRequest(CoachFilter.self)).coaches {
                try table.append(csv.values(of: coach))
            }
            return table
        }
    }

    /// IL-46: the interactions that the filters in the address select, fetched as fast as the
    /// client reads. The first rows are fetched before the answer, so that a refusal has its page.
    func interactionsFile() async throws -> HTTPResponse {
        try requireOnce(InteractionFilter.self)
        var request = ExportInteractions.Request(listRequest(InteractionFilter.self))
        request.filters.limit = FormField(ExportInteractions.pageRows)
        let (csv, first) = (csv, try await call(ExportInteractions.self, request))
        let body = ResponseStream { [request] writer in
            var (request, page) = (request, first)
            try await writer.write(Array((TableFile.byteOrderMark + csv.header).utf8))
            while true {
                try await writer.write(Array(page.interactions.map(csv.line(of:)).joined().utf8))
                guard let cursor = page.nextCursor else { return }
                request.cursor = FormField(cursor)
                page = try await call(ExportInteractions.self, request)
            }
        }
        let name = InteractionCSV.fileName(on: zone.day(site.clock.now()).text)
        return .csv(.stream(body), named: name)
    }

    /// The same as a workbook.
    func interactionsWorkbook() async throws -> HTTPResponse {
        try requireOnce(InteractionFilter.self)
        var request = ExportInteractions.Request(listRequest(InteractionFilter.self))
        request.filters.limit = FormField(ExportInteractions.pageRows)
        let zone = zone
        let csv = InteractionCSV(
            writer: CSVWriter(guardsFormulas: false), date: { $0.map { zone.fieldText($0) } ?? "" })
        let day = zone.day(site.clock.now()).text
        let name = InteractionCSV.fileName(on: day, WorkbookExport.ending)
        return try await workbook(named: name) {
            var table = WorkbookExport.interactions
            while true {
                let page = try await call(ExportInteractions.self, request)
                for record in page.interactions { try table.append(csv.values(of: record)) }
                guard let cursor = page.nextCursor else { return table }
                request.cursor = FormField(cursor)
            }
        }
    }

    private func workbook(
        named name: String, of table: () async throws -> WorkbookExport
    ) async throws -> HTTPResponse {
        let modified = site.clock.now()
        let bytes = try await site.workbooks.run(for: statement.user.id, preparing: table) {
            try $0.workbook(
                modified: modified, environment: ProcessInfo.processInfo.environment)
        }
        return HTTPResponse(
            headers: [
                "Content-Type": WorkbookExport.mediaType,
                "Content-Disposition": ContentDisposition.attachment(name),
            ], body: .bytes(bytes))
    }

    /// The interactions that were marked on the list, in its order.
    func interactionsFile(_ marked: [InteractionID]) async throws -> HTTPResponse {
        guard !marked.isEmpty else {
            return HTTPResponse(page: NothingMarkedPage(try await context()).write)
        }
        var text = csv.header
        for id in marked {
            text += csv.line(of: try await call(ExportInteraction.self, .init(id: id)).interaction)
        }
        let name = InteractionCSV.fileName(on: zone.day(site.clock.now()).text)
        return .csv(text, named: name)
    }

    /// N-99: an archive of everything that the reader may see. It costs time, so that no other site
    /// may ask for it.
    func everything() async throws -> HTTPResponse {
        try OriginCheck.require(of: request)
        let name = "compass-export-\(zone.day(site.clock.now()).text).zip"
        let headers: HTTPFields = [
            "Content-Type": "application/zip", "Cache-Control": "no-store",
            "Content-Disposition": ContentDisposition.attachment(name),
        ]
        // What HEAD asks for needs no archive.
        guard request.method != .head else { return HTTPResponse(headers: headers) }
        return HTTPResponse(headers: headers, body: .file(try await site.archives.make(for: self)))
    }

    /// EV-33: the metrics of an event, oldest first.
    func metricsFile(of id: EventID) async throws -> HTTPResponse {
        var request = ListMetrics.Request()
        request[.eventID] = id.text
        request.sort = FormField(MetricOrder.oldest.rawValue)
        let event = try await call(ShowEvent.self, .init(id: id)).event
        let metrics = try await call(ListMetrics.self, request).metrics
        let csv = MetricCSV(of: event)
        return .csv(
            csv.text(of: metrics, CSVWriter(guardsFormulas: true)),
            named: csv.fileName(on: zone.day(site.clock.now()).text))
    }

    /// ID-15: one record.
    func interactionFile(_ id: InteractionID) async throws -> HTTPResponse {
        let record = try await call(ExportInteraction.self, .init(id: id)).interaction
        return .csv(csv.text(of: record), named: InteractionCSV.fileName(of: record))
    }
}

extension HTTPResponse {
    /// A file of comma-separated values, which begins with a byte order mark.
    static func csv(_ text: String, named name: String) -> HTTPResponse {
        csv(.bytes(Array((TableFile.byteOrderMark + text).utf8)), named: name)
    }

    /// RFC 4180, section 3, has the media type.
    static func csv(_ body: ResponseBody, named name: String) -> HTTPResponse {
        HTTPResponse(
            headers: [
                "Content-Type": "text/csv; charset=utf-8; header=present",
                "Content-Disposition": ContentDisposition.attachment(name),
            ], body: body)
    }
}
