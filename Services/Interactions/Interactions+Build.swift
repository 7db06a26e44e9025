import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The service that keeps a family's interactions.
enum InteractionsService {
    /// What the service stores. The mark of the file is the octets of "RCin".
    static let schema = DataServiceAssembly.Schema(
        applicationID: 0x5243_696E, migrations: [.interactions, .names],
        replicaTracks: [IdentityReplica.track])

    /// Makes the parts of the process, in the order of their start.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(.interactions, schema: schema, in: environment)
        serve(on: assembly.service)
        try assembly.followIdentity()
        try assembly.follow(.coaches, into: [CoachesReplica()])
        return assembly.components
    }

    /// Serves every operation of the service from its database.
    static func serve(
        on service: DataService, dependents: InteractionDependents = .present
    ) {
        service.queryJSON(ListInteractions.self) { try ListInteractions.handle($0, $1, $2) }
        service.query(ShowInteraction.self) { try ShowInteraction.handle($0, $1, $2) }
        service.commandJSON(CreateInteraction.self, isRepeatable: true) {
            try CreateInteraction.handle($0, $1, $2)
        }
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
        service.command(UndoInteractions.self) {
            try UndoInteractions.handle($0, $1, $2, dependents)
        }
    }
}
