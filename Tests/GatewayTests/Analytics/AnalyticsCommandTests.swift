import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

@Suite struct AnalyticsCommandTests {
    /// A service whose figures change with every answer, and that can go away.
    private final class Service: Sendable {
        let answers = Mutex(0)
        let problem = Mutex<Outcome?>(nil)

        func answer(_ call: OutgoingCall, asOf: Instant) -> Outcome {
            guard call.operation == "analytics.social" else {
                if call.operation == "schools.undo" { return Fixture.answer(EmptyRequest()) }
                return Fixture.answers(to: call, role: .parent)
            }
            if let problem = problem.withLock({ $0 }) { return problem }
            let number = answers.withLock {
                $0 += 1
                return $0
            }
            let range = String(decoding: call.payload, as: UTF8.self).contains("\"7\"")
            return Fixture.answer(
                AnalyticsFixture.page { page in
                    page.range = range ? .week : .month
                    page.summary.totalPosts = number
                    page.asOf = asOf
                    page.computedAt = asOf
                })
        }
    }

    private let service = Service()

    private func harness() throws -> CompassHarness {
        let service = service
        return try CompassHarness.signedIn(role: .parent) {
            service.answer($0, asOf: AnalyticsFixture.asOf)
        }
    }

    private func total(_ ran: Ran) throws -> Int {
        let page = try JSONCoding.decodeResponse(
            SocialAnalytics.Response.self, from: Array(ran.out.utf8))
        return page.summary.totalPosts
    }

    // SA-03, SA-04, R-18
    @Test func theRangeIsAsked() throws {
        let harness = try harness()
        #expect(harness.run("analytics show --json").code == .success)
        #expect(harness.run("analytics show --range 7 --json").code == .success)
        let sent = harness.transport.seen.filter { $0.operation == "analytics.social" }.map {
            String(decoding: $0.payload, as: UTF8.self)
        }
        #expect(sent.count == 2)
        #expect(sent[0].contains("\"time_zone\":\"UTC\"") && !sent[0].contains("\"range\":\"7\""))
        #expect(sent[1].contains("\"range\":\"7\""))
        #expect(harness.run("analytics show --range 8").code == .invalid)
    }

    // SA-19, SA-43
    @Test func aPipeGetsRows() throws {
        let harness = try harness()
        let rows = harness.run("analytics show").out.split(separator: "\n")
        #expect(rows.first == "Block\tLabel\tKey\tCount\tPercentage\tText")
        #expect(rows.contains("summary\tTotal Posts\t\t1\t\t"))
        #expect(rows.contains("sentiment\tVery Positive\tvery_positive\t12\t22.2\t"))
        #expect(rows.contains("day\tJan 12\t2026-01-12\t0\t\t"))
        let csv = harness.run("analytics show -o csv").out
        #expect(csv.hasPrefix("block,label,key,count,percentage,text\r\nsummary,Total Posts,,1,,"))
    }

    // SA-30
    @Test func thePageLeadsToThePosts() throws {
        let terminal = TerminalTraits(isTerminal: true)
        let out = try harness().run("analytics show", traits: terminal).out
        #expect(out.contains("\nView All: compass posts list --recruiting\n"))
        #expect(out.hasSuffix("\nAs of Feb 10, 2026, 12:00 PM, days in UTC\n"))
    }

    // MARK: Keeping answers, SA-36

    @Test func anAnswerIsShownAgainForFiveMinutes() throws {
        let harness = try harness()
        func now(_ time: String) { harness.environment["COMPASS_NOW"] = "2026-02-10T\(time)Z" }
        #expect(try total(harness.run("analytics show --json")) == 1)
        now("12:04:59.999")
        #expect(try total(harness.run("analytics show --json")) == 1)
        #expect(try total(harness.run("analytics show --json --refresh")) == 2)
        now("12:05:00.000")
        #expect(try total(harness.run("analytics show --json")) == 3)
        now("11:59:59.000")
        #expect(try total(harness.run("analytics show --json")) == 4, "an answer of the future")
    }

