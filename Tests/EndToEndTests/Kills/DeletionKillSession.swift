import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Support

/// A system in which coaches and schools are deleted and restored while services are killed at each
/// step, with checks after every round.
final class DeletionKillSession {
    static let now = Instant(text: "2026-03-01T12:00:00Z") ?? .earliest

    /// A record to delete, and the number of records deleted with it, by table.
    private struct Target {
        let kind: DeletionFeed.Kind
        let id: RecordID
        var counts: [String: Int]
        /// The coach into whom the coach is merged; nil for a deletion.
        var into: CoachID?
    }

    let system: SystemUnderTest
    private let family: KillFamily
    private let school: School
    private let coaches: [Coach]
    private let row: InteractionID
    private var targets: [Target]
    /// The problems found, with their round and injection.
    private(set) var problems: [String] = []
    /// The number of injections that fired, and the number of rounds.
    private(set) var fired = 0
    private(set) var rounds = 0

    init(hooks: [Program: String] = [:]) throws {
        system = try SystemUnderTest(now: Self.now, hooks: hooks)
        family = try KillFamily(system)
        let (system, family) = (system, family)
        let player = family.players[0]
        func add(_ first: String, at school: SchoolID?) throws -> Coach {
            let form = CoachForm(firstName: first, lastName: "Of Kills", schoolID: school)
            return try system.call(AddCoach.self, form, as: player, in: family.id).coach
        }
        let school =
            try system.call(
                AddSchool.self, .init(name: "Doomed College"), as: player, in: family.id
            ).school
        self.school = school
        let coaches = [
            try add("Ann", at: school.id), try add("Bo", at: school.id), try add("Cy", at: nil),
        ]
        self.coaches = coaches
        var rows: [InteractionID] = []
        // Interactions of Ann: three and two; of Bo: one; of the school alone: two; of Cy, who
        // stays: one.
        let plan: [(Int, Int?, Int)] = [(0, 0, 3), (1, 0, 2), (0, 1, 1), (1, nil, 2), (0, 2, 1)]
        for (number, (who, coach, count)) in plan.enumerated() {
            for place in 0..<count {
                var form = KillFamily.form("k\(number)\(place)z", at: school.id)
                form.schoolID = FormField(coach == 2 ? nil : school.id.text)
                form.coachID = FormField(coach.map { coaches[$0].id.text })
                form.occurredAt = FormField("2026-02-0\(number + 1)T1\(place):00:00Z")
                rows.append(
                    try system.call(
                        CreateInteraction.self, form, as: family.players[who], in: family.id
                    ).interaction.id)
            }
        }
        row = rows[0]
        for (name, at) in [("Camp", school.id), ("Showcase", school.id), ("Elsewhere", nil)] {
            var form = AddEvent.Request(type: "camp", name: name, startDate: "2026-04-01")
            form.schoolID = FormField(at?.text)
            _ = try system.call(AddEvent.self, form, as: player, in: family.id)
        }
        _ = try AttachmentClient(
            system: system, person: player, family: family.id, chunkBytes: 2_048
        ).attach("letter.txt", Array("Dear coach".utf8), to: row, key: .make(at: Self.now))
        let posts: [(CoachID?, SchoolID?)] = [
            (coaches[0].id, school.id), (coaches[0].id, nil), (nil, school.id), (nil, nil),
        ]
        for (coach, at) in posts {
            var form = PostForm(platform: "twitter", postDate: "2026-02-20T12:00:00Z")
            form.coachID = FormField(coach?.text)
            form.schoolID = FormField(at?.text)
            form.postContent = FormField("Camp in June")
            _ = try system.call(AddPost.self, form, as: player, in: family.id)
        }
        let ann = RecordID(high: coaches[0].id.high, low: coaches[0].id.low)
        let annsCounts = ["coaches": 1, "interactions": 5, "social_media_posts": 2]
        targets = [
            Target(kind: .coach, id: ann, counts: annsCounts),
            Target(
                kind: .school, id: RecordID(high: school.id.high, low: school.id.low),
                counts: [
                    "schools": 1, "coaches": 2, "interactions": 8, "events": 2,
                    "social_media_posts": 3,
                ]),
            // N-88
            Target(kind: .coach, id: ann, counts: annsCounts, into: coaches[2].id),
        ]
    }

    // MARK: A round

    /// Deletes and undoes with one fault, and adds what is wrong to `problems`.
    func run(_ injection: DeletionInjection) throws {
        rounds += 1
        let target = targets[rounds % targets.count]
        func judge(_ what: String, _ isRight: Bool) {
            if !isRight { problems.append("round \(rounds), \(injection): \(what)") }
        }
        let before = try pages()
        var assailant: DeletionAssailant?
        if injection.stage == .deleting {
            assailant = try DeletionAssailant(injection, in: system)
        }
        let deleted = try delete(target)
        judge("deleted \(deleted.deleted)", isWhole(deleted, of: target))
        if injection.stage == .deleting, assailant?.hasFired != true {
            judge("the fault did not fire", false)
        }
        try judgeAbsence(of: target, judge)
        if injection.stage == .undoing {
            assailant = try DeletionAssailant(injection, in: system)
        }
        let undone = try undo(deleted.operationID)
        judge("restored \(undone.restored)", undone.restored == target.counts)
        if injection.stage == .undoing, assailant?.hasFired != true {
            judge("the fault did not fire", false)
        }
        if assailant?.hasFired == true { fired += 1 }
        let after = try pages()
        for (name, bytes) in before where after[name] != bytes {
            judge("\(name) is not as it was", false)
        }
    }

    private func isWhole(_ answer: DeletionAnswer, of target: Target) -> Bool {
        answer.deleted.filter { $0.value > 0 } == target.counts && answer.state == .done
    }

