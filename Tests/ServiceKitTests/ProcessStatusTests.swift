import Glibc
import Testing

@testable import ServiceKit

@Suite struct ProcessStatusTests {
    @Test func theProcessItselfHasMemoryAndThreads() throws {
        let status = try #require(ProcessStatus(of: getpid()))
        #expect(status.number("Pid") == Int(getpid()))
        #expect(try #require(status.number("Threads")) > 0)
        let (now, peak) = (try #require(status.bytes("VmRSS")), try #require(status.bytes("VmHWM")))
        #expect(now > 1 << 20 && peak >= now / 2)
        let figures = ProcessFigures.read()
        #expect(
            Set(figures.keys) == [
                "memory.anonymous_bytes", "memory.resident_bytes", "process.cpu_us",
                "process.threads",
            ])
        #expect(figures.values.allSatisfy { $0 > 0 }, "\(figures)")
    }

    @Test func whatTheKernelDoesNotReportIsNil() throws {
        let status = try #require(ProcessStatus(of: getpid()))
        // A text, the beginning of a name, and no name at all.
        for field in ["Name", "Vm", ""] { #expect(status.number(field) == nil, "\(field)") }
        #expect(ProcessStatus(of: -1) == nil)
    }
}
