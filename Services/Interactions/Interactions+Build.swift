import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The interactions service: a family's logged interactions.
enum InteractionsService {
    /// The stored schema. The application id is "RCin" in ASCII.
    static let schema = DataServiceAssembly.Schema(
        applicationID: 0x5243_696E,
        migrations: [
            .interactions, .names, .attachments, .references, .events, .editions, .search,
            .followUps, .contactWindows, .nudges, .enteredBy,
            .appendedNotes, .foldingAccents(in: ["interactions"]), .interactionTypes,
            .keptImports, .occurredPrecision, .foldingApostrophes(in: ["interactions"]),
            .unlistedContacts, .searchWords, .unlistedDays,
            .keptKinds,
        ],
        replicaTracks: [IdentityReplica.track, ImportTables.track, DeletionTables.track])

    /// Creates the components of the process, in start order.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(.interactions, schema: schema, in: environment)
        let files = try AttachmentFiles(path: "\(environment.home.dataFolder)/attachments") {
            [weak service = assembly.service] in service?.noteFullDisk()
        }
        serve(on: assembly.service, files)
        if environment.parentsMayLog { letParentsLog(on: assembly.service) }
        try assembly.followIdentity(into: [ReminderWishes(), KeptImportsOfLeavers()])
        try assembly.follow(.coaches, into: coachesReplicas)
        try assembly.follow(.events, into: [EventsReplica()])
        let sweeper = AttachmentSweeper(files, assembly.service, logger: environment.logger)
        // `stop` runs before that of the database and after that of the worker.
        var components = assembly.components
        components.insert(sweeper, at: 1)
        return components
    }

    /// lets parents of families that have not decided log contacts of their own. Editing,
    /// deleting, exporting and attaching remain reserved to players.
    static func letParentsLog(on service: DataService) {
        service.openToParents(CreateInteraction.self)
    }

    /// Replicas of the coaches feed, in the order in which they apply a change: a deletion needs
    /// the names that were stored before it.
    static let coachesReplicas: [any Replica] = [
        SchoolDivisions(),
        UnappliedOnly([
            CoachesReplica(), FollowUpsOfErased(), InteractionsOfDeleted.participant,
        ]),
    ]

    /// Registers every operation of the service.
    static func serve(
        on service: DataService, _ files: AttachmentFiles,
        dependents: InteractionDependents = .present
    ) {
        service.queryJSON(ListInteractions.self, ListInteractions.handle)
        service.query(ShowInteraction.self, ShowInteraction.handle)
        service.commandJSON(CreateInteraction.self, isRepeatable: true, CreateInteraction.handle)
        service.query(FindInteractions.self, FindInteractions.handle)
        serveFollowUps(on: service)
        serveTimeline(on: service)
        serveContactWindows(on: service)
        service.serveSearch(SearchedInteractions.self, [InteractionSearch.source])
        service.queryJSON(ExportInteractions.self, ExportInteractions.handle)
        service.query(ExportInteraction.self, ExportInteraction.handle)
        service.query(
            ListInteractionBlockers.self, passing(dependents, to: ListInteractionBlockers.handle))
        service.command(EditInteraction.self, EditInteraction.handle)
        service.command(DeleteInteraction.self, passing(dependents, to: DeleteInteraction.handle))
        service.command(DeleteInteractions.self, passing(dependents, to: DeleteInteractions.handle))
        service.command(NoteInteractions.self, NoteInteractions.handle)
        service.command(
            CascadeDeleteInteraction.self, passing(dependents, to: CascadeDeleteInteraction.handle))
        // a sibling's contacts stay hidden, regardless of who deleted them. A purge by
        // housekeeping, which has no actor, is shown to the player who deleted the records.
        service.tellHistory(
            HistoryPlan(
                playerSees: """
                    CASE aggregate WHEN 'interaction'
                        THEN json_extract(payload, '$.logged_by') = ?2
                        WHEN 'operation'
                        THEN coalesce(json_extract(payload, '$.actor') = ?2, actor = ?1)
                        ELSE actor = ?1 END
                    """,
                // Nobody does reminders.
                hiding: "'follow_up.nudged', 'follow_up.nudges_erased'"))
        service.keepTrash(InteractionsTrash.plan(dependents, files))
        service.imports(InteractionImport())
        serveKeptImports(on: service)
        serveAttachments(on: service, files)
    }

    private static func serveFollowUps(on service: DataService) {
        service.queryJSON(ListFollowUps.self) { try ListFollowUps.handle($0, $1, $2).json }
        service.query(ShowFollowUps.self, ShowFollowUps.handle)
        service.command(SetFollowUp.self, SetFollowUp.handle)
        service.command(SnoozeFollowUp.self, SnoozeFollowUp.handle)
        service.command(FinishFollowUp.self, FinishFollowUp.handle)
        service.command(SkipFollowUp.self, SkipFollowUp.handle)
        // Nobody is reminded by a time of day that is not trusted.
        service.addHousekeeping("follow-up reminders", removesByTime: true) { unit in
            try FollowUpNudges(unit).remindNextFamily()
        }
    }

    private static func serveTimeline(on service: DataService) {
        service.queryJSON(
            ListTimeline<TimelineContacts>.self, ListTimeline<TimelineContacts>.handle)
        service.query(ShowTimelineFigures.self, ShowTimelineFigures.handle)
    }

    private static func serveContactWindows(on service: DataService) {
        service.query(ListContactWindows.self, ListContactWindows.handle)
        service.command(ImportContactWindows.self, ImportContactWindows.handle)
        service.command(ClearContactWindows.self, ClearContactWindows.handle)
    }

    private static func serveKeptImports(on service: DataService) {
        service.command(KeepImport.self, isRepeatable: true, KeepImport.handle)
        service.query(ListKeptImports.self, ListKeptImports.handle)
        service.query(ShowKeptImport.self, ShowKeptImport.handle)
        service.command(DropKeptImport.self, isRepeatable: true, DropKeptImport.handle)
        service.addHousekeeping("kept imports past their time", removesByTime: true) { unit in
            try KeptImportRepository.eraseNextExpired(unit)
        }
    }

    private static func serveAttachments(on service: DataService, _ files: AttachmentFiles) {
        let jobs = files.jobs
        service.command(BeginAttachment.self, passing(files, to: BeginAttachment.handle))
        service.job(AppendAttachment.self, pool: jobs, passing(files, to: AppendAttachment.handle))
        service.job(FinishAttachment.self, pool: jobs, passing(files, to: FinishAttachment.handle))
        service.query(ListAttachments.self, ListAttachments.handle)
        service.query(FetchAttachment.self, passing(files, to: FetchAttachment.handle))
        service.command(RemoveAttachment.self, RemoveAttachment.handle)
        service.measureFiles(
            by: """
                SELECT family_unit_id, count(*), sum(size) FROM attachments
                GROUP BY family_unit_id
                /* all families: for the operator */
                """)
    }
}