    // MARK: Calls

    private func delete(_ target: Target) throws -> DeletionAnswer {
        let key = IdempotencyKey.make(at: Self.now)
        if let kept = target.into { return try merge(target, into: kept, key) }
        return try until {
            $0.state == .done
        } of: {
            switch target.kind {
            case .coach:
                try call(CascadeDeleteCoach.self, .init(id: CoachID(target.id)), key: key)
            case .school:
                try call(CascadeDeleteSchool.self, .init(id: SchoolID(target.id)), key: key)
            }
        }
    }

    /// Merges the coach; the answer is that of a deletion with the same counts.
    private func merge(
        _ target: Target, into kept: CoachID, _ key: IdempotencyKey
    ) throws -> DeletionAnswer {
        let answer = try until {
            $0.state == .done
        } of: {
            try call(
                MergeCoaches.self, .init(id: kept, otherID: CoachID(target.id)), key: key)
        }
        return DeletionAnswer(
            of: .coach, state: answer.state,
            counts: answer.moved.merging(["coaches": 1]) { $0 + $1 }, cascades: true,
            operationID: answer.operationID)
    }

    private func undo(_ id: OperationID) throws -> UndoOperation.Response {
        let key = IdempotencyKey.make(at: Self.now)
        return try until {
            $0.state == .done
        } of: {
            try call(UndoOperation.self, .init(operationID: id), key: key)
        }
    }

    private func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, key: IdempotencyKey? = nil
    ) throws -> Op.Response {
        try system.call(
            operation, request, as: family.players[0], in: family.id, at: .coaches, key: key,
            budget: .seconds(3))
    }

    /// Repeats a call with the same key until it has a complete outcome.
    private func until<Value>(
        _ isWhole: (Value) -> Bool, of body: () throws -> Value
    ) throws -> Value {
        let end = ContinuousClock.now + SystemUnderTest.patience * 2
        while true {
            do {
                let value = try body()
                if isWhole(value) || ContinuousClock.now >= end { return value }
            } catch let failure as Caller.Failure
                where failure.isOutcomeUnknown || failure.error.code.isRetryable
            {
                guard ContinuousClock.now < end else { throw failure }
            }
        }
    }

    // MARK: Judging

    /// The family's pages as exact JSON.
    private func pages() throws -> [String: [UInt8]] {
        let (player, parent) = (family.players[0], family.parent)
        func page<Op: Contracts.Operation>(
            _ operation: Op.Type, _ request: Op.Request, as person: Person
        ) throws -> [UInt8] {
            try system.json(operation, request, as: person, in: family.id)
        }
        return [
            "the family's interactions": try page(ListInteractions.self, .init(), as: parent),
            "the player's interactions": try page(ListInteractions.self, .init(), as: player),
            "coaches": try page(ListCoaches.self, .init(), as: parent),
            "schools": try page(ListSchools.self, .init(), as: parent),
            "the school": try page(ShowSchool.self, .init(id: school.id), as: parent),
            "posts": try page(ListPosts.self, .init(), as: parent),
            "events": try page(ListEvents.self, .init(), as: parent),
            "alerts": try page(ListNotifications.self, .init(), as: parent),
            "files": try page(ListAttachments.self, .init(interactionID: row), as: player),
        ]
    }

    /// Checks that no visible record refers to a deleted one.
    private func judgeAbsence(
        of target: Target, _ judge: (_ what: String, _ isRight: Bool) -> Void
    ) throws {
        let gone = target.kind == .coach ? [coaches[0]] : Array(coaches.prefix(2))
        let list = try system.call(
            ListInteractions.self, .init(), as: family.parent, in: family.id)
        let left = list.interactions.count { record in
            record.coachID.map(gone.map(\.id).contains) == true
                || (target.kind == .school && record.schoolID == school.id)
        }
        judge("\(left) interactions name what is deleted", left == 0)
        judge(
            "\(list.analytics.total) counted of \(list.interactions.count)",
            list.analytics.total == list.interactions.count)
        let posts = try system.call(ListPosts.self, .init(), as: family.parent, in: family.id)
        judge(
            "a post of somebody deleted",
            posts.posts.allSatisfy { post in
                post.coachID.map(gone.map(\.id).contains) != true
                    && (target.kind == .coach || post.schoolID != school.id)
            })
        let events = try system.call(ListEvents.self, .init(), as: family.parent, in: family.id)
        judge(
            "an event of a deleted school",
            target.kind == .coach || events.events.allSatisfy { $0.schoolID != school.id })
        let shown = try system.call(ListCoaches.self, .init(), as: family.parent, in: family.id)
        judge("a coach is there", !shown.coaches.contains { gone.map(\.id).contains($0.id) })
        let there = Set(list.interactions.map(\.id.text))
        let alerts = try system.call(
            ListNotifications.self, .init(), as: family.parent
        ).ofContacts.notifications
        judge(
            "an alert of a deleted record",
            alerts.allSatisfy { there.contains($0.relatedEntityID.text) })
    }

    /// Checks at the end that database files are intact and feeds have no gaps.
    func judgeFiles() throws {
        system.stopAll()
        for program in Program.services {
            let file = try DatabaseFile.reading(system.home.database(of: program.rawValue))
            if try file.rows("PRAGMA integrity_check") != [["ok"]] {
                problems.append("\(program): integrity")
            }
            let (count, last) = (
                try file.number("SELECT count(*) FROM changes"),
                try file.number("SELECT coalesce(max(seq), 0) FROM changes")
            )
            if count != last { problems.append("\(program): a gap in the feed") }
            file.close()
        }
    }
}
