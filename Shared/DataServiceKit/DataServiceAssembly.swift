public import Contracts
public import ServiceKit
public import Storage

/// The connected parts of a data service's process: keys, host, database, consumers, worker.
///
/// A service creates an assembly, registers its operations on `service` and `host`, follows its
/// producers and passes `components` to `ServiceProcess`.
public struct DataServiceAssembly {
    /// The schema of the service's database.
    @Memberwise
    public struct Schema: Sendable {
        /// The number that marks the file as this service's (`PRAGMA application_id`).
        public let applicationID: Int32
        /// The migrations of the service's own tables, oldest first.
        public let migrations: [Migration]
        /// The tables of the service's replicas.
        public var replicaTracks: [MigrationTrack] = []

        /// The tracks of the service's database, in the order of their migrations.
        public func tracks(of service: ServiceName) -> [MigrationTrack] {
            [DataServiceTables.track] + replicaTracks + [
                MigrationTrack(service.rawValue, migrations)
            ]
        }
    }

    /// Receives the calls.
    public let host: ServiceHost
    /// The database, the command log and the change feed.
    public let service: DataService
    public let keys: KeyStore
    /// The revoked sessions and passports.
    public let revocations: RevocationList

    private let transport: BrokerTransport
    private let worker: BrokerWorker
    private let passports: ServicePassportSource
    private let clock: ProcessClock

    /// Opens and migrates the database and creates the parts without starting them. Throws if a
    /// key, the database or the endpoint is unusable.
    public init(_ name: ServiceName, schema: Schema, in environment: ServiceEnvironment) throws {
        clock = environment.clock
        keys = KeyStore(folder: environment.home.keysFolder)
        _ = try keys.signingKey(of: .operator)
        let key = try keys.signingKey(of: .service(name))
        passports = ServicePassportSource(subject: .service(name), key: key, clock: clock)
        revocations = RevocationList()
        let host = ServiceHost(
            name: name.rawValue, clock: clock,
            verifier: PassportVerifier(keys: keys, revocations: revocations),
            logger: environment.logger)
        var database = DatabaseConfiguration(
            path: environment.home.database(of: name.rawValue),
            applicationID: schema.applicationID)
        database.readerCount = environment.readers
        database.listPath = environment.home.databaseList
        database.acceptanceCommand = environment.home.acceptanceCommand(for: name.rawValue)
        var configuration = DataService.Configuration(
            service: name, database: database, migrations: schema.migrations, clock: clock)
        configuration.replicaTracks = schema.replicaTracks
        let service: DataService
        do {
            service = try DataService(configuration, host: host, logger: environment.logger)
        } catch let error as StorageError where error.code == .untrusted {
            error.logDetail(to: environment.logger)
            throw RefusalToServe(error.message)
        }
        let worker = BrokerWorker(
            host: host, endpoint: environment.brokerEndpoint, key: key,
            logger: environment.logger
        ) { service.releaseParkedPolls() }
        revocations.observe { [weak service] in service?.endWaits(of: $0) }
        service.observeParkedPolls { [weak worker] in worker?.setParked($0) }
        transport = try BrokerTransport(endpoint: environment.brokerEndpoint)
        self.host = host
        self.service = service
        self.worker = worker
    }

    /// Follows a producer through the broker. Its changes are applied to the replicas in order, and
    /// only after the changes that `first` had published by then (see `DataService.follow`).
    public func follow(
        _ producer: ServiceName, into replicas: [any Replica], after first: [ServiceName] = []
    ) throws {
        let caller = Caller(transport: transport, clock: clock)
        try service.follow(
            producer, from: CalledChangeSource(producer, caller: caller, passports: passports),
            into: replicas, after: first)
    }

    /// Follows identity: members, families and revocations, which are loaded before the first
    /// request. The schema must contain `IdentityReplica.track`. Pass the service's own replicas of
    /// identity as `replicas`.
    public func followIdentity(into replicas: [any Replica] = []) throws {
        let replica = IdentityReplica(revocations: revocations, clock: clock)
        try replica.load(from: service.database)
        revocations.awaitNews()
        service.addHousekeeping("revocations past their time") { transaction, _ in
            try replica.forgetOld(in: transaction)
        }
        try follow(.identity, into: [replica] + replicas)
    }

    /// Calls other services.
    public var caller: Caller { Caller(transport: transport, clock: clock) }

    /// Signs passports of this service in its own name.
    public var ownPassports: ServicePassportSource { passports }

    /// The parts in their starting order. They stop in reverse: the worker drains, the calls to
    /// other services end, and the database closes last.
    public var components: [any Component] { [service, transport, worker] }
}
