import Contracts
import DataServiceKit
import Foundation
import Storage
import Support
import Testing

@testable import Interactions

@Suite("Timelines: contacts")
struct TimelineContactsTests {
    private static let subjects: [TimelineSubject] = [
        .coach(Harness.coach), .coach(Harness.secondCoach), .school(Harness.school),
        .school(Harness.secondSchool), .coach(Harness.foreignCoach),
    ]

    /// The contacts that the list shows to a viewer, in its order.
    private func listed(
        _ subject: TimelineSubject, _ harness: Harness, _ viewer: Viewer
    ) throws -> [Interaction] {
        try harness.list(as: viewer) { request in
            switch subject {
            case .coach(let id): request[.coachID] = id.text
            case .school(let id): request[.schoolID] = id.text
            }
        }.interactions
    }

    private func filled(_ seed: UInt64) throws -> Harness {
        let harness = try Harness()
        var family = RandomFamily(seed: seed, now: Harness.now)
        for _ in 0..<300 { try harness.store(family.row()) }
        for contact in try harness.list().interactions.prefix(20) {
            _ = try harness.call(DeleteInteraction.self, .init(id: contact.id), as: Harness.player)
        }
        return harness
    }

    // N-40, N-41, R-04, R-05
    @Test(arguments: 0..<3 as Range<UInt64>)
    func pagesEqualTheListInEveryRole(seed: UInt64) throws {
        let harness = try filled(seed)
        var numbers = SeededNumbers(seed: seed)
        var count = 0
        for viewer in Harness.members {
            for subject in Self.subjects {
                let expected = try listed(subject, harness, viewer).map { TimelineEntry($0) }
                let limit = Int.random(in: 1...30, using: &numbers)
                var (entries, cursor): ([TimelineEntry], String?) = ([], nil)
                repeat {
                    let answer = try harness.call(
                        ListTimeline<TimelineContacts>.self,
                        .init(subject, after: cursor, limit: limit), as: viewer)
                    entries += answer.entries
                    cursor = answer.hasMore ? answer.entries.last?.cursor : nil
                } while cursor != nil
                #expect(entries == expected, "\(viewer.name): \(subject)")
                count += entries.count
            }
        }
        #expect(count > 500)
    }

    // N-43, N-44, R-04, R-05
    @Test(arguments: 0..<3 as Range<UInt64>)
    func figuresEqualARecomputationInEveryRole(seed: UInt64) throws {
        let harness = try filled(seed)
        for viewer in Harness.members {
            for subject in Self.subjects {
                let figures = try harness.call(
                    ShowTimelineFigures.self, .init(subject, timeZone: "Europe/Vienna"),
                    as: viewer
                ).figures
                let seen = try listed(subject, harness, viewer).filter {
                    $0.displayDate.map { $0 <= Harness.now } ?? false
                }
                let zone = try #require(TimeZone(identifier: "Europe/Vienna"))
                func day(_ contact: Interaction) -> CivilDay {
                    WallClock.day(of: contact.displayDate ?? .earliest, in: zone)
                }
                let recent = seen.filter { day($0).text >= "2025-03-01" }
                #expect(figures.outbound == recent.count { $0.direction == .outbound })
                #expect(figures.inbound == recent.count { $0.direction == .inbound })
                #expect(figures.months.map(\.month.text).first == "2025-03-01")
                #expect(figures.months.count == 12)
                for month in figures.months {
                    let own = recent.filter { day($0).text.prefix(7) == month.month.text.prefix(7) }
                    #expect(month.outbound == own.count { $0.direction == .outbound })
                    #expect(month.inbound == own.count { $0.direction == .inbound })
                }
                let inbound = seen.first { $0.direction == .inbound }
                #expect(figures.lastInboundAt == inbound?.displayDate)
                #expect(
                    figures.lastOutboundAt
                        == seen.first { $0.direction == .outbound }?.displayDate)
                let levels = seen.compactMap(\.calibratedLevel)
                #expect(figures.interest == levels.first)
                #expect(figures.interestBefore == levels.dropFirst().first)
                let today = WallClock.day(of: Harness.now, in: zone).daysSince1970
                let silence = inbound.map { Int(today - day($0).daysSince1970) }
                #expect(figures.quietDays == silence.flatMap { $0 >= 42 ? $0 : nil })
            }
        }
    }

    // N-40, R-04, R-05
    @Test func strangersAndSiblingsLearnNothing() throws {
        let harness = try Harness()
        try harness.log()
        // The stranger has contacts of their own with records of the same kind.
        var own = Harness.form()
        own.schoolID = FormField(Harness.foreignSchool.text)
        try harness.log(own, as: Harness.stranger)
        let request = TimelineRequest(.school(Harness.school))
        func count(_ viewer: Viewer) throws -> Int {
            let page = try harness.call(
                ListTimeline<TimelineContacts>.self, request, as: viewer)
            let figures = try harness.call(
                ShowTimelineFigures.self, .init(.school(Harness.school)), as: viewer
            ).figures
            #expect(figures.outbound + figures.inbound == page.entries.count)
            return page.entries.count
        }
        #expect(try count(Harness.player) == 1)
        #expect(try count(Harness.parent) == 1)
        #expect(try count(Harness.sibling) == 0)
        #expect(try count(Harness.stranger) == 0)
        let refusal = #expect(throws: ServiceError.self) {
            try harness.call(
                ListTimeline<TimelineContacts>.self, request, as: Harness.stranger,
                in: Harness.family)
        }
        #expect(refusal?.code == .notFound)
        let other = #expect(throws: ServiceError.self) {
            try harness.call(
                ShowTimelineFigures.self, .init(.school(Harness.school)), as: Harness.stranger,
                in: Harness.family)
        }
        #expect(other?.code == .notFound)
    }

    // N-40: a page costs what it shows, and a sibling's contacts with a coach cost nothing.
    @Test func pagesAreReadThroughTheIndexesOfCoachesAndSchools() throws {
        let harness = try Harness()
        func plan(_ sql: String) throws -> String {
            try harness.service.database.read { try $0.queryPlan(sql).joined(separator: "; ") }
        }
        for (sql, search) in [
            (
                TimelineRepository.coachPageOfLogger,
                "interactions_by_coach (family_unit_id=? AND coach_id=? AND logged_by=? "
                    + "AND newest_first>?)"
            ),
            (
                TimelineRepository.schoolPage,
                "interactions_by_school (family_unit_id=? AND school_id=? AND newest_first>?)"
            ),
            (
                TimelineRepository.coachPage,
                "interactions_by_coach (family_unit_id=? AND coach_id=?)"
            ),
            (
                TimelineRepository.coachLogOfLogger,
                "interactions_by_coach (family_unit_id=? AND coach_id=? AND logged_by=? "
                    + "AND newest_first>? AND newest_first<?)"
            ),
            (
                TimelineRepository.schoolLog,
                "interactions_by_school (family_unit_id=? AND school_id=? AND newest_first>? "
                    + "AND newest_first<?)"
            ),
            (
                TimelineRepository.coachLog,
                "interactions_by_coach (family_unit_id=? AND coach_id=?)"
            ),
        ] {
            let plan = try plan(sql)
            #expect(plan.contains(search), "\(sql)\n\(plan)")
            #expect(!plan.contains("SCAN i"), "\(sql)\n\(plan)")
        }
    }
}
