import Foundation
import Glibc
import Programs

/// Opens links with the machine's own program.
enum LinkOpener {
    /// The programs of freedesktop.org and Apple.
    private static let programs = ["/usr/bin/xdg-open", "/usr/bin/open"]

    /// The exit status of xdg-open if it finds no browser.
    static let noBrowserStatus: Int32 = 3

    /// The error that an exit status stands for; nil for success.
    static func problem(of status: Int32, _ program: String) -> String? {
        switch status {
        case 0: nil
        case noBrowserStatus: "\(program) found no browser on this machine."
        default: "\(program) ended with \(status)."
        }
    }

    /// Opens a link; returns the error, or nil.
    static func open(_ url: String) -> String? {
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            return "This machine has no program that opens links."
        }
        do throws(SiblingProgram.Problem) {
            let code = try ChildProcess.run(
                program, [url], environment: ProcessInfo.processInfo.environment)
            return problem(of: code ?? -SIGKILL, program)
        } catch {
            return "\(program): \(error.text)"
        }
    }
}
