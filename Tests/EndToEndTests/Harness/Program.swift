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

    /// The data services.
    static let services = ServiceName.allCases.compactMap { Program(rawValue: $0.rawValue) }

    /// The services whose change feeds this one follows.
    var followed: [Program] {
        switch self {
        case .broker, .identity: []
        case .coaches: [.identity]
        case .interactions: [.identity, .coaches, .events]
        case .events: [.identity, .coaches]
        case .notifications: [.identity, .interactions]
        case .analytics: [.identity, .coaches]
        }
    }

    var executable: String { "compass-\(rawValue)" }

    /// The service it offers; the broker offers none.
    var service: ServiceName? { ServiceName(rawValue: rawValue) }

    /// The path of an executable of this build, next to the tests.
    static func path(_ executable: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let folder = URL(fileURLWithPath: tests ?? "").deletingLastPathComponent()
        return folder.appendingPathComponent(executable).path
    }
}
