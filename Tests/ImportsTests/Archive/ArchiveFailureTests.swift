import Contracts
import Testing

@testable import Imports

/// What the page says if no archive was made.
@Suite struct ArchiveFailureTests {
    private func report(_ code: String, _ message: String) -> [UInt8] {
        Array(
            """
            {"error":{"code":"\(code)","message":"\(message)","request_id":null,\
            "retryable":false}}

            """.utf8)
    }

    // N-174
    @Test(arguments: [
        "\"/srv/home/run\" cannot be written to\nNo space left on device.",
        "The archive could not be written\nWrite error: No space left on device.",
        "Disk quota exceeded.", "The disk is full: nothing was changed",
    ])
    func aFullDiskIsToldWithoutAPath(notes: String) {
        let error = ArchiveFailure.explained(
            report: report("internal", "/srv/home/run cannot be written to"), notes: notes)
        #expect(error.code == .unavailable && error.subject == .fullDisk)
        #expect(!error.message.contains("/srv"))
    }

    /// A run on a full disk may not be able to write why it failed.
    @Test func aFullDiskMayKeepTheRunFromSayingSo() {
        let error = ArchiveFailure.explained(report: [], notes: "", isDiskFull: true)
        #expect(error.subject == .fullDisk)
    }

    // N-174
    @Test(arguments: ["busy", "unavailable", "timeout"])
    func aServiceThatIsAwayIsTold(code: String) {
        let error = ArchiveFailure.explained(
            report: report(code, "Gateway unreachable: no broker listens at ipc:///srv/home"),
            notes: "")
        #expect(error.code == .unavailable && error.isForReaders)
        #expect(error.message.contains("does not answer"))
        #expect(!error.message.contains("/srv"))
    }

    @Test(arguments: ["unauthenticated", "forbidden", "data_loss"])
    func whatTheReaderHasToKnowIsPassedOn(code: String) {
        let error = ArchiveFailure.explained(report: report(code, "Words"), notes: "")
        #expect(error.code.rawValue == code && error.message == "Words")
    }

    @Test func aRunThatTookTooLongSaysWhatHasNoLimit() {
        let error = ArchiveFailure.explained(
            report: report("unavailable", "Interrupted"), notes: "", isOverdue: true)
        #expect(error.isForReaders && error.message.contains("compass export --all"))
    }

    @Test(arguments: ["internal", "usage", "later"])
    func whatNobodyCanActOnIsNotShown(code: String) {
        let error = ArchiveFailure.explained(report: report(code, "/srv/home is bad"), notes: "")
        #expect(error.message == "The archive could not be made; please try again")
        let silent = ArchiveFailure.explained(report: [], notes: "")
        #expect(silent == error)
    }
}
