import Testing

@testable import Contracts

// DOMAIN, Who may do what.
@Suite struct AccessTests {
    private static func players(_ refusal: String) -> Access {
        .family([.player], refusal: refusal)
    }

    private static let table: [(name: String, service: ServiceName?, access: Access)] = [
        ("$srv.info", nil, .everyone),
        ("$srv.ping", nil, .everyone),
        ("$srv.schema", nil, .everyone),
        ("$srv.stats", nil, .operators),
        //
        ("analytics.social", .analytics, .members),
        ("attachments.append", .interactions, players("Only players can create interactions")),
        ("attachments.begin", .interactions, players("Only players can create interactions")),
        // A player who left takes along what they logged.
        (
            "attachments.fetch", .interactions,
            .familyOrFormerPlayer([.player, .parent], refusal: "")
        ),
        ("attachments.finish", .interactions, players("Only players can create interactions")),
        (
            "attachments.list", .interactions,
            .familyOrFormerPlayer([.player, .parent], refusal: "")
        ),
        ("attachments.remove", .interactions, players("Only players can remove attachments")),
        ("backup.hold", nil, .operators),
        ("backup.release", nil, .operators),
        ("calendar.link", .identity, .members),
        ("calendar.open", .identity, .everyone),
        ("calendar.revoke", .identity, .members),
        ("calendar.show", .identity, .members),
        ("changes.fetch", nil, .services),
        // DOMAIN: history
        ("changes.history", nil, .members),
        ("changes.watch", nil, .members),
        ("coaches.add", .coaches, players("Only players can add coaches")),
        // every player of the family, and no parent.
        ("coaches.cascadeDelete", .coaches, players("Only players can delete coaches")),
        ("coaches.commitImport", .coaches, players("Only players can import")),
        ("coaches.delete", .coaches, players("Only players can delete coaches")),
        ("coaches.deletionBlockers", .coaches, players("Only players can delete coaches")),
        ("coaches.discardImport", .coaches, players("Only players can import")),
        ("coaches.duplicates", .coaches, .members),
        ("coaches.edit", .coaches, players("Only players can edit coaches")),
        ("coaches.explain", .coaches, .members),
        //
        ("coaches.export", .coaches, players("Only players can export coaches")),
        ("coaches.list", .coaches, .members),
        ("coaches.merge", .coaches, players("Only players can merge coaches")),
        ("coaches.rebuildSearch", .coaches, .operators),
        ("coaches.resolve", .coaches, .members),
        ("coaches.search", .coaches, .members),
        ("coaches.show", .coaches, .members),
        ("coaches.stageImport", .coaches, players("Only players can import")),
        ("deletions.show", .coaches, .members),
        // N-120
        ("digests.open", .identity, .services),
        // players of the family write, parents read along.
        ("events.add", .events, players("Only players can add events")),
        ("events.addCoach", .events, players("Only players can record coaches at events")),
        ("events.attend", .events, players("Only players can mark events attended")),
        ("events.availableCoaches", .events, .members),
        ("events.cascadeDelete", .events, players("Only players can delete events")),
        ("events.commitImport", .events, players("Only players can import")),
        ("events.delete", .events, players("Only players can delete events")),
        ("events.deletionBlockers", .events, players("Only players can delete events")),
        ("events.discardImport", .events, players("Only players can import")),
        ("events.edit", .events, players("Only players can edit events")),
        ("events.list", .events, .members),
        ("events.rebuildSearch", .events, .operators),
        ("events.removeCoach", .events, players("Only players can record coaches at events")),
        ("events.search", .events, .members),
        ("events.show", .events, .members),
        ("events.stageImport", .events, players("Only players can import")),
        ("events.timeline", .events, .members),
        // In a family without a player its parents keep the codes: the handler decides.
        ("families.codes", .identity, .members),
        ("families.create", .identity, .signedIn),
        ("families.join", .identity, .signedIn),
        ("families.leave", .identity, .members),
        ("families.list", .identity, .operators),
        (
            "families.makeResetCode", .identity,
            .family([.parent], refusal: "Only parents can reset a player's password")
        ),
        ("families.measure", nil, .operators),
        ("families.removeMember", .identity, .members),
        ("families.rename", .identity, players("Only players can rename the family")),
        ("families.renewCode", .identity, .members),
        (
            "families.setParentsLog", .identity,
            players("Only players can decide whether parents log")
        ),
        (
            "families.setTimeZone", .identity,
            players("Only players can change the family's time zone")
        ),
        ("families.show", .identity, .members),
        // N-116
        ("hooks.add", .hooks, players("Only players can add change hooks")),
        ("hooks.deliveries", .hooks, players("Only players can list deliveries")),
        ("hooks.list", .hooks, .members),
        ("hooks.remove", .hooks, players("Only players can remove change hooks")),
        ("hooks.replay", .hooks, players("Only players can replay change hooks")),
        ("hooks.test", .hooks, players("Only players can test change hooks")),
        // the plain deletion's rule.
        (
            "interactions.cascadeDelete", .interactions,
            players("Only players can delete interactions")
        ),
        ("interactions.commitImport", .interactions, players("Only players can import")),
        //
        ("interactions.create", .interactions, players("Only players can create interactions")),
        //
        ("interactions.delete", .interactions, players("Only players can delete interactions")),
        (
            "interactions.deleteMany", .interactions,
            players("Only players can delete interactions")
        ),
        (
            "interactions.deletionBlockers", .interactions,
            players("Only players can delete interactions")
        ),
        ("interactions.discardImport", .interactions, players("Only players can import")),
        ("interactions.dropKeptImport", .interactions, players("Only players can import")),
        ("interactions.edit", .interactions, players("Only players can edit interactions")),
        // ID-19, R-06, R-07: parents read along, they do not take along.
        (
            "interactions.export", .interactions,
            .familyOrFormerPlayer([.player], refusal: "Only players can export interactions")
        ),
        (
            "interactions.exportRecord", .interactions,
            players("Only players can export interactions")
        ),
        ("interactions.find", .interactions, .members),
        ("interactions.keepImport", .interactions, players("Only players can import")),
        ("interactions.keptImports", .interactions, players("Only players can import")),
        ("interactions.list", .interactions, .members),
        ("interactions.note", .interactions, players("Only players can add notes")),
        ("interactions.rebuildSearch", .interactions, .operators),
        ("interactions.search", .interactions, .members),
        ("interactions.show", .interactions, .members),
        ("interactions.showKeptImport", .interactions, players("Only players can import")),
        ("interactions.stageImport", .interactions, players("Only players can import")),
        ("interactions.timeline", .interactions, .members),
        ("metrics.add", .events, players("Only players can add metrics")),
        ("metrics.bests", .events, .members),
        ("metrics.commitImport", .events, players("Only players can import")),
        ("metrics.delete", .events, players("Only players can delete metrics")),
        ("metrics.discardImport", .events, players("Only players can import")),
        ("metrics.edit", .events, players("Only players can edit metrics")),
        ("metrics.list", .events, .members),
        ("metrics.stageImport", .events, players("Only players can import")),
        // DOMAIN: own notifications
        ("notifications.counts", .notifications, .signedIn),
        ("notifications.list", .notifications, .signedIn),
        ("notifications.markRead", .notifications, .signedIn),
        ("notifications.watch", .notifications, .members),
        // DOMAIN: undo, trash
        ("operations.list", nil, players("Only players can use the trash")),
        ("operations.purge", nil, players("Only players can empty the trash")),
        ("operations.undo", nil, players("Only players can undo")),
        ("passports.issue", .identity, .everyone),
        ("posts.add", .analytics, players("Only players can add posts")),
        ("posts.delete", .analytics, players("Only players can delete posts")),
        ("posts.discardImport", .analytics, players("Only players can import")),
        ("posts.find", .analytics, .members),
        ("posts.finishImport", .analytics, players("Only players can import")),
        ("posts.import", .analytics, players("Only players can import")),
        ("posts.list", .analytics, .members),
        ("posts.rebuildSearch", .analytics, .operators),
        ("posts.search", .analytics, .members),
        ("posts.timeline", .analytics, .members),
        ("preferences.show", .identity, .signedIn),
        ("preferences.update", .identity, .signedIn),
        ("profiles.edit", .events, players("Only players can edit their profile")),
        ("profiles.list", .events, .members),
        // N-16
        ("queue.done", .interactions, players("Only players can change their queue")),
        ("queue.list", .interactions, .members),
        ("queue.set", .interactions, players("Only players can change their queue")),
        ("queue.show", .interactions, .members),
        ("queue.skip", .interactions, players("Only players can change their queue")),
        ("queue.snooze", .interactions, players("Only players can change their queue")),
        ("schools.add", .coaches, players("Only players can add schools")),
        ("schools.aliases", .coaches, .members),
        ("schools.cascadeDelete", .coaches, players("Only players can delete schools")),
        ("schools.commitImport", .coaches, players("Only players can import")),
        ("schools.delete", .coaches, players("Only players can delete schools")),
        ("schools.deletionBlockers", .coaches, players("Only players can delete schools")),
        ("schools.discardImport", .coaches, players("Only players can import")),
        ("schools.duplicates", .coaches, .members),
        ("schools.edit", .coaches, players("Only players can edit schools")),
        ("schools.list", .coaches, .members),
        ("schools.merge", .coaches, players("Only players can merge schools")),
        ("schools.resolve", .coaches, .members),
        ("schools.search", .coaches, .signedIn),
        ("schools.show", .coaches, .members),
        ("schools.stageImport", .coaches, players("Only players can import")),
        ("sessions.end", .identity, .signedIn),
        ("sessions.list", .identity, .signedIn),
        ("sessions.login", .identity, .everyone),
        ("sessions.logout", .identity, .signedIn),
        ("timeline.figures", .interactions, .members),
        ("tokens.add", .identity, .signedIn),
        ("tokens.list", .identity, .signedIn),
        ("tokens.revoke", .identity, .signedIn),
        ("users.beginSecondFactor", .identity, .signedIn),
        ("users.changePassword", .identity, .signedIn),
        ("users.confirmSecondFactor", .identity, .signedIn),
        ("users.invitations", .identity, .operators),
        ("users.invite", .identity, .operators),
        ("users.list", .identity, .operators),
        ("users.makeResetCode", .identity, .operators),
        ("users.recoveryCodes", .identity, .signedIn),
        ("users.removeSecondFactor", .identity, .signedIn),
        ("users.renewRecoveryCodes", .identity, .signedIn),
        ("users.resetPassword", .identity, .everyone),
        ("users.resume", .identity, .operators),
        ("users.revokeInvitation", .identity, .operators),
        ("users.secondFactor", .identity, .signedIn),
        ("users.signUp", .identity, .everyone),
        ("users.suspend", .identity, .operators),
        ("users.whoAmI", .identity, .signedIn),
        // N-29
        ("views.list", .identity, .members),
        ("views.remove", .identity, .members),
        ("views.save", .identity, .members),
        // N-56
        ("windows.clear", .interactions, players("Only players can change the contact windows")),
        ("windows.import", .interactions, players("Only players can change the contact windows")),
        ("windows.list", .interactions, .members),
    ]

