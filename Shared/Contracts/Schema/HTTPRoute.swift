/// The place of an operation in the HTTP API.
///
/// Path and query carry fields of the request, the body the others. Operations without a route are
/// for services, operators or sign-ins.
public struct HTTPRoute: Hashable, Sendable {
    /// The methods of RFC 9110 and RFC 5789 that routes use.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The path of the first version of the API, under which all routes are.
    public static let base = "/api/v1"
    /// The name in braces for the service, in the path of an operation that each service supports.
    public static let serviceName = "service"

    public let method: Method
    /// The path below the base. A name in braces is the key of a field of the request.
    public let path: String
    /// Whether the response's record is a new one, with an address below this path.
    public let isCreating: Bool
    /// The key of the response's list that is sent as JSON Lines; nil if the response is sent as it
    /// is.
    public let linesKey: String?

    /// Reads at this path. Fields that are not in the path are in the query.
    public static func get(_ path: String, linesOf key: String? = nil) -> HTTPRoute {
        HTTPRoute(method: .get, path: path, isCreating: false, linesKey: key)
    }

    /// Does something at this path.
    public static func post(_ path: String) -> HTTPRoute {
        HTTPRoute(method: .post, path: path, isCreating: false, linesKey: nil)
    }

    /// Adds a record to a collection.
    public static func create(_ path: String) -> HTTPRoute {
        HTTPRoute(method: .post, path: path, isCreating: true, linesKey: nil)
    }

    /// Changes fields of a record.
    public static func patch(_ path: String) -> HTTPRoute {
        HTTPRoute(method: .patch, path: path, isCreating: false, linesKey: nil)
    }

    /// Deletes a record. Fields that are not in the path are in the query.
    public static func delete(_ path: String) -> HTTPRoute {
        HTTPRoute(method: .delete, path: path, isCreating: false, linesKey: nil)
    }

    /// Whether fields that are not in the path are in the body.
    public var hasBody: Bool { method == .post || method == .patch }

    /// The keys in the path, in order.
    public var pathKeys: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
            String($0.dropFirst().dropLast())
        }
    }

    /// The name in the query of the field with this key, like that of the command line's flag:
    /// `school` for `school_id`, `logged-by` for `logged_by`.
    public static func queryName(of key: String) -> String {
        let name = key.hasSuffix("_id") ? String(key.dropLast(3)) : key
        return name.replacing("_", with: "-")
    }
}
