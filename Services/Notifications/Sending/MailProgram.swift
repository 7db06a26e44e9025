import Contracts
import Dispatch
import Foundation
import Glibc
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
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = Array(words.dropFirst())
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let hasEnded = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in hasEnded.signal() }
        do {
            process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            // The program reads on; a kill from now on leaves no file.
            _ = unsafe unlink(path)
            try process.run()
        } catch {
            return "The mail program cannot be started"
        }
        guard hasEnded.wait(timeout: .after(limit)) == .success else {
            kill(process.processIdentifier, SIGKILL)
            hasEnded.wait()
            return "The mail program did not end in time"
        }
        return process.terminationReason == .exit && process.terminationStatus == 0
            ? nil : "The mail program ended with \(process.terminationStatus)"
    }
}
