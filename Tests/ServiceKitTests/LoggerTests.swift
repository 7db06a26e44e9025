import Foundation
import Glibc
import Testing

@testable import ServiceKit

/// Logging never stops a service.
@Suite struct LoggerTests {
    /// The reader of the log stops reading while its disk is full.
    @Test func aPipeThatNobodyReadsDoesNotHoldAnybodyUp() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            precondition(unsafe pipe(&ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0)
            let logger = Logger(service: "test")
            let text = String(repeating: "x", count: 1_000)
            for _ in 0..<1_000 { logger.info(text) }
            // Room again: the next line says how many were lost.
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            let before = unsafe read(ends[0], &buffer, buffer.count)
            precondition(before > 0)
            logger.info("room again")
            let count = unsafe read(ends[0], &buffer, buffer.count)
            let line = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            precondition(line.contains("room again") && line.contains("\"log.lost_lines\":\""))
        }
    }
}
