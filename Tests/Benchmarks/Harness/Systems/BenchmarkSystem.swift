import Contracts
import Foundation
import ServiceKit

/// A broker and services in a new home, for use by a benchmark.
final class BenchmarkSystem {
    private static let ready = "\"message\":\"ready\""
    private static let indexingPatience = Duration.seconds(900)

    let home: CompassHome
    private let folder: ScratchFolder
    private var processes: [String: ChildProcess] = [:]
    private var order: [String] = []

    init() throws {
        folder = try ScratchFolder()
        home = CompassHome(path: folder.path)
        try home.prepare()
    }

    deinit {
        stopAll()
    }

    /// Starts a program of the product and waits until it is ready.
    func start(_ name: String) throws {
        processes[name] = try ChildProcess(
            Programs.product("compass-\(name)"), [], environment: ["COMPASS_HOME": home.path],
            readyWhen: BenchmarkSystem.ready)
        order.append(name)
    }

    /// Starts the broker and all services, as users have them.
    func startServices() throws {
        for name in ["broker"] + ServiceName.allCases.map(\.rawValue) { try start(name) }
    }

    /// Starts the broker and all services, of which interactions finds the rows that these modes
    /// of the C program `rows` write. Calls `prepare` with the path of their file before the
    /// service opens it. Returns the path.
    @discardableResult
    func startServices(
        seededBy modes: [[String]], prepare: (String) throws -> Void = { _ in }
    ) throws -> String {
        try startServices()
        stop("interactions")
        let database = home.database(of: "interactions")
        for mode in modes {
            try ChildProcess.output(
                of: Programs.limit("rows"), [mode[0], database] + mode.dropFirst())
        }
        try prepare(database)
        try start("interactions")
        return database
    }

    func stop(_ name: String) {
        processes.removeValue(forKey: name)?.stop()
        order.removeAll { $0 == name }
    }

    /// Ends all programs in reverse order of their start.
    func stopAll() {
        for name in order.reversed() {
            stop(name)
        }
    }

    /// The anonymous memory of a program in bytes (RssAnon).
    func anonymousMemory(of name: String) throws -> Int { try memory(of: name, "RssAnon") }

    /// The peak memory of a program in bytes, including shared pages (VmHWM).
    func peakMemory(of name: String) throws -> Int { try memory(of: name, "VmHWM") }

    private func memory(of name: String, _ field: String) throws -> Int {
        guard let process = processes[name] else {
            throw BenchmarkFailure(description: "\(name) does not run")
        }
        return try ProcessStatus.memory(of: process.processID, field)
    }

    /// The options of calls as the player or the parent of a family, who are those of seeded rows.
    func options(
        of role: Role = .player, in number: UInt64 = 1, budget: Duration? = nil
    ) throws -> Caller.Options {
        let family = FamilyID(high: number, low: 1)
        let user = UserID(high: number, low: role == .parent ? 2 : 3)
        return Caller.Options(
            passport: try passport(of: user, [family: role]), family: family, budget: budget)
    }

    /// A passport of this user, signed with identity's key.
    func passport(of user: UserID, _ families: [FamilyID: Role]) throws -> [UInt8] {
        let clock = ProcessClock()
        return try Passport(
            subject: .user(user, .make(at: clock.now()), families),
            issuedAt: clock.machineTime()
        ).signed(with: KeyStore(folder: home.keysFolder).signingKey(of: .identity))
    }

    /// Waits until a service has checked its whole file: the check takes time from whatever is
    /// measured.
    func waitUntilChecked(_ service: ServiceName, _ caller: Caller) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while try statistics(of: service, caller).gauges["db.checked"] != 1 {
            guard .now < deadline else {
                throw BenchmarkFailure(description: "\(service.rawValue) is still being checked")
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    /// Waits until all records of a service are indexed for searches, as a program in C tells;
    /// returns how long that took.
    @discardableResult
    func waitUntilIndexed(
        _ service: ServiceName = .interactions, as program: String = "rows"
    ) throws -> Duration {
        let began = ContinuousClock.now
        let arguments = ["pending", home.database(of: service.rawValue), "-", "-"]
        while try ChildProcess.output(of: Programs.limit(program), arguments).trimmed != "0" {
            guard ContinuousClock.now - began < BenchmarkSystem.indexingPatience else {
                throw BenchmarkFailure(
                    description: "the records of \(service.rawValue) are still being indexed")
            }
            // Another process indexes; it announces no end, and each look costs it time.
            Thread.sleep(forTimeInterval: 0.5)
        }
        return ContinuousClock.now - began
    }

    /// The statistics of a service.
    func statistics(
        of service: ServiceName, _ caller: Caller
    ) throws -> ServiceStatistics.Response {
        let source = ServicePassportSource(
            subject: .operator,
            key: try KeyStore(folder: home.keysFolder).signingKey(of: .operator),
            clock: ProcessClock())
        return try caller.call(
            ServiceStatistics.self, .init(), at: service,
            options: .init(passport: try source.passport()))
    }

    /// The times of an operation that a service has performed.
    func times<Op: Contracts.Operation>(
        of operation: Op.Type, at service: ServiceName, _ caller: Caller
    ) throws -> ServiceStatistics.OperationStatistics {
        let times = try statistics(of: service, caller).operations.first { $0.name == Op.name }
        guard let times else { throw BenchmarkFailure(description: "\(Op.name) has no figures") }
        return times
    }

    /// The average number of commands that a service has committed in one transaction.
    func groupSize(of service: ServiceName, _ caller: Caller) throws -> Int {
        let gauges = try statistics(of: service, caller).gauges
        let groups = Double(gauges["db.groups"] ?? 1)
        let commands = Double(gauges["db.commands"] ?? 1)
        return max(1, Int((commands / groups).rounded()))
    }
}

extension Caller.Options {
    /// The options with a new idempotency key, for a command.
    var keyed: Caller.Options {
        var keyed = self
        keyed.idempotencyKey = .make(at: ProcessClock().now())
        return keyed
    }
}
