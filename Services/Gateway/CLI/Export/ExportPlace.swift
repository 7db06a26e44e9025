import CommandKit
import Contracts

/// Where a flag sends a file: a path, or a folder that gets the file's own name.
enum ExportPlace {
    /// Opens the file. One that is there is replaced after a yes only.
    static func open(
        _ typed: String, flag: String, fileName: String, _ run: CommandRun
    ) throws -> (file: NewFile, path: String) {
        guard !typed.isEmpty else {
            throw CommandFailure(
                UsageError(
                    .badValue, "--\(flag) names no place", reason: "It takes a file or a folder.",
                    remedy: "Leave --\(flag) out to write to stdout.", field: flag))
        }
        let path = NewFile.path(typed, name: fileName)
        let isTaken = LocalBytes.exists(path)
        if isTaken, !run.invocation.isOn("yes") {
            guard run.console.prompt.isTerminal else { throw NewFile.taken(path, flag: flag) }
            try run.confirm("Replace \(VisibleText.line(path))?")
        }
        return (try NewFile(at: path, replaces: isTaken, flag: flag), path)
    }

    /// Writes a whole file; where it is.
    static func save(
        _ bytes: [UInt8], at typed: String, flag: String, fileName: String, _ run: CommandRun
    ) throws -> String {
        let (file, path) = try open(typed, flag: flag, fileName: fileName, run)
        try file.write(bytes)
        try file.finish()
        return path
    }
}
