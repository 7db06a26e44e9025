import Contracts
import Foundation
import ServiceKit
import Testing

/// FEATURES part 3, 8: whatever changes something has an entry in the history, with who did it, and
/// nobody reads more of it than of the records.
@Suite(.oneAtATime) struct AuditTests {
    /// What each operation that changes something leaves in the history. Empty: nothing, because
    /// it is part of a sign-in, or because nothing is kept before another operation ends it.
    private static let entries: [String: String] = [
        "attachments.append": "", "attachments.begin": "",
        "attachments.finish": "interaction.changed",
        "attachments.remove": "interaction.changed", "coaches.add": "coach.changed",
        "coaches.cascadeDelete": "coach.deleted", "coaches.commitImport": "coaches.imported",
        "coaches.delete": "coach.deleted", "coaches.discardImport": "",
        "coaches.edit": "coach.changed", "coaches.stageImport": "",
        "events.add": "event.changed", "events.addCoach": "event.changed",
        "events.attend": "event.changed", "events.cascadeDelete": "event.deleted",
        "events.commitImport": "events.imported", "events.delete": "event.deleted",
        "events.discardImport": "", "events.edit": "event.changed",
        "events.removeCoach": "event.changed", "events.stageImport": "",
        "families.create": "family.changed", "families.join": "member.changed",
        "families.removeMember": "member.removed", "families.rename": "family.changed",
        "families.renewCode": "family.codeRenewed",
        "interactions.cascadeDelete": "interaction.deleted",
        "interactions.commitImport": "interactions.imported",
        "interactions.create": "interaction.created", "interactions.delete": "interaction.deleted",
        "interactions.discardImport": "", "interactions.stageImport": "",
        "metrics.add": "metric.added", "metrics.commitImport": "metrics.imported",
        "metrics.delete": "metric.deleted", "metrics.discardImport": "", "metrics.stageImport": "",
        "notifications.markRead": "notification.read", "operations.purge": "operation.purged",
        "operations.undo": "interaction.restored", "posts.add": "post.added",
        "posts.delete": "post.deleted", "posts.discardImport": "",
        "posts.finishImport": "posts.imported", "posts.import": "posts.imported",
        "preferences.update": "user.changed",
        "schools.add": "school.changed", "schools.cascadeDelete": "school.deleted",
        "schools.commitImport": "schools.imported", "schools.delete": "school.deleted",
        "schools.discardImport": "", "schools.edit": "school.changed", "schools.stageImport": "",
        "sessions.login": "", "sessions.logout": "", "users.signUp": "user.changed",
    ]

    @Test func everyOperationThatChangesSomethingIsAccountedFor() {
        let changing = OperationCatalogue.all.filter { !$0.isReadOnly }.map(\.name)
        #expect(Set(changing).subtracting(Self.entries.keys).isEmpty)
    }

    /// Everything that somebody sees of the history, newest first.
    private static func history(
        _ system: SystemUnderTest, as person: Person, in family: FamilyID,
        _ record: String? = nil
    ) throws -> [HistoryEntry] {
        try ServiceName.allCases.flatMap { service in
            try system.call(
                ListHistory.self, .init(record: record), as: person, in: family, at: service
            ).entries
        }.sorted { ($0.occurredAt, $0.id) > ($1.occurredAt, $1.id) }
    }

