import Foundation
import Support
import Testing

@testable import Notifications

@Suite("The mail program (N-121)")
struct MailProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func program(_ words: [String], limit: Duration = .seconds(60)) -> MailProgram {
        MailProgram(words: words, folder: folder.path(""), limit: limit)
    }

    // N-121: the message is on its standard input, and no file of it is left.
    @Test func itReadsTheMessage() throws {
        let message = [UInt8](repeating: 65, count: 200_000)
        let words = ["/bin/sh", "-c", "cat > \"$0\"", folder.path("out")]
        #expect(program(words).send(message) == nil)
        let file = try Data(contentsOf: URL(fileURLWithPath: folder.path("out")))
        #expect(file == Data(message))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        #expect(left == ["out"])
    }

    // N-121: a service that is killed while the program runs leaves no message behind.
    @Test func noFileOfTheMessageIsThereWhileTheProgramRuns() throws {
        let words = ["/bin/sh", "-c", "ls \"$0\" > \"$1\"", folder.path(""), folder.path("seen")]
        #expect(program(words).send([65]) == nil)
        let seen = try String(contentsOfFile: folder.path("seen"), encoding: .utf8)
        #expect(seen == "seen\n")
    }

    // N-121: words are arguments, not a line of a shell.
    @Test func noShellReadsItsWords() throws {
        let words = ["/bin/echo", ";", "touch", folder.path("made")]
        #expect(program(words).send([65]) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path("made")))
    }

    // N-121
    @Test func whatGoesWrongIsSaid() {
        let failing = program(["/bin/sh", "-c", "exit 75"])
        #expect(failing.send([65]) == "The mail program ended with 75")
        #expect(
            program(["/no/such/program"]).send([65])
                == "The mail program cannot be started: No such file or directory")
        #expect(program([]).send([65]) == "There is no mail program")
        #expect(
            program(["/bin/sleep", "60"], limit: .milliseconds(50)).send([65])
                == "The mail program did not end in time")
    }
}
