import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// FEATURES part 3, 8: every change has an entry in the history that names its actor, and the
/// history reveals no more than the records do.
@Suite(.onePerCore) struct AuditTests {
    /// The history entry of each operation that changes something. An empty type means none: the
    /// operation is part of a sign-in, has no lasting effect before another operation, concerns
    /// only what its player keeps for later, or each batch was recorded separately (posts).
    private static let entries: [String: String] = [
        "attachments.append": "", "attachments.begin": "",
        "attachments.finish": "interaction.changed",
        "attachments.remove": "interaction.changed",
        "calendar.link": "user.calendarLinkMade",
        "calendar.revoke": "user.calendarLinkRevoked", "coaches.add": "coach.changed",
        "coaches.cascadeDelete": "coach.deleted", "coaches.commitImport": "coaches.imported",
        "coaches.delete": "coach.deleted", "coaches.discardImport": "",
        "coaches.merge": "coach.deleted",
        "coaches.edit": "coach.changed", "coaches.stageImport": "",
        "events.add": "event.changed", "events.addCoach": "event.changed",
        "events.attend": "event.changed", "events.cascadeDelete": "event.deleted",
        "events.commitImport": "events.imported", "events.delete": "event.deleted",
        "events.discardImport": "", "events.edit": "event.changed",
        "events.removeCoach": "event.changed", "events.stageImport": "",
        "families.create": "family.changed", "families.join": "member.changed",
        "families.leave": "member.removed", "families.makeResetCode": "member.resetCodeMade",
        "families.removeMember": "member.removed", "families.rename": "family.changed",
        "families.renewCode": "family.codeRenewed", "families.setParentsLog": "family.changed",
        "families.setTimeZone": "family.changed",
        "hooks.add": "hook.added", "hooks.remove": "hook.removed",
        "hooks.replay": "hook.replayed", "hooks.test": "hook.tested",
        "interactions.cascadeDelete": "interaction.deleted",
        "interactions.commitImport": "interactions.imported",
        "interactions.create": "interaction.created", "interactions.delete": "interaction.deleted",
        "interactions.deleteMany": "interaction.deleted",
        "interactions.discardImport": "", "interactions.dropKeptImport": "",
        "interactions.edit": "interaction.changed", "interactions.keepImport": "",
        "interactions.note": "interaction.changed", "interactions.stageImport": "",
        "metrics.add": "metric.added", "metrics.commitImport": "metrics.imported",
        "metrics.delete": "metric.deleted", "metrics.discardImport": "",
        "metrics.edit": "metric.changed", "metrics.stageImport": "",
        "notifications.markRead": "notification.read", "operations.purge": "operation.purged",
        "operations.undo": "interaction.restored", "posts.add": "post.added",
        "posts.delete": "post.deleted", "posts.discardImport": "posts.removed",
        "posts.finishImport": "", "posts.import": "posts.imported",
        "preferences.update": "user.changed", "profiles.edit": "profile.changed",
        "queue.done": "follow_up.changed", "queue.set": "follow_up.changed",
        "queue.skip": "follow_up.changed", "queue.snooze": "follow_up.changed",
        "schools.add": "school.changed", "schools.cascadeDelete": "school.deleted",
        "schools.commitImport": "schools.imported", "schools.delete": "school.deleted",
        "schools.discardImport": "", "schools.edit": "school.changed",
        "schools.merge": "school.deleted", "schools.stageImport": "",
        "sessions.end": "", "sessions.login": "", "sessions.logout": "",
        "tokens.add": "user.accessTokenAdded", "tokens.revoke": "user.accessTokenRevoked",
        "users.beginSecondFactor": "", "users.changePassword": "user.passwordChanged",
        "users.confirmSecondFactor": "user.secondFactorAdded",
        "users.invite": "", "users.makeResetCode": "member.resetCodeMade",
        "users.removeSecondFactor": "user.secondFactorRemoved",
        "users.renewRecoveryCodes": "user.recoveryCodesRenewed",
        "users.resetPassword": "user.passwordChanged",
        "users.resume": "member.resumed",
        "users.revokeInvitation": "", "users.signUp": "user.changed",
        "users.suspend": "member.suspended",
        "views.remove": "user.filterRemoved", "views.save": "user.filterSaved",
        "windows.clear": "contact_windows.replaced", "windows.import": "contact_windows.replaced",
    ]

