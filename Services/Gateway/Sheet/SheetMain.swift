import CommandKit
import Contracts
import Foundation
import Glibc
import Imports
import Workbooks

/// `compass-sheet`: reads a workbook from stdin and writes one of its sheets to stdout: a line of
/// JSON, then comma-separated values. With `--write` it reads such a line and values, and writes a
/// workbook. Only `compass` and `compass-web` start it. A hostile workbook is taken apart by a
/// process that opens no file, knows no sign-in and is soon ended.
@main
enum SheetMain {
    /// The most memory that the process may reserve, in bytes: 2 GiB.
    private static let memoryMax: rlim_t = 2_147_483_648
    /// The most time of a processor, in seconds.
    private static let secondsMax: rlim_t = 5

    static func main() {
        let invocation = StartedProcess.invocation(
            of: WorkbookProgram.name,
            "Reads a workbook from stdin and writes a sheet as CSV. Started by compass.",
            flags: [
                .value("sheet", .text("NAME"), "The sheet to read; else the first"),
                .toggle("write", "Read a sheet as CSV and write a workbook"),
            ])
        limit()
        if invocation.isOn("write") { write() }
        read(sheet: invocation.text("sheet"))
    }

    private static func read(sheet: String?) -> Never {
        do throws(WorkbookError) {
            // The byte beyond the limit makes the workbook too large.
            let workbook = try Workbook(input(WorkbookLimit.fileBytesMax + 1))
            let table = try SheetTable(workbook, sheet)
            let line = (try? JSONCoding.encode(table.sheet)) ?? []
            StartedProcess.end(.success, line + [UInt8(ascii: "\n")] + table.csv)
        } catch { refuse(error.description, error.remedy) }
    }

    private static func write() -> Never {
        // The line of JSON is short.
        let table = SheetTableWriter(input(WorkbookExport.bytesMax + 65_536))
        do {
            StartedProcess.end(.success, try table.workbook())
        } catch let error as WorkbookError {
            refuse(error.description, error.remedy)
        } catch { refuse("The table cannot be read: \(error)", "Export it as CSV.") }
    }

    private static func refuse(_ message: String, _ remedy: String) -> Never {
        let refusal = SheetRefusal(message: message, remedy: remedy)
        StartedProcess.end(.invalid, (try? JSONCoding.encode(refusal)) ?? [])
    }

    /// Limits what the process can do to the machine and to files.
    private static func limit() {
        func set(_ resource: __rlimit_resource, _ value: rlim_t) {
            var limit = rlimit(rlim_cur: value, rlim_max: value)
            _ = unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        }
        set(RLIMIT_AS, memoryMax)
        set(RLIMIT_CPU, secondsMax)
        set(RLIMIT_FSIZE, 0)
    }

    /// The input, at most so many bytes of it.
    private static func input(_ most: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < most,
            let more = try? FileHandle.standardInput.read(upToCount: most - bytes.count),
            !more.isEmpty
        {
            bytes += more
        }
        return bytes
    }
}

extension SheetTable {
    /// Reads a sheet of a workbook; without a name, the first one that people see.
    init(_ workbook: Workbook, _ sheet: String?) throws(WorkbookError) {
        let table = try workbook.table(ofSheet: sheet)
        self.init(
            sheet: ReadSheet(
                name: table.name, others: workbook.sheetNames.filter { $0 != table.name },
                unworked: table.unworked.isEmpty
                    ? nil : table.unworked.map { .init(column: $0.column - 1, row: $0.row) }),
            csv: table.csv)
    }
}
