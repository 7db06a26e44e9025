import Foundation

/// Hands a link to the program that the machine has for it.
enum LinkOpener {
    /// What desktops have for it: freedesktop.org's and Apple's.
    private static let programs = ["/usr/bin/xdg-open", "/usr/bin/open"]

    /// Opens a link; answers why it could not be, or nil.
    static func open(_ url: String) -> String? {
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            return "This machine has no program that opens links."
        }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [url]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return "\(program): \(error.localizedDescription)" }
        process.waitUntilExit()
        return process.terminationStatus == 0
            ? nil : "\(program) ended with \(process.terminationStatus)."
    }
}
