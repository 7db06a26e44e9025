import Contracts
import Foundation

/// The processes of a system.
enum Program: String, CaseIterable, Sendable {
    case broker
    case identity
    case coaches
    case interactions
    case events
    case notifications
    case analytics
    case hooks
    case web

    /// The data services.
    static let services = ServiceName.allCases.compactMap { Program(rawValue: $0.rawValue) }

    /// The services whose change feeds this one follows.
    var followed: [Program] {
        switch self {
        case .broker, .identity, .web: []
        case .coaches: [.identity]
        case .interactions: [.identity, .coaches, .events]
        case .events: [.identity, .coaches]
        case .notifications: [.identity, .interactions, .hooks]
        case .analytics: [.identity, .coaches]
        case .hooks: [.identity, .coaches, .interactions, .events, .analytics]
        }
    }

    /// All services whose change feeds this one reads. Coaches also reads the replies of those that
    /// take part in deletions.
    var allFollowed: [Program] {
        self == .coaches
            ? followed + [.interactions, .events, .notifications, .analytics] : followed
    }

    var executable: String { "compass-\(rawValue)" }

    /// The programs of which a home has one each: they own its sockets or files.
    static let owners = allCases.filter { $0 != .web }

    /// The service it offers; the broker and the pages offer none.
    var service: ServiceName? { ServiceName(rawValue: rawValue) }

    /// The path of an executable of this build, next to the tests.
    static func path(_ executable: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let folder = URL(fileURLWithPath: tests ?? "").deletingLastPathComponent()
        return folder.appendingPathComponent(executable).path
    }
}