    @Test func everyOperationThatChangesSomethingIsAccountedFor() {
        let changing = OperationCatalogue.all.filter { !$0.isReadOnly }.map(\.name)
        #expect(Set(changing).subtracting(Self.entries.keys).isEmpty)
    }

    /// All history visible to a person, newest first.
    static func history(
        _ system: SystemUnderTest, as person: Person, in family: FamilyID,
        _ record: String? = nil
    ) throws -> [HistoryEntry] {
        try ServiceName.allCases.flatMap { service in
            try ListHistory.allEntries(of: .init(record: record)) {
                try system.call(ListHistory.self, $0, as: person, in: family, at: service)
            }
        }.sorted { ($0.occurredAt, $0.id) > ($1.occurredAt, $1.id) }
    }

    @Test func whatIsDoneIsToldToThoseWhoMaySeeIt() throws {
        let system = try SystemUnderTest(now: Instant(text: "2026-03-01T12:00:00Z"))
        let scene = try AuditScene(system)
        var told = try scene.told
        for step in AuditScript.steps {
            let type = try #require(Self.entries[step.operation], "\(step.operation)")
            let person = scene.people[step.who] ?? scene.player
            let observer = type.isEmpty ? scene.parent : person
            if step.operation == MarkNotificationsRead.name { try scene.waitForAlerts() }
            let before = try Self.history(system, as: observer, in: scene.family).map(\.id)
            try scene.perform(step)
            let new = try Self.history(system, as: observer, in: scene.family)
                .filter { !before.contains($0.id) }
            #expect(
                type.isEmpty
                    ? new.isEmpty
                    : new.contains { $0.type == type && $0.actor == person.userID },
                "\(step.operation): \(new.map(\.type))")
            #expect(new.allSatisfy { $0.actorName == person.name }, "\(step.operation)")
            told.insert(step.operation)
        }
        told.formUnion(try AuditAccounts.told(system, Self.entries))
        #expect(Set(Self.entries.keys) == told, "each is performed")
        try expectTheRightReaders(scene)
        print("audit: \(told.count) operations told")
    }

    private func expectTheRightReaders(_ scene: AuditScene) throws {
        let (system, family) = (scene.system, scene.family)
        func history(_ person: Person, _ record: String? = nil) throws -> [HistoryEntry] {
            try Self.history(system, as: person, in: family, record)
        }
        let edited = try history(scene.player, scene.names["coach"])
        #expect(edited.contains { $0.before?.contains("\"last_name\":\"B\"") == true })
        #expect(edited.contains { $0.after?.contains("\"last_name\":\"C\"") == true })
        // The history of a purged record is kept.
        let mine = try #require(scene.names["mine"])
        let ofMine = try history(scene.player, mine)
        #expect(
            ofMine.map(\.type) == [
                "operation.purged", "interaction.deleted", "interaction.restored",
                "interaction.deleted", "interaction.restored", "interaction.deleted",
                "interaction.changed", "interaction.changed", "interaction.changed",
                "interaction.changed", "interaction.created",
            ])
        #expect(ofMine.contains { $0.before?.contains("\"subject\":\"subject\"") == true })
        // N-08
        let edit = try #require(ofMine.dropLast().last)
        #expect(edit.before?.contains("\"subject\":\"subject\"") == true)
        #expect(edit.after?.contains("\"subject\":\"edited\"") == true)
        // a sibling sees none of it, a parent all.
        #expect(try history(scene.sibling, mine).isEmpty)
        #expect(try history(scene.parent, mine).count == 11)
        let ofSibling = try history(scene.sibling)
        #expect(!ofSibling.contains { $0.recordType == "interaction" })
        #expect(!ofSibling.contains { $0.recordType == "follow_up" })
        #expect(ofSibling.contains { $0.recordType == "coach" })
        Self.expectNoSecrets(ofSibling + ofMine, scene.home.codes)
    }

    /// Checks that entries contain no codes, passwords or sessions.
    private static func expectNoSecrets(_ entries: [HistoryEntry], _ codes: FamilyCodes) {
        for entry in entries {
            let text = (entry.before ?? "") + (entry.after ?? "")
            #expect(!text.contains(codes.parentCode) && !text.contains(codes.playerCode))
            #expect(entry.recordType != "session" && !text.contains("password"))
        }
    }
}
