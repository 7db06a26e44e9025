import Glibc
import Testing

@testable import ServiceKit

@Suite struct TerminationSignalsTests {
    @Test func aStopThatDoesNotEndIsEndedWithExitCode1() async {
        await #expect(processExitsWith: .exitCode(1)) {
            TerminationSignals().exitOnNextSignal(orAfter: .milliseconds(1))
            while true { pause() }
        }
    }

    @Test func aSecondSignalEndsTheProcessWithExitCode1() async {
        await #expect(processExitsWith: .exitCode(1)) {
            let signals = TerminationSignals()
            raise(SIGTERM)
            guard signals.wait() == SIGTERM else { return }
            signals.exitOnNextSignal(orAfter: .seconds(15))
            raise(SIGTERM)
            while true { pause() }
        }
    }
}
