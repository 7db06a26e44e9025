import Contracts
import DataServiceKit
import Foundation
import Outbound
import ServiceKit
import Storage

/// The hooks service: sends the family's changes to the addresses that its players chose.
enum HooksService {
    /// The stored schema. The application id is "RCho" in ASCII.
    static let schema = DataServiceAssembly.Schema(
        applicationID: 0x5243_686F, migrations: [.hooks], replicaTracks: [IdentityReplica.track])

    /// The services whose changes hooks deliver.
    static let producers = [ServiceName.coaches, .interactions, .events, .analytics]

    /// Creates the components of the process, in start order.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(.hooks, schema: schema, in: environment)
        let networks = HookNetworks(allowsPrivate: environment.hooksAllowPrivate)
        let client = try client(environment)
        let sender = HookSender(
            assembly.service, clock: environment.clock, logger: environment.logger
        ) { delivery, fields, goesOn in
            networks.send(delivery, fields, client, goesOn: goesOn)
        }
        assembly.host.addGauges { [weak sender] in sender?.gauges ?? [:] }
        serve(on: assembly.service, networks, sender)
        try assembly.followIdentity(into: [HookOwners()])
        // Identity's feed is read first, since a change of a player who has left goes nowhere.
        for producer in producers {
            try assembly.follow(
                producer,
                into: [HookChanges(producer: producer) { [weak sender] in sender?.wake($0) }],
                after: [.identity])
        }
        var components = assembly.components
        components.insert(sender, at: 1)
        return components
    }

    /// The file of the authorities cannot be read.
    struct UnreadableAuthorities: Error, CustomStringConvertible {
        let description: String
    }

    /// The client that sends messages. Throws if the file of the authorities cannot be read: no
    /// certificate would be trusted.
    private static func client(_ environment: ServiceEnvironment) throws -> OutboundClient {
        var client = OutboundClient()
        client.authorities = environment.hooksAuthorities
        if let file = client.authorities, !FileManager.default.isReadableFile(atPath: file) {
            throw UnreadableAuthorities(
                description: "hooks.authorities is '\(file)', which cannot be read")
        }
        return client
    }

    /// Registers every operation of the service.
    static func serve(
        on service: DataService, _ networks: HookNetworks, _ sender: any HookWaking
    ) {
        service.query(ListHooks.self) { try ListHooks.handle($1, $2) }
        service.query(ListHookDeliveries.self, ListHookDeliveries.handle)
        service.command(AddHook.self, passing(networks, to: AddHook.handle))
        service.command(TestHook.self, passing(sender, to: TestHook.handle))
        service.command(ReplayHook.self, passing(sender, to: ReplayHook.handle))
        service.command(RemoveHook.self, RemoveHook.handle)
        // A player sees what became of their own hooks, a parent of all.
        service.tellHistory(
            HistoryPlan(playerSees: "json_extract(payload, '$.user_id') = ?2"))
        service.addHousekeeping("old deliveries", removesByTime: true) { transaction, now in
            try HookQueue(transaction).removeOld(
                before: now.advanced(by: .seconds(-HookLimit.keptDays * 86_400)))
        }
    }
}
