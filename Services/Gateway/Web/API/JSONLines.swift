import Contracts
import HTTP

/// A list as JSON Lines (jsonlines.org): each record on a line of its own, fetched page by page
/// while the client reads.
struct JSONLines: Sendable {
    /// The key of the list in a page.
    let key: String

    /// The response that begins with this page; `page` fetches the one that begins at a cursor.
    func response(
        _ first: [UInt8], page: @escaping @Sendable (String) async throws -> [UInt8]
    ) -> HTTPResponse {
        let stream = ResponseStream { writer in
            var json = first
            while true {
                guard let outline = ResponseOutline(of: json, listKey: key) else {
                    throw ServiceError(.internal, "A page of the list cannot be read")
                }
                try await writer.write(lines(of: json, outline))
                guard let cursor = outline.nextCursor else { return }
                json = try await page(cursor)
            }
        }
        return HTTPResponse(headers: ["Content-Type": OpenAPI.linesType], body: .stream(stream))
    }

    private func lines(of json: [UInt8], _ outline: ResponseOutline) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(json.count)
        for element in outline.elements {
            lines += json[element]
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}