    private static let writes: Set<String> = [
        "coaches.cascadeDelete", "coaches.delete", "schools.cascadeDelete", "schools.delete",
        "hooks.add", "hooks.remove", "hooks.replay", "hooks.test",
        "attachments.append", "attachments.begin", "attachments.finish", "attachments.remove",
        "coaches.commitImport", "coaches.discardImport", "coaches.stageImport",
        "interactions.commitImport", "interactions.discardImport", "interactions.stageImport",
        "schools.commitImport", "schools.discardImport", "schools.stageImport",
        "events.add", "events.addCoach", "events.attend", "events.cascadeDelete",
        "events.commitImport", "events.delete", "events.discardImport", "events.edit",
        "events.removeCoach", "events.stageImport", "metrics.add",
        "metrics.commitImport", "metrics.delete", "metrics.discardImport", "metrics.stageImport",
        "coaches.add", "coaches.edit", "coaches.merge", "schools.merge", "families.create",
        "families.join",
        "families.leave", "families.makeResetCode",
        "families.removeMember", "families.rename", "families.renewCode",
        "families.setParentsLog", "families.setTimeZone",
        "interactions.cascadeDelete", "interactions.create", "interactions.delete",
        "interactions.deleteMany", "interactions.dropKeptImport", "interactions.edit",
        "interactions.keepImport", "interactions.note", "metrics.edit",
        "queue.done", "queue.set", "queue.skip", "queue.snooze",
        "notifications.markRead", "operations.purge", "operations.undo", "preferences.update",
        "profiles.edit",
        "schools.add", "posts.add", "posts.delete", "posts.discardImport", "posts.finishImport",
        "posts.import",
        "schools.edit", "sessions.end", "sessions.login", "sessions.logout",
        "calendar.link", "calendar.revoke",
        "tokens.add", "tokens.revoke", "users.changePassword", "users.makeResetCode",
        "users.beginSecondFactor", "users.confirmSecondFactor", "users.removeSecondFactor",
        "users.renewRecoveryCodes",
        "users.invite", "users.resetPassword", "users.resume", "users.revokeInvitation",
        "users.signUp", "users.suspend",
        "views.remove", "views.save",
        "windows.clear", "windows.import",
    ]

