import Foundation
import Glibc

extension SystemUnderTest {
    /// A figure of a process's memory in bytes, named as in /proc/PID/status.
    func memory(of program: Program, _ field: String) throws -> Int {
        let status = try String(
            contentsOfFile: try folder(of: program) + "/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
        guard let words = line?.split(whereSeparator: \.isWhitespace), words.count > 1,
            let kilobytes = Int(words[1])
        else { throw Failure(description: "\(program) has no \(field)") }
        return kilobytes << 10
    }

    /// Lets the peak (VmHWM) begin anew at the present size of the process.
    func forgetPeakMemory(of program: Program) throws {
        let path = try folder(of: program) + "/clear_refs"
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data("5".utf8))
        try file.close()
    }

    private func folder(of program: Program) throws -> String {
        guard let child = processes[program]?.state.update({ $0.child }) else {
            throw Failure(description: "\(program) does not run")
        }
        return "/proc/\(child.processID)"
    }
}