    @Test func whatIsDoneIsToldToThoseWhoMaySeeIt() throws {
        let system = try SystemUnderTest(now: Instant(text: "2026-03-01T12:00:00Z"))
        var player = try system.makePerson("Player", .player)
        var sibling = try system.makePerson("Sibling", .player)
        var parent = try system.makePerson("Parent", .parent)
        let made = try system.makeFamily("Family", of: &player)
        let family = made.id
        try system.join(made.codes.playerCode, as: &sibling)
        try system.join(made.codes.parentCode, as: &parent)
        var told: Set<String> = []

        func does(_ operation: String, by person: Person, _ work: () throws -> Void) throws {
            let before = try Self.history(system, as: person, in: family).map(\.id)
            try work()
            let type = try #require(Self.entries[operation])
            let new = try Self.history(system, as: person, in: family)
                .filter { !before.contains($0.id) }
            #expect(new.contains { $0.type == type && $0.actor == person.userID }, "\(operation)")
            #expect(new.allSatisfy { $0.actorName == person.name }, "\(operation)")
            told.insert(operation)
        }

        let school = try Self.schoolsAndCoaches(system, player, family, does)
        let mine = try Self.anInteraction(system, player, family, at: school, does)
        try Self.ofTheFamily(system, player, family, does)

        // Deleted and removed for good: the history stays.
        let ofMine = try Self.history(system, as: player, in: family, mine.text)
        #expect(
            ofMine.map(\.type) == [
                "operation.purged", "interaction.deleted", "interaction.restored",
                "interaction.deleted", "interaction.changed", "interaction.changed",
                "interaction.created",
            ])
        #expect(ofMine.contains { $0.before?.contains("\"subject\":\"subject\"") == true })
        // a sibling sees nothing of it, a parent all.
        #expect(try Self.history(system, as: sibling, in: family, mine.text).isEmpty)
        #expect(try Self.history(system, as: parent, in: family, mine.text).count == 7)
        let ofSibling = try Self.history(system, as: sibling, in: family)
        #expect(!ofSibling.contains { $0.recordType == "interaction" })
        #expect(ofSibling.contains { $0.recordType == "coach" })
        Self.expectNoSecrets(ofSibling + ofMine, made.codes)
        print("audit: \(told.count) operations told")
    }

    /// Nobody reads codes, passwords or sessions of it.
    private static func expectNoSecrets(_ entries: [HistoryEntry], _ codes: FamilyCodes) {
        for entry in entries {
            let text = (entry.before ?? "") + (entry.after ?? "")
            #expect(!text.contains(codes.parentCode) && !text.contains(codes.playerCode))
            #expect(entry.recordType != "session" && !text.contains("password"))
        }
    }

    private typealias Does = (String, Person, () throws -> Void) throws -> Void

    private static func schoolsAndCoaches(
        _ system: SystemUnderTest, _ player: Person, _ family: FamilyID, _ does: Does
    ) throws -> SchoolID {
        var school: School?
        try does("schools.add", player) {
            school = try system.call(AddSchool.self, .init(name: "One"), as: player, in: family)
                .school
        }
        let id = try #require(school).id
        try does("schools.edit", player) {
            var change = SchoolForm(name: "Two")
            change.id = FormField(id.text)
            _ = try system.call(EditSchool.self, change, as: player, in: family)
        }
        var coach: Coach?
        try does("coaches.add", player) {
            coach = try system.call(
                AddCoach.self, CoachForm(firstName: "A", lastName: "B", schoolID: id), as: player,
                in: family
            ).coach
        }
        try does("coaches.edit", player) {
            var change = CoachForm(lastName: "C")
            change.id = FormField(try #require(coach).id.text)
            _ = try system.call(EditCoach.self, change, as: player, in: family)
        }
        let edited = try history(system, as: player, in: family, try #require(coach).id.text)
        #expect(edited.first?.before?.contains("\"last_name\":\"B\"") == true)
        #expect(edited.first?.after?.contains("\"last_name\":\"C\"") == true)
        return id
    }

    /// The life of an interaction, up to its being removed for good.
    private static func anInteraction(
        _ system: SystemUnderTest, _ player: Person, _ family: FamilyID, at school: SchoolID,
        _ does: Does
    ) throws -> InteractionID {
        let form = KillFamily.form("subject", at: school)
        var row: InteractionID?
        try does("interactions.create", player) {
            row = try system.call(CreateInteraction.self, form, as: player, in: family)
                .interaction.id
        }
        let mine = try #require(row)
        let client = AttachmentClient(system: system, person: player, family: family)
        var file: AttachmentID?
        try does("attachments.finish", player) {
            file = try client.attach("a.txt", [65], to: mine).attachment.id
        }
        try does("attachments.remove", player) {
            _ = try system.call(
                RemoveAttachment.self, .init(attachmentID: try #require(file)), as: player,
                in: family)
        }
        var deletion: OperationID?
        try does("interactions.delete", player) {
            deletion = try system.call(
                DeleteInteraction.self, .init(id: mine), as: player, in: family
            ).operationID
        }
        try does("operations.undo", player) {
            _ = try system.call(
                UndoOperation.self, .init(operationID: try #require(deletion)), as: player,
                in: family, at: .interactions)
        }
        try does("interactions.cascadeDelete", player) {
            _ = try system.call(
                CascadeDeleteInteraction.self, .init(id: mine), as: player, in: family)
        }
        try does("operations.purge", player) {
            _ = try system.call(
                PurgeOperations.self, .init(), as: player, in: family, at: .interactions)
        }
        return mine
    }

    private static func ofTheFamily(
        _ system: SystemUnderTest, _ player: Person, _ family: FamilyID, _ does: Does
    ) throws {
        try does("families.rename", player) {
            _ = try system.call(RenameFamily.self, .init(name: "Renamed"), as: player, in: family)
        }
        try does("families.renewCode", player) {
            _ = try system.call(
                RenewFamilyCode.self, .init(role: Role.parent.rawValue), as: player, in: family)
        }
        try does("preferences.update", player) {
            _ = try system.call(
                UpdatePreferences.self, .init(inboundAlerts: false), as: player, in: family)
        }
    }
}
