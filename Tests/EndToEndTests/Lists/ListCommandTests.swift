import Contracts
import Foundation
import Glibc
import Testing

/// `interactions list` as a process: its time, and `--watch`.
@Suite(.onePerCore) struct ListCommandTests {
    /// The number of rows of an active family.
    private static let rows = 600
    /// The longest times for a page and for a change of filters; on a busy machine, some times of
    /// a short command of the same program.
    private static let pageLimit = Duration.seconds(2)
    private static let filterLimit = Duration.seconds(1)

    private struct Logbook {
        let system: SystemUnderTest
        let home: Household
        let school: SchoolID

        init(rows: Int) throws {
            system = try SystemUnderTest()
            home = try system.makeHousehold()
            school = try home.addSchool()
            _ = try inParallel(Array(0..<rows), threads: 8) { [self] in try log("row \($0)") }
            try system.signInOnCommandLine(home.player, as: "player")
        }

        @discardableResult
        func log(_ subject: String) throws -> InteractionID {
            try home.log(subject, at: school).id
        }
    }

    // IL-50, X-32: hundreds of rows in one response, without noticeable delay.
    @Test func aLongListIsThereAtOnce() throws {
        let book = try Logbook(rows: Self.rows)
        let choices: [(words: [String], rows: Int, limit: Duration)] = [
            ([], Self.rows, Self.pageLimit),
            (["--search", "row 59"], 11, Self.filterLimit),
            (["--type", "camp"], 0, Self.filterLimit),
            (["--since", "2000-01-01", "--limit", "50"], 50, Self.filterLimit),
        ]
        for choice in choices {
            let began = ContinuousClock.now
            let result = try book.system.compass(
                ["interactions", "list", "--cards", "-q"] + choice.words, as: "player")
            let time = ContinuousClock.now - began
            var promptness = Promptness(limit: choice.limit)
            try promptness.add(time) {
                _ = try book.system.compass(["notifications", "count"], as: "player")
            }
            #expect(result.ending == .exit(0))
            let cards = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
            #expect(cards.count { $0.hasPrefix("  row ") } == choice.rows)
            promptness.judge("list command: \(choice.rows) rows \(choice.words) shown")
        }
    }

    @Test func aWatchedListTellsWhatEntersItUntilItIsInterrupted() throws {
        let book = try Logbook(rows: 1)
        let (child, rows) = try Self.watch(book)
        defer { close(rows) }
        #expect(try Self.line(from: rows).count == 36)
        let added = try book.log("later")
        #expect(try Self.line(from: rows) == added.text)
        // A short outage of the service does not end the watch.
        try book.system.killAndWait(.interactions)
        let further = try book.log("later still")
        #expect(try Self.line(from: rows) == further.text)
        child.send(SIGINT)
        #expect(child.wait() == .exit(130))
    }

    @Test func aWatchEndsWithItsReader() throws {
        let book = try Logbook(rows: 1)
        let (child, rows) = try Self.watch(book)
        #expect(try Self.line(from: rows).count == 36)
        close(rows)
        #expect(child.wait() == .exit(0))
    }

    /// The process that watches the list, and the pipe with the ids of the rows.
    private static func watch(_ book: Logbook) throws -> (child: ChildProcess, rows: Int32) {
        let pipe = try #require(ChildProcess.makePipe())
        let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        let child = try ChildProcess(
            Program.path("compass"),
            ["interactions", "list", "--watch", "-o", "name", "--as", "player"],
            environment: book.system.environment,
            descriptors: [0: nothing, 1: pipe.writing, 2: nothing])
        close(pipe.writing)
        close(nothing)
        return (child, pipe.reading)
    }

    /// The next line of a pipe. Throws after 20 s without one.
    private static func line(from descriptor: Int32) throws -> String {
        var line: [UInt8] = []
        while true {
            var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            var byte: UInt8 = 0
            guard unsafe poll(&end, 1, 20_000) == 1, unsafe read(descriptor, &byte, 1) == 1 else {
                throw SystemUnderTest.Failure(description: "no line, but \(line.count) bytes")
            }
            if byte == 0x0a { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}
