import Contracts
import Foundation
import Glibc
import Programs
import ServiceKit

/// The operator's program that sends mail, such as msmtp. It is started without a shell, for one
/// message on its standard input, and is killed if it takes too long.
@Memberwise
struct MailProgram: Sendable {
    /// The program's path and its arguments.
    let words: [String]
    /// The folder for the file from which the program reads; private to the user.
    let folder: String
    /// The longest time of one message.
    var limit: Duration = .seconds(60)

    /// Sends a message; returns the problem, or nil if the program ended well.
    func send(_ message: [UInt8]) -> String? {
        guard let program = words.first else { return "There is no mail program" }
        // One process sends, so the next message replaces what a killed one left.
        let path = "\(folder)/digest.eml"
        _ = unsafe unlink(path)
        do {
            try PrivateFile.create(path, holding: message)
        } catch {
            return "The message cannot be written: \(error)"
        }
        defer { _ = unsafe unlink(path) }
        let content = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard content >= 0 else {
            return "The message cannot be read: \(unsafe String(cString: strerror(errno)))"
        }
        defer { close(content) }
        // The program reads on; a kill from now on leaves no file.
        _ = unsafe unlink(path)
        do throws(SiblingProgram.Problem) {
            let code = try ChildProcess.run(
                program, Array(words.dropFirst()),
                environment: ProcessInfo.processInfo.environment, input: content,
                timeLimit: limit)
            guard let code else { return "The mail program did not end in time" }
            return code == 0 ? nil : "The mail program ended with \(code)"
        } catch {
            return "The mail program cannot be started: \(error.text)"
        }
    }
}