    /// What parents may do, too, because it is about who belongs to the family and about their own
    /// place in it; it changes none of its records.
    private static let membership: Set<String> = [
        "calendar.link", "calendar.revoke",
        "families.leave", "families.makeResetCode", "families.removeMember", "families.renewCode",
        "views.remove", "views.save",
    ]

    @Test(arguments: table)
    func operationsDeclareTheirServiceAndAccess(
        row: (name: String, service: ServiceName?, access: Access)
    ) throws {
        let operation = try #require(OperationCatalogue.operation(named: row.name))
        #expect(operation.service == row.service)
        #expect(operation.access == row.access)
        #expect(operation.isReadOnly == !Self.writes.contains(row.name))
    }

    @Test func everyOperationIsInTheTable() {
        #expect(OperationCatalogue.all.map(\.name) == Self.table.map(\.name))
    }

    // parents change nothing of the family.
    @Test func nothingThatWritesInAFamilyAdmitsParents() {
        for operation in OperationCatalogue.all
        where !operation.isReadOnly && !Self.membership.contains(operation.name) {
            if case .family(let roles, let refusal) = operation.access {
                #expect(roles == [.player], "\(operation.name)")
                #expect(refusal.hasPrefix("Only players can "), "\(operation.name)")
            }
        }
    }

    @Test func secretsAreDeclared() {
        #expect(
            OperationCatalogue.all.filter(\.carriesSecrets).map(\.name)
                == [
                    "calendar.link", "calendar.open", "digests.open",
                    "families.codes", "families.makeResetCode", "hooks.add", "passports.issue",
                    "sessions.login", "tokens.add", "users.beginSecondFactor",
                    "users.changePassword", "users.confirmSecondFactor", "users.invite",
                    "users.makeResetCode", "users.removeSecondFactor", "users.renewRecoveryCodes",
                    "users.resetPassword", "users.signUp",
                ])
    }

    @Test func readsWaitTwoSecondsAndWritesThree() {
        #expect(ListCoaches.defaultBudget == .seconds(2))
        #expect(AddCoach.defaultBudget == .seconds(3))
        // What crosses services waits for the slowest of them.
        #expect(CascadeDeleteCoach.defaultBudget == .seconds(5))
    }
}
