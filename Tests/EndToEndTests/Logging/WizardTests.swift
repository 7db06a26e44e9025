import Contracts
import Foundation
import Glibc
import Testing

/// The form in a pseudo-terminal, with real services.
@Suite(.onePerCore) struct WizardTests {
    /// Fills in the form up to its preview: an inbound text from Ash College.
    private func fill(_ terminal: TerminalSession, subject: String) throws {
        try terminal.answer("School: ", "ash")
        try terminal.answer("Coach [none]: ", "")
        try terminal.answer("Type: ", "text")
        try terminal.answer("Direction [Outbound]: ", "inbound")
        try terminal.answer("When [now]: ", "")
        try terminal.answer("Subject: ", subject)
        try terminal.answer("> ", "")
        try terminal.answer("Sentiment [none]: ", "")
        try terminal.expect("Log Interaction? [Y/n] ")
    }

    // IA-01, IA-02, IA-08, IA-11, IA-33, IA-42, IA-46, IA-51, IA-61
    @Test func aWholeFormWithANewCoach() throws {
        let family = try LoggingFamily()
        // IA-61: the form appears within two seconds, its submission takes at most three.
        var appearance = Promptness(limit: .seconds(2))
        var submission = Promptness(limit: .seconds(3))
        let opened = ContinuousClock.now
        let terminal = try family.open("interactions", "add")
        try terminal.expect("Log My Interaction\nRecord a new communication with a school or coach")
        try terminal.expect("  1  Ash College")
        try terminal.expect("School: ")
        try appearance.add(ContinuousClock.now - opened) { try family.runCommand() }
        appearance.judge("form: appears")
        terminal.type("ash")
        try terminal.expect("  1  Pat Doyle  Assistant Coach\n  2  Other coach (not listed)\n")
        try terminal.answer("Coach [none]: ", "3")
        try terminal.answer("First name (required): ", "Ann")
        try terminal.answer("Last name (required): ", "Lée")
        try terminal.answer("Role [Assistant Coach]: ", "head")
        try terminal.answer("Save Coach? [Y/n] ", "")
        try terminal.answer("Type: ", "2")
        try terminal.answer("Direction [Outbound]: ", "in")
        try terminal.answer("When [now]: ", "2026-02-03 14:15")
        try terminal.expect("Subject: ")
        // A typing error, corrected with the backspace key, and an arrow key, which does nothing.
        terminal.press(Array("Camo".utf8) + [0x7f] + Array("p\u{1b}[D 🏈\r".utf8))
        try terminal.answer("> ", "One <b>line</b>")
        try terminal.answer(" > ", "")
        try terminal.answer(" > ", "another")
        try terminal.answer(" > ", ".")
        try terminal.answer("Sentiment [none]: ", "very")
        for number in 1...6 { try terminal.answer("\(number)/6 ", number > 2 ? "y" : "n") }
        try terminal.expect("🔥 High Interest")
        try terminal.expect("Log Interaction? [Y/n] ")
        let sent = ContinuousClock.now
        terminal.type("")
        try terminal.expect("Logging...")
        try terminal.expect("Coach Interest Level  🔥 High Interest")
        try submission.add(ContinuousClock.now - sent) { try family.runCommand() }
        submission.judge("form: submitted")
        #expect(try terminal.finish() == .exit(0))
        #expect(terminal.isAsBefore)
        let record = try #require(try family.interactions.first)
        #expect(record.subject == "Camp 🏈")
        #expect(record.content == "One line\n\nanother\n\n[Coach Interest Level: HIGH]")
        #expect(record.coachName == "Ann Lée")
        #expect(record.occurredAt?.text == "2026-02-03T14:15:00.000Z")
        #expect(try family.coaches.map(\.fullName).sorted() == ["Ann Lée", "Pat Doyle"])
    }

    // IA-52
    @Test func ctrlCAsksBeforeItThrowsAway() throws {
        let family = try LoggingFamily()
        let terminal = try family.open("interactions", "add")
        try terminal.answer("School: ", "ash")
        try terminal.expect("Coach [none]: ")
        terminal.press([0x03])
        try terminal.answer("Discard changes? [y/N] ", "n")
        try terminal.expect("Coach [none]: ")
        terminal.press([0x04])
        try terminal.answer("Discard changes? [y/N] ", "y")
        try terminal.expect("Nothing was logged")
        #expect(try terminal.finish() == .exit(130))
        #expect(terminal.isAsBefore)
        #expect(try family.interactions.isEmpty)
        let again = try family.open("interactions", "add")
        try again.expect("School: ")
        #expect(!again.screen.contains("unfinished"))
    }

