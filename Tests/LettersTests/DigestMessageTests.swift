import Contracts
import Foundation
import Testing

@testable import Letters

@Suite("Weekly digest as a mail message")
struct DigestMessageTests {
    private static let family = FamilyID(high: 0xFA, low: 1)
    private static let now = Instant(milliseconds: 1_771_545_600_000)  // 2026-02-20T00:00:00Z

    private func message(
        _ email: String = "ann@rivera.example", name: String = "Player"
    ) throws -> String? {
        let day = try #require(CivilDay(text: "2026-02-09"))
        let digest = WeeklyDigest(
            week: "2026-W07", firstDay: day, lastDay: try #require(day.adding(days: 6)),
            timeZone: "UTC", familyName: name, today: try #require(day.adding(days: 10)),
            unavailable: [])
        let reader = User(
            id: UserID(high: 1, low: 1), email: email, fullName: "Ann", role: .player,
            timeZone: "UTC", createdAt: Self.now)
        return DigestMessage(digest, of: Self.family, for: reader, at: Self.now).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
    }

    /// The decoded parts.
    private func parts(_ message: String) throws -> [String] {
        let boundary = "--=_digest.2026-W07.\(Self.family.text)"
        return try message.components(separatedBy: boundary + "\r\n").dropFirst().map { part in
            let body = part.components(separatedBy: "\r\n\r\n")[1]
                .components(separatedBy: "\r\n--")[0]
            let data = try #require(
                Data(base64Encoded: body, options: .ignoreUnknownCharacters))
            return String(decoding: data, as: UTF8.self)
        }
    }

    // N-76: by a stopped clock, to the letter.
    @Test func theHeadNamesTheWeekAndTheReader() throws {
        let text = try #require(try message())
        let head = text.components(separatedBy: "\r\n\r\n")[0]
        let id = "digest.2026-W07.\(Self.family.text).\(UserID(high: 1, low: 1).text)"
        #expect(
            head.components(separatedBy: "\r\n") == [
                "From: <ann@rivera.example>", "To: <ann@rivera.example>",
                "Subject: =?utf-8?B?V2Vla2x5IGRpZ2VzdDogUGxheWVyLCBXZWVrIDcsIEZlYiA5IC0gMTUsIDIw?=",
                " =?utf-8?B?MjY=?=", "Date: Fri, 20 Feb 2026 00:00:00 +0000",
                "Message-ID: <\(id)@recruiting-compass.invalid>",
                "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
                "Content-Type: multipart/alternative; "
                    + "boundary=\"=_digest.2026-W07.\(Self.family.text)\"",
            ])
        #expect(try message() == text)
    }

    // N-76: text first, then HTML, which readers prefer.
    @Test func theBodyIsTextAndHTML() throws {
        let parts = try parts(try #require(try message()))
        #expect(parts.count == 2)
        #expect(parts[0].hasPrefix("Weekly digest: Player\r\nWeek 7, Feb 9 - 15, 2026\r\n"))
        #expect(parts[1].hasPrefix("<!DOCTYPE html>\n"))
    }

    // N-76: no name begins another line of the head, and no line is longer than mail allows (RFC
    // 5322, section 2.1.1).
    @Test func namesStayInTheirLine() throws {
        let name = "José\r\nBcc: <x@y.example>\n" + String(repeating: "ñandú ", count: 30)
        let text = try #require(try message(name: name))
        #expect(!text.contains("\nBcc:"))
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 998 && !$0.contains("\n") })
        let subject = lines.filter { $0.contains("=?utf-8?B?") }
        #expect(subject.allSatisfy { $0.utf8.count <= 76 + "Subject: ".count })
        let decoded = try subject.map { line in
            let word = line.components(separatedBy: "?B?")[1].dropLast(2)
            return String(decoding: try #require(Data(base64Encoded: String(word))), as: UTF8.self)
        }.joined()
        #expect(decoded.hasPrefix("Weekly digest: José  Bcc: ") || decoded.contains("José Bcc:"))
        #expect(try parts(text)[0].contains("ñandú"))
    }

    // N-76
    @Test(arguments: [
        "a@b.example\r\nBcc: x@y.example", "a b@c.example", "<a@b.example>", "ann", "ñ@b.example",
        "a@b.example,c@d.example",
    ])
    func anAddressThatWouldBreakTheHeadIsRefused(email: String) throws {
        #expect(try message(email) == nil)
    }
}
