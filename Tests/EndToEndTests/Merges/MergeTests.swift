import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// A merge and its undo in the running system, read from the pages and from the files.
@Suite(.onePerCore) struct MergeTests {
    private static let now = Instant(text: "2026-03-01T12:00:00Z") ?? .earliest

    private final class Scene {
        let system: SystemUnderTest
        let family: KillFamily
        let kept: Coach
        let other: Coach
        let both: EventID

        private var player: Person { family.players[0] }
        private var sibling: Person { family.players[1] }

        init() throws {
            let system = try SystemUnderTest(now: MergeTests.now)
            let family = try KillFamily(system)
            (self.system, self.family) = (system, family)
            func call<Op: Contracts.Operation>(
                _ operation: Op.Type, _ request: Op.Request, as number: Int = 0
            ) throws -> Op.Response {
                try system.call(
                    operation, request, as: family.players[number], in: family.id)
            }
            var form = CoachForm(
                firstName: "Pat", lastName: "Doyle", schoolID: family.schools[0])
            kept = try call(AddCoach.self, form).coach
            form.firstName = "P."
            (form.email, form.phone) = ("p@doyle.example", "(919) 555-0100")
            form.notes = "Prefers calls"
            other = try call(AddCoach.self, form).coach
            let (kept, other) = (kept, other)
            for (place, coach) in [kept, kept, other, other, other].enumerated() {
                var form = KillFamily.form("m\(place)z", at: family.schools[0])
                form.coachID = FormField(coach.id.text)
                form.occurredAt = FormField("2026-02-0\(place + 1)T12:00:00Z")
                _ = try call(CreateInteraction.self, form, as: place % 2)
            }
            // One that is in the trash when the coaches are merged.
            var gone = KillFamily.form("m5z", at: family.schools[0])
            gone.coachID = FormField(other.id.text)
            let trashed = try call(CreateInteraction.self, gone).interaction.id
            _ = try call(DeleteInteraction.self, .init(id: trashed))
            // The first event has both, the second only the one who goes.
            var events: [EventID] = []
            for (number, coaches) in [[kept, other], [other]].enumerated() {
                var form = AddEvent.Request(
                    type: "camp", name: "Camp \(number)", startDate: "2026-04-01")
                form.schoolID = FormField(family.schools[0].text)
                let event = try call(AddEvent.self, form).event.id
                events.append(event)
                for coach in coaches {
                    _ = try call(AddEventCoach.self, .init(id: event, coachID: coach.id))
                }
            }
            both = events[0]
            // Both players decided about the one who goes, one of them about the other, too.
            for (number, coach) in [(0, kept), (0, other), (1, other)] {
                _ = try call(
                    SetFollowUp.self, .init(id: coach.id, cadenceDays: 7 + number),
                    as: number)
            }
            for coach in [kept, other, other] {
                var post = PostForm(platform: "twitter", postDate: "2026-02-20T12:00:00Z")
                post.coachID = FormField(coach.id.text)
                _ = try call(AddPost.self, post)
            }
        }

        func call<Op: Contracts.Operation>(
            _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil
        ) throws -> Op.Response {
            try system.call(
                operation, request, as: player, in: family.id, at: service,
                budget: SystemUnderTest.patience)
        }

        /// Every record of every service once nothing is under way, with the figures of coaches as
        /// a page computes them.
        func dump() throws -> RecordDump {
            try system.waitUntilFeedsAreRead()
            _ = try call(ListCoaches.self, .init())
            return try RecordDump(system)
        }

        /// The alerts as the parent reads them, and who had the last contact.
        func pages() throws -> [[UInt8]] {
            try [
                system.json(ListNotifications.self, .init(), as: family.parent, in: family.id),
                system.json(ListCoaches.self, .init(), as: family.parent, in: family.id),
                system.json(ListPosts.self, .init(), as: family.parent, in: family.id),
                system.json(ListEvents.self, .init(), as: family.parent, in: family.id),
            ]
        }
    }

    // N-84, N-85, N-88: counts before and after, figures, and everything back to the byte.
    @Test func aMergeMovesEverythingAndItsUndoEverythingBack() throws {
        let scene = try Scene()
        let (kept, other) = (scene.kept, scene.other)
        func figures(_ coach: Coach) throws -> (attempts: Int, last: Instant?) {
            let shown = try scene.call(ExplainCoach.self, .init(id: coach.id))
            return (shown.attempts.count, shown.coach.lastContactDate)
        }
        let isCounted = Waiting.until(SystemUnderTest.patience) {
            (try? figures(other).last) == Instant(text: "2026-02-05T12:00:00Z")
        }
        #expect(isCounted)
        let before = try scene.dump()
        let pages = try scene.pages()
        let preview = try scene.call(ListCoachBlockers.self, .init(id: other.id)).blockers
        #expect(
            preview.map(\.count) == [3, 2],
            "the page counts what moves: \(preview)")

