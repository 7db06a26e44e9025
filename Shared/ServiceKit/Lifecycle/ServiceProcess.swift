import CommandKit
import Contracts
import Foundation
import Glibc

/// Runs a service's process: reads the configuration, builds and starts the components, announces
/// readiness, waits for SIGTERM or SIGINT, and stops the components in reverse order.
public enum ServiceProcess {
    /// The longest orderly stop; after it the process ends with exit code 1.
    public static let stopLimit = Duration.seconds(15)
    /// The interval of the readiness checks.
    static let readinessInterval = Duration.milliseconds(2)

    /// Runs the service until a signal ends it; never returns. `build` creates the components in
    /// the order of their start.
    public static func run(
        _ name: String, _ sentence: String,
        build: (ServiceEnvironment) throws -> [any Component]
    ) -> Never {
        CoreFiles.forbid()
        let signals = TerminationSignals()
        let environment = readEnvironment(name, sentence)
        let logger = environment.logger
        let manager = ServiceManager(ProcessInfo.processInfo.environment)
        do {
            try checkTimeZones()
            try checkMachineClock()
            try environment.home.prepare()
            let components = try build(environment)
            for component in components {
                try component.start()
            }
            announceReadiness(of: components, environment, signals, manager)
            let signal = signals.wait()
            logger.info("stopping", ["signal": "\(signal)"])
            signals.exitOnNextSignal(orAfter: stopLimit)
            stop(components, logger)
            logger.info("stopped")
            exit(0)
        } catch let refusal as RefusalToServe {
            // A restart would fail the same way and fill the log: wait for a person to act.
            logger.error("cannot start", ["error.message": refusal.description])
            manager?.noteReady("Records nothing: \(refusal.description)")
            _ = signals.wait()
            exit(1)
        } catch {
            logger.error("cannot start", ["error.message": "\(error)"])
            exit(1)
        }
    }

    private static func readEnvironment(_ name: String, _ sentence: String) -> ServiceEnvironment {
        let program = FlatProgram("compass-\(name)", sentence, flags: ConfigurationKey.flags)
        do {
            switch try program.parse(Array(CommandLine.arguments.dropFirst())) {
            case .help(let text):
                print(text)
                exit(0)
            case .run(let invocation):
                return try ServiceEnvironment(
                    service: name, invocation: invocation,
                    environment: ProcessInfo.processInfo.environment)
            }
        } catch let error as UsageError {
            for line in error.lines {
                FileHandle.standardError.write(Data((line + "\n").utf8))
            }
            exit(2)
        } catch {
            FileHandle.standardError.write(Data("compass-\(name): \(error)\n".utf8))
            exit(2)
        }
    }

    /// Throws without a time zone database, because every zone would silently be unknown.
    private static func checkTimeZones() throws {
        guard TimeZone(identifier: "America/New_York") != nil else {
            throw PrivateFile.Failure(
                description: "no time zone database found; install the package tzdata")
        }
    }

    /// Throws without the machine's start id, because passports of an earlier start could be
    /// accepted.
    private static func checkMachineClock() throws {
        guard MachineTime.presentStart != MachineTime.unknown else {
            throw PrivateFile.Failure(
                description: "\(MachineTime.startPath) cannot be read; mount /proc")
        }
    }

    private static func announceReadiness(
        of components: [any Component], _ environment: ServiceEnvironment,
        _ signals: TerminationSignals, _ manager: ServiceManager?
    ) {
        while !components.allSatisfy(\.isReady) {
            if signals.isPending { return }
            let interval = readinessInterval.components
            var pause = timespec(
                tv_sec: Int(interval.seconds), tv_nsec: Int(interval.attoseconds / 1_000_000_000))
            unsafe nanosleep(&pause, nil)
        }
        environment.logger.info("ready")
        if let descriptor = environment.notificationDescriptor {
            _ = unsafe write(descriptor, "\n", 1)
            close(descriptor)
        }
        manager?.noteReady("Ready")
    }

    private static func stop(_ components: [any Component], _ logger: Logger) {
        let deadline = ContinuousClock.now + stopLimit
        for component in components.reversed() {
            component.stop(by: deadline)
            logger.debug("component stopped", ["component": component.name])
        }
    }
}
