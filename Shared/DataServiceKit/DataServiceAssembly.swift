public import Contracts
public import ServiceKit
public import Storage

/// The parts of a data service's process, joined: keys, host, database, consumers, worker.
///
/// A service makes one, registers its operations on `service` and `host`, follows whom it needs,
/// and hands `components` to `ServiceProcess`.
public struct DataServiceAssembly {
    /// What the service stores.
    public struct Schema: Sendable {
        /// Marks the file as this service's (`PRAGMA application_id`).
        public let applicationID: Int32
        /// The service's own tables, oldest step first.
        public let migrations: [Migration]
        /// The tables of its replicas.
        public let replicaTracks: [MigrationTrack]

        /// A schema with these parts.
        public init(
            applicationID: Int32, migrations: [Migration], replicaTracks: [MigrationTrack] = []
        ) {
            self.applicationID = applicationID
            self.migrations = migrations
            self.replicaTracks = replicaTracks
        }
    }

    /// Takes the calls.
    public let host: ServiceHost
    /// The database, the command log and the change feed.
    public let service: DataService
    /// The system's keys.
    public let keys: KeyStore
    /// The sign-ins that ended early.
    public let revocations: RevocationList

    private let transport: BrokerTransport
    private let worker: BrokerWorker
    private let passports: ServicePassportSource
    private let clock: ProcessClock

    /// Opens and migrates the database and makes the parts; nothing runs yet. Throws if a key, the
    /// database or the endpoint cannot be used.
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
            throw RefusalToServe(error.message)
        }
        let worker = BrokerWorker(
            host: host, endpoint: environment.brokerEndpoint, key: key,
            logger: environment.logger
        ) { service.releaseParkedPolls() }
        service.observeParkedPolls { [weak worker] in worker?.setParked($0) }
        transport = try BrokerTransport(endpoint: environment.brokerEndpoint)
        self.host = host
        self.service = service
        self.worker = worker
    }

    /// Follows a producer through the broker: its changes go to the replicas, in their order, and
    /// only after what `first` had told by then (see `DataService.follow`).
    public func follow(
        _ producer: ServiceName, into replicas: [any Replica], after first: [ServiceName] = []
    ) throws {
        let caller = Caller(transport: transport, clock: clock)
        try service.follow(
            producer, from: CalledChangeSource(producer, caller: caller, passports: passports),
            into: replicas, after: first)
    }

    /// Follows identity: members and families, and the sign-ins that ended early, which are loaded
    /// before the first request. The schema holds `IdentityReplica.track`. What else a service
    /// keeps of identity goes into its own replicas.
    public func followIdentity(into replicas: [any Replica] = []) throws {
        let replica = IdentityReplica(revocations: revocations, clock: clock)
        try replica.load(from: service.database)
        revocations.awaitNews()
        service.addChore("revocations past their time") { transaction, _ in
            try replica.forgetOld(in: transaction)
        }
        try follow(.identity, into: [replica] + replicas)
    }

    /// The parts that run, in the order of their start. They stop the other way round: the worker
    /// drains, the calls to others end, and then nobody needs the database.
    public var components: [any Component] { [service, transport, worker] }
}
