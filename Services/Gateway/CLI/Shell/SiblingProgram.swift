import Foundation

/// Programs that this one starts for work that needs libraries of its own.
enum SiblingProgram {
    /// Where one lies: `COMPASS_BIN` names another folder of programs; else it is this program's
    /// own.
    static func path(of name: String, _ environment: [String: String]) -> String {
        if let folder = environment["COMPASS_BIN"], !folder.isEmpty { return "\(folder)/\(name)" }
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: own ?? CommandLine.arguments.first ?? "")
        return folder.deletingLastPathComponent().appending(path: name).path
    }
}