    /// A paragraph longer than a terminal's line buffer, pasted at once.
    @Test func aPastedParagraphIsWhole() throws {
        let family = try LoggingFamily()
        let terminal = try family.open(
            "interactions", "add", "--wizard", "--type", "email", "--school", "ash", "--coach",
            "doyle", "--direction", "outbound", "--at", "now", "--subject", "x", "--sentiment",
            "neutral")
        try terminal.expect("> ")
        let paragraph = String(repeating: "What was said. ", count: 600)
        for start in stride(from: 0, to: paragraph.utf8.count, by: 1_000) {
            terminal.press(Array(Array(paragraph.utf8)[start...].prefix(1_000)))
        }
        terminal.type("")
        try terminal.answer("9,000/10,000 > ", ".")
        try terminal.answer("Log Interaction? [Y/n] ", "y")
        #expect(try terminal.finish() == .exit(0))
        #expect(try family.interactions.first?.content == paragraph)
    }

    // IA-54: nothing typed is lost when the terminal is killed.
    @Test func aKilledTerminalLosesNothing() throws {
        let family = try LoggingFamily()
        let terminal = try family.open("interactions", "add")
        try fill(terminal, subject: "Kept")
        terminal.type("7")
        try terminal.answer("> ", "First line")
        try terminal.expect("10/10,000 > ")
        terminal.child.send(SIGKILL)
        #expect(terminal.child.wait() == .signal(SIGKILL))
        let again = try family.open("interactions", "add")
        try again.expect("An unfinished interaction was kept: Text, Ash College, Kept")
        try again.answer("Continue with it? [Y/n] ", "")
        try again.answer("10/10,000 > ", "second line")
        try again.answer(" > ", ".")
        try again.answer("Log Interaction? [Y/n] ", "")
        #expect(try again.finish() == .exit(0))
        #expect(try family.interactions.map(\.content) == ["First line\nsecond line"])
    }

    // IA-50, IA-54, IA-63: killed after the request was sent and before its response. The record is
    // stored, and continuing the form stores no second one.
    @Test func aClientKilledAfterSendingHasLoggedOnce() throws {
        let family = try LoggingFamily()
        let terminal = try family.open("interactions", "add")
        try fill(terminal, subject: "Once")
        let interactions = try #require(family.system.processes[.interactions])
        let before = try family.requestsInFlight()
        interactions.send(SIGSTOP)
        defer { interactions.send(SIGCONT) }
        terminal.type("y")
        // The broker has dispatched the request, and it is unanswered.
        let end = ContinuousClock.now + .seconds(2)
        while try family.requestsInFlight() == before, ContinuousClock.now < end {}
        terminal.child.send(SIGKILL)
        #expect(terminal.child.wait() == .signal(SIGKILL))
        interactions.send(SIGCONT)
        #expect(try family.waitForInteractions(1))
        let again = try family.open("interactions", "add")
        try again.expect("It was being sent. It may already be stored")
        try again.answer("Continue with it? [Y/n] ", "")
        try again.answer("Try again with the same key? [Y/n] ", "")
        try again.expect("It was already logged with this key.")
        #expect(try again.finish() == .exit(0))
        #expect(try family.interactions.map(\.subject) == ["Once"])
    }

    // IA-54, X-13: the service is down; the form waits, and the second attempt uses the same key.
    @Test func aFailedSendIsTriedAgainFromTheForm() throws {
        let family = try LoggingFamily()
        let terminal = try family.open("interactions", "add", "--timeout", "1s")
        try fill(terminal, subject: "Again")
        family.system.stop(.interactions)
        terminal.type("")
        try terminal.expect("Logging...")
        // "Try again with the same key?" if the outcome is unknown, otherwise the preview's
        // question.
        try terminal.expect("? [Y/n] ")
        family.system.start(.interactions)
        try family.system.waitUntilReady(.interactions, starts: 2)
        terminal.type("")
        #expect(try terminal.finish() == .exit(0))
        #expect(try family.interactions.map(\.subject) == ["Again"])
    }
}
