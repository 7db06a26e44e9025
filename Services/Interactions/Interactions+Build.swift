import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The service that keeps a family's interactions.
enum InteractionsService {
    /// What the service stores. The mark of the file is the bytes of "RCin".
    static let schema = DataServiceAssembly.Schema(
        applicationID: 0x5243_696E,
        migrations: [.interactions, .names, .attachments, .references, .events],
        replicaTracks: [IdentityReplica.track, ImportTables.track, DeletionTables.track])

    /// Makes the parts of the process, in the order of their start.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(.interactions, schema: schema, in: environment)
        let files = try AttachmentFiles(path: "\(environment.home.dataFolder)/attachments")
        serve(on: assembly.service, files)
        if environment.parentsMayLog { letParentsLog(at: assembly.host) }
        try assembly.followIdentity()
        try assembly.follow(.coaches, into: coachesReplicas)
        try assembly.follow(.events, into: [EventsReplica()])
        let keeper = AttachmentKeeper(files, assembly.service, logger: environment.logger)
        // It stops before the database does, and after the worker.
        var components = assembly.components
        components.insert(keeper, at: 1)
        return components
    }

    /// parents log contacts of their own, and nothing else changes: what a player logged, and
    /// what is deleted, exported or attached, stays with players.
    static func letParentsLog(at host: ServiceHost) {
        host.allow([.parent], toCall: CreateInteraction.self)
    }

    /// What follows coaches, in this order: a deletion finds the names that came before it.
    static let coachesReplicas: [any Replica] = [
        CoachesReplica(), InteractionsOfDeleted.participant,
    ]

    /// Serves every operation of the service from its database and its files.
    static func serve(
        on service: DataService, _ files: AttachmentFiles,
        dependents: InteractionDependents = .present
    ) {
        service.queryJSON(ListInteractions.self) { try ListInteractions.handle($0, $1, $2) }
        service.query(ShowInteraction.self) { try ShowInteraction.handle($0, $1, $2) }
        service.commandJSON(CreateInteraction.self, isRepeatable: true) {
            try CreateInteraction.handle($0, $1, $2)
        }
        service.query(FindInteractions.self) { try FindInteractions.handle($0, $1, $2) }
        service.queryJSON(ExportInteractions.self) { try ExportInteractions.handle($0, $1, $2) }
        service.query(ExportInteraction.self) { try ExportInteraction.handle($0, $1, $2) }
        service.query(ListInteractionBlockers.self) {
            try ListInteractionBlockers.handle($0, $1, $2, dependents)
        }
        service.command(DeleteInteraction.self) {
            try DeleteInteraction.handle($0, $1, $2, dependents)
        }
        service.command(CascadeDeleteInteraction.self) {
            try CascadeDeleteInteraction.handle($0, $1, $2, dependents)
        }
        // a sibling's contacts stay hidden, whoever deleted them. What was removed for good
        // after its time, by nobody, is told to whoever deleted it.
        service.tellHistory(
            HistoryPlan(
                playerSees: """
                    CASE aggregate WHEN 'interaction'
                        THEN json_extract(payload, '$.logged_by') = ?2
                        WHEN 'operation'
                        THEN coalesce(json_extract(payload, '$.actor') = ?2, actor = ?1)
                        ELSE actor = ?1 END
                    """))
        service.keepTrash(InteractionsTrash.plan(dependents, files))
        service.imports(
            InteractionImport(), stage: StageInteractions.self, commit: CommitInteractions.self,
            discard: DiscardInteractions.self)
        serveAttachments(on: service, files)
    }

    private static func serveAttachments(on service: DataService, _ files: AttachmentFiles) {
        let jobs = files.jobs
        service.command(BeginAttachment.self) {
            try BeginAttachment.handle($0, $1, $2, files)
        }
        service.job(AppendAttachment.self, pool: jobs) {
            try AppendAttachment.handle($0, $1, $2, files)
        }
        service.job(FinishAttachment.self, pool: jobs) {
            try FinishAttachment.handle($0, $1, $2, files)
        }
        service.query(ListAttachments.self) { try ListAttachments.handle($0, $1, $2) }
        service.query(FetchAttachment.self) { try FetchAttachment.handle($0, $1, $2, files) }
        service.command(RemoveAttachment.self) { try RemoveAttachment.handle($0, $1, $2) }
    }
}
