import Foundation

/// Hands a link to the program that the machine has for it.
enum LinkOpener {
    /// What desktops have for it: freedesktop.org's and Apple's.
    private static let programs = ["/usr/bin/xdg-open", "/usr/bin/open"]

    /// What freedesktop.org's program ends with when it finds no browser to hand a link to.
    static let noBrowserStatus: Int32 = 3

    /// Why a program that ended so opened nothing; nil when it did.
    static func problem(of status: Int32, _ program: String) -> String? {
        switch status {
        case 0: nil
        case noBrowserStatus: "\(program) found no browser on this machine."
        default: "\(program) ended with \(status)."
        }
    }

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
        return problem(of: process.terminationStatus, program)
    }
}