        let answer = try scene.call(
            MergeCoaches.self, .init(id: kept.id, otherID: other.id))
        #expect(answer.state == .done)
        // N-154: the interaction in the trash moves as well, and is not counted. One presence of
        // two is left, and one decision.
        #expect(
            answer.moved == [
                "interactions": 3, "event_coaches": 2, "follow_ups": 1, "social_media_posts": 2,
            ])
        #expect(answer.coach.email == "p@doyle.example" && answer.coach.notes == "Prefers calls")
        let list = try system(scene, ListInteractions.self, .init())
        #expect(list.interactions.count { $0.coachID == kept.id } == 5)
        #expect(list.interactions.allSatisfy { $0.coachID != other.id })
        let posts = try scene.call(ListPosts.self, .init())
        #expect(posts.posts.count { $0.coachID == kept.id } == 3)
        let event = try scene.call(ShowEvent.self, .init(id: scene.both)).event
        #expect(event.coachesPresent == [kept.id])
        let isRight = Waiting.until(SystemUnderTest.patience) {
            (try? figures(kept).last) == Instant(text: "2026-02-05T12:00:00Z")
        }
        #expect(isRight)
        let blockers = try scene.call(ListCoachBlockers.self, .init(id: kept.id)).blockers
        #expect(blockers.map(\.count) == [5, 3])
        // Nothing is lost: each table has as many rows as before.
        #expect(try scene.dump().counts == before.counts)

        let undone = try scene.call(
            UndoOperation.self, .init(operationID: answer.operationID), at: .coaches)
        #expect(undone.state == .done)
        #expect(
            undone.restored == [
                "coaches": 1, "interactions": 3, "event_coaches": 2, "follow_ups": 1,
                "social_media_posts": 2,
            ])
        let isBack = Waiting.until(SystemUnderTest.patience) { (try? scene.pages()) == pages }
        #expect(isBack)
        let differences = try scene.dump().differences(from: before)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        scene.system.stopAll()
    }

    // N-123, N-124: coaches, contacts, events and posts of a school, and everything back to the
    // byte.
    @Test func aMergeOfSchoolsMovesEverythingAndItsUndoEverythingBack() throws {
        let scene = try Scene()
        let other = scene.family.schools[0]
        let kept = try scene.call(AddSchool.self, SchoolForm(name: "The one that stays")).school
        for day in 1...3 {
            var post = PostForm(platform: "twitter", postDate: "2026-02-1\(day)T12:00:00Z")
            post.schoolID = FormField(day == 3 ? kept.id.text : other.text)
            _ = try scene.call(AddPost.self, post)
        }
        func blockers(_ school: SchoolID) throws -> [String: Int] {
            let found = try scene.call(ListSchoolBlockers.self, .init(id: school)).blockers
            return Dictionary(found.map { ($0.type, $0.count) }, uniquingKeysWith: +)
        }
        func figures() throws -> [UInt8] {
            try scene.system.json(
                SocialAnalytics.self, .init(), as: scene.family.parent, in: scene.family.id)
        }
        // Two posts name the school; the three of its coach follow the coach (N-134).
        let isRead = Waiting.until(SystemUnderTest.patience) {
            (try? blockers(kept.id)["social_media_posts"]) == 1
                && (try? blockers(other)["social_media_posts"]) == 3
        }
        #expect(isRead)
        let expected = try scene.system.call(
            MergeSchools.self, .init(id: kept.id, otherID: other), as: scene.family.players[0],
            in: scene.family.id, isDryRun: true)
        #expect(expected.state == .done && expected.moved["social_media_posts"] == 2)
        let (before, pages, social) = (try scene.dump(), try scene.pages(), try figures())

        let answer = try scene.call(MergeSchools.self, .init(id: kept.id, otherID: other))
        #expect(answer.state == .done)
        // N-134, N-154: what was told beforehand; the interaction in the trash moves as well, and
        // is not counted.
        #expect(answer.moved == expected.moved)
        #expect(
            Set(answer.moved.keys) == ["coaches", "interactions", "events", "social_media_posts"])
        #expect(
            try system(scene, ListCoaches.self, .init()).coaches.allSatisfy {
                $0.schoolID != other
            })
        #expect(
            try system(scene, ListInteractions.self, .init()).interactions.allSatisfy {
                $0.schoolID != other
            })
        #expect(try scene.call(ListEvents.self, .init()).events.allSatisfy { $0.schoolID != other })
        let isCounted = Waiting.until(SystemUnderTest.patience) {
            (try? blockers(kept.id)["social_media_posts"]) == 3
        }
        #expect(isCounted)
        #expect(try figures() != social)
        #expect(try scene.dump().counts == before.counts)

        let undone = try scene.call(
            UndoOperation.self, .init(operationID: answer.operationID), at: .coaches)
        #expect(undone.state == .done && undone.restored["schools"] == 1)
        let isBack = Waiting.until(SystemUnderTest.patience) { (try? scene.pages()) == pages }
        #expect(isBack)
        #expect(try figures() == social)
        let differences = try scene.dump().differences(from: before)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        scene.system.stopAll()
    }

    private func system<Op: Contracts.Operation>(
        _ scene: Scene, _ operation: Op.Type, _ request: Op.Request
    ) throws -> Op.Response {
        try scene.system.call(
            operation, request, as: scene.family.parent, in: scene.family.id)
    }
}
