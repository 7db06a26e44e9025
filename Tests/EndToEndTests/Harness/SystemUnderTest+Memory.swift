import Foundation
import Glibc
import ServiceKit

extension SystemUnderTest {
    /// A size of a process's memory in bytes, named as in `/proc/PID/status`.
    func memory(of program: Program, _ field: String) throws -> Int {
        let status = ProcessStatus(of: try processID(of: program))
        guard let bytes = status?.bytes(field) else {
            throw Failure(description: "\(program) has no \(field)")
        }
        return bytes
    }

    /// Lets the peak (VmHWM) begin anew at the present size of the process.
    func forgetPeakMemory(of program: Program) throws {
        let path = "/proc/\(try processID(of: program))/clear_refs"
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data("5".utf8))
        try file.close()
    }

    private func processID(of program: Program) throws -> pid_t {
        guard let child = processes[program]?.state.update({ $0.child }) else {
            throw Failure(description: "\(program) does not run")
        }
        return child.processID
    }
}