    // T-11
    @Test func everyQuestionHasItsOwnAnswer() throws {
        let harness = try harness()
        #expect(try total(harness.run("analytics show --json")) == 1)
        #expect(try total(harness.run("analytics show --json --range 7")) == 2)
        #expect(try total(harness.run("analytics show --json --tz Asia/Tokyo")) == 3)
        #expect(try total(harness.run("analytics show --json")) == 1)
        harness.environment["COMPASS_TOKEN"] = "a token"
        #expect(try total(harness.run("analytics show --json")) == 4)
        #expect(try total(harness.run("analytics show --json")) == 5, "nothing is kept of a token")
    }

    // T-18
    @Test func aChangeDropsWhatWasKept() throws {
        let harness = try harness()
        #expect(try total(harness.run("analytics show --json")) == 1)
        _ = harness.run("schools list")
        #expect(try total(harness.run("analytics show --json")) == 1)
        _ = harness.run("schools add --name Elsewhere")
        #expect(try total(harness.run("analytics show --json")) == 2)
    }

    @Test func whatIsKeptIsPrivateAndDoesNotGrow() throws {
        let harness = try harness()
        _ = harness.run("analytics show --json")
        let home = CompassHome(path: harness.folder.path("home"))
        let cache = AnswerCache(home: home)
        for number in 0..<AnswerCache.entriesMax + 1 {
            cache.keep([1], to: "question \(number)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: home.commandLineFolder)
            .filter { $0.hasPrefix("answer-") }
        #expect((1...AnswerCache.entriesMax).contains(files.count))
        for file in files {
            let path = "\(home.commandLineFolder)/\(file)"
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        let most = [UInt8](repeating: 0x20, count: AnswerCache.bytesMax - 2)
        cache.keep(most, to: "q")
        #expect(cache.answer(to: "q") == most)
        cache.removeAll()
        cache.keep(most + [0x20], to: "q")
        #expect(cache.answer(to: "q") == nil)
    }

    // SA-33
    @Test func withoutTheServiceTheLastAnswerIsShownAsOld() throws {
        let harness = try harness()
        let away = Fixture.refusal(.unavailable, "no worker offers this service")
        service.problem.withLock { $0 = away }
        let nothing = harness.run("analytics show")
        #expect(nothing.code == .unavailable && nothing.out.isEmpty)
        #expect(
            nothing.err.hasPrefix(
                "compass: Unable to load analytics. Check your connection.\nGateway unreachable"))
        service.problem.withLock { $0 = nil }
        #expect(try total(harness.run("analytics show --json")) == 1)
        harness.environment["COMPASS_NOW"] = "2026-02-10T13:00:00.000Z"
        service.problem.withLock { $0 = away }
        let old = harness.run("analytics show --json")
        #expect(old.code == .success)
        #expect(try total(old) == 1 && old.out.contains("\"stale\":true"))
        #expect(old.err.contains("Unable to load analytics. Check your connection.\n"))
        #expect(old.err.contains("Showing the figures of Feb 10, 2026, 12:00 PM.\n"))
        #expect(harness.run("analytics show --refresh").code == .unavailable)
    }

    @Test func aRefusalForgetsTheAnswer() throws {
        let harness = try harness()
        _ = harness.run("analytics show --json")
        harness.environment["COMPASS_NOW"] = "2026-02-10T13:00:00.000Z"
        service.problem.withLock { $0 = Fixture.missing(.family) }
        #expect(harness.run("analytics show --json").code == .notFound)
        service.problem.withLock { $0 = Fixture.refusal(.unavailable, "Away") }
        #expect(harness.run("analytics show --json").code == .unavailable)
    }

    // MARK: Charts

    @Test func chartsGoIntoAFile() throws {
        let harness = try harness()
        let path = harness.folder.path("charts.svg")
        let ran = harness.run("analytics show --svg \(path)")
        #expect(ran.out == "Charts written to \(path)\n")
        let first = try #require(FileManager.default.contents(atPath: path))
        #expect(String(decoding: first, as: UTF8.self).hasPrefix("<svg "))
        #expect(harness.run("analytics show --svg \(path)").code == .conflict)
        #expect(harness.run("analytics show --svg \(path) --yes").code == .success)
        let folder = harness.folder.path("")
        #expect(harness.run("analytics show --range 7 --svg \(folder)").code == .success)
        #expect(LocalBytes.exists(harness.folder.path("social-analytics-7.svg")))
    }
}
